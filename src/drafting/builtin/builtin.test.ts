// The built-in drafter as the pipeline uses it: notes, instructions, material, picks and replies in; a draft with edits,
// questions, actions, outcomes and a ledger out.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import type { DraftInputs } from '../contract.ts'
import { decideEdit } from '../edits.ts'
import { builtinDrafter } from './builtin.ts'
import { fallbackDrafter } from './fallback.ts'

const context = { signal: new AbortController().signal, addUsage: () => {} }

type GivenInputs = Partial<DraftInputs> & { title?: string; markdown?: string }
const inputsOf = ({ title = 'Feed pumps', markdown = '', ...more }: GivenInputs): DraftInputs => ({
  document: { id: 1, title, summary: null, blocks: blocksFromMarkdown(markdown), categoryPath: [] },
  notes: '',
  earlierNotes: [],
  instructions: '',
  earlierInstructions: [],
  material: [],
  related: [],
  previous: null,
  answers: [],
  openQuestions: [],
  actions: [],
  linkExists: () => true,
  ...more,
})

async function run(given: GivenInputs, drafter = builtinDrafter) {
  const inputs = inputsOf(given)
  const plan = await drafter.plan(inputs, context)
  const extracted = await drafter.extract(inputs, plan, context)
  const drafted = await drafter.draft(inputs, plan, extracted, context)
  return { ...drafted, inputs, statements: extracted.statements, text: blocksToMarkdown(drafted.draft.blocks).trim() }
}
type MadeDraft = Awaited<ReturnType<typeof run>>

/** again redrafts as the pipeline does: from all inputs, with what people replied. */
const again = (
  drafted: MadeDraft,
  more: GivenInputs & { reply?: { to: string; answer: string } } = {},
): Promise<MadeDraft> => {
  const { reply, ...given } = more
  const { inputs } = drafted
  return run({
    ...inputs,
    title: inputs.document.title,
    markdown: blocksToMarkdown(inputs.document.blocks),
    document: inputs.document,
    notes: '',
    instructions: '',
    earlierNotes: [...inputs.earlierNotes, inputs.notes].filter(Boolean),
    earlierInstructions: [...inputs.earlierInstructions, inputs.instructions].filter(Boolean),
    previous: { draft: drafted.draft, editedBlockIds: [], deletedTexts: [] },
    answers: drafted.questions.flatMap(({ section, body }, id) =>
      reply?.to === 'question' ? [{ id, section, body, answer: reply.answer }] : [],
    ),
    actions: drafted.actions.map((action, id) => ({
      ...action,
      id,
      answer: action.kind === reply?.to ? reply.answer : null,
      resolved: false,
    })),
    ...given,
  })
}

const kindsOf = ({ actions }: MadeDraft) => actions.map(({ kind }) => kind)
const editsOf = ({ draft }: MadeDraft) => draft.edits!.map(({ op, certainty, state }) => `${op} ${certainty} ${state}`)

describe('the notes are the page', () => {
  test('a property in code that nobody fenced is no instruction', async () => {
    const { text, draft } = await run({
      notes: "## Use\n\nThe pump feeds.\n\nconst media = [\n    {\n      title: 'Other',\n    },\n]",
    })
    assert.deepEqual(
      { title: draft.title, isPrinted: text.includes("title: 'Other'") },
      { title: 'Feed pumps', isPrinted: true },
    )
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
    assert.deepEqual(
      questions.map(({ section }) => section),
      ['Safety'],
    )
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
    assert.deepEqual(
      questions.map(({ body }) => body),
      lines.slice(0, 5),
    )
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
    assert.deepEqual(
      fewer.questions.map(({ body }) => body),
      [marked[0], wondered],
    )
  })

  test('on a page, too, a remark that goes on from an open point is part of it', async () => {
    const { text, questions } = await run({
      notes: '## Trips\n\nTrains are paid. Do taxis count?? I think they do, ask Jens.',
    })
    assert.equal(text, '## Trips\n\nTrains are paid.')
    assert.deepEqual(
      questions.map(({ body }) => body),
      ['Do taxis count?? I think they do, ask Jens.'],
    )
  })

  test('an answer is printed where its point stands; a non-answer is asked again', async () => {
    const drafted = await run({ notes: 'The pump holds 6 bar.\nTODO who fills the tank?\nIt stands in hall 2.' })
    const told = await again(drafted, { reply: { to: 'question', answer: 'The night shift fills it at 5.' } })
    assert.equal(told.text, 'The pump holds 6 bar.\n\nThe night shift fills it at 5.\n\nIt stands in hall 2.')
    assert.deepEqual(
      { questions: told.questions, outcome: told.outcomes[0]?.outcome },
      { questions: [], outcome: 'applied' },
    )
    const open = await again(drafted, { reply: { to: 'question', answer: 'tbd' } })
    assert.deepEqual(
      { questionsLength: open.questions.length, outcome: open.outcomes[0]?.outcome, text: open.text },
      { questionsLength: 1, outcome: 'asked_again', text: drafted.text },
    )
  })

  test('a heading over nothing is asked, and its answer goes under it', async () => {
    const drafted = await run({ notes: '## Start\n\nPress green.\n\n## Stop' })
    assert.deepEqual(
      drafted.questions.map(({ section }) => section),
      ['Stop'],
    )
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
    assert.deepEqual(
      actions.map(({ kind, title }) => [kind, title]),
      [
        ['add_source', 'The draft does not mention “warranty”'],
        ['held', 'Not printed, it reads like an instruction: “please write something about the warranty”'],
      ],
    )
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
    assert.deepEqual(
      statements.map(({ id, speaker, at, kind }) => [id, speaker, at, kind]),
      [
        ['material:0#1', 'ada', '10:01', 'fact'],
        ['material:0#2', 'bo', '10:02', 'question'],
        ['material:0#3', 'ada', '10:03', 'fact'],
      ],
    )
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

describe('a text that stands is changed by edits', () => {
  const markdown = [
    '# Label printer',
    'The allowance is EUR 40. The plant runs at most 9 pumps. Max width is 100 mm.',
    '1. Send a fax.\n2. Print the label.\n3. Stick it on.',
    'Set `limit` to 30.',
  ].join('\n\n')
  const change = (notes: string) => run({ title: 'Label printer', markdown, notes })

  test('an exact one is applied: same words, same unit, one other value', async () => {
    const drafted = await change('The plant runs at most 11 pumps.')
    assert.match(drafted.text, /EUR 40\. The plant runs at most 11 pumps\. Max/)
    assert.deepEqual(
      { editsOf: editsOf(drafted), actions: drafted.actions },
      { editsOf: ['replace exact applied'], actions: [] },
    )
    assert.match((await change('Set `limit` to 60.')).text, /Set `limit` to 60\./)
  })

  test('a number that refers to a place is no value', async () => {
    const drafted = await change('The allowance in 3.2 is EUR 45.')
    assert.doesNotMatch(drafted.text, /EUR 3\.2|EUR 45/)
    assert.deepEqual(editsOf(drafted), ['replace likely proposed'])
  })

  const ORDERS: [string, string, string][] = [
    ['Step 2 is no longer needed.', '2. Print the label.', 'delete likely proposed'],
    ['drop the fax step', 'Send a fax.', 'delete likely proposed'],
    ["max width isn't 100 mm any more, the new head does 112", 'Max width is 100 mm.', 'replace likely proposed'],
    ['pls rename “fax” to “letter”', 'Send a fax.', 'replace likely proposed'],
  ]
  for (const [order, stands, edit] of ORDERS)
    test(`“${order}” is printed nowhere and proposed`, async () => {
      const drafted = await change(order)
      assert.ok(drafted.text.includes(stands) && !drafted.text.includes(order), drafted.text)
      assert.ok(editsOf(drafted).length > 0 && editsOf(drafted).every((one) => one === edit), editsOf(drafted).join())
      assert.ok(kindsOf(drafted).every((kind) => kind === 'edit'))
    })

  test('an order about the text that fits two places is held', async () => {
    const markdown = 'It has a few limits. The limits are soft.'
    const drafted = await run({ markdown, notes: 'Remove the paragraph on limits.' })
    assert.deepEqual({ text: drafted.text, kindsOf: kindsOf(drafted) }, { text: markdown, kindsOf: ['held'] })
  })

  test('what is new is inserted where its heading says, and is an edit, too', async () => {
    const drafted = await run({
      markdown: '## A\n\nOne.\n\n## B\n\nTwo.',
      notes: '## A\n\nThe lamp is green.\n\n- x\n- y',
    })
    assert.equal(drafted.text, '## A\n\nOne.\n\nThe lamp is green.\n\n- x\n- y\n\n## B\n\nTwo.')
    assert.deepEqual(editsOf(drafted), Array(3).fill('insert exact applied'))
  })

  test('what is said already is not said twice', async () => {
    const drafted = await change('The plant runs at most 9 pumps.')
    assert.deepEqual(
      { editsOf: editsOf(drafted), ledger: drafted.ledger.map(({ fate }) => fate) },
      { editsOf: [], ledger: ['repeated'] },
    )
  })

  test('two sources that disagree are a conflict, never both; the reply settles it', async () => {
    const material = [
      { title: 'Price list', text: 'The deposit for a boat lease is 150 euros.' },
      { title: 'Terms', text: 'The deposit for a boat lease is 180 euros.' },
    ]
    const drafted = await run({ notes: 'Boats are leased by the day.', material })
    assert.match(drafted.text, /150 euros/)
    assert.doesNotMatch(drafted.text, /180/)
    assert.deepEqual(kindsOf(drafted), ['resolve_conflict'])
    for (const [answer, says] of [
      ['180', /180 euros/],
      ['Terms', /180 euros/],
      ['neither, it is 200 now', /200 euros/],
    ] as const) {
      const next = await again(drafted, { reply: { to: 'resolve_conflict', answer } })
      assert.match(next.text, says)
      assert.doesNotMatch(next.text, /150/)
      assert.deepEqual(
        { actions: next.actions, outcome: next.outcomes[0]?.outcome },
        { actions: [], outcome: 'applied' },
      )
    }
    const open = await again(drafted, { reply: { to: 'resolve_conflict', answer: '?' } })
    assert.deepEqual(
      { kindsOf: kindsOf(open), outcome: open.outcomes[0]?.outcome },
      { kindsOf: ['resolve_conflict'], outcome: 'asked_again' },
    )
  })
})

describe('a redraft runs again from all inputs', () => {
  const notes = 'The pump holds 6 bar.\n\nThe valve is old.\n\nThe hall has two doors.'

  test('later instructions act on earlier notes', async () => {
    const drafted = await run({ notes })
    const next = await again(drafted, { instructions: 'Leave out: valve\nTitle: Pumps in hall 2' })
    assert.equal(next.text, 'The pump holds 6 bar.\n\nThe hall has two doors.')
    assert.equal(next.draft.title, 'Pumps in hall 2')
  })

  test('later notes change what earlier ones say', async () => {
    const next = await again(await run({ notes }), { notes: 'The pump holds 8 bar.\n\nThe lamp is green.' })
    assert.equal(
      next.text,
      'The pump holds 8 bar.\n\nThe valve is old.\n\nThe hall has two doors.\n\nThe lamp is green.',
    )
  })

  test('what people edited, added and deleted is laid over it', async () => {
    const drafted = await run({ notes })
    const [first, second, third] = drafted.draft.blocks
    const edited = { ...first!, content: [{ type: 'text' as const, text: 'The pump is strong.', styles: {} }] }
    const added = { ...second!, id: 'mine', content: [{ type: 'text' as const, text: 'Mine.', styles: {} }] }
    const previous = {
      draft: { ...drafted.draft, blocks: [edited, added, third!] },
      editedBlockIds: [first!.id, 'mine'],
      deletedTexts: ['The pump holds 6 bar.', 'The valve is old.'],
    }
    const next = await again(drafted, { previous, notes: 'The lamp is green.' })
    assert.equal(next.text, 'The pump is strong.\n\nMine.\n\nThe hall has two doors.\n\nThe lamp is green.')
    assert.equal(next.draft.provenance[first!.id]?.origin, 'human')
    assert.deepEqual(
      next.ledger.filter(({ source }) => source === 'notes:1').map(({ fate }) => fate),
      ['left_out', 'left_out', 'printed'],
    )
  })

  describe('a sentence that somebody had removed is left out, and no fault', () => {
    const notes = 'The lamp is green.\n\nThe fax stands in hall 2.'
    const decided = (drafted: MadeDraft, state: 'applied' | 'rejected') => {
      const edit = drafted.draft.edits!.find(({ before, after }) => `${before}${after}`.includes('fax'))!
      return again({ ...drafted, draft: decideEdit(drafted.draft, edit.id, state)! })
    }
    const ways: Record<string, () => Promise<MadeDraft>> = {
      'by a reply': async () => {
        const meta = { text: 'The fax stands in hall 2.' }
        const check = { id: 1, kind: 'verify', title: 'Check', body: '', resolved: false, meta }
        return run({ notes, actions: [{ ...check, answer: 'outdated, please remove' }] })
      },
      'by an edit that was accepted': async () =>
        decided(await again(await run({ notes }), { notes: 'Drop the sentence on the fax.' }), 'applied'),
      'by an insertion that was rejected': async () =>
        decided(await run({ notes, markdown: 'The pump holds 6 bar.' }), 'rejected'),
    }
    for (const [way, make] of Object.entries(ways))
      test(way, async () => {
        const { text, actions, ledger } = await make()
        const { fate, reason } = ledger.find(({ source, from }) => source === 'notes:1' && from > 0)!
        assert.doesNotMatch(text, /fax/)
        assert.deepEqual({ actions, fate, reason }, { actions: [], fate: 'left_out', reason: 'edited' })
      })
  })

  test('an edit that a person decided stays decided', async () => {
    const markdown = 'Guests can use the pump.'
    const drafted = await run({ markdown, notes: 'Guests can no longer use the pump.' })
    const decided = (state: 'applied' | 'rejected') => ({
      draft: { ...drafted.draft, edits: drafted.draft.edits!.map((edit) => ({ ...edit, state })) },
      editedBlockIds: [],
      deletedTexts: [],
    })
    const accepted = await again(drafted, { previous: decided('applied') })
    assert.deepEqual(
      { text: accepted.text, kindsOf: kindsOf(accepted) },
      { text: 'Guests can no longer use the pump.', kindsOf: [] },
    )
    const rejected = await again(drafted, { previous: decided('rejected') })
    assert.deepEqual({ text: rejected.text, kindsOf: kindsOf(rejected) }, { text: markdown, kindsOf: [] })
  })
})

test('where a model is named and none can write, the draft says that it was assembled', async () => {
  const { actions } = await run({ notes: 'The pump holds 6 bar.' }, fallbackDrafter('it was empty'))
  assert.equal(actions[0]?.meta.reason, 'model_fallback')
})

describe('notes about a text that stands', () => {
  const markdown = 'The printer is in room 4. Call Marta for toner.\n\nPaper is in the `Lager` cupboard.'

  test('lines without a sign at their end are orders of their own, above a new section too', async () => {
    const drafted = await run({
      markdown,
      notes:
        'rename `Lager` to `Storage`\ndrop the toner sentence\nThe printer is in room 6 now\n\n## Scanning\n\nScans go to\nyour mailbox.',
    })
    assert.deepEqual(
      drafted.draft.edits!.map(({ op, before, after }) => [op, before, after]),
      [
        ['replace', 'Paper is in the `Lager` cupboard.', 'Paper is in the `Storage` cupboard.'],
        ['delete', 'Call Marta for toner.', ''],
        ['replace', 'The printer is in room 4.', 'The printer is in room 6.'],
        ['insert', '', '## Scanning'],
        ['insert', '', 'Scans go to your mailbox.'],
      ],
    )
  })

  test('the summary is the first sentence of new text, follows a sentence that is changed, and is never another one', async () => {
    const first = 'The feed pump fills the upper tank every night.'
    assert.equal((await run({ notes: `${first} It is blue.` })).draft.summary, first)
    assert.equal((await run({ notes: `Blue.\n\n${first}` })).draft.summary, null)
    assert.equal((await run({ markdown, notes: first })).draft.summary, null)
    const document = { id: 1, title: 'P', summary: 'The pump holds 6 bar.', categoryPath: [] }
    const blocks = blocksFromMarkdown('The pump holds 6 bar. It is blue.')
    const drafted = await run({ document: { ...document, blocks }, notes: 'The pump holds 9 bar.' })
    assert.equal(drafted.draft.summary, 'The pump holds 9 bar.')
  })
})
