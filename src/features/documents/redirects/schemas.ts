// Schemas of redirects.

import { type Static, Type } from 'typebox'
import { closed, Id, Nullable, named, Omittable, pageFields, Timestamp } from '#http/atoms.ts'

const KINDS = ['exact', 'prefix'] as const
const ORIGINS = ['hand', 'import'] as const
const STATUSES = [301, 308] as const
const LONGEST_PATH = 1000

const Path = (description: string) => Type.String({ minLength: 1, maxLength: LONGEST_PATH, trim: true, description })
const From = Path(
  'A path of this site, such as /docs/start; its spelling with a slash at the end or with .html counts, too.',
)
const To = Path('The new path on this site. With a prefix, the rest of the old path is appended.')
const Kind = closed(KINDS, { description: '`prefix` also takes every path below it; the longest one counts.' })
const Status = Type.Integer({
  enum: [...STATUSES],
  description: 'Both are permanent; 301 is what most old clients know.',
})

export const RedirectIn = named('RedirectIn', { from: From, to: To, kind: Omittable(Kind), status: Omittable(Status) })
export type RedirectIn = Static<typeof RedirectIn>

export const RedirectOut = named('RedirectOut', {
  id: Id,
  from: Type.String(),
  to: Type.String(),
  kind: Kind,
  status: Status,
  origin: closed(ORIGINS, { description: 'Whether someone made it, or an import of the old site.' }),
  hits: Type.Integer({ description: 'How often it was followed.' }),
  last_hit_at: Nullable(Timestamp),
  created_at: Timestamp,
})
export type RedirectOut = Static<typeof RedirectOut>

export const RedirectFilter = Type.Object({
  q: Type.String({ default: '', maxLength: 1000, description: 'A part of either path.' }),
  origin: Type.Optional(closed(ORIGINS)),
  unused_days: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 36_500,
      description: 'Only those that are older, and were not followed for so many days.',
    }),
  ),
  ...pageFields,
})
export type RedirectFilter = Static<typeof RedirectFilter>

export const RedirectLinksOut = named('RedirectLinksOut', {
  id: Id,
  count: Type.Integer({ description: 'How many published pages link to the old address.' }),
  documents: Type.Array(Type.Object({ id: Id, title: Type.String() }), { description: 'The first of them.' }),
})
export type RedirectLinksOut = Static<typeof RedirectLinksOut>

export const RedirectsDeleteIn = named('RedirectsDeleteIn', {
  ids: Type.Array(Id, { minItems: 1, maxItems: 200 }),
})
