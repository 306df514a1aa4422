// What the built-in drafter makes of realistic jobs: outline, passages, questions, actions, draft and provenance.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blocksToText } from '#blocks/text.ts'
import { validateBlocks } from '#blocks/validate.ts'
import { assertGrounded, document, run, section } from '../../../test/drafter/run.ts'
import {
  GERMAN_NOTES,
  HOW_TO_MATERIAL,
  HOW_TO_NOTES,
  JAPANESE_NOTES,
  job,
  REFERENCE_NOTES,
  RELATED,
  RUSSIAN_NOTES,
} from '../../../test/drafter/sample-jobs.ts'

const howTo = () =>
  job({ notes: HOW_TO_NOTES, material: [HOW_TO_MATERIAL], related: RELATED, linkExists: (slug) => slug !== 'secrets' })

describe('a how-to from notes, material and related documents', () => {
  test('gets the how-to outline, with the author’s word for a section where there is one', async () => {
    const { plan } = await run(howTo())
    assert.equal(plan.kind, 'how-to')
    assert.deepEqual(
      plan.outline.map(({ heading }) => heading),
      ['Overview', 'Prerequisites', 'Steps', 'Check the result', 'Problems'],
    )
  })

  test('puts each fact under its heading, steps and code kept as such', async () => {
    const { markdown } = await run(howTo())
    assert.match(section(markdown, 'Overview'), /rotated every 90 days/)
    assert.match(section(markdown, 'Prerequisites'), /version 2\.4 or later/)
    assert.match(
      section(markdown, 'Steps'),
      /2\. Create the new key:[\s\S]+```sh\s+galley keys rotate --id 42[\s\S]+4\. Restart/,
    )
    assert.match(section(markdown, 'Check the result'), /```sh\ncurl -H/)
    assert.match(section(markdown, 'Problems'), /answers 401[\s\S]+- `409`/)
  })

  test('obeys the notes and prints no direction', async () => {
    const { markdown } = await run(howTo())
    assert.match(markdown, /Old keys keep working for 24 hours/)
    assert.doesNotMatch(markdown, /Mention|Keep it short|Audience|XML/)
  })

  test('takes nothing from a related document on another subject', async () => {
    const { markdown } = await run(howTo())
    assert.doesNotMatch(markdown, /canteen|Soup/i)
    assert.match(section(markdown, 'See also'), /\[Where secrets are stored\]\(\/read\/secrets\)/)
  })

  test('rests every block on a verbatim quote', async () => {
    const inputs = howTo()
    const { draft } = await run(inputs)
    assertGrounded(inputs, draft)
    assert.ok('blocks' in validateBlocks(draft.blocks))
  })

  test('asks which of two differing figures is right, and shows only the one that takes precedence', async () => {
    const { actions, markdown } = await run(howTo())
    const conflict = actions.find(({ kind }) => kind === 'resolve_conflict')
    assert.match(conflict?.title ?? '', /24 hours or 48 hours/)
    assert.doesNotMatch(markdown, /48 hours/)
  })

  test('asks to verify figures of one source alone', async () => {
    const { actions } = await run(howTo())
    assert.ok(actions.some(({ kind, body }) => kind === 'verify' && body.includes('90 days')))
  })

  test('blocks on a link to nowhere alone', async () => {
    const { actions } = await run(howTo())
    const blocking = actions.filter(({ meta }) => meta.blocking)
    assert.deepEqual(
      blocking.map(({ kind, meta }) => [kind, meta.href]),
      [['fix_link', '/read/secrets']],
    )
  })

  test('comes out the same every time', async () => {
    assert.deepEqual(await run(howTo()), await run(howTo()))
  })
})

test('nobody is asked for an overview that stands before the headings, nor for more than a short sentence', async () => {
  const inputs = job({
    document: document('Rotate API keys', 'Keys live for **90 days**.'),
    notes: 'You need the editor role. Run `keyctl rotate`. Old keys work for 24 more hours.',
  })
  const { questions, actions } = await run(inputs)
  const missing = ['Check the result', 'Troubleshooting']
  assert.deepEqual(
    questions.map((question) => question.section),
    missing,
  )
  assert.deepEqual(
    actions.filter(({ kind }) => kind === 'add_source').map(({ meta }) => meta.sections),
    [missing],
  )
})

describe('a paragraph of notes that speaks of several sections', () => {
  const steps: [string, string, string, string][] = [
    ['en', 'Rotate API keys', 'You need the editor role. Run `keyctl rotate`.', 'Steps'],
    ['de', 'Schlüssel einrichten', 'Sie benötigen die Rolle Redaktion. Starten Sie `keyctl rotate`.', 'Schritte'],
    ['fr', 'Installer la clé', 'Il faut le rôle de rédacteur pour cela. Lancez `keyctl rotate`.', 'Étapes'],
    ['ru', 'Как настроить ключи', 'Для этого требуется роль редактора. Запустите `keyctl rotate`.', 'Шаги'],
    ['ja', 'キーの設定方法', '編集者の権限が必要です。`keyctl rotate` を実行します。', '手順'],
  ]
  for (const [language, title, notes, heading] of steps) {
    test(`${language}: an instruction after a need stands under ${heading}, and nobody is asked for it`, async () => {
      const inputs = job({ document: document(title), notes })
      const { plan, markdown, questions, draft } = await run(inputs)
      assert.equal(plan.language, language)
      assert.match(section(markdown, heading), /^\s+[^`]*`keyctl rotate`[^`]*$/)
      assert.ok(
        !questions.some(({ body }) => /Nothing|Keine|Aucune|Ни один|ありません/.test(body) && body.includes(heading)),
      )
      assertGrounded(inputs, draft)
    })
  }

  test('a sentence that leans on the one before stays with it', async () => {
    const { markdown } = await run(job({ notes: 'Run `keyctl rotate`. It requires the editor role.' }))
    assert.match(markdown, /rotate`\. It requires the editor role\./)
  })

  test('a cure parts from the warning before it', async () => {
    const warning = 'Do not restart the old primary before step 2.'
    const cure = 'If the promotion fails with "not in recovery", somebody was faster: stop and ask in the channel.'
    const notes = `1. Promote the replica.\n2. Restart the service.\n\n${warning} ${cure}`
    const { markdown } = await run(job({ title: 'Fail over the database', notes }))
    assert.ok(markdown.includes(warning), markdown)
    assert.equal(section(markdown, 'Troubleshooting').trim(), cure)
  })

  test('opens the draft where it opens with what the thing is', async () => {
    const notes =
      'The payment queue holds card charges until the bank confirms them. When it is stuck, customers see "pending". You need access to the ops cluster. Check the depth with `queuectl depth`. If the restart fails with "lease held", wait. You can tell that it worked when the depth falls.'
    const { markdown, draft } = await run(job({ title: 'Runbook: the payment queue is stuck', notes }))
    assert.match(
      section(markdown, 'Overview'),
      /holds card charges[\s\S]+"pending"\.\s*##|holds card charges.+"pending"\.\s*$/,
    )
    assert.match(section(markdown, 'Check the result'), /You can tell that it worked/)
    assert.equal(draft.summary, 'The payment queue holds card charges until the bank confirms them.')
  })
})

test('a heading says whose words it is: the notes’, the document’s, or the drafter’s own', async () => {
  const inputs = job({
    document: document(
      'Rotate API keys',
      'Keys live for 90 days.\n\n## History\n\nThey lived for 30 days before 2024.',
    ),
    notes: '## Steps\n\nRun `keyctl rotate`.\n\n## Before you start\n\nYou need the editor role.',
    related: RELATED,
  })
  const bare = { ...inputs, notes: 'You need the editor role.', related: [] }
  const originsIn = async (given: typeof inputs) => {
    const { draft } = await run(given)
    assertGrounded(given, draft)
    const headings = draft.blocks.filter(({ type }) => type === 'heading')
    return Object.fromEntries(headings.map((block) => [blocksToText([block]), draft.provenance[block.id]?.origin]))
  }
  const asked = await originsIn(inputs)
  assert.deepEqual([asked.Steps, asked['Before you start'], asked['See also']], ['notes', 'notes', 'model'])
  assert.deepEqual(await originsIn(bare), { Prerequisites: 'model', History: 'source' })
})

describe('the summary', () => {
  const summaryOf = async (given: Parameters<typeof job>[0]) => (await run(job(given))).draft.summary

  test('is what the beginning says, however short, and not what another section says', async () => {
    const keys = document('Rotate API keys', 'Keys live for **90 days**.')
    const notes = 'You need the editor role. Run `keyctl rotate`. Old keys work for 24 more hours.'
    const answer = 'The command prints "rotated" and the id of the new API keys.'
    const answers = [{ id: 5, section: 'Check the result', body: 'How does a reader see it?', answer }]
    assert.equal(await summaryOf({ document: keys, notes }), 'Keys live for 90 days.')
    assert.equal(await summaryOf({ document: keys, notes, answers }), 'Keys live for 90 days.')
  })

  test('is the one that the document has, or none, where the draft has no beginning', async () => {
    const notes = 'You need the editor role to rotate API keys.'
    assert.equal(await summaryOf({ notes }), null)
    const summarised = { ...document('Rotate API keys'), summary: 'How keys change.' }
    assert.equal(await summaryOf({ document: summarised, notes }), 'How keys change.')
  })
})

describe('notes that give kind, outline and title', () => {
  test('are followed to the letter', async () => {
    const { plan, draft, markdown } = await run(job({ title: 'x', notes: `Title: Search API\n${REFERENCE_NOTES}` }))
    assert.equal(plan.kind, 'reference')
    assert.equal(draft.title, 'Search API')
    assert.deepEqual(
      plan.outline.map(({ heading }) => heading),
      ['Overview', 'Request', 'Parameters', 'Responses', 'Limits'],
    )
    assert.match(section(markdown, 'Request'), /GET \/api\/docs\/search/)
    assert.match(section(markdown, 'Parameters'), /\| limit \| integer \| 20 \|/)
    assert.match(section(markdown, 'Responses'), /422 when `limit`/)
    assert.match(section(markdown, 'Limits'), /60 requests a minute/)
  })

  test('asks about a subject the notes demand and no source covers', async () => {
    const { questions } = await run(
      job({ notes: 'Explain the retention policy of audit logs.\n\nKeys are rotated by hand.' }),
    )
    assert.ok(questions.some(({ body }) => body.includes('retention policy of audit logs')))
  })
})

describe('other languages', () => {
  const cases: [string, string, string, Record<string, RegExp>][] = [
    [
      'de',
      'Sicherung einrichten',
      GERMAN_NOTES,
      { Überblick: /jede Nacht/, Voraussetzungen: /20 GB/, Schritte: /2\. Starten/, 'Ergebnis prüfen': /Protokolls/ },
    ],
    [
      'ru',
      'Как настроить резервное копирование',
      RUSSIAN_NOTES,
      { Обзор: /каждую ночь/, Требования: /20 ГБ/, Шаги: /2\. Запустите/, 'Устранение неполадок': /disk full/ },
    ],
    [
      'ja',
      'バックアップの設定方法',
      JAPANESE_NOTES,
      { 概要: /毎晩2時30分/, 前提条件: /20GB/, 手順: /2\. `galley backup`/, トラブルシューティング: /エラー/ },
    ],
  ]
  for (const [language, title, notes, wanted] of cases) {
    test(`${language} notes give a ${language} draft without what they exclude`, async () => {
      const inputs = job({ document: document(title), notes })
      const { plan, markdown, draft } = await run(inputs)
      assert.equal(plan.language, language)
      for (const [heading, pattern] of Object.entries(wanted)) assert.match(section(markdown, heading), pattern)
      assert.doesNotMatch(markdown, /Preise|価格|кратко/)
      assertGrounded(inputs, draft)
    })
  }
})

describe('a document without any source', () => {
  test('gets the outline as headings, a question for each section and no sentence', async () => {
    const inputs = job({ document: document('Getting started with Galley') })
    const { plan, draft, questions, actions } = await run(inputs)
    assert.equal(plan.kind, 'tutorial')
    assert.deepEqual(
      draft.blocks.map(({ type }) => type),
      plan.outline.map(() => 'heading'),
    )
    assert.deepEqual(
      questions.map((question) => question.section),
      plan.outline.map(({ heading }) => heading),
    )
    assert.deepEqual(
      actions.map(({ kind }) => kind),
      ['add_source'],
    )
    assertGrounded(inputs, draft)
  })
})

describe('a document that has text already', () => {
  const text = `Backups protect you.

## Schedule

Backups run every night at 02:30. They are kept for 14 days on the *backup* server.

### Time zone

Times are UTC.

## Restore

\`\`\`sh
galley restore FILE
\`\`\`

![pic](/files/a.png)

## Contacts

Ask ops.
`
  const inputs = () =>
    job({
      document: document('Configure nightly backups', text),
      notes: 'Backups are kept for 30 days.\nRestoring takes about 10 minutes.',
    })

  test('keeps its blocks with their ids, and gains the new facts in their sections', async () => {
    const given = inputs()
    const { draft, markdown } = await run(given)
    const ids = new Set(draft.blocks.map(({ id }) => id))
    assert.ok(given.document.blocks.every(({ id }) => ids.has(id)))
    assert.match(section(markdown, 'Restore'), /Restoring takes about 10 minutes/)
    assert.match(markdown, /!\[/)
  })

  test('exchanges a sentence that newer notes contradict', async () => {
    const { markdown, actions } = await run(inputs())
    assert.match(section(markdown, 'Schedule'), /at 02:30\. Backups are kept for 30 days\./)
    assert.doesNotMatch(markdown, /14 days/)
    assert.ok(actions.some(({ kind }) => kind === 'resolve_conflict'))
  })
})

describe('sources of any size', () => {
  test('20 pieces of 200,000 characters are drafted within the budget', async () => {
    const paragraph = (index: number) =>
      `Key ${index} of the vault is rotated by its owner, who needs role ${index * 7} for it. Nobody else can.\n\n`
    const text = Array.from({ length: 2_100 }, (_, index) => paragraph(index))
      .join('')
      .slice(0, 200_000)
    const material = Array.from({ length: 20 }, (_, index) => ({ title: `Part ${index}`, text }))
    const { draft, extracted } = await run(job({ notes: HOW_TO_NOTES, material }))
    assert.ok(extracted.passages.length < 400)
    assert.ok(blocksToText(draft.blocks).length < 30_000)
  })

  for (const [name, text] of Object.entries({
    'spaces after a heading mark': `# ${' '.repeat(190_000)}x`,
    backticks: '`'.repeat(190_000),
    'open brackets': '['.repeat(190_000),
    'blank lines inside a list': `- a\n${'\n'.repeat(190_000)}  b`,
    'fences that never close': '~~~ a`'.repeat(30_000),
    'unclosed emphasis': '**a. '.repeat(38_000),
  })) {
    test(`a hostile text of ${name} does no harm`, async () => {
      const { plan } = await run(job({ notes: text.slice(0, 20_000), material: [{ title: 'x', text }] }))
      assert.ok(plan.outline.length >= 3)
    })
  }
})

test('a document whose links were stored with a plain text inside is drafted like any other', async () => {
  const link = { type: 'link', href: '/read/nowhere', content: 'the runbook' } as never
  const blocks = [{ id: 'p', type: 'paragraph', props: {}, content: [link], children: [] }]
  const { draft } = await run(job({ document: { ...document('Backups'), blocks }, notes: '' }))
  assert.match(blocksToText(draft.blocks), /the runbook/)
})
