// The front matter of a Markdown file, as `galley import` and `galley export` know it: who may read a document is said
// there, so a file whose front matter is not understood is refused instead of being imported as open to all. Loaded on demand.

import { parse } from 'yaml'
import type { DocumentCreate } from '../api/schema.ts'
import type { AccessList, Visibility } from '../api/types.ts'

/** Fields are what is sent of it; `category` is a path of names, which the importer looks up. */
export type Fields = Partial<
  Pick<DocumentCreate, 'title' | 'slug' | 'summary' | 'tags' | 'visibility' | 'access' | 'position'>
> & { category?: string }
type Given = Record<string, unknown>

const FRONT_MATTER = /^\ufeff?---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?---[ \t]*(?:\r?\n|$)/
const BEGINS_WITHOUT_END = /^\ufeff?---[ \t]*\r?\n[ \t]*[\w-]+[ \t]*:/
const VISIBILITIES: readonly unknown[] = ['public', 'members', 'restricted'] satisfies Visibility[]

export function splitFrontMatter(source: string): { fields: Fields; body: string } {
  const match = FRONT_MATTER.exec(source)
  if (match) return { fields: readFields(parseYaml(match[1] ?? '')), body: source.slice(match[0].length) }
  if (BEGINS_WITHOUT_END.test(source)) throw new Error('Its front matter has no end: a line with --- is missing.')
  return { fields: {}, body: source }
}

function parseYaml(source: string): Given {
  let value: unknown
  try {
    value = parse(source, { maxAliasCount: 20, logLevel: 'error' })
  } catch (error) {
    throw new Error(`Its front matter is no YAML: ${(error as Error).message.split('\n')[0]}`)
  }
  if (value === null || value === undefined) return {}
  if (typeof value !== 'object' || Array.isArray(value)) throw new Error('Its front matter is no list of fields.')
  return value as Given
}

function readFields(given: Given): Fields {
  const fields = {
    title: text(given.title, 'title'),
    slug: text(given.slug, 'slug'),
    summary: text(given.summary, 'summary'),
    tags: tags(given.tags),
    visibility: visibility(given.visibility),
    access: access(given.access),
    position: position(given.position ?? given.order ?? given.weight),
    category: text(given.category, 'category'),
  }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function text(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'object') throw new Error(`The ${name} in its front matter is no text.`)
  return String(value).trim() || undefined
}

function tags(value: unknown): string[] | undefined {
  if (value === undefined || value === null) return undefined
  const list = Array.isArray(value) ? value : String(value).split(',')
  return [...new Set(list.map((tag) => text(tag, 'tag')).filter((tag) => tag !== undefined))]
}

function visibility(value: unknown): Visibility | undefined {
  if (value === undefined || value === null) return undefined
  if (!VISIBILITIES.includes(value))
    throw new Error(`Its visibility is “${String(value)}”, which is none of ${VISIBILITIES.join(', ')}.`)
  return value as Visibility
}

function access(value: unknown): AccessList | undefined {
  if (value === undefined || value === null) return undefined
  const { roles = [], users = [] } = value as Given
  if (!Array.isArray(roles) || !Array.isArray(users))
    throw new Error('The access in its front matter is not lists of roles and users.')
  if (users.length > 0)
    throw new Error(
      `Its access names people (${users.join(', ')}), whom the panel cannot look up. Import it with npx galley import, or take them out and let them in afterwards.`,
    )
  return { roles: roles.map(String) as AccessList['roles'], users: [] }
}

function position(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 1_000_000 ? value : undefined
}
