// Front matter: what a Markdown file says about itself, who may read it included. The one parser of it, for the import of a
// folder and for the preview that the panel asks for. What it can't understand is a problem with its line, never a guess:
// a file whose front matter is not clear must not be imported as open to all.

import { parse as parseToml, TomlError } from 'smol-toml'
import { LineCounter, stringify } from 'yaml'
import type { Visibility } from '#engine/db/vocabulary.ts'
import { VISIBILITIES } from '#engine/db/vocabulary.ts'
import { LONGEST_TAG, languageTag } from '#languages/tag.ts'
import { MAX_DESCRIPTION, MAX_POSITION, MAX_SUMMARY, MAX_TAG, MAX_TAGS, MAX_TITLE, RESERVED_SLUGS } from '#limits.ts'
import { MAX_SLUG_LENGTH, SLUG_PATTERN } from '#slugs.ts'
import { FileProblem, refuseLonger } from './file.ts'
import { PUBLISHING, publishedBy } from './unpublished.ts'
import { keyProblem, parseYaml, yamlValue } from './yaml.ts'

/** Longest path of category names, separators included. */
const LONGEST_CATEGORY = 1500
/** YAML costs more than its length says; no file needs this much, and an import reads thousands of files. */
const LONGEST = 64 * 1024
const MOST_USERS = 1000

/** People are named by their email, groups by their name. */
export type NamedAccess = { roles: string[]; users: string[]; groups?: string[] }

/** FrontMatterFields are what front matter may say; what it leaves out is undefined. Users are named by email or username. */
export type FrontMatterFields = {
  title?: string
  slug?: string
  summary?: string
  description?: string
  tags?: string[]
  visibility?: Visibility
  access?: NamedAccess
  /** lang is a BCP 47 tag. */
  lang?: string
  category?: string
  position?: number
  /** False if any tool's draft field says so (unpublished.ts). */
  published?: boolean
  /** Addresses of the page on the old site. */
  addresses?: string[]
  /** pinned says whether, or since when: the newest pin is the first. */
  pinned?: boolean | string
}
/** A parse problem; lines count from 1. */
type Problem = { line: number; message: string }
/**
 * `lines` locate the fields, for problems that only the database can detect. `rest` is what documents
 * have no field for. `notes` are problems that a file is not refused for.
 */
export type FrontMatter = {
  fields: FrontMatterFields
  rest: Record<string, unknown>
  /** All fields as written. */
  given: Record<string, unknown>
  body: string
  problems: Problem[]
  notes: Problem[]
  lines: Partial<Record<keyof FrontMatterFields, number>>
  own?: OwnFields
}

/**
 * What an export writes for the next import and nobody edits: block ids in reading order, former slugs, and what the page rests on
 * (features/evidence/exchange.ts).
 */
export type OwnFields = { ids: string[]; former: string[]; evidence: unknown[] }

const OWN_FIELD = 'galley: {'

/** One line of JSON is read in linear time, unlike YAML, so that it may be as long as the page needs. Its line stays, empty. */
function takeOwn(source: string): { source?: string; fields?: OwnFields } {
  const lines = source.split('\n')
  const at = lines.findIndex((line) => line.startsWith(OWN_FIELD))
  const [line = ''] = at === -1 ? [] : lines.splice(at, 1, '')
  try {
    if (line === '' || line.includes('\\u0000')) return {}
    const given = JSON.parse(line.slice(OWN_FIELD.length - 1)) as Partial<Record<keyof OwnFields, unknown>>
    const ids = textsIn(given.ids)
    const isUsable =
      new Set(ids).size === ids.length && ids.every((id) => id.length <= LONGEST_ID && id !== '__proto__')
    const former = textsIn(given.former).filter((one) => VALID_SLUG.test(one) && !RESERVED_SLUGS.has(one))
    const evidence = Array.isArray(given.evidence) ? given.evidence : []
    return { source: lines.join('\n'), fields: { ids: isUsable ? ids : [], former, evidence } }
  } catch {
    return {}
  }
}

const LONGEST_ID = 64
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string' && one !== '') : []

/** The line that takeOwn reads. */
export const ownLine = (fields: { [Name in keyof OwnFields]?: OwnFields[Name] | undefined }): string =>
  `galley: ${JSON.stringify(fields)}\n`

type FrontMatterOptions = {
  /** foreign: the file was written for another tool, where a slug, a tag or a description may be what it can't be here. */
  foreign?: boolean
}

/** Parses front matter; throws on the first problem. */
export function splitFrontMatter(text: string, options: FrontMatterOptions = {}): FrontMatter {
  const read = readFrontMatter(text, options)
  if (read.problems.length > 0)
    throw new FileProblem(read.problems.map(({ line, message }) => `line ${line}: ${message}`).join('; '))
  return read
}

export function hasFrontMatter(text: string): boolean {
  const { source, isOpen } = split(text)
  return isOpen || source !== undefined
}

export function readFrontMatter(text: string, options: FrontMatterOptions = {}): FrontMatter {
  const { source, body, isOpen, isToml } = split(text)
  if (isOpen) return failed(text, 1, `the front matter has no end: a line with ${isToml ? '+++' : '---'} is missing`)
  if (source === undefined) return { ...NOTHING, body }
  const own = options.foreign || isToml ? {} : takeOwn(source)
  const read = readGiven(own.source ?? source, { body, isToml, options })
  return own.fields ? { ...read, own: own.fields } : read
}

type Given = { body: string; isToml: boolean | undefined; options: FrontMatterOptions }

function readGiven(source: string, { body, isToml, options }: Given): FrontMatter {
  if (source.length > LONGEST) return failed(body, 1, `the front matter is longer than ${LONGEST / 1024} KiB`)
  return isToml ? readToml(source, body, options) : readYaml(source, body, options)
}

const NOTHING: Omit<FrontMatter, 'body'> = { fields: {}, rest: {}, given: {}, problems: [], notes: [], lines: {} }
const failed = (body: string, line: number, message: string): FrontMatter => ({
  ...NOTHING,
  body,
  problems: [{ line, message }],
})

/** YAML is delimited by lines of dashes, TOML by lines of plus signs. */
const FENCE = /^(---|\+\+\+)[ \t]*\r?$/
const FIELD = { yaml: /^[ \t{"']*[\w-]+["']?[ \t]*:/, toml: /^[ \t]*[\w."'-]+[ \t]*=/ }

type FrontMatterParts = { source?: string; body: string; isOpen?: boolean; isToml?: boolean }

/** split looks for the two fences. A rule at the top of a text without front matter is none. */
function split(text: string): FrontMatterParts {
  const start = text.startsWith('\ufeff') ? 1 : 0
  const first = lineAt(text, start)
  const fence = FENCE.exec(first.line)?.[1]
  if (fence === undefined || first.next > text.length) return { body: text }
  const isToml = fence === '+++'
  const field = FIELD[isToml ? 'toml' : 'yaml']
  let isOpen = false
  let isFirstParagraph = true
  for (let at = first.next; at <= text.length; ) {
    const { line, next } = lineAt(text, at)
    if (FENCE.exec(line)?.[1] === fence) return { source: text.slice(first.next, at), body: text.slice(next), isToml }
    isFirstParagraph &&= line.trim() !== ''
    isOpen ||= isFirstParagraph && field.test(line)
    at = next
  }
  return { body: text, isOpen, isToml }
}

function lineAt(text: string, at: number): { line: string; next: number } {
  const end = text.indexOf('\n', at)
  return end === -1 ? { line: text.slice(at), next: text.length + 1 } : { line: text.slice(at, end), next: end + 1 }
}

function readToml(source: string, body: string, options: FrontMatterOptions): FrontMatter {
  let given: Record<string, unknown>
  try {
    given = parseToml(source)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    return failed(body, error.line + 1, `the front matter is not TOML: ${firstSentence(error.message)}`)
  }
  if (JSON.stringify(given).includes('\\u0000')) return failed(body, 2, 'the front matter has a NUL character')
  const lines = source.split('\n')
  const lineOf = (name: string) => lines.findIndex((line) => line.trimStart().startsWith(name)) + 2
  return { body, ...readFields(given, lineOf, options) }
}

function readYaml(source: string, body: string, options: FrontMatterOptions): FrontMatter {
  const counter = new LineCounter()
  // Merge keys (`<<`) count: overlooking a `visibility` that comes from one would make the page public.
  const yaml = parseYaml(source, { lineCounter: counter, logLevel: 'error', merge: true })
  // The first line of the file is the fence.
  const fileLine = (offset: number) => counter.linePos(offset).line + 1
  const [error] = yaml.errors
  const problem = error ? { message: firstSentence(error.message), offset: error.pos[0] } : keyProblem(yaml)
  if (problem) return failed(body, fileLine(problem.offset), `the front matter is not YAML: ${problem.message}`)
  let given: unknown
  try {
    given = yamlValue(yaml)
  } catch (cause) {
    return failed(body, 2, `the front matter is not YAML: ${(cause as Error).message}`)
  }
  if (given === null || given === undefined) return { ...NOTHING, body }
  // Neither a list nor a scalar, nor a set or an ordered map, which YAML has too.
  if (Object.getPrototypeOf(given) !== Object.prototype)
    return failed(body, 2, 'the front matter is not a list of fields')
  if (JSON.stringify(given).includes('\\u0000')) return failed(body, 2, 'the front matter has a NUL character')
  const lineOf = (name: string) => {
    const node = yaml.get(name, true) as { range?: [number, number, number] } | undefined
    return node?.range ? fileLine(node.range[0]) : 2
  }
  return { body, ...readFields(given, lineOf, options) }
}

const firstSentence = (message: string) => message.split('\n')[0]!

type KnownFields = Omit<FrontMatterFields, 'published' | 'addresses'>
const READERS: { [Name in keyof KnownFields]-?: (value: unknown) => KnownFields[Name] } = {
  title: (value) => text(value, 'title', MAX_TITLE),
  slug,
  summary: (value) => text(value, 'summary', MAX_SUMMARY),
  description: (value) => text(value, 'description', MAX_DESCRIPTION),
  tags,
  visibility,
  access,
  lang,
  category: (value) => text(value, 'category', LONGEST_CATEGORY),
  position,
  pinned,
}
const OTHER_NAMES: Partial<Record<keyof KnownFields, string[]>> = {
  lang: ['locale'],
  position: ['order', 'weight', 'sidebar_position', 'nav_order'],
}
/** Fields that mean something else in other tools, or allow other values there; kept unchanged. */
const MAY_DIFFER: ReadonlySet<string> = new Set([
  'title',
  'slug',
  'summary',
  'description',
  'tags',
  'lang',
  'category',
  'pinned',
])

type ReadFields = Omit<FrontMatter, 'body'>

/** The key of a field in front matter. */
function fieldKey(given: object, name: keyof KnownFields): string | undefined {
  const keys = Object.entries(given).flatMap(([key, value]) => (value === undefined || value === null ? [] : key))
  // "Visibility" means visibility: a field that is overlooked could open the file.
  return keys.find((key) => key.toLowerCase() === name) ?? keys.find((key) => OTHER_NAMES[name]?.includes(key))
}

function readFields(
  given: object,
  lineOf: (name: string) => number,
  { foreign = false }: FrontMatterOptions,
): ReadFields {
  const page: ReadFields = { fields: {}, rest: {}, given: { ...given }, problems: [], notes: [], lines: {} }
  const entries = Object.entries(given).filter(([, value]) => value !== undefined && value !== null)
  const taken = new Set<string>()
  for (const name of Object.keys(READERS) as (keyof KnownFields)[]) {
    const found = entries.filter(([key]) => key.toLowerCase() === name)
    const key = fieldKey(given, name)
    if (key === undefined) continue
    const [, value] = entries.find(([other]) => other === key)!
    page.lines[name] = lineOf(key)
    try {
      if (found.length > 1) throw new FileProblem(`${name} is there twice`)
      const read = READERS[name](value)
      if (read !== undefined) Object.assign(page.fields, { [name]: read })
      taken.add(key)
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      // In other tools a slug may be a whole address: it is recorded by addressesOf(), and the document gets a generated slug.
      if (foreign && name === 'slug') continue
      const isNote = foreign && MAY_DIFFER.has(name)
      page[isNote ? 'notes' : 'problems'].push({ line: lineOf(key), message: error.message })
    }
  }
  readPublished(page, entries, lineOf)
  const addresses = addressesOf(entries)
  if (addresses.length > 0) page.fields.addresses = addresses
  // `draft` duplicates `published`; a date carries more than a boolean.
  const isOurs = (key: string) => taken.has(key) || /^(?:draft|published)$/i.test(key)
  page.rest = Object.fromEntries(entries.filter(([key]) => !isOurs(key)))
  return page
}

const ADDRESSES = ['slug', 'permalink', 'url', 'aliases', 'redirect_from']

/** Addresses that a page declares (aliases, permalinks); a slug counts only if it contains a slash. */
const addressesOf = (entries: [string, unknown][]): string[] =>
  entries
    .filter(([key]) => ADDRESSES.includes(key))
    .flatMap(([, value]) => value)
    .filter((value) => typeof value === 'string')
    .filter((value) => value.includes('/') && !/^[a-z][a-z0-9+.-]*:/i.test(value))

function readPublished(read: ReadFields, entries: [string, unknown][], lineOf: (name: string) => number) {
  for (const [key, value] of entries.filter(([key]) => PUBLISHING.has(key.toLowerCase()))) {
    try {
      const published = publishedBy(key.toLowerCase(), value)
      // One field that unpublishes the page wins over others.
      if (published !== undefined && read.fields.published !== false) {
        read.fields.published = published
        read.lines.published = lineOf(key)
      }
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      read.problems.push({ line: lineOf(key), message: error.message })
    }
  }
}

function text(value: unknown, name: string, longest: number): string | undefined {
  if (typeof value === 'object') throw new FileProblem(`${name} must be text`)
  const trimmed = String(value).trim()
  refuseLonger(trimmed, name, longest)
  return trimmed === '' ? undefined : trimmed
}

const VALID_SLUG = new RegExp(SLUG_PATTERN, 'u')

function slug(value: unknown): string | undefined {
  const wantedSlug = text(value, 'slug', MAX_SLUG_LENGTH)?.normalize('NFC')
  if (wantedSlug === undefined) return undefined
  if (!VALID_SLUG.test(wantedSlug))
    throw new FileProblem(`slug "${wantedSlug}" must be lower-case letters, digits and hyphens`)
  if (RESERVED_SLUGS.has(wantedSlug)) throw new FileProblem(`slug "${wantedSlug}" is reserved`)
  return wantedSlug
}

function tags(value: unknown): string[] | undefined {
  const list = Array.isArray(value) ? value.filter((tag) => tag !== null) : String(value).split(',')
  const tagList = [...new Set(list.map((tag) => text(tag, 'tag', MAX_TAG)).filter((tag) => tag !== undefined))]
  if (tagList.length > MAX_TAGS) throw new FileProblem(`tags are more than ${MAX_TAGS}`)
  return tagList
}

function visibility(value: unknown): Visibility {
  const found = VISIBILITIES.find((one) => one === value)
  if (!found) throw new FileProblem(`visibility must be one of ${VISIBILITIES.join(', ')}`)
  return found
}

/** Reported for each of `access.users` without a matching account. */
export const NO_SUCH_ADDRESS = 'people are named by their email, and no account here has proven this one'

function access(value: unknown): FrontMatterFields['access'] {
  const { roles = [], users = [], groups = [] } = value as Record<string, unknown>
  if (!Array.isArray(roles) || !Array.isArray(users) || !Array.isArray(groups))
    throw new FileProblem('access must be lists of roles, users and groups')
  if (users.length + groups.length > MOST_USERS)
    throw new FileProblem(`access names more than ${MOST_USERS} users and groups`)
  const named = { roles: roles.map(String), users: users.map(String) }
  return groups.length > 0 ? { ...named, groups: groups.map(String) } : named
}

function lang(value: unknown): string | undefined {
  const langTag = text(value, 'lang', LONGEST_TAG)
  const tag = langTag === undefined ? undefined : languageTag(langTag)
  if (langTag !== undefined && tag === undefined)
    throw new FileProblem(`lang "${langTag}" is not a language tag such as en or pt-BR`)
  return tag
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

/** Writes a file that splitFrontMatter reads back: fields in a fixed order, empty ones omitted. */
export function joinFrontMatter(fields: object, body: string, own = ''): string {
  const present = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  )
  let end = body.length
  while (body[end - 1] === '\n') end--
  const text = body === '' ? '' : `${body.slice(0, end)}\n`
  if (Object.keys(present).length === 0 && !/^(?:---|\+\+\+)/.test(text)) return text
  return `---\n${stringify(present, { lineWidth: 0 })}${own}---\n${text === '' ? '' : `\n${text}`}`
}
