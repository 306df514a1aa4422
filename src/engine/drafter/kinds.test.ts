// What the built-in drafter makes of policies, release notes, incident reports and checklists, and where it puts their lines.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { drafted, headingsOf, section } from '../../../test/drafter/run.ts'
import { job } from '../../../test/drafter/sample-jobs.ts'
import type { DocumentKind } from './drafter.ts'
import { planDocument } from './plan.ts'

describe('the kind of a document', () => {
  const titles: Partial<Record<DocumentKind, string[]>> = {
    policy: [
      ...['Remote work policy', 'Code of conduct', 'Acceptable use', 'Terms', 'Terms of service', 'Brand guidelines'],
      ...['Reisekostenrichtlinie', 'Politique de sécurité', 'Política de vacaciones', 'Политика безопасности'],
      ...['信息安全政策', '就業規則'],
    ],
    'release-notes': [
      ...['Release notes 4.2', 'What is new in March', 'Changelog 2.1', 'Version 3', 'Neuerungen im März'],
      ...['Nouveautés de mars', 'Novedades de marzo', 'Что нового в марте', '更新日志', 'リリースノート 4.2'],
    ],
    incident: [
      ...[
        'Postmortem: search outage',
        'Incident 2026-03-02: search outage',
        'Störung am 2. März',
        'Incident du 2 mars',
      ],
      ...['Informe de incidente', 'Разбор инцидента', '故障报告', '障害報告'],
    ],
    faq: [
      ...['Billing FAQ', 'Frequently asked questions', 'Häufig gestellte Fragen', 'Foire aux questions'],
      ...['Preguntas frecuentes', 'Частые вопросы', '常见问题', 'よくある質問'],
    ],
    'how-to': [
      ...['Onboarding checklist', 'Checkliste für den ersten Tag', 'Чек-лист новичка', 'Configure the password policy'],
      ...['How to write a post-mortem', 'セキュリティポリシーの設定方法'],
    ],
    explanation: ['What is a policy?', 'Incident response', 'Release process', 'Search terms'],
  }
  for (const [kind, named] of Object.entries(titles)) {
    test(`is ${kind} for ${named.join(', ')}`, () => {
      for (const title of named) assert.equal(planDocument(job({ title })).kind, kind, title)
    })
  }

  test('is what the notes say', () => {
    for (const [value, kind] of [
      ['policy', 'policy'],
      ['Release notes', 'release-notes'],
      ['incident report', 'incident'],
      ['FAQ', 'faq'],
      ['Referenz', 'reference'],
    ])
      assert.equal(planDocument(job({ title: 'Keys', notes: `Kind: ${value}\n\nKeys are long.` })).kind, kind)
  })

  test('is a FAQ where the notes are questions and answers, unless the title says otherwise', () => {
    const notes = 'Q: When?\nA: Now.\n\nQ: Where?\nA: Here.'
    assert.equal(planDocument(job({ title: 'Billing', notes })).kind, 'faq')
    assert.equal(planDocument(job({ title: 'Rotate API keys', notes })).kind, 'how-to')
  })
})

describe('a policy', () => {
  const cases: [string, string, string, Record<string, string>][] = [
    [
      'en',
      'Acceptable use of laptops',
      `This policy applies to all employees and contractors.
Laptops may be used for private purposes outside working hours.
Software must be installed from the portal.
The company pays for a bag, up to 40 euros.
Interns are exempt from the training.
Questions go to security@example.com.`,
      { Scope: 'all employees', Rules: '40 euros', Exceptions: 'Interns', Contact: 'security@example.com' },
    ],
    [
      'de',
      'Richtlinie für mobiles Arbeiten',
      `Diese Richtlinie gilt für alle Angestellten in Deutschland.
Mobiles Arbeiten ist an drei Tagen in der Woche erlaubt.
Die Führungskraft muss die Tage im Portal genehmigen.
Ausgenommen sind Auszubildende im ersten Jahr.
Fragen beantwortet das Personalteam unter personal@example.com.`,
      { Geltungsbereich: 'Deutschland', Regeln: 'Portal', Ausnahmen: 'Auszubildende', Ansprechpartner: 'Personalteam' },
    ],
    [
      'ru',
      'Политика удалённой работы',
      `Политика распространяется на всех штатных сотрудников.
Работать из дома разрешено три дня в неделю.
Исключение составляют стажёры: они работают в офисе.
С вопросами обращайтесь в отдел кадров.`,
      { 'Область применения': 'штатных', Правила: 'три дня', Исключения: 'стажёры', Контакты: 'отдел кадров' },
    ],
    [
      'zh',
      '远程办公制度',
      '本制度适用于所有正式员工。\n员工每周可以在家工作三天，必须事先在系统中申请。\n实习生除外，应在办公室工作。\n如有疑问，请联系人事部。',
      { 适用范围: '正式员工', 规定: '三天', 例外情况: '实习生', 联系方式: '人事部' },
    ],
  ]
  for (const [language, title, notes, wanted] of cases) {
    test(`${language}: says whom it is for, the rules, the exceptions and whom to ask, and nobody is asked`, async () => {
      const { plan, markdown, questions } = await drafted({ title, notes })
      assert.deepEqual([plan.kind, plan.language], ['policy', language])
      assert.deepEqual(
        headingsOf(markdown),
        Object.keys(wanted).map((heading) => `## ${heading}`),
      )
      for (const [heading, words] of Object.entries(wanted)) assert.ok(section(markdown, heading).includes(words))
      assert.deepEqual(questions, [])
    })
  }

  test('takes its summary from the rules where it has no overview', async () => {
    const notes = 'Managers may approve more days.\n\nContact: people@example.com'
    const { draft, markdown } = await drafted({ title: 'Remote work policy', notes })
    assert.equal(draft.summary, 'Managers may approve more days.')
    assert.equal(section(markdown, 'Contact').trim(), '<people@example.com>')
  })
})

describe('release notes', () => {
  test('sort a list into what is new, what is fixed and what to heed', async () => {
    const [csv, dark] = ['- New: bulk export of projects as CSV.', '- Added a dark mode.']
    const [login, totals] = ['- Fixed: the login page no longer loops.', '- Fixed a bug that rounded totals twice.']
    const [api, index] = ['- The v1 API is removed; use v2.', '- Upgrade from 4.1 rebuilds the index.']
    const notes = [csv, login, api, dark, totals, index].join('\n')
    const { markdown, questions } = await drafted({ title: 'Release notes 4.2', notes })
    assert.equal(section(markdown, "What's new").trim().split('\n##')[0]?.trim(), `${csv}\n${dark}`)
    assert.equal(section(markdown, 'Fixes').trim(), `${login}\n${totals}`)
    assert.equal(section(markdown, 'Upgrade notes').trim(), `${api}\n${index}`)
    assert.deepEqual(questions, [])
  })

  const prose: [string, string, string, string[], RegExp[]][] = [
    [
      'en',
      'What is new in March',
      'Teams can now share dashboards by link. The mobile app opens twice as fast.\nWe fixed a bug that hid comments. Old share links stop working on 1 June.',
      ["What's new", 'Fixes', 'Upgrade notes'],
      [/twice as fast/, /comments/, /1 June/],
    ],
    [
      'es',
      'Novedades de marzo',
      'Los equipos ahora pueden compartir paneles. La aplicación se abre el doble de rápido.\nHemos corregido un fallo que ocultaba comentarios. Los enlaces antiguos dejan de funcionar el 1 de junio.',
      ['Novedades', 'Correcciones', 'Notas de actualización'],
      [/doble de rápido/, /comentarios/, /1 de junio/],
    ],
    [
      'fr',
      'Notes de version 4.2',
      '- Nouveau : export des projets en CSV.\n- Corrigé : la page de connexion ne boucle plus.\n- L’API v1 est supprimée ; utilisez la v2.',
      ['Nouveautés', 'Corrections', 'Notes de mise à jour'],
      [/CSV/, /connexion/, /v2/],
    ],
    [
      'ja',
      'リリースノート 4.2',
      '- 新機能：プロジェクトをCSVで出力できるようになりました。\n- 修正：ログイン画面の不具合を解消しました。\n- 廃止：v1 APIは使えなくなりました。v2を使ってください。',
      ['新機能', '修正', 'アップグレード時の注意'],
      [/CSV/, /ログイン/, /v2/],
    ],
  ]
  for (const [language, title, notes, headings, patterns] of prose) {
    test(`${language}: stand under ${headings.join(', ')}`, async () => {
      const { plan, markdown } = await drafted({ title, notes })
      assert.deepEqual([plan.kind, plan.language], ['release-notes', language])
      for (const [index, pattern] of patterns.entries()) assert.match(section(markdown, headings[index] ?? ''), pattern)
    })
  }

  test('read a change log that was brought along', async () => {
    const text = '# Changelog\n\n## 4.2\n\n- Added: dark mode.\n- Fixed: totals were rounded twice.'
    const { markdown } = await drafted({ title: 'Release notes 4.2', material: [{ title: 'CHANGELOG', text }] })
    assert.match(markdown, /dark mode/)
  })

  test('ask for all sections while they say next to nothing', async () => {
    for (const [notes, count] of [
      ['', 4],
      ['New: dark mode.', 4],
    ] as const)
      assert.equal((await drafted({ title: 'Release notes 4.2', notes })).questions.length, count)
  })
})

describe('an incident report', () => {
  const cases: [string, string, string, Record<string, string>][] = [
    [
      'en',
      'Incident 2026-03-02: search outage',
      `On 2 March search was down for 47 minutes.
At 09:12 the index disk filled up. At 09:59 search answered again.
Root cause: the retention job had been disabled.
Impact: 1,300 users saw errors.
Follow-ups: alert on disk usage at 80 %.`,
      {
        Overview: 'On 2 March search was down for 47 minutes.',
        Impact: '1,300 users saw errors.',
        Timeline: 'At 09:12 the index disk filled up. At 09:59 search answered again.',
        'Root cause': 'The retention job had been disabled.',
        'Follow-ups': 'Alert on disk usage at 80 %.',
      },
    ],
    [
      'en',
      'Postmortem: search outage',
      `Search was down for 47 minutes on 2 March
Impact: 1,300 users saw errors
09:12 index disk full
09:59 search back
**Root cause:** retention job disabled
Follow-ups:
- alert on disk usage at 80 %
- re-enable the retention job`,
      {
        Overview: 'Search was down for 47 minutes on 2 March',
        Impact: '1,300 users saw errors',
        Timeline: '09:12 index disk full\n\n09:59 search back',
        'Root cause': 'Retention job disabled',
        'Follow-ups': '- alert on disk usage at 80 %\n- re-enable the retention job',
      },
    ],
    [
      'de',
      'Störung vom 2. März: Suche ausgefallen',
      `Am 2. März war die Suche 47 Minuten lang gestört.
Auswirkungen: 1.300 Personen sahen Fehlermeldungen.
Um 09:12 Uhr lief die Platte voll. Um 09:59 Uhr antwortete die Suche wieder.
Ursache: Der Aufräumdienst war seit Februar abgeschaltet.
Maßnahmen: Alarm ab 80 % Belegung.`,
      {
        Überblick: 'Am 2. März war die Suche 47 Minuten lang gestört.',
        Auswirkungen: '1.300 Personen sahen Fehlermeldungen.',
        'Zeitlicher Ablauf': 'Um 09:12 Uhr lief die Platte voll. Um 09:59 Uhr antwortete die Suche wieder.',
        Ursache: 'Der Aufräumdienst war seit Februar abgeschaltet.',
        Maßnahmen: 'Alarm ab 80 % Belegung.',
      },
    ],
    [
      'ja',
      '障害報告：検索の停止',
      `3月2日に検索が47分間止まりました。
影響：1300人の利用者にエラーが表示されました。
9時12分にディスクが一杯になりました。
原因：二月から削除処理が無効になっていました。
再発防止策：使用率80％で通知します。`,
      {
        概要: '3月2日に検索が47分間止まりました。',
        影響: '1300人の利用者にエラーが表示されました。',
        経緯: '9時12分にディスクが一杯になりました。',
        根本原因: '原因：二月から削除処理が無効になっていました。',
        再発防止策: '使用率80％で通知します。',
      },
    ],
  ]
  for (const [language, title, notes, wanted] of cases) {
    test(`${language}: ${title}`, async () => {
      const { plan, markdown, questions } = await drafted({ title, notes })
      assert.deepEqual([plan.kind, plan.language], ['incident', language])
      for (const [heading, text] of Object.entries(wanted)) assert.equal(section(markdown, heading).trim(), text)
      assert.deepEqual(questions, [])
    })
  }

  test('is asked what happened, not what it is for', async () => {
    const { questions } = await drafted({ title: 'Postmortem: search outage' })
    assert.equal(questions.length, 5)
    assert.match(questions[0]?.body ?? '', /What happened, in a sentence or two\?$/)
  })
})

describe('a checklist', () => {
  for (const [title, steps, items] of [
    ['Onboarding checklist', 'Steps', ['Get a laptop from IT', 'Read the security policy', 'Meet your buddy']],
    ['Checkliste für den ersten Tag', 'Schritte', ['Laptop bei der IT abholen', 'Das Team kennenlernen']],
    ['Чек-лист нового сотрудника', 'Шаги', ['Получить ноутбук', 'Познакомиться с наставником']],
  ] as const) {
    test(`${title}: its items are the steps`, async () => {
      const notes = items.map((item) => `- ${item}`).join('\n')
      const { markdown } = await drafted({ title, notes })
      assert.equal(section(markdown, steps).trim(), notes)
    })
  }
})

describe('where a line of notes stands', () => {
  test('a label that names a section of the outline says it, in every kind of document', async () => {
    const notes =
      'Keys live for 90 days\nRequirements: the editor role and a terminal\nProblems: the key has a line break'
    const { markdown } = await drafted({ title: 'Rotate API keys', notes })
    assert.match(section(markdown, 'Prerequisites'), /^\s+Requirements: the editor role and a terminal\s/)
    assert.match(section(markdown, 'Troubleshooting'), /^\s+Problems: the key has a line break\s/)
  })

  test('a list of several labels, or code below one, is not taken for what the first label says', async () => {
    const text =
      'Old keys keep working.\n\n- Problems: none.\n- Requirements: a terminal.\n\nResponse:\n\n```json\n{}\n```'
    const { markdown } = await drafted({ title: 'Keys API reference', material: [{ title: 'Wiki', text }] })
    assert.ok(markdown.includes('- Problems: none.\n- Requirements: a terminal.'), markdown)
    assert.doesNotMatch(markdown, /## Errors/)
  })

  test('a single word does not pull it away from its neighbours', async () => {
    const notes = 'The canteen opens at 11:30.\nInterns work in the kitchen on Fridays.\nSoup is served first.'
    const { markdown } = await drafted({ title: 'The canteen explained', notes })
    assert.deepEqual(headingsOf(markdown), ['## Overview'])
  })

  test('a word that only another kind of document uses as a heading names nothing', async () => {
    const { plan } = await drafted({ title: 'Rotate API keys', notes: '## Features\n\n## Changes\n\n## Owner' })
    assert.deepEqual(
      plan.outline.map(({ role }) => role),
      [null, null, null],
    )
  })
})
