// One Markdown file of an imported or exported folder: its bytes as text, the names made from its path, and why it can't be
// imported. Its front matter is read in front-matter.ts.

import { type Context, createContext, Script } from 'node:vm'
import { GalleyError } from '#errors.ts'
import { MAX_NAME } from '#limits.ts'
import { makeSlug } from '#slugs.ts'
import { SECOND } from '#time.ts'

/** A FileProblem says why a file can't be imported. */
export class FileProblem extends Error {}

export const TOO_DEEP = 'is nested too deeply'

export const LONGEST_PAGE_MS = 10 * SECOND

let timed: { context: Context; call: Script } | undefined

/**
 * withinTime gives up work that takes too long. Nothing but V8 can end a function that never waits, and it does so only for what
 * a script has called. The work must change nothing that is used afterwards.
 */
export function withinTime<T>(limitMs: number, work: () => T): T {
  timed ??= { context: createContext({}), call: new Script('work()') }
  timed.context.work = work
  try {
    return timed.call.runInContext(timed.context, { timeout: limitMs }) as T
  } catch (error) {
    if ((error as { code?: unknown } | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
    throw new FileProblem(`takes longer than ${limitMs / SECOND} s to read`)
  }
}

/** The reason to report for a FileProblem, a refusal of the service or a stack overflow; any other error is rethrown. */
export function reasonOf(error: unknown): string {
  if (error instanceof FileProblem) return error.message
  if (error instanceof RangeError) return TOO_DEEP
  if (!(error instanceof GalleyError) || error.status >= 500) throw error
  return typeof error.detail === 'string'
    ? error.detail
    : error.detail.map(({ msg, ctx }) => ctx?.error ?? msg).join('; ')
}

/** readText refuses what is not text, instead of importing question marks. */
export function readText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\0', '\ufffd')
  } catch {
    throw new FileProblem('not UTF-8 text')
  }
}

/** isLonger counts code points, as the API does: what could be saved there can be imported. */
export const isLonger = (text: string, longest: number): boolean => text.length > longest && [...text].length > longest

export function refuseLonger(text: string, name: string, longest: number): void {
  if (isLonger(text, longest)) throw new FileProblem(`${name} has more than ${longest} characters`)
}

/** Truncates without splitting a surrogate pair. */
export const cut = (text: string, longest: number): string =>
  isLonger(text, longest) ? [...text].slice(0, longest).join('') : text

/** nameOf makes a readable name of a file's or folder's: `01-getting_started.md` is "Getting started". */
export function nameOf(path: string): string {
  const base = path.slice(path.lastIndexOf('/') + 1).replace(/\.(md|markdown|mdx|docx|html?)$/i, '')
  const words =
    base
      .replace(/^\d+[-_. ]+(?=\D)/, '')
      .replace(/[-_]+/g, ' ')
      .trim() || base
  return cut(words.charAt(0).toUpperCase() + words.slice(1), MAX_NAME)
}

/** slugOf is made from the whole path, so that it stays the same when other files come and go. */
export const slugOf = (path: string, fallback: string): string =>
  makeSlug(path.replace(/\.(md|markdown|mdx|docx|html?)$/i, '').replaceAll('/', ' '), fallback)
