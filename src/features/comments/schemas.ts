// Schemas of comments.

import { type Static, Type } from 'typebox'
import { MaybePerson } from '#features/accounts/schemas.ts'
import { closed, Id, Nullable, named, Omittable, Timestamp } from '#http/atoms.ts'

const LONGEST_BODY = 10_000
const LONGEST_QUOTE = 1_000
const MOST_MENTIONS = 20

const Body = Type.String({ minLength: 1, maxLength: LONGEST_BODY, pattern: '\\S', description: 'Plain text.' })
const Mentions = Omittable(
  Type.Array(Id, { maxItems: MOST_MENTIONS, description: 'The ids of editors who are to read it.' }),
)

export const CommentIn = named('CommentIn', { body: Body, mentions: Mentions })
export type CommentIn = Static<typeof CommentIn>

export const ThreadIn = named('ThreadIn', {
  block_id: Type.String({ minLength: 1, maxLength: 200 }),
  quote: Omittable(
    Type.String({ maxLength: LONGEST_QUOTE, description: 'Words of the block, as plain text; else all of it.' }),
  ),
  body: Body,
  mentions: Mentions,
  change_to: Omittable(
    Type.String({
      minLength: 1,
      maxLength: LONGEST_BODY,
      description: 'What the block is to say instead, as Markdown: it becomes a proposal.',
    }),
  ),
})
export type ThreadIn = Static<typeof ThreadIn>

export const THREAD_STATES = ['open', 'resolved'] as const
export const ThreadState = named('ThreadState', { state: closed(THREAD_STATES) })

export const CommentOut = named('CommentOut', {
  id: Type.Integer(),
  author: MaybePerson,
  body: Nullable(Type.String({ description: 'Null once its author has deleted it.' })),
  mentions: Type.Array(MaybePerson),
  created_at: Timestamp,
  edited_at: Nullable(Timestamp),
})
export type CommentOut = Static<typeof CommentOut>

const Spot = Type.Object(
  {
    block_id: Type.String(),
    from: Type.Integer({ description: "Counts characters of the block's plain text on one line." }),
    to: Type.Integer(),
    exact: Type.Boolean({ description: 'False: the block was found, but its words are other ones now.' }),
  },
  { description: 'Where they stand now; null: the text that it was about is gone.' },
)

export const ThreadOut = named('ThreadOut', {
  id: Type.Integer(),
  document_id: Type.Integer(),
  state: closed(THREAD_STATES),
  quote: Type.String({ description: 'The words that it was about when it was begun.' }),
  spot: Nullable(Spot),
  suggestion_id: Nullable(Type.Integer({ description: 'The proposal that makes the suggested change.' })),
  created_at: Timestamp,
  resolved_by: MaybePerson,
  resolved_at: Nullable(Timestamp),
  comments: Type.Array(CommentOut),
})
export type ThreadOut = Static<typeof ThreadOut>
