// The built-in drafter as the pipeline uses it, for a document without a text: notes, instructions, material, picks and replies in; a
// draft with questions, actions, outcomes and a ledger out.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { again, type GivenInputs, kindsOf, run } from '../../../test/drafts.ts'
import { pluck } from '../../../test/pluck.ts'
import { fallbackDrafter } from './fallback.ts'

describe('the notes are the page', () => {
  test('a property in code that nobody fenced is no instruction', async () => {
    const { text, draft } = await run({
      notes: "## Use\n\nThe pump feeds.\n\nconst media = [\n    {\n      title: 'Other',\n    },\n]",
    })
    assert.deepEqual([draft.title, text.includes("title: 'Other'")], ['Feed pumps', true])
  })

  const page = [
    'The pump feeds the plant.',
    '## Start',
    '1. Open the valve:\n\n   ```sh\n   # title: not a title\n   pump open --all\n   ```\n\n2. Start it.',
    '| Code | Meaning |\n| - | - |\n| E1 | no water |',
    '- a\n  - b\n    - c',
    '```yaml\ntitle: Other\nLeave out: pump\n```',
    ':::warning[Mind the pressure]\nNever open it under load.\n:::',
  ].join('\n\n')

  test('headings, steps, code, tables and nested lists stand as they are, and code holds no instructions', async () => {
    const { text, draft, actions, questions, ledger } = await run({ notes: page })
    assert.equal(text, page)
    assert.equal(draft.title, 'Feed pumps')
    assert.deepEqual({ actions, questions }, { actions: [], questions: [] })
    assert.deepEqual([...new Set(ledger.map(({ fate }) => fate))], ['printed'])
  })

  test('material follows under its own headings, and a heading that both have is one section', async () => {
    const material = [{ title: 'Manual', text: '# Manual\n\n## Start\n\nPress green.\n\n## Stop\n\nPress red.' }]
    const { text } = await run({ notes: '## Start\n\nOpen the valve.', material })
    assert.equal(text, '## Start\n\nOpen the valve.\n\nPress green.\n\n# Manual\n\n## Stop\n\nPress red.')
  })

  test('the same heading below two titles is two sections', async () => {
    const material = ['one', 'two'].map((name) => ({ title: name, text: `# ${name}\n\n## Context\n\nWhy ${name}.` }))
    const { text } = await run({ material })
    assert.equal(text, '# one\n\n## Context\n\nWhy one.\n\n# two\n\n## Context\n\nWhy two.')
  })

  test('a sentence that leads to what follows it is printed wherever it stands', async () => {
    const text = ['one', 'two'].map((name) => `## ${name}\n\nHere is an example:\n\n\`\`\`\n${name}\n\`\`\``)
    const drafted = await run({ notes: text[0]!, material: [{ title: 'More', text: text[1]! }] })
    assert.equal(drafted.text, text.join('\n\n'))
  })

  test('a file of code is one piece of code', async () => {
    const { text } = await run({ material: [{ title: 'gate.js', text: '/** Opens. */\nexport const a = 1' }] })
    assert.equal(text, '```js\n/** Opens. */\nexport const a = 1\n```')
  })

  test('`Sections` orders headings, and asks for the one that nothing covers', async () => {
    const { text, questions } = await run({
      notes: '## Stop\n\nPress red.\n\n## Other\n\nMore.\n\n## Start\n\nPress green.',
      instructions: 'Sections: Start, Stop, Safety',
    })
    assert.deepEqual(text.match(/## \w+/g), ['## Start', '## Stop', '## Other'])
    assert.deepEqual(pluck(questions, 'section'), ['Safety'])
  })

  test('a related document is quoted where it is named, by title, slug or section, and nowhere else', async () => {
    const markdown = 'Grease weekly.\n\n## Seals\n\n```sh\n# oil\n```\n\nSeals are blue.\n\n## Oil\n\nOil is green.'
    const related = [{ id: 8, slug: 'greasing', title: 'Greasing pumps', markdown }]
    const notes = 'The pump holds 6 bar.'
    assert.equal((await run({ notes, related, instructions: 'Explain greasing.' })).text, notes)
    const whole = await run({ notes, related, instructions: 'Use: Greasing pumps' })
    assert.match(whole.text, /Grease weekly.*Seals are blue.*Oil is green/s)
    const section = await run({ notes, related, instructions: 'Use: greasing#seals' })
    assert.match(section.text, /# oil.*Seals are blue/s)
    assert.doesNotMatch(section.text, /weekly|green/)
    const cited = Object.values(section.draft.provenance).flatMap(({ sources }) => sources.map(({ id }) => id))
    assert.ok(cited.includes(8))
  })
})

describe('held and asked', () => {
  const notes = 'pls keep it short and friendly\n\n- The pump holds 6 bar.\n- It stands in hall 2.'

  test('an order among the notes is held; `use` prints it in its place, `drop` drops it, a text is printed instead', async () => {
    const drafted = await run({ notes })
    assert.doesNotMatch(drafted.text, /friendly/)
    assert.deepEqual(kindsOf(drafted), ['held'])
    const use = await again(drafted, { reply: { to: 'held', answer: 'use' } })
    assert.match(use.text, /^pls keep it short and friendly\n/)
    const drop = await again(drafted, { reply: { to: 'held', answer: 'drop' } })
    assert.deepEqual({ text: drop.text, kindsOf: kindsOf(drop) }, { text: drafted.text, kindsOf: [] })
    const text = await again(drafted, { reply: { to: 'held', answer: 'The pump is loud when it starts.' } })
    assert.match(text.text, /^The pump is loud when it starts\.\n/)
    for (const { outcomes } of [use, drop, text]) assert.equal(outcomes.length, 1)
  })

  test('what would leave the draft empty is printed and marked', async () => {
    for (const notes of ['pls keep it short and friendly', 'The third page opens at noon.']) {
      const drafted = await run({ notes })
      assert.equal(drafted.text, notes)
      assert.deepEqual(
        drafted.actions.map(({ kind, meta }) => [kind, meta.reason]),
        [['held', 'marked']],
      )
      assert.equal((await again(drafted, { reply: { to: 'held', answer: 'use' } })).text, notes)
      assert.equal((await again(drafted, { reply: { to: 'held', answer: 'drop' } })).text, '')
    }
  })

  test('instructions are never printed; what no program can do is handed to a person', async () => {
    const { text, actions } = await run({
      notes: 'The pump holds 6 bar.',
      instructions: 'Leave out: valve\nLength: short\nSound official.',
    })
    assert.equal(text, 'The pump holds 6 bar.')
    assert.deepEqual(
      actions.map(({ kind, meta }) => [kind, meta.lines]),
      [['instruction', ['Length: short', 'Sound official.']]],
    )
  })

  test('excluded terms stand nowhere, whatever their ending, and the ledger says so', async () => {
    const { text, ledger, actions } = await run({
      notes: 'The valves are old. The pump is new.\n\n- One valve\n- One pump\n\n`valve`',
      instructions: 'Leave out: valve',
    })
    assert.equal(text, 'The pump is new.\n\n- One pump')
    assert.equal(ledger.filter(({ reason }) => reason === 'excluded').length, 3)
    assert.deepEqual(actions, [])
  })

  test('what the notes leave open is asked in its own words, at most five points', async () => {
    const lines = ['one', 'two', 'six', 'ten', 'red', 'old'].map((name) => `TODO: who checks pump ${name}?`)
    const { questions, text } = await run({ notes: `The pump holds 6 bar.\n\n${lines.join('\n')}` })
    assert.deepEqual(pluck(questions, 'body'), lines.slice(0, 5))
    assert.equal(text, 'The pump holds 6 bar.')
  })

  test('what leaves most of the page open is asked first', async () => {
    const wondered = 'Does anybody know who orders the seals?'
    const marked = ['one', 'two', 'six', 'ten'].map((name) => `TODO: who checks pump ${name}?`)
    const notes = `The pump holds 6 bar.\n\n${wondered}\n\n${marked.join('\n')}`
    const { questions } = await run({ notes, instructions: 'Sections: Stopping' })
    assert.deepEqual(
      questions.map(({ section, body }) => section || body),
      ['Stopping', ...marked],
    )
    const fewer = await run({ notes: `The pump holds 6 bar.\n\n${wondered}\n\n${marked[0]}` })
    assert.deepEqual(pluck(fewer.questions, 'body'), [marked[0], wondered])
  })

  test('on a page, too, a remark that goes on from an open point is part of it', async () => {
    const { text, questions } = await run({
      notes: '## Trips\n\nTrains are paid. Do taxis count?? I think they do, ask Jens.',
    })
    assert.equal(text, '## Trips\n\nTrains are paid.')
    assert.deepEqual(pluck(questions, 'body'), ['Do taxis count?? I think they do, ask Jens.'])
  })

  test('an answer is printed where its point stands; a non-answer is asked again', async () => {
    const drafted = await run({ notes: 'The pump holds 6 bar.\nTODO who fills the tank?\nIt stands in hall 2.' })
    const told = await again(drafted, { reply: { to: 'question', answer: 'The night shift fills it at 5.' } })
    assert.equal(told.text, 'The pump holds 6 bar.\n\nThe night shift fills it at 5.\n\nIt stands in hall 2.')
    assert.deepEqual([told.questions, told.outcomes[0]?.outcome], [[], 'applied'])
    const open = await again(drafted, { reply: { to: 'question', answer: 'tbd' } })
    assert.deepEqual([open.questions.length, open.outcomes[0]?.outcome, open.text], [1, 'asked_again', drafted.text])
  })

  test('a heading over nothing is asked, and its answer goes under it', async () => {
    const drafted = await run({ notes: '## Start\n\nPress green.\n\n## Stop' })
    assert.deepEqual(pluck(drafted.questions, 'section'), ['Stop'])
    const told = await again(drafted, { reply: { to: 'question', answer: 'Press the red button twice.' } })
    assert.match(told.text, /## Stop\n\nPress the red button twice\.$/)
  })

  test('a term to mention without a source is raised, and what is replied is printed', async () => {
    const drafted = await run({ notes: 'The pump holds 6 bar.', instructions: 'Mention: warranty' })
    assert.deepEqual(kindsOf(drafted), ['add_source'])
    const told = await again(drafted, { reply: { to: 'add_source', answer: 'The warranty ends after two years.' } })
    assert.match(told.text, /The warranty ends after two years\./)
    assert.deepEqual(told.outcomes[0]?.outcome, 'applied')
  })

  test('of a term to mention that stands in what is held it says only that the draft lacks it', async () => {
    const notes = 'The pump holds 6 bar.\n\nplease write something about the warranty'
    const { actions } = await run({ notes, instructions: 'Mention: warranty' })
    assert.deepEqual(pluck(actions, 'kind', 'title'), [
      ['add_source', 'The draft does not mention “warranty”'],
      ['held', 'Not printed, it reads like an instruction: “please write something about the warranty”'],
    ])
  })

  const LEFT_OUT = ['The warranty ends after two years.', 'Keys are never shared.']
  const VERIFY: [reply: string, reason: string, outcome: string, text: RegExp][] = [
    ['yes, both are correct', 'left_out', 'applied', /The warranty ends after two years\.\n\nKeys are never shared\.$/],
    ['The warranty ends after three years.', 'left_out', 'applied', /The warranty ends after three years\.$/],
    ['no idea', 'left_out', 'asked_again', /6 bar\.$/],
    ['yes, both are correct', 'partly', 'applied', /6 bar\.$/],
  ]
  for (const [answer, reason, outcome, text] of VERIFY)
    test(`what a person says of a model's claims (${reason}) has an outcome: “${answer}”`, async () => {
      const claims = LEFT_OUT.map((claim) => ({ text: claim, quotes: [], verdict: 'unsupported' }))
      const verify = { id: 1, kind: 'verify', title: 'Left out', body: 'Is it so?', resolved: false, answer }
      const drafted = await run({ notes: 'The pump holds 6 bar.', actions: [{ ...verify, meta: { reason, claims } }] })
      assert.deepEqual(
        { outcome: drafted.outcomes[0]?.outcome, isAskedAgain: kindsOf(drafted).length > 0 },
        { outcome, isAskedAgain: outcome === 'asked_again' },
      )
      assert.match(drafted.text, text)
    })

  test('one word tells no language: that of the document, else of the site, stands in', async () => {
    const told = async (more: GivenInputs) => (await run({ title: 'E', ...more })).actions[0]!.title
    assert.match(await told({}), /^There is nothing/)
    assert.match(await told({ language: 'it' }), /^There is nothing/)
    assert.match(await told({ language: 'de' }), /nichts/)
    const { questions } = await run({ title: 'E', language: 'en', notes: '## Der Hof\n\n## Die Halle\n\nx' })
    assert.match(questions[0]!.body, /Unter „Der Hof“/)
  })

  test('a draft without a text says what to do', async () => {
    const { actions, draft } = await run({})
    assert.deepEqual({ blocks: draft.blocks, reason: actions[0]?.meta.reason }, { blocks: [], reason: 'empty' })
  })
})

describe('conversations', () => {
  const chat = '[10:01] ada: the pump holds 6 bar\n[10:02] bo: lunch?\n[10:03] ada: hall 2 is locked at night'
  const material = [{ title: 'Chat', text: chat }]

  test('are sorted by people: nothing of them is printed until it is picked', async () => {
    const { statements, draft, actions, ledger } = await run({ material })
    assert.deepEqual(pluck(statements, 'id', 'speaker', 'at', 'kind'), [
      ['material:0#1', 'ada', '10:01', 'fact'],
      ['material:0#2', 'bo', '10:02', 'question'],
      ['material:0#3', 'ada', '10:03', 'fact'],
    ])
    assert.deepEqual(draft.blocks, [])
    assert.deepEqual(
      actions.map(({ kind, meta }) => [kind, meta.waiting]),
      [
        ['add_source', undefined],
        ['sort', 3],
      ],
    )
    assert.deepEqual([...new Set(ledger.map(({ fate }) => fate))], ['statement'])
  })

  test('picked statements are printed under their sections, with speaker and time as their source', async () => {
    const picks = [
      { id: 'material:0#1', use: true, section: 'Pressure' },
      { id: 'material:0#2', use: false, section: null },
      { id: 'material:0#3', use: true, section: null },
    ]
    const { text, draft, actions, ledger } = await run({ notes: 'Pumps.\n\n## Pressure\n\nMind it.', material, picks })
    assert.match(text, /## Pressure\n\nMind it\.\n\nthe pump holds 6 bar\n\n## Chat\n\nhall 2 is locked at night$/)
    assert.ok(JSON.stringify(draft.provenance).includes('"Chat: ada, 10:01"'))
    assert.deepEqual(actions, [])
    const fates = ledger.filter(({ source }) => source === 'material:0').map(({ fate }) => fate)
    assert.deepEqual(fates, ['printed', 'left_out', 'printed'])
  })

  test('a heading that the source does not have quotes nothing of it', async () => {
    const picks = [
      { id: 'material:0#1', use: true, section: 'Pressure' },
      { id: 'material:0#3', use: true, section: null },
    ]
    const { draft, text } = await run({ notes: '## Use\n\nMind it.', material, picks })
    assert.match(text, /## Pressure[^#]*## Chat/)
    const sources = Object.values(draft.provenance).flatMap((entry) => entry.sources)
    const quotes = sources.filter(({ kind }) => kind === 'material').map(({ quote }) => quote)
    assert.ok(quotes.includes('the pump holds 6 bar'))
    for (const quote of quotes) assert.ok(chat.includes(quote), quote)
  })
})

test('where a model is named and none can write, the draft says that it was assembled', async () => {
  const { actions } = await run({ notes: 'The pump holds 6 bar.' }, fallbackDrafter('it was empty'))
  assert.equal(actions[0]?.meta.reason, 'model_fallback')
})
