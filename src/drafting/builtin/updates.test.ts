// The built-in drafter where there is a text already: edits of a document that stands, and redrafts of what people changed since.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'
import { again, editsOf, kindsOf, type MadeDraft, run } from '../../../test/drafts.ts'
import { decideEdit } from '../edits.ts'

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
    assert.deepEqual([editsOf(drafted), drafted.actions], [['replace exact applied'], []])
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
    assert.deepEqual([editsOf(drafted), drafted.ledger.map(({ fate }) => fate)], [[], ['repeated']])
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
      assert.deepEqual([next.actions, next.outcomes[0]?.outcome], [[], 'applied'])
    }
    const open = await again(drafted, { reply: { to: 'resolve_conflict', answer: '?' } })
    assert.deepEqual([kindsOf(open), open.outcomes[0]?.outcome], [['resolve_conflict'], 'asked_again'])
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
    assert.deepEqual([accepted.text, kindsOf(accepted)], ['Guests can no longer use the pump.', []])
    const rejected = await again(drafted, { previous: decided('rejected') })
    assert.deepEqual({ text: rejected.text, kindsOf: kindsOf(rejected) }, { text: markdown, kindsOf: [] })
  })
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
