// An ordered list of pages, whatever file it came from, as what it says of files and folders: their order, and the name of a
// folder where a group of the list is just that folder.

import { parseDocument } from 'yaml'
import { withoutEnds } from '../addresses.ts'
import type { Said } from './preset.ts'

/** A NavEntry is a page by its path or address, or a group of entries. */
export type NavEntry = { title?: string; page?: string; entries?: NavEntry[] }

const bare = (path: string): string =>
  withoutEnds(path.replace(/^\.(?=\/)/, ''))
    .replace(/\.(?:md|mdx|markdown|html?)$/i, '')
    .replace(/(?:^|\/)(?:index|readme)$/i, '')

export function saidByNavigation(entries: readonly NavEntry[]): Map<string, Said> {
  const said = new Map<string, Said>()
  let position = 0
  const folderOf = (page: string) => page.slice(0, Math.max(0, page.lastIndexOf('/')))
  const visit = (list: readonly NavEntry[]): string[] =>
    list.flatMap(({ title, page, entries: inner = [] }) => {
      const own = page === undefined ? [] : [bare(page)]
      for (const path of own) if (!said.has(path)) said.set(path, { position: position++ })
      const before = position++
      const below = visit(inner)
      const folders = new Set(below.map(folderOf))
      const [folder] = folders
      // A group whose pages are all in one folder is that folder, under the name that readers know.
      if (
        title !== undefined &&
        page === undefined &&
        folders.size === 1 &&
        folder &&
        said.get(folder)?.name === undefined
      )
        said.set(folder, { position: before, ...said.get(folder), name: title })
      return [...own, ...below]
    })
  visit(entries)
  return said
}

const MOST_ALIASES = 20

/** readYaml is undefined for what can't be read: an order that is not known is no reason to import nothing. */
export function readYaml(source: string): unknown {
  try {
    // Tags such as !!python/name belong to plugins; what they stand for is not needed here.
    return parseDocument(source, { logLevel: 'silent' }).toJS({ maxAliasCount: MOST_ALIASES }) ?? undefined
  } catch {
    return undefined
  }
}
