// Front matter: what a Markdown file says about itself, who may read it included. The one parser of it, for the import of a
// folder and for the preview that the panel asks for. What it can't understand is a problem with its line, never a guess:
// a file whose front matter is not clear must not be imported as open to all.

import { LineCounter, parseDocument, stringify } from 'yaml'
import type { Visibility } from '#engine/db/tables.ts'
import { MAX_DESCRIPTION, VISIBILITIES } from '#features/categories/schemas.ts'
import { MAX_SLUG_LENGTH, SLUG_PATTERN } from '#slugs.ts'
import { MAX_POSITION, MAX_SUMMARY, MAX_TAG, MAX_TAGS, MAX_TITLE, RESERVED_SLUGS } from '../schemas.ts'
import { FileProblem, refuseLonger } from './file.ts'
import { PUBLISHING, publishedBy } from './unpublished.ts'

/** The names of all levels, with what is between them. */
const LONGEST_CATEGORY = 1500
/** YAML costs more than its length says; no file needs this much, and an import reads thousands of files. */
const LONGEST = 64 * 1024
const MOST_ALIASES = 20
const MOST_USERS = 1000

/** FrontMatterFields are what front matter may say; what it leaves out is undefined. Users are named by email or username. */
export type FrontMatterFields = {
  title?: string
  slug?: string
  summary?: string
  description?: string
  tags?: string[]
  visibility?: Visibility
  access?: { roles: string[]; users: string[] }
  category?: string
  position?: number
  /** published is false where any of the words that tools have for it says so (unpublished.ts). */
  published?: boolean
  /** pinned says whether, or since when: the newest pin is the first. */
  pinned?: boolean | string
}
/** A Problem is what could not be understood; lines count from 1 in the file. */
export type Problem = { line: number; message: string }
/** FrontMatter.lines are where its fields are, for problems that only the database can tell. */
export type FrontMatter = {
  fields: FrontMatterFields
  body: string
  problems: Problem[]
  lines: Partial<Record<keyof FrontMatterFields, number>>
}

/** splitFrontMatter is for those who refuse a file with a problem. */
export function splitFrontMatter(text: string): { fields: FrontMatterFields; body: string } {
  const { fields, body, problems } = readFrontMatter(text)
  if (problems.length > 0)
    throw new FileProblem(problems.map(({ line, message }) => `line ${line}: ${message}`).join('; '))
  return { fields, body }
}

export function readFrontMatter(text: string): FrontMatter {
  const { source, body, isOpen } = split(text)
  if (isOpen) return failed(text, 1, 'the front matter has no end: a line with --- is missing')
  if (source === undefined) return { fields: {}, body, problems: [], lines: {} }
  if (source.length > LONGEST) return failed(body, 1, `the front matter is longer than ${LONGEST / 1024} KiB`)
  return readYaml(source, body)
}

const failed = (body: string, line: number, message: string): FrontMatter => ({
  fields: {},
  body,
  problems: [{ line, message }],
  lines: {},
})

const FENCE = /^---[ \t]*\r?$/
const FIELD = /^[ \t{"']*[\w-]+["']?[ \t]*:/

/** split looks for the two lines of dashes. A rule at the top of a text without front matter is no fence. */
function split(text: string): { source?: string; body: string; isOpen?: boolean } {
  const start = text.startsWith('\ufeff') ? 1 : 0
  const first = lineAt(text, start)
  if (!FENCE.test(first.line) || first.next > text.length) return { body: text }
  let isOpen = false
  let isFirstParagraph = true
  for (let at = first.next; at <= text.length; ) {
    const { line, next } = lineAt(text, at)
    if (FENCE.test(line)) return { source: text.slice(first.next, at), body: text.slice(next) }
    isFirstParagraph &&= line.trim() !== ''
    isOpen ||= isFirstParagraph && FIELD.test(line)
    at = next
  }
  return { body: text, isOpen }
}

function lineAt(text: string, at: number): { line: string; next: number } {
  const end = text.indexOf('\n', at)
  return end === -1 ? { line: text.slice(at), next: text.length + 1 } : { line: text.slice(at, end), next: end + 1 }
}

function readYaml(source: string, body: string): FrontMatter {
  const counter = new LineCounter()
  // Merge keys count: a visibility that came by `<<` and was not seen would open the file.
  const yaml = parseDocument(source, { lineCounter: counter, logLevel: 'error', merge: true })
  // The first line of the file is the fence.
  const fileLine = (offset: number) => counter.linePos(offset).line + 1
  const [error] = yaml.errors
  if (error)
    return failed(body, fileLine(error.pos[0]), `the front matter is not YAML: ${firstSentence(error.message)}`)
  let given: unknown
  try {
    given = yaml.toJS({ maxAliasCount: MOST_ALIASES })
  } catch (cause) {
    return failed(body, 2, `the front matter is not YAML: ${(cause as Error).message}`)
  }
  if (given === null || given === undefined) return { fields: {}, body, problems: [], lines: {} }
  // Neither a list nor a scalar, nor a set or an ordered map, which YAML has too.
  if (Object.getPrototypeOf(given) !== Object.prototype)
    return failed(body, 2, 'the front matter is not a list of fields')
  if (JSON.stringify(given).includes('\\u0000')) return failed(body, 2, 'the front matter has a NUL character')
  const lineOf = (name: string) => {
    const node = yaml.get(name, true) as { range?: [number, number, number] } | undefined
    return node?.range ? fileLine(node.range[0]) : 2
  }
  return { body, ...readFields(given, lineOf) }
}

const firstSentence = (message: string) => message.split('\n')[0]!.replace(/ at line \d+, column \d+:?$/, '')

type Read = Omit<FrontMatterFields, 'published'>
const READERS: { [Name in keyof Read]-?: (value: unknown) => Read[Name] } = {
  title: (value) => text(value, 'title', MAX_TITLE),
  slug,
  summary: (value) => text(value, 'summary', MAX_SUMMARY),
  description: (value) => text(value, 'description', MAX_DESCRIPTION),
  tags,
  visibility,
  access,
  category: (value) => text(value, 'category', LONGEST_CATEGORY),
  position,
  pinned,
}
const OTHER_NAMES: Partial<Record<keyof Read, string[]>> = { position: ['order', 'weight'] }

function readFields(given: object, lineOf: (name: string) => number): Omit<FrontMatter, 'body'> {
  const made: Omit<FrontMatter, 'body'> = { fields: {}, problems: [], lines: {} }
  const said = Object.entries(given).filter(([, value]) => value !== undefined && value !== null)
  for (const name of Object.keys(READERS) as (keyof Read)[]) {
    // "Visibility" means visibility: a field that is overlooked could open the file.
    const found = said.filter(([key]) => key.toLowerCase() === name)
    const [key, given] = found[0] ?? said.find(([other]) => OTHER_NAMES[name]?.includes(other)) ?? []
    if (key === undefined) continue
    made.lines[name] = lineOf(key)
    try {
      if (found.length > 1) throw new FileProblem(`${name} is there twice`)
      const value = READERS[name](given)
      if (value !== undefined) Object.assign(made.fields, { [name]: value })
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      made.problems.push({ line: lineOf(key), message: error.message })
    }
  }
  readPublished(made, said, lineOf)
  return made
}

function readPublished(made: Omit<FrontMatter, 'body'>, said: [string, unknown][], lineOf: (name: string) => number) {
  for (const [key, value] of said.filter(([key]) => PUBLISHING.has(key.toLowerCase()))) {
    try {
      const published = publishedBy(key.toLowerCase(), value)
      // One that says no is not outvoted by one that says yes.
      if (published !== undefined && made.fields.published !== false) {
        made.fields.published = published
        made.lines.published = lineOf(key)
      }
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      made.problems.push({ line: lineOf(key), message: error.message })
    }
  }
}

function text(value: unknown, name: string, longest: number): string | undefined {
  if (typeof value === 'object') throw new FileProblem(`${name} must be text`)
  const made = String(value).trim()
  refuseLonger(made, name, longest)
  return made === '' ? undefined : made
}

const VALID_SLUG = new RegExp(SLUG_PATTERN, 'u')

function slug(value: unknown): string | undefined {
  const made = text(value, 'slug', MAX_SLUG_LENGTH)
  if (made === undefined) return undefined
  if (!VALID_SLUG.test(made)) throw new FileProblem(`slug "${made}" must be lower-case letters, digits and hyphens`)
  if (RESERVED_SLUGS.has(made)) throw new FileProblem(`slug "${made}" is reserved`)
  return made
}

function tags(value: unknown): string[] | undefined {
  const list = Array.isArray(value) ? value.filter((tag) => tag !== null) : String(value).split(',')
  const made = [...new Set(list.map((tag) => text(tag, 'tag', MAX_TAG)).filter((tag) => tag !== undefined))]
  if (made.length > MAX_TAGS) throw new FileProblem(`tags are more than ${MAX_TAGS}`)
  return made
}

function visibility(value: unknown): Visibility {
  const found = VISIBILITIES.find((known) => known === value)
  if (!found) throw new FileProblem(`visibility must be one of ${VISIBILITIES.join(', ')}`)
  return found
}

function access(value: unknown): FrontMatterFields['access'] {
  const { roles = [], users = [] } = value as Record<string, unknown>
  if (!Array.isArray(roles) || !Array.isArray(users)) throw new FileProblem('access must be lists of roles and users')
  if (users.length > MOST_USERS) throw new FileProblem(`access names more than ${MOST_USERS} users`)
  return { roles: roles.map(String), users: users.map(String) }
}

function position(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_POSITION ? value : undefined
}

function pinned(value: unknown): FrontMatterFields['pinned'] {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string' || Number.isNaN(Date.parse(value)))
    throw new FileProblem('pinned must be true, false or a time')
  return value
}

/** joinFrontMatter writes a file that splitFrontMatter reads back: fields in one order, none that is empty. */
export function joinFrontMatter(fields: FrontMatterFields & { draft?: true }, body: string): string {
  const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null))
  let end = body.length
  while (body[end - 1] === '\n') end--
  return `---\n${stringify(said, { lineWidth: 0 })}---\n${body === '' ? '' : `\n${body.slice(0, end)}\n`}`
}
