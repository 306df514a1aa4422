// Chinese phrases.

import type { Phrases } from '../phrases.ts'

export const zh: Phrases = {
  roles: {
    overview: {
      headings: ['概述', '简介', '介绍', '概览', '背景', '说明'],
      purpose: '用几句话说明这是什么、对谁有用。',
      ask: '它有什么用途，谁需要它？',
      keywords: '概述 简介 用途 可以 帮助 用于 提供',
    },
    prerequisites: {
      headings: ['前提条件', '先决条件', '准备工作', '开始之前', '要求'],
      purpose: '列出开始之前需要具备的条件。',
      ask: '开始之前需要具备、了解或安装什么？',
      keywords: '需要 必须 之前 账号 账户 权限 安装 版本 角色 要求',
    },
    usage: {
      headings: ['用法', '使用方法', '使用', '语法', '调用', '命令'],
      purpose: '说明如何调用或书写。',
      ask: '如何调用或书写？最好给出命令或请求。',
      keywords: '使用 调用 语法 请求 接口 命令 运行 方法 返回',
    },
    steps: {
      headings: ['步骤', '操作步骤', '操作指南', '安装', '配置', '安装步骤'],
      purpose: '按顺序引导读者完成任务。',
      ask: '需要哪些步骤，顺序如何，使用哪些命令或设置？',
      keywords: '步骤 首先 然后 接着 点击 打开 运行 选择 输入 创建 添加 设置 安装 配置 保存',
    },
    how: {
      headings: ['工作原理', '架构', '概念', '设计', '原理'],
      purpose: '解释各部分及其协作方式。',
      ask: '它由哪些部分组成，如何协同工作？',
      keywords: '原理 组成 组件 部分 流程 存储 发送 接收 之间 队列 模型',
    },
    why: {
      headings: ['为什么', '原因', '动机', '优点', '好处'],
      purpose: '说明原因。',
      ask: '为什么这样设计，否则会怎样？',
      keywords: '因为 为什么 原因 优点 避免 因此 问题 目标 决定',
    },
    parameters: {
      headings: ['参数', '选项', '设置', '字段', '属性'],
      purpose: '列出每个参数的类型、默认值和含义。',
      ask: '有哪些参数或选项，其类型、默认值和含义是什么？',
      keywords: '参数 选项 设置 字段 默认 类型 取值 必填 可选 字符串 整数',
    },
    examples: {
      headings: ['示例', '例子', '范例'],
      purpose: '给出一两个完整示例。',
      ask: '一个完整可用的示例是什么样的？',
      keywords: '示例 例如 例子 响应 输出',
    },
    result: {
      headings: ['检查结果', '结果', '验证', '测试'],
      purpose: '说明如何确认成功。',
      ask: '读者如何确认操作成功？',
      keywords: '结果 检查 验证 测试 确认 显示 出现 输出 成功',
    },
    limits: {
      headings: ['限制', '配额', '局限', '约束'],
      purpose: '说明限制及其影响。',
      ask: '有哪些限制、配额或取舍？',
      keywords: '限制 最大 最小 最多 至少 配额 只能 不能 大小 超时',
    },
    errors: {
      headings: ['错误', '错误码', '错误代码', '状态码', '响应'],
      purpose: '列出错误及其含义。',
      ask: '可能出现哪些错误，各是什么含义？',
      keywords: '错误 代码 状态 失败 无效 拒绝 400 401 403 404 409 422 429 500',
    },
    troubleshooting: {
      headings: ['故障排除', '常见问题', '问题排查', '已知问题'],
      purpose: '说明常见问题及解决办法。',
      ask: '常见问题有哪些，如何解决？',
      keywords: '错误 失败 问题 修复 解决 如果 日志 检查 原因',
    },
    next: {
      headings: ['后续步骤', '下一步', '接下来'],
      purpose: '指出接下来可以做什么。',
      ask: '读者接下来应该做什么？',
      keywords: '下一步 接下来 更多 学习 继续 进一步',
    },
  },
  kinds: {
    tutorial: ['教程', '入门', '快速开始', '快速上手'],
    'how-to': ['如何', '指南', '安装', '配置', '创建', '迁移', '升级', '恢复', '部署'],
    reference: ['参考', '接口', '参数', '命令', '错误码', '规范', '设置'],
    explanation: ['为什么', '概念', '架构', '原理', '理解', '概述', '什么是'],
  },
  seeAlso: ['另请参阅', '相关文档', '参见', '更多信息'],
  notes: '备注',
  question: {
    missing: '没有任何来源提到“{section}”。{ask}',
    thin: '关于“{section}”，来源只说：“{quote}”{ask}',
    generic: '“{title}”的读者在这里应该了解什么？',
    topic: '备注要求提到“{topic}”，但没有来源说明。“{section}”应该写什么？',
  },
  addSource: {
    title: '为 {count} 个空白章节补充来源',
    body: '备注、材料和相关文档都没有提到：{sections}。请补充材料或回答相关问题。',
    thinTitle: '为“{section}”补充第二个来源',
    thinBody: '“{section}”只依据{source}中的一处：“{quote}”。请补充可以证实或完善它的材料。',
  },
  verify: {
    title: '核对“{section}”中的数据',
    body: '只有一个来源给出这些数字、版本或日期，请核对：',
    unsourcedTitle: '核对未写入“{section}”的说法',
    unsourcedBody: '模型写了以下内容，但在其所列来源中找不到引文，因此未写入草稿：',
  },
  conflict: {
    title: '来源不一致：{first} 还是 {second}？',
    body: '草稿写的是“{kept}”（{keptSource}）。另一来源写的是“{dropped}”（{droppedSource}）。哪一个正确？',
  },
  fixLink: {
    title: '链接没有目标：{href}',
    body: '“{text}”指向 {href}，但没有这个文档。请回答正确的链接（/read/…），或从草稿中删除它。',
  },
}
