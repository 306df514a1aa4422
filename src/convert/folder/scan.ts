// Looks through a folder of Markdown: which files can be imported, in which order, and why the others can't.
// Reads names; what a page says is read in page/file.ts. Never follows a link out of the folder.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { FILE_ENDINGS, PICTURE_ENDINGS } from '#file-kinds.ts'
import { hasFrontMatter } from '../page/front-matter.ts'
import type { Finding } from '../report.ts'
import { SAVED_PAGE } from '../saved/read-saved.ts'

export type FoundFile = { path: string; folder: string; describesFolder: boolean }
/**
 * `uploads` are pictures and files that documents may show; `undescribed` are folders whose README is there but was skipped; `names` are
 * all files. `saved` are Word files and saved pages, imported where there is no Markdown. `failed` should have been imported.
 */
export type Scan = {
  files: FoundFile[]
  names: string[]
  saved: FoundFile[]
  uploads: Set<string>
  folders: string[]
  skipped: Finding[]
  failed: Finding[]
  undescribed: string[]
}

const LARGEST_FILE = 8 * 1024 * 1024
const MOST_LEVELS = 12
const MARKDOWN = /\.(md|markdown|mdx)$/i
export const UPLOAD = new RegExp(`\\.(${PICTURE_ENDINGS}|jpeg|${FILE_ENDINGS})$`, 'i')
export const PICTURE = new RegExp(`\\.(?:${PICTURE_ENDINGS}|jpeg)$`, 'i')
const DESCRIBES_FOLDER = /^(readme|index|_index)\.(md|markdown|mdx)$/i
/** Folders of build tools and packages; their Markdown is never imported. */
const TOOLS_OWN = new Set(['node_modules'])
/** The hidden folder in which GitBook keeps pictures and parts of pages; nothing in it is a page. */
const ASSETS = '.gitbook'

/** scanFolder goes in the order of names, a folder's files before its folders, so that every run sees the same order. */
export function scanFolder(root: string, only?: string): Scan {
  const scan: Scan = {
    files: [],
    names: [],
    saved: [],
    uploads: new Set(),
    folders: [],
    skipped: [],
    failed: [],
    undescribed: [],
  }
  visit(root, '', 0, scan)
  if (only !== undefined) return { ...scan, ...oneFile(scan, only) }
  // Where pages are written in Markdown, such files are parts of the site or things to download.
  if (scan.files.length === 0) scan.files.push(...scan.saved)
  else
    for (const { path } of scan.saved) {
      if (UPLOAD.test(path)) scan.uploads.add(path)
      // HTML with front matter is a page; HTML without is a template or an asset.
      else if (hasFrontMatter(readFileSync(join(root, path), 'utf8')))
        scan.failed.push({ path, reason: 'a page in HTML with front matter: write it in Markdown' })
      else scan.skipped.push({ path, reason: 'not Markdown' })
    }
  return scan
}

/** Restricts a scan to one page; the uploads stay, because the page may show them. */
function oneFile({ files, saved }: Scan, only: string): Partial<Scan> {
  const [found] = [...files, ...saved].filter(({ path }) => path === only)
  return {
    files: found ? [{ ...found, describesFolder: false }] : [],
    folders: [],
    skipped: [],
    failed: [],
    undescribed: [],
  }
}

/** byName: step-2 comes before step-10. */
export const byName = new Intl.Collator('en', { numeric: true })

function visit(root: string, folder: string, level: number, scan: Scan): void {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  entries.sort((one, other) => byName.compare(one.name, other.name))
  const below: string[] = []
  let described = folder === ''
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    const skip = (reason: string) => {
      const isContent = MARKDOWN.test(entry.name) && !entry.name.startsWith('.')
      scan[isContent ? 'failed' : 'skipped'].push({ path, reason })
      if (!described && DESCRIBES_FOLDER.test(entry.name)) scan.undescribed.push(folder)
    }
    if (entry.name === ASSETS && entry.isDirectory()) scanAssets(root, path, scan)
    else if (entry.name.startsWith('.')) skip('hidden')
    else if (entry.isSymbolicLink()) skip('a symbolic link')
    else if (entry.isDirectory()) {
      if (TOOLS_OWN.has(entry.name)) skip('of a tool')
      else if (level === MOST_LEVELS) scan.failed.push({ path, reason: `deeper than ${MOST_LEVELS} levels` })
      else below.push(path)
    } else if (!entry.isFile()) skip('not a file')
    else if (scan.names.push(path) && SAVED_PAGE.test(entry.name))
      scan.saved.push({ path, folder, describesFolder: false })
    else if (!MARKDOWN.test(entry.name)) {
      if (UPLOAD.test(entry.name)) scan.uploads.add(path)
      else skip('not Markdown')
    } else if (statSync(join(root, path)).size > LARGEST_FILE) skip('larger than 8 MiB')
    else {
      const describesFolder = !described && DESCRIBES_FOLDER.test(entry.name)
      described ||= describesFolder
      scan.files.push({ path, folder, describesFolder })
    }
  }
  for (const path of below) {
    scan.folders.push(path)
    visit(root, path, level + 1, scan)
  }
}

function scanAssets(root: string, folder: string, scan: Scan): void {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const path = posix.join(folder, relative(join(root, folder), entry.parentPath), entry.name)
    scan.names.push(path)
    if (UPLOAD.test(path)) scan.uploads.add(path)
  }
}
