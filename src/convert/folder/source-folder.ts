// The folder as presets may read it (tools/preset.ts): the files of the folder itself, and files of given names above it,
// where tools keep their configuration. Follows no links, reads nothing large, runs nothing.

import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import type { SourceFolder } from '../tools/preset.ts'

const LARGEST = 1024 * 1024
/** `src/content/docs/en` is as deep below the configuration as tools put their pages. */
const LEVELS_ABOVE = 4

/** A source folder that records which of its files were read. */
type OpenFolder = SourceFolder & { used: ReadonlySet<string> }

/**
 * Nothing above `top` is read: what was uploaded must not reach any file of the machine. `onRead` hears of every file that is
 * read, and of those whose presence decides something.
 */
export type ReadingBounds = { top?: string | undefined; onRead?: ((file: string) => void) | undefined }

export function openSourceFolder(
  root: string,
  files: readonly string[],
  { top, onRead }: ReadingBounds = {},
): OpenFolder {
  const above = foldersAbove(root, top)
  const present = new Set(files)
  const used = new Set<string>()
  const use = (path: string): string | undefined => {
    used.add(path)
    return read(join(root, path))
  }
  const read = (file: string): string | undefined => readSmall(file, onRead)
  const findPart: SourceFolder['findPart'] = (from, address) => {
    // `@/` and `@site/docs/` are the top of the site, in one tool and the other.
    const path = posix.normalize(address.replace(/^(?:@|~|@site)?\//, ''))
    const near = posix.join(posix.dirname(from), address)
    const ending = files.filter((file) => file.endsWith(`/${path}`))
    const found =
      [near, path, `${near}.md`].find((file) => present.has(file)) ?? (ending.length === 1 ? ending[0] : undefined)
    const text = found === undefined ? undefined : use(found)
    return text === undefined ? findAbove(above, path, onRead) : { path: found!, text }
  }
  return {
    findPart,
    files,
    used,
    notes: [],
    read: (path) => (present.has(path) ? use(path) : undefined),
    levelOf: (name) => {
      const level = above.findIndex((folder) => isThere(join(folder, name)))
      if (level === -1) return undefined
      onRead?.(join(above[level]!, name))
      return level
    },
    readAbove: (name) => {
      for (const folder of above) {
        const text = folder === root ? use(name) : read(join(folder, name))
        if (text !== undefined) return text
      }
      return undefined
    },
  }
}

/** The folder and its parents, up to `top` or the farthest level at which tools keep configuration. */
export function foldersAbove(root: string, top?: string): string[] {
  const folders = [root]
  while (folders.length <= LEVELS_ABOVE && folders.at(-1) !== top) folders.push(dirname(folders.at(-1)!))
  return folders
}

/** Folders for snippets that pages include. */
export const SHARED = ['examples', 'includes', 'snippets', '_includes']

/**
 * findAbove looks where tools keep what pages share: in folders of these names beside the folder or above it, and Markdown
 * beside the configuration. Nothing else above the folder is read, and no folder that is a link: a page must not be able to
 * publish any file of the machine.
 */
function findAbove(
  [, ...above]: string[],
  path: string,
  onRead: ReadingBounds['onRead'],
): { path: string; text: string } | undefined {
  if (path.split('/').some((part) => part.startsWith('.'))) return undefined
  for (const folder of above) {
    const beside = /\.mdx?$/i.test(path) && !path.includes('/') ? [path] : []
    for (const name of [...SHARED.map((shared) => `${shared}/${path}`), ...beside]) {
      const text = readSmall(join(folder, name), onRead)
      if (text && isWithoutLinks(folder, name)) return { path, text }
    }
  }
  return undefined
}

const isWithoutLinks = (folder: string, name: string): boolean =>
  realpathSync(join(folder, name)) === join(realpathSync(folder), name)

function isThere(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat !== undefined && (stat.isDirectory() || stat.isFile())
}

function readSmall(path: string, onRead: ReadingBounds['onRead']): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile() || stat.size > LARGEST) return undefined
  onRead?.(path)
  return readFileSync(path, 'utf8')
}
