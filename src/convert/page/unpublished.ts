// The words by which front matter keeps a page from the public, whatever tool it was written for. What is not clear is a
// problem, never a guess: the page of an author who wrote `draft: ja` must not appear.

import { FileProblem } from './file.ts'

type Says = (value: unknown, now: number) => boolean | undefined

const hiddenBy =
  (name: string): Says =>
  (value) =>
    !flag(value, name)

/** `unlisted` and `hidden` pages can be opened elsewhere by those who know the address; here only editors find them. */
const SAYS: Record<string, Says> = {
  draft: hiddenBy('draft'),
  unlisted: (value) => (flag(value, 'unlisted') ? false : undefined),
  hidden: (value) => (flag(value, 'hidden') ? false : undefined),
  published: (value, now) => (timeOf(value) === undefined ? flag(value, 'published') : isOver(value, now)),
  date: (value, now) => (isOver(value, now) === false ? false : undefined),
  publishdate: (value, now) => (isOver(value, now) === false ? false : undefined),
  expirydate: (value, now) => (isOver(value, now) ? false : undefined),
}

export const PUBLISHING: ReadonlySet<string> = new Set(Object.keys(SAYS))

/** Whether one field publishes the page; undefined if it doesn't say. */
export const publishedBy = (name: string, value: unknown, now = Date.now()): boolean | undefined =>
  SAYS[name]?.(value, now)

function flag(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value
  if (value === 'true' || value === 'false') return value === 'true'
  throw new FileProblem(`${name} must be true or false`)
}

function timeOf(value: unknown): number | undefined {
  const time = value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** isOver is undefined for what is not a time. */
function isOver(value: unknown, now: number): boolean | undefined {
  const time = timeOf(value)
  return time === undefined ? undefined : time <= now
}
