// One Markdown file of an imported or exported folder: its front matter, its text, and what they must not be.

import { parse, stringify } from 'yaml'
import type { Visibility } from '#engine/db/tables.ts'
import { GalleyError } from '#errors.ts'
import { MAX_DESCRIPTION, MAX_NAME, VISIBILITIES } from '#features/categories/schemas.ts'
import { MAX_SLUG_LENGTH, makeSlug, SLUG_PATTERN } from '#slugs.ts'
import { MAX_POSITION, MAX_SUMMARY, MAX_TAG, MAX_TAGS, MAX_TITLE, RESERVED_SLUGS } from '../schemas.ts'

/** The names of all levels, with what is between them. */
const LONGEST_CATEGORY = 1500

/** Fields are what front matter may say; what it leaves out is undefined. Users are named by email or username. */
export type Fields = {
  title?: string
  slug?: string
  summary?: string
  description?: string
  tags?: string[]
  visibility?: Visibility
  access?: { roles: string[]; users: string[] }
  category?: string
  position?: number
  /** pinned says whether, or since when: the newest pin is the first. */
  pinned?: boolean | string
}

/** A FileProblem says in half a sentence why a file can't be imported. */
export class FileProblem extends Error {}

/** reasonOf is that half sentence, also for what the service refuses; a fault of ours is thrown again. */
export function reasonOf(error: unknown): string {
  if (error instanceof FileProblem) return error.message
  if (!(error instanceof GalleyError) || error.status >= 500) throw error
  return typeof error.detail === 'string'
    ? error.detail
    : error.detail.map(({ msg, ctx }) => ctx?.error ?? msg).join('; ')
}

const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/

/** Front matter may say who must not read the file: one without an end is refused, never imported as open to all. */
const BEGINS_WITHOUT_END = /^\ufeff?---[ \t]*\r?\n[ \t]*[\w-]+[ \t]*:/

/** readText refuses what is not text, instead of importing question marks. */
export function readText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replaceAll('\0', '\ufffd')
  } catch {
    throw new FileProblem('not UTF-8 text')
  }
}

export function splitFrontMatter(text: string): { fields: Fields; body: string } {
  const match = FRONT_MATTER.exec(text)
  if (!match && BEGINS_WITHOUT_END.test(text))
    throw new FileProblem('front matter without an end: a line with --- is missing')
  if (!match) return { fields: {}, body: text }
  return { fields: readFields(parseYaml(match[1] ?? '')), body: text.slice(match[0].length) }
}

function parseYaml(source: string): Record<string, unknown> {
  let value: unknown
  try {
    value = parse(source, { maxAliasCount: 20, logLevel: 'error' })
  } catch (error) {
    throw new FileProblem(`front matter that is no YAML (${(error as Error).message.split('\n')[0]})`)
  }
  if (value === null || value === undefined) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new FileProblem('front matter that is no list of fields')
  if (JSON.stringify(value).includes('\\u0000')) throw new FileProblem('front matter with a NUL character')
  return value as Record<string, unknown>
}

function readFields(given: Record<string, unknown>): Fields {
  const fields: Fields = {
    title: text(given.title, 'title', MAX_TITLE),
    slug: slug(given.slug),
    summary: text(given.summary, 'summary', MAX_SUMMARY),
    description: text(given.description, 'description', MAX_DESCRIPTION),
    tags: tags(given.tags),
    visibility: visibility(given.visibility),
    access: access(given.access),
    category: text(given.category, 'category', LONGEST_CATEGORY),
    position: position(given.position ?? given.order ?? given.weight),
    pinned: pinned(given.pinned),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function text(value: unknown, name: string, longest: number): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'object') throw new FileProblem(`a ${name} that is no text`)
  const made = String(value).trim()
  refuseLonger(made, name, longest)
  return made === '' ? undefined : made
}

/** isLonger counts code points, as the API does: what could be saved there can be imported. */
export const isLonger = (made: string, longest: number): boolean => made.length > longest && [...made].length > longest

export function refuseLonger(made: string, name: string, longest: number): void {
  if (isLonger(made, longest)) throw new FileProblem(`a ${name} of more than ${longest} characters`)
}

/** cut leaves no half of a character behind. */
export const cut = (made: string, longest: number): string =>
  isLonger(made, longest) ? [...made].slice(0, longest).join('') : made

const VALID_SLUG = new RegExp(SLUG_PATTERN, 'u')

function slug(value: unknown): string | undefined {
  const made = text(value, 'slug', MAX_SLUG_LENGTH)
  if (made === undefined) return undefined
  if (!VALID_SLUG.test(made))
    throw new FileProblem(`a slug that is not lower-case letters, digits and hyphens (${made})`)
  if (RESERVED_SLUGS.has(made)) throw new FileProblem(`a reserved slug (${made})`)
  return made
}

function tags(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined
  const list = Array.isArray(value) ? value : String(value).split(',')
  const made = [...new Set(list.map((tag) => text(tag, 'tag', MAX_TAG)).filter((tag) => tag !== undefined))]
  if (made.length > MAX_TAGS) throw new FileProblem(`more than ${MAX_TAGS} tags`)
  return made
}

function visibility(value: unknown): Visibility | undefined {
  if (value === undefined || value === null) return undefined
  const found = VISIBILITIES.find((known) => known === value)
  if (!found) throw new FileProblem(`a visibility that is none of ${VISIBILITIES.join(', ')}`)
  return found
}

function access(value: unknown): Fields['access'] {
  if (value === undefined || value === null) return undefined
  const { roles = [], users = [] } = value as Record<string, unknown>
  if (!Array.isArray(roles) || !Array.isArray(users))
    throw new FileProblem('access that is not lists of roles and users')
  return { roles: roles.map(String), users: users.map(String) }
}

function position(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_POSITION ? value : undefined
}

function pinned(value: unknown): Fields['pinned'] {
  if (value === undefined || value === null || typeof value === 'boolean') return value ?? undefined
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value)))
    throw new FileProblem('a pinned that is neither true, false nor a time')
  return value
}

/** joinFrontMatter writes a file that splitFrontMatter reads back: fields in one order, none that is empty. */
export function joinFrontMatter(fields: Fields, body: string): string {
  const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
  return `---\n${stringify(said, { lineWidth: 0 })}---\n${body === '' ? '' : `\n${body.replace(/\n*$/, '\n')}`}`
}

/** nameOf makes a readable name of a file's or folder's: `01-getting_started.md` is "Getting started". */
export function nameOf(path: string): string {
  const base = path.slice(path.lastIndexOf('/') + 1).replace(/\.(md|markdown)$/i, '')
  const words =
    base
      .replace(/^\d+[-_. ]+(?=\D)/, '')
      .replace(/[-_]+/g, ' ')
      .trim() || base
  return cut(words.charAt(0).toUpperCase() + words.slice(1), MAX_NAME)
}

/** slugOf is made from the whole path, so that it stays the same when other files come and go. */
export const slugOf = (path: string, fallback: string): string =>
  makeSlug(path.replace(/\.(md|markdown)$/i, '').replaceAll('/', ' '), fallback)
