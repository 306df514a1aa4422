// Pictures and files that a site keeps outside of its pages' folder: what its tool serves from the top of the site
// (`static/`, `public/`), and pictures of the same project that pages show by path. Nothing outside of the project is found,
// and nothing behind a link: a page must not be able to publish any file of the machine.

import { lstatSync, realpathSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import type { Preset } from '../tools/preset.ts'
import { PICTURE, UPLOAD } from './scan.ts'
import { foldersAbove, type ReadingBounds, SHARED } from './source-folder.ts'

const SERVED = ['public', 'static']
/** The top of the project, as two tools write it; others mean their sources by `~/`. */
const TOPS: Readonly<Record<string, readonly string[]>> = { '@site': [''], '~': ['src', ''], '@': ['src', ''] }

/** Resolves an address in the page at `from` to a path outside the folder, which begins with `../`. */
type FindSiteFile = (from: string, address: string) => string | undefined

export function openSiteFiles(
  root: string,
  { files }: Pick<Preset, 'files'>,
  { top, onRead }: ReadingBounds = {},
): FindSiteFile {
  const above = foldersAbove(root, top)
  const end = above.findIndex((folder) => files.some((name) => lstatSync(join(folder, name), QUIET)))
  const project = above[end]
  if (project === undefined || project === root) return () => undefined
  for (const name of files) if (lstatSync(join(project, name), QUIET)) onRead?.(join(project, name))
  const real = realpathSync(project)
  const isThere = (path: string) =>
    path.startsWith(project + sep) &&
    !/[\\/](?:\.|node_modules[\\/])/.test(path.slice(project.length)) &&
    lstatSync(path, QUIET)?.isFile() === true &&
    realpathSync(path) === real + path.slice(project.length)

  function served(address: string): string[] {
    const path = posix.normalize(address)
    const folders = SHARED.some((name) => path.startsWith(`/${name}/`)) ? above.slice(1, end + 1) : []
    return [...SERVED.map((name) => join(project!, name, path)), ...folders.map((folder) => join(folder, path))]
  }

  function shown(from: string, address: string): string[] {
    const [top = '', ...rest] = address.split('/')
    const tops = Object.hasOwn(TOPS, top) ? TOPS[top] : undefined
    return tops?.map((name) => join(project!, name, ...rest)) ?? [join(root, posix.dirname(from), address)]
  }

  return (from, address) => {
    const isServed = address.startsWith('/')
    if (!(isServed ? UPLOAD : PICTURE).test(address)) return undefined
    const found = (isServed ? served(address) : shown(from, address)).find(isThere)
    return found === undefined ? undefined : relative(root, found).split(sep).join('/')
  }
}

const QUIET = { throwIfNoEntry: false } as const
