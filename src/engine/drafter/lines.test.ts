// What the built-in drafter makes of notes without marks: where a line ends, and which section it belongs to.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { drafted, section } from '../../../test/drafter/run.ts'
import { job } from '../../../test/drafter/sample-jobs.ts'
import { planDocument } from './plan.ts'

describe('lines of plain notes', () => {
  for (const [language, title, heading, steps, ...lines] of [
    [
      'en',
      'Restore the database',
      'Troubleshooting',
      '1. Stop the app.\n2. Drop the database.\n3. Run pg_restore.\n4. Start the app.',
      'If pg_restore says "role does not exist", create the role first.',
      'Takes about 20 minutes for 5 GB.',
      'Rollback: restore the old dump.',
    ],
    [
      'de',
      'Datenbank wiederherstellen',
      'Fehlerbehebung',
      '1. Die App anhalten.\n2. Die Datenbank löschen.\n3. pg_restore starten.\n4. Die App starten.',
      'Falls pg_restore „role does not exist“ meldet, die Rolle anlegen.',
      'Das dauert für 5 GB etwa 20 Minuten.',
      'Rückweg: die alte Sicherung einspielen.',
    ],
  ] as const)
    test(`${language}: below the last step are no part of it`, async () => {
      const { markdown } = await drafted({ title, notes: [steps, ...lines].join('\n') })
      assert.ok(`${markdown}\n\n`.includes(`${steps}\n\n`), markdown)
      assert.ok(section(markdown, heading).includes(lines[0]), markdown)
      for (const line of lines) assert.ok(markdown.includes(`\n\n${line}`), markdown)
    })

  test('a step that goes on in the next line stays whole', async () => {
    const notes =
      '1. Open the settings page of the workspace that you want to change, and\nnote its id.\n2. Press Save.'
    const { markdown } = await drafted({ notes })
    assert.match(markdown, /and note its id\.\n2\. Press Save\./)
  })

  for (const [word, title, heading, ...lines] of [
    ['Step', 'Add a user', 'Steps', 'open Admin > Users', 'click New', 'type the name of the user'],
    [
      'Schritt',
      'Benutzer anlegen',
      'Schritte',
      'Verwaltung > Benutzer öffnen',
      'auf Neu klicken und den Namen eingeben',
    ],
    ['Шаг', 'Как добавить пользователя', 'Шаги', 'откройте раздел', 'нажмите кнопку'],
    ['步骤', '添加用户指南', '步骤', '打开管理页面', '点击新建按钮'],
  ] as const)
    test(`“${word} 1:” begins a step`, async () => {
      const notes = [...lines.map((line, at) => `${word} ${at + 1}: ${line}`), 'OK!'].join('\n')
      const { plan, markdown } = await drafted({ title, notes })
      assert.equal(plan.kind, 'how-to')
      const steps = lines.map((line, at) => `${at + 1}. ${line}`).join('\n')
      assert.equal(section(markdown, heading).trim().split('\n\n')[0], steps)
    })

  test('steps make a how-to of a title that says nothing', () => {
    assert.equal(planDocument(job({ title: 'Users', notes: 'Step 1: open it\nStep 2: close it' })).kind, 'how-to')
  })

  test('commands keep their lines and their brackets', async () => {
    const lines = 'widget build [--out DIR]  builds the site\nwidget serve [--port N]   serves it on <PORT>'
    const { markdown } = await drafted({ title: 'Widget command reference', notes: `The widget tool.\n\n${lines}` })
    assert.ok(markdown.includes(`\n${lines}\n`), markdown)
  })

  test('short lines are facts of their own, full ones go on', async () => {
    const notes = 'laptop from IT on day one\nbadge from the `front desk`\nlunch is free on Fridays'
    const { markdown } = await drafted({ title: 'Welcome', notes })
    assert.match(markdown, /day one\n\nbadge from the `front desk`\n\nlunch is free/)
    const wrapped =
      'Every integration has a key of its own, which is shown once, when it is made, and\nnever again. Whoever loses it makes a second one and retires the first one as\nsoon as nothing uses it.'
    const { markdown: whole } = await drafted({ title: 'Keys explained', notes: wrapped })
    assert.ok(whole.includes(wrapped.replaceAll('\n', ' ')), whole)
    const german =
      'Die Sicherung läuft jede Nacht um 02:30 Uhr, auf einem neuen\nServer im Keller.\nSie enthält die Datenbank.'
    const { markdown: sicherung } = await drafted({ title: 'Sicherung', notes: german })
    assert.match(sicherung, /neuen Server im Keller\./)
    const chinese = '新员工第一天在信息部领取笔记本电脑和电源\n门禁卡在前台领取\n周五午餐免费'
    assert.match((await drafted({ title: '入职', notes: chinese })).markdown, /电源\n\n门禁卡在前台领取\n\n周五/)
    const narrow = 'Backups run every night\nand are kept for 14 days.'
    assert.ok((await drafted({ title: 'Backups', notes: narrow })).markdown.includes(narrow.replace('\n', ' ')))
  })

  test('who says what begins a line, below a list too', async () => {
    const chat = ['ann: deploys happen on Tuesdays at 10', 'ben: btw only from main', 'ann: yes, and CI must be green.']
    const { markdown } = await drafted({ title: 'Deploys', notes: `- never on Fridays\n${chat.join('\n')}` })
    for (const line of chat) assert.ok(`\n${markdown}`.includes(`\n${line}\n`), markdown)
  })

  test('a command below its label is code, and an address stays whole', async () => {
    const command = 'curl -H "Authorization: Bearer $T" https://api.example.com/v2/orders?status=open'
    const notes = `The orders endpoint lists orders.\n\nExample:\n${command}\n\nSee https://api.example.com/v2/orders?status=open for more.`
    const { markdown } = await drafted({ title: 'Orders API', notes })
    assert.ok(section(markdown, 'Examples').includes(`\`\`\`\n${command}\n`), markdown)
    assert.match(markdown, /orders\?status=open> for more/)
  })
})

describe('where a line of plain notes stands', () => {
  test('the names of an interface’s parts lead there, the name of a host nowhere', async () => {
    const notes = `Orders are listed here, for whoever has to ship them.

Base URL: https://api.example.com/v2
Auth: Bearer token in a header
Params: limit (integer)
Support answers at help@example.com or www.example.org.`
    const { markdown } = await drafted({ title: 'Orders API', notes })
    assert.match(section(markdown, 'Usage'), /Base URL[\s\S]+Auth/)
    assert.match(section(markdown, 'Parameters'), /limit/)
    assert.doesNotMatch(markdown, /## Examples/)
  })

  test('the action items of a meeting have a section', async () => {
    for (const [label, rest] of [
      ['Action items', 'We met on Monday and decided that the old search goes.'],
      ['Maßnahmen', 'Wir haben uns am Montag getroffen, und die alte Suche wird abgeschaltet.'],
    ]) {
      const { markdown } = await drafted({
        title: 'Platform sync',
        notes: `${rest}\n\n${label}:\n- Ann: plan the migration\n- Ben: mail all customers`,
      })
      assert.equal(section(markdown, label ?? '').trim(), '- Ann: plan the migration\n- Ben: mail all customers')
    }
  })
})
