// The built-in drafter as the pipeline uses it: notes, instructions, material and replies in; a draft, questions, actions
// and outcomes out.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import type { DraftInputs } from '../contract.ts'
import { builtinDrafter } from './builtin.ts'
import { fallbackDrafter } from './fallback.ts'

const context = { signal: new AbortController().signal, addUsage: () => {} }

const inputsOf = ({
  title = 'Feed pumps',
  markdown = '',
  ...more
}: Partial<DraftInputs> & { title?: string; markdown?: string }): DraftInputs => ({
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

async function run(given: Parameters<typeof inputsOf>[0], drafter = builtinDrafter) {
  const inputs = inputsOf(given)
  const plan = await drafter.plan(inputs, context)
  const extracted = await drafter.extract(inputs, plan, context)
  const made = await drafter.draft(inputs, plan, extracted, context)
  return { ...made, inputs, text: blocksToMarkdown(made.draft.blocks) }
}

/** again redrafts what was made, as the pipeline does. */
const again = (made: Awaited<ReturnType<typeof run>>, reply: string, kind: string) =>
  run({
    previous: { draft: made.draft, editedBlockIds: [], deletedTexts: [] },
    actions: made.actions.map((action, id) => ({
      ...action,
      id,
      answer: action.kind === kind ? reply : null,
      resolved: false,
    })),
  })

describe('updates', () => {
  /** What the draft of `first` holds after notes that say `then`. */
  const after = async (first: string, then: string) => {
    const { draft } = await run({ notes: `${first}\nThe hall has two doors.` })
    return run({ notes: then, previous: { draft, editedBlockIds: [], deletedTexts: [] } })
  }
  const SAID_OTHERWISE: [first: string, then: string][] = [
    ['The pump stands in hall Hamburg.', 'the pump moved to hall Bremen'],
    ['Faults are reported to Petra.', 'faults are now reported to Ulf instead'],
    ['Seals are kept for 30 days.', 'we keep seals 90 days from now on'],
    ['Guests can use the pump.', 'guests can no longer use the pump'],
    ['Die Pumpe läuft um 11:30 Uhr an.', 'die Pumpe startet jetzt schon um 11:00 Uhr'],
    ['The pump is on the 2nd floor.', 'the pump moved to the 3rd floor'],
  ]
  for (const [first, then] of SAID_OTHERWISE)
    test(`“${then}” takes the place of “${first}”, and both are told`, async () => {
      const { text, actions } = await after(first, then)
      assert.ok(!text.includes(first), text)
      assert.ok(text.toLowerCase().includes(then.toLowerCase()), text)
      const [told] = actions
      assert.match(told!.kind, /^(?:verify|resolve_conflict)$/)
      assert.ok(told!.body.includes(first))
    })

  for (const then of ['Seals now come in blue boxes.', 'Guests get a badge.', 'On Sunday the pump stops at 12:00.'])
    test(`“${then}” takes nobody's place`, async () => {
      const { text } = await after('Seals are kept in hall 3. The pump stops on Friday at 14:00.', then)
      for (const stands of ['hall 3', '14:00', then]) assert.ok(text.includes(stands), text)
    })
})

describe('facts, orders and evidence', () => {
  test('a transcript loses its hesitations, and what is quoted does not', async () => {
    const { text, draft } = await run({ notes: 'So, um, the pump uh holds 6 bar.\nMhm.' })
    assert.equal(text.trim(), 'So, the pump holds 6 bar.')
    const [quoted] = Object.values(draft.provenance ?? {})
    assert.match(JSON.stringify(quoted), /So, um, the pump uh holds 6 bar\./)
  })

  test('of attached material, what has nothing to do with the notes is left out', async () => {
    const manual = '# Manual\n\n## Valves\n\nShut V3 first.\n\n## Changing the seals\n\nUse grease on seals.'
    const { text } = await run({
      title: 'Changing seals',
      notes: 'changing the seals',
      material: [
        { title: 'manual', text: manual, url: null },
        { title: 'canteen', text: 'Lunch is at noon.', url: null },
      ],
    })
    assert.match(text, /Use grease on seals\./)
    assert.doesNotMatch(text, /V3|Lunch/)
  })

  test('a question and the person to ask are one open point, and a remark in the margin is another', async () => {
    const { questions } = await run({
      notes: 'The pump holds 6 bar. Comment [KB1]: per side?\n\nWho orders the seals? Ask Kay.',
    })
    const bodies = questions.map(({ body }) => body)
    assert.equal(bodies.filter((body) => body.includes('Who orders the seals? Ask Kay.')).length, 1)
    assert.equal(bodies.filter((body) => body.includes('Comment [KB1]: per side?')).length, 1)
  })

  test('instructions are never printed; what has no key is handed to a person', async () => {
    const { text, actions } = await run({
      notes: 'The pump holds 6 bar.',
      instructions: 'Leave out: valve\nSound official.',
    })
    assert.equal(text.trim(), 'The pump holds 6 bar.')
    assert.deepEqual(
      actions.map(({ kind, meta }) => [kind, meta.lines]),
      [['instruction', ['Sound official.']]],
    )
  })

  test('a lone sentence that would be held is printed and marked', async () => {
    const made = await run({ notes: 'The third page opens at noon.' })
    assert.equal(made.text, 'The third page opens at noon.\n')
    assert.deepEqual(
      made.actions.map(({ kind, meta }) => [kind, meta.reason]),
      [['verify', 'doubtful']],
    )
    assert.equal((await again(made, 'yes, correct', 'verify')).text, made.text)
    assert.equal((await again(made, 'remove it', 'verify')).text, '')
  })

  test('an order among the notes is held, and `use` prints it in the next draft', async () => {
    const made = await run({
      notes: 'pls keep it short and friendly\n\n- The pump holds 6 bar.\n- It stands in hall 2.',
    })
    assert.doesNotMatch(made.text, /friendly/)
    assert.match((await again(made, 'use', 'held')).text, /short and friendly/)
    assert.doesNotMatch((await again(made, 'no', 'held')).text, /friendly/)
  })

  test('excluded terms stand nowhere, whatever their ending; speakers go and their words stay', async () => {
    const chat =
      '[10:01] ada: the pump holds 6 bar\n[10:02] bo: valves are checked on Monday\n[10:03] ada: hall 2 is locked at night'
    const { text } = await run({ instructions: 'Leave out: valve, ada', material: [{ title: 'Chat', text: chat }] })
    assert.match(text, /- The pump holds 6 bar\n- Hall 2 is locked at night/)
    assert.doesNotMatch(text, /valve|ada/)
  })

  test('an open point is asked, at most five of them', async () => {
    const { questions, text } = await run({
      notes: ['one', 'two', 'six', 'ten', 'red', 'old'].map((name) => `TODO: who checks pump ${name}?`).join('\n'),
    })
    assert.equal(questions.length, 5)
    assert.equal(text.trim(), '')
  })
})

describe('replies and updates', () => {
  const standing = {
    markdown: 'The plant runs at most 9 pumps at the same time. The key hangs in the office.',
    notes: 'The plant runs at most 11 pumps at the same time.',
  }

  test('a new figure replaces the old one, and an action names both', async () => {
    const { text, actions } = await run(standing)
    assert.match(text, /11 pumps.*The key hangs/s)
    assert.doesNotMatch(text, /9 pumps/)
    assert.deepEqual(
      actions.map(({ kind }) => kind),
      ['verify'],
    )
  })

  const replies: [string, string, RegExp, RegExp][] = [
    ['no, its 14', 'applied', /14 pumps/, /11 pumps|its 14/],
    ['yes, correct', 'applied', /11 pumps/, /correct/],
    ['outdated, please remove', 'applied', /key hangs/, /pumps|outdated/],
    ['no idea, ask Henrike', 'asked_again', /11 pumps/, /Henrike/],
  ]
  for (const [reply, outcome, says, saysNot] of replies)
    test(`“${reply}” is ${outcome}`, async () => {
      const next = await again(await run(standing), reply, 'verify')
      assert.deepEqual(
        next.outcomes.map((one) => one.outcome),
        [outcome],
      )
      assert.match(next.text, says)
      assert.doesNotMatch(next.text, saysNot)
      assert.equal(next.actions.length, outcome === 'asked_again' ? 1 : 0)
    })

  test('an open action is raised again while the draft holds what it is about', async () => {
    const made = await run(standing)
    assert.deepEqual(
      (await again(made, '', 'none')).actions.map(({ title }) => title),
      made.actions.map(({ title }) => title),
    )
  })
})

test('no sentence comes from an unrelated document, and none unless one is asked for', async () => {
  const related = [
    { id: 7, slug: 'a', title: 'Composting', markdown: 'Kitchen scraps go into the left bin.', score: 0 },
    { id: 8, slug: 'b', title: 'Feed pumps of hall 2', markdown: 'Feed pumps are greased weekly.', score: 0 },
  ]
  assert.doesNotMatch((await run({ notes: 'The pump holds 6 bar.', related })).text, /scraps|greased/)
  const asked = await run({ instructions: 'Explain the feed pumps.', related })
  assert.match(asked.text, /greased weekly/)
  assert.doesNotMatch(asked.text, /scraps/)
})

test('where a model is named and none can write, the draft says that it was assembled', async () => {
  const { actions } = await run({ notes: 'The pump holds 6 bar.' }, fallbackDrafter('it was empty'))
  assert.equal(actions[0]?.meta.reason, 'model_fallback')
})

test('what a document holds besides prose stays as it is in a draft', async () => {
  const kept =
    ':::warning[Mind the pressure]\nNever open it under load.\n:::\n\n$$\np = F / A\n$$\n\n```mermaid\ngraph TD\n  A --> B\n```'
  const { text } = await run({ markdown: `The pump holds 6 bar.\n\n${kept}`, notes: 'The pump weighs 40 kg.' })
  for (const part of kept.split('\n\n')) assert.ok(text.includes(part), `${part} in ${text}`)
  assert.match(text, /weighs 40 kg/)
})
