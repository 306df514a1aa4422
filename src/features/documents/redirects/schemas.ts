// Redirects as JSON: what comes in and what goes out.

import { type Static, Type } from 'typebox'
import { closed, Id, Nullable, named, Omittable, Timestamp } from '#http/atoms.ts'

const KINDS = ['exact', 'prefix'] as const
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
  hits: Type.Integer({ description: 'How often it was followed.' }),
  last_hit_at: Nullable(Timestamp),
  created_at: Timestamp,
})
export type RedirectOut = Static<typeof RedirectOut>
