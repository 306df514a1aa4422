// Readers' feedback as JSON.

import { type Static, Type } from 'typebox'
import { named, Timestamp } from '#http/atoms.ts'

const Section = Type.String({ description: 'The heading of the part that it is about; empty for all of the page.' })

export const FeedbackOut = named('FeedbackOut', {
  yes: Type.Integer({ description: 'How many readers said that the page helped.' }),
  no: Type.Integer(),
  sections: Type.Array(Type.Object({ section: Section, yes: Type.Integer(), no: Type.Integer() })),
  said: Type.Array(
    Type.Object({
      id: Type.Integer(),
      section: Section,
      helpful: Type.Boolean(),
      text: Type.String(),
      created_at: Timestamp,
    }),
    { description: 'What they wrote, the newest first.' },
  ),
})
export type FeedbackOut = Static<typeof FeedbackOut>
