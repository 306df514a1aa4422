// Edits are carried out and taken back without a trace, whatever they change.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import { run } from '../../test/drafts.ts'
import type { Draft } from './contract.ts'
import { decideEdit } from './edits.ts'

const changed = async (markdown: string, notes: string): Promise<Draft> => (await run({ markdown, notes })).draft
const textOf = ({ blocks }: Draft): string => blocksToMarkdown(blocks).trim()

describe('an edit', () => {
  const CASES: Record<string, [markdown: string, notes: string, after: string]> = {
    'a value': [
      'It is **strong**. The pump holds 6 bar.',
      'The pump holds 8 bar.',
      'It is **strong**. The pump holds 8 bar.',
    ],
    'a sentence with styles': [
      'One. The header is `X-Left`. Two.',
      'The header is `X-Remaining`.',
      'One. The header is `X-Remaining`. Two.',
    ],
    'a step that goes': ['1. Send a fax.\n2. Print it.', 'Step 1 is no longer needed.', '1. Print it.'],
    'a sentence that goes': [
      'The pump is new. The fax machine is on floor 2. The hall is old.',
      'pls delete the fax machine sentence',
      'The pump is new. The hall is old.',
    ],
    'a step that a list of changes drops': [
      '1. Open the shop.\n2. Print the form and fax it.\n3. Wait.',
      'Please update the page:\n\n- Drop the fax step, they get the form by themselves.',
      '1. Open the shop.\n2. Wait.',
    ],
    'a new block': [
      '## A\n\nOne.\n\n## B\n\nTwo.',
      '## A\n\nThe lamp is `green`.',
      '## A\n\nOne.\n\nThe lamp is `green`.\n\n## B\n\nTwo.',
    ],
  }
  for (const [name, [markdown, notes, after]] of Object.entries(CASES))
    test(`${name}: accepted, rejected and accepted again`, async () => {
      const draft = await changed(markdown, notes)
      const [edit] = draft.edits!
      assert.ok(edit, textOf(draft))
      const accepted = decideEdit(draft, edit.id, 'applied')!
      assert.equal(textOf(accepted), after)
      const rejected = decideEdit(accepted, edit.id, 'rejected')!
      assert.equal(textOf(rejected), markdown)
      assert.equal(textOf(decideEdit(rejected, edit.id, 'applied')!), after)
      assert.equal(rejected.edits![0]!.state, 'rejected')
    })

  test('takes the text that a person wants instead', async () => {
    const draft = await changed('The pump holds 6 bar.', 'The pump holds 8 bar.')
    assert.equal(textOf(decideEdit(draft, draft.edits![0]!.id, 'applied', 'It holds 9 bar.')!), 'It holds 9 bar.')
  })

  test('whose text was changed by hand since is not carried out', async () => {
    const draft = await changed('Guests can use the pump.', 'Guests can no longer use the pump.')
    const byHand = { ...draft, blocks: blocksFromMarkdown('Something else.', () => draft.blocks[0]!.id) }
    assert.equal(decideEdit(byHand, draft.edits![0]!.id, 'applied'), undefined)
    assert.equal(decideEdit(draft, 'none', 'applied'), undefined)
  })
})
