// What a sheet holds for both drafters: few sources for each block, the title, the level of headings.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocksFromMarkdown } from '#blocks/from-markdown.ts'
import { DraftSheet } from './draft-sheet.ts'
import type { DraftInputs, Source } from './drafter.ts'

const inputs = (markdown = '', notes = ''): DraftInputs => ({
  document: { id: 1, title: 'Keys', summary: null, blocks: blocksFromMarkdown(markdown), categoryPath: [] },
  notes,
  material: [],
  related: [],
  previous: null,
  answers: [],
  actions: [],
  linkExists: () => true,
})
const said = (id: number, quote: string): Source => ({ kind: 'document', id, title: `Document ${id}`, quote })

function sourcesAfter(...sources: Source[]): Source[][] {
  const sheet = new DraftSheet(inputs(), 'en', () => true)
  sheet.add(sheet.builder.markdown('- Keys expire.\n  - All of them.'), 'model', sources)
  return Object.values(sheet.finish(null).draft.provenance).map((entry) => entry.sources)
}

test('a quote stands once in a block’s provenance, and in that of the blocks inside it', () => {
  const [first, second] = [said(7, 'Keys expire.'), said(8, 'Keys expire.')]
  assert.deepEqual(sourcesAfter(first, second, { ...first }), [
    [first, second],
    [first, second],
  ])
})

test('of very many quotes twelve stay, and one of every further document', () => {
  const many = Array.from({ length: 50 }, (_, index) => said(7, `Keys expire ${index}.`))
  const [sources] = sourcesAfter(...many, said(8, 'All do.'), said(8, 'All of them.'))
  assert.deepEqual(sources, [...many.slice(0, 12), said(8, 'All do.')])
})

test('headings have the level of the text before, and the notes may name another title', () => {
  const levelIn = (markdown: string) => new DraftSheet(inputs(markdown), 'en', () => true).level
  assert.deepEqual([levelIn(''), levelIn('Only words.'), levelIn('### One\n\nx\n\n### Two\n\ny')], [2, 2, 3])
  const sheet = new DraftSheet(inputs('', 'Title: Rotation'), 'en', () => true)
  assert.equal(sheet.finish(null).draft.title, 'Rotation')
})

test('no new block gets the id of one that may stay', () => {
  const document = inputs().document
  const made = new DraftSheet(inputs(), 'en', () => true).builder.paragraph('Keys expire.')
  const again = { ...inputs(), document: { ...document, blocks: made } }
  const idOf = (mayStay: boolean) => new DraftSheet(again, 'en', () => mayStay).builder.paragraph('Keys expire.')[0]?.id
  assert.equal(idOf(false), made[0]?.id)
  assert.notEqual(idOf(true), made[0]?.id)
})
