// The inbox as JSON: what comes in and what goes out.

import { type Static, Type } from 'typebox'
import { closed, Nullable, named, Omittable, pageFields, Timestamp } from '#http/atoms.ts'
import { INBOX_KINDS } from './waiting.ts'

const ENTRY_STATES = ['open', 'snoozed', 'done'] as const

export const InboxQuery = Type.Object({ ...pageFields, state: closed(ENTRY_STATES, { default: 'open' }) })
export type InboxQuery = Static<typeof InboxQuery>

export const EntryOut = named('InboxEntryOut', {
  key: Type.String({ description: 'Names the entry, for marking it.', examples: ['question:12'] }),
  kind: closed(INBOX_KINDS),
  document: Type.Object({ id: Type.Integer(), title: Type.String() }),
  text: Type.String({ description: 'The question, the comment, or why a job failed; else empty.' }),
  who: Nullable(Type.String({ description: 'Who said it.' })),
  since: Timestamp,
  iteration_id: Nullable(Type.Integer({ description: 'Of a question or an action: the iteration that raised it.' })),
  link: Type.String({ description: 'The path in the panel that opens it.' }),
})
export type EntryOut = Static<typeof EntryOut>

export const InboxPage = named('InboxPage', {
  total: Type.Integer(),
  counts: Type.Record(Type.String(), Type.Integer(), { description: 'How many there are of each kind.' }),
  items: Type.Array(EntryOut, { description: 'The newest first.' }),
})
export type InboxPage = Static<typeof InboxPage>

export const InboxCount = named('InboxCount', { open: Type.Integer() })

export const MarkIn = named('MarkIn', {
  mark: closed(ENTRY_STATES, {
    description: 'Whatever is new about the same thing opens it again, whether it was done or snoozed.',
  }),
  until: Omittable(Type.String({ format: 'date-time', description: 'Until when it is snoozed.' })),
})
export type MarkIn = Static<typeof MarkIn>

export const WatchState = named('WatchState', {
  state: closed(['none', 'watching', 'muted'], {
    description: 'Muted: nothing but what is asked of you by name.',
  }),
})
export type WatchState = Static<typeof WatchState>

export const MailSettingsOut = named('MailSettingsOut', {
  at_once: Type.Boolean({
    description: 'A mail for what is asked of you by name: questions, actions, mentions, reviews.',
  }),
  digest: closed(['off', 'daily', 'weekly'], { description: 'One mail for the rest, where there is anything new.' }),
})
export type MailSettingsOut = Static<typeof MailSettingsOut>
