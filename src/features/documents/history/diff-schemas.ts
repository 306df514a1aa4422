// The schema of a difference (galley-blocks/diff.ts), as the API and assistants are given it.

import { type Static, Type } from 'typebox'
import { closed, FreeForm, Nullable, named } from '#http/atoms.ts'

const Piece = named('DiffPiece', {
  op: closed(['same', 'added', 'removed', 'restyled'], {
    description: '`restyled`: the same words with another style or link, which `details` name.',
  }),
  text: Type.String(),
  styles: FreeForm,
  href: Type.Optional(Type.String()),
  point: Type.Optional(Type.Literal(true, { description: 'An anchor or a tag, which readers do not see.' })),
})
const Pieces = (description: string) => Type.Array(Piece, { description })

const Detail = named('DiffDetail', {
  kind: closed(['type', 'prop', 'link', 'style', 'table', 'cell', 'stored']),
  name: Type.String({ description: 'Of the prop or style: `level`, `bold`.' }),
  text: Type.Optional(Type.String({ description: 'The words that it is about.' })),
  row: Type.Optional(Type.Integer({ minimum: 0, description: 'From 0, in the new table.' })),
  column: Type.Optional(Type.Integer({ minimum: 0 })),
  before: Type.Unknown({ description: 'The old value; null: there was none.' }),
  after: Type.Unknown(),
})

const ROW_OPS = ['same', 'added', 'removed', 'changed'] as const
const Row = Type.Object({
  op: closed(ROW_OPS),
  cells: Type.Array(Type.Object({ op: closed(ROW_OPS), props: FreeForm, pieces: Pieces('The words of the cell.') })),
})

export const BlockChangeOut = named('BlockChange', {
  id: Type.String({ description: 'Of the block in the new text; of a removed one in the old.' }),
  type: Type.String(),
  op: closed(['added', 'removed', 'changed', 'moved'], { description: 'One that is moved and changed is `changed`.' }),
  parent: Nullable(Type.String({ description: 'The id of the block around it.' })),
  from: Nullable(
    Type.Object(
      { parent: Nullable(Type.String()), after: Nullable(Type.String()) },
      { description: 'Where a moved block was: inside and below which blocks of the old text.' },
    ),
  ),
  before: Nullable(FreeForm),
  after: Nullable(FreeForm),
  pieces: Pieces('Of its text or title; of code whole lines, between which a line break is implied.'),
  rows: Type.Array(Row, { description: 'Of a table.' }),
  details: Type.Array(Detail, { description: 'What is not in the words.' }),
})
export type BlockChangeOut = Static<typeof BlockChangeOut>

export const TextDiffOut = named('TextDiff', {
  title: Nullable(Pieces('Null: the same.')),
  summary: Nullable(Pieces('Null: the same.')),
  blocks: Type.Array(BlockChangeOut, { description: 'What differs, in reading order, without the blocks inside.' }),
})
export type TextDiffOut = Static<typeof TextDiffOut>

const Side = Type.Object({
  id: Nullable(Type.Integer({ minimum: 1, description: 'Of the revision; null: the published text.' })),
  version: Type.Integer({ minimum: 0 }),
})
export const RevisionDiffOut = named('RevisionDiff', { from: Side, to: Side, ...TextDiffOut.properties })
