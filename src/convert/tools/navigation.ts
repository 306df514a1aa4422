// Converts a tool's navigation to the order of files and folders, and the name of a
// folder where a group of the list is just that folder.

import { withoutEnds } from '../page/addresses.ts'
import { keyProblem, parseYaml, yamlValue } from '../page/yaml.ts'
import { readLiteral } from '../syntax/literal.ts'
import type { NavigationEntry, SourceFolder } from './preset.ts'

/** A NavEntry is a page by its path or address, a folder as a whole, or a group of entries; `link` is a page of the group itself. */
export type NavEntry = { title?: string; page?: string; link?: string; folder?: string; entries?: NavEntry[] }

const bare = (path: string): string =>
  withoutEnds(path.replace(/^\.(?=\/)/, ''))
    .replace(/\.(?:md|mdx|markdown|html?)$/i, '')
    .replace(/(?:^|\/)(?:index|readme)$/i, '')

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

const pagesIn = (entries: readonly NavEntry[]): string[] =>
  entries.flatMap(({ page, link = page, entries: inner = [] }) => [
    ...(link === undefined ? [] : [bare(link)]),
    ...pagesIn(inner),
  ])

export function navigationFrom(entries: readonly NavEntry[]): Map<string, NavigationEntry> {
  const byPath = new Map<string, NavigationEntry>()
  const parents = new Set(pagesIn(entries).map(parentOf))
  /** A folder's index page counts as inside it. */
  const folderOf = (page: string) => (parents.has(bare(page)) ? bare(page) : parentOf(bare(page)))
  /** Groups per folder: only a folder with a single group gets its name. */
  const groups = new Map<string, number>()
  const named: { folder: string; name: string; position: number }[] = []
  let position = 0
  const visit = (list: readonly NavEntry[]): Set<string> => {
    const all = new Set<string>()
    for (const { title, page, link = page, folder: whole, entries: inner = [] } of list) {
      if (link !== undefined && !byPath.has(bare(link))) byPath.set(bare(link), { position: position++ })
      if (link !== undefined) all.add(folderOf(link))
      const before = position++
      const direct = inner.flatMap(({ page }) => (page === undefined ? [] : folderOf(page)))
      for (const folder of new Set(direct)) groups.set(folder, (groups.get(folder) ?? 0) + 1)
      const folders = visit(inner)
      if (whole !== undefined) folders.add(bare(whole))
      const [folder] = folders
      if (title !== undefined && page === undefined && folders.size === 1 && folder)
        named.push({ folder, name: title, position: before })
      for (const one of folders) all.add(one)
    }
    return all
  }
  visit(entries)
  // A group whose pages are all in one folder is that folder, under the name that readers know.
  for (const { folder, name, position: before } of named)
    if ((groups.get(folder) ?? 0) <= 1 && byPath.get(folder)?.name === undefined)
      byPath.set(folder, { position: before, ...byPath.get(folder), name })
  return byPath
}

/** Keys by which tools name title, page, entries, and auto-listed folders. */
const TITLES = ['label', 'text', 'group', 'title']
const PAGES = ['slug', 'link', 'id', 'page']
const LISTS = ['items', 'pages', 'tabs', 'anchors', 'dropdowns', 'versions', 'languages', 'groups', 'entries']
const FOLDERS = ['dirName', 'directory']
const WORDS = new Set([...TITLES, ...PAGES, ...LISTS, ...FOLDERS, 'type', 'autogenerate', 'base', 'href'])

const firstText = (record: Record<string, unknown>, names: string[]): string | undefined =>
  names.map((name) => record[name]).find((value) => typeof value === 'string') as string | undefined

/**
 * entriesOf reads the list of any tool: pages by themselves, objects that name a page or hold entries, and `title: page` or
 * `title: [entries]`. `base` precedes the pages' paths.
 */
export function entriesOf(given: unknown, base = ''): NavEntry[] {
  if (Array.isArray(given)) return given.flatMap((one) => entriesOf(one, base))
  if (typeof given === 'string') return /^[a-z]+:\/\//i.test(given) ? [] : [{ page: base + given }]
  if (typeof given !== 'object' || given === null) return []
  const record = given as Record<string, unknown>
  if (!Object.keys(record).some((key) => WORDS.has(key)))
    return Object.entries(record).flatMap(([title, value]) => titled(title, value, base))
  const inside = firstText(record, ['base']) ?? base
  const { link, autogenerate } = record
  const page = firstText(record, PAGES) ?? firstText((link ?? {}) as Record<string, unknown>, ['id'])
  const folder = firstText({ ...(autogenerate as object), ...record }, FOLDERS)
  const entries = LISTS.flatMap((name) => entriesOf(record[name], inside))
  const title = firstText(record, TITLES)
  if (title === undefined && page === undefined && folder === undefined) return entries
  const [own] = page === undefined ? [] : entriesOf(page, base)
  return [
    {
      ...(entries.length > 0 ? own && { link: own.page! } : own),
      ...(title !== undefined && { title }),
      ...(folder !== undefined && { folder }),
      ...(entries.length > 0 && { entries }),
    },
  ]
}

/** Titles, as opposed to paths such as `/guide/`. */
function titled(title: string, value: unknown, base: string): NavEntry[] {
  const entries = entriesOf(value, base)
  if (title.startsWith('/')) return entries
  return typeof value === 'string' ? entries.map((entry) => ({ title, ...entry })) : [{ title, entries }]
}

/** Reads a property from the first of these files that exists; computed values are reported. */
export function readConfigured(
  { readAbove, notes }: SourceFolder,
  files: readonly string[],
  property?: string,
): unknown {
  for (const path of files) {
    const source = readAbove(path)
    if (source === undefined) continue
    const read = /\.json$/.test(path) ? jsonAt(source, property) : readLiteral(source, property)
    const computed = read?.computed ?? []
    if (computed.length > 0)
      notes.push({
        path,
        line: computed[0]!,
        reason: `computes a part of its ${property ?? 'entries'}, which is not known`,
      })
    if (read) return read.value
  }
  return undefined
}

function jsonAt(source: string, property: string | undefined): { value: unknown; computed: number[] } | undefined {
  const value = readYaml(source)
  if (property === undefined) return { value, computed: [] }
  const found = (value as Record<string, unknown> | undefined)?.[property]
  return found === undefined ? undefined : { value: found, computed: [] }
}

/** Undefined if unreadable: an unknown order must not stop the import. JSON is YAML, too. */
export function readYaml(source: string): unknown {
  try {
    // Tags such as !!python/name belong to plugins; what they stand for is not needed here.
    const yaml = parseYaml(source, { logLevel: 'silent' })
    // Collecting all errors of invalid YAML can take hours.
    return yaml.errors.length > 0 || keyProblem(yaml)?.isDeep ? undefined : (yamlValue(yaml) ?? undefined)
  } catch {
    return undefined
  }
}
