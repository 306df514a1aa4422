// A folder, whichever tool it was written for, as plain pages: what becomes of each file, where links between them lead, which
// pictures and files they show, and which addresses of the old site lead to them. Reads files of that folder and of the project
// around it; knows no database, and writes nothing.

import { basename, dirname, posix, sep } from 'node:path'
import { decodedPart } from 'galley-blocks/urls.ts'
import { scanFolder } from './folder/scan.ts'
import { openSiteFiles } from './folder/site-files.ts'
import { openSourceFolder, type ReadingBounds } from './folder/source-folder.ts'
import { oldRedirects } from './old-redirects.ts'
import { candidatesFor, FolderAddresses, keptPaths, movedPages, type Page } from './page/addresses.ts'
import { LONGEST_PAGE_MS } from './page/file.ts'
import { FolderLanguages } from './page/language.ts'
import { type FolderPlan, planFolder } from './plan.ts'
import type { PresetName } from './preset-names.ts'
import { type PlainPage, type Reading, readPage } from './read.ts'
import { type ConversionReport, countedOnce, type Finding } from './report.ts'
import type { Preset } from './tools/preset.ts'
import { choosePreset, isExport } from './tools/presets.ts'

type ConvertOptions = ReadingBounds & {
  preset?: PresetName | 'auto'
  /** prefix stands before the path in every slug that is made from one. */
  prefix?: string
  /** lang is the language of the site, which pages that have it need not name. */
  lang?: string
  /** only is the one file of the folder to convert. */
  only?: string | undefined
  /** pageMs is how long the reading of one file may take. */
  pageMs?: number
}

/** Redirects are old addresses by where each leads, and the old address of each page, by where that is now. */
type Redirects = { moved: ReadonlyMap<string, string>; paths: ReadonlyMap<string, string>; notes: Finding[] }

export type ConvertedFolder = {
  preset: PresetName
  /** Why this preset was chosen. */
  because: string
  folders: FolderPlan['folders']
  pages: FolderPlan['pages']
  /** isExport: Galley exported this folder, so its addresses are Galley's own. */
  isExport: boolean
  /** Grows while pages are read. */
  report: ConversionReport
  /** Converts one file; throws a FileProblem if that is impossible. */
  read: (page: FolderPlan['pages'][number]) => Promise<PlainPage>
  redirects: () => Redirects
  /** Files that contributed nothing to the import, except the uploads in `kept`. */
  leftOut: (kept: readonly Finding[]) => Finding[]
  /** uploads are the pictures and files in the folder, whether a page shows them or not. */
  uploads: ReadonlySet<string>
}

/**
 * convertFolder plans the whole folder, and reads its pages one by one later. `slugOf` is the slug of the category that a folder
 * became, to which links to the folder lead.
 */
export function convertFolder(
  root: string,
  slugOf: (folder: string) => string | undefined,
  options: ConvertOptions = {},
): ConvertedFolder {
  const { preset: asked = 'auto', prefix = '', lang = 'en', only, pageMs = LONGEST_PAGE_MS } = options
  const { top, onRead } = options
  const bounds = { top, onRead }
  const scan = scanFolder(root, only)
  const { preset, reason } = choosePreset(asked, openSourceFolder(root, scan.names, bounds))
  const plan = planFolder(root, scan, preset, { prefix, pageMs, ...bounds })
  const report: ConversionReport = {
    failed: [...scan.failed, ...plan.failed],
    skipped: [...scan.skipped, ...plan.skipped],
    unknown: [],
    warnings: [...plan.notes],
    unpublished: 0,
    comments: 0,
  }
  const source = openSourceFolder(root, scan.names, bounds)
  const bases = basesOf(root, preset)
  const findSiteFile = openSiteFiles(root, preset, bounds)
  // Categories have their slugs once they are made, which is after the plan.
  let linked: { pages: Page[]; addresses: FolderAddresses; redirected: Map<string, string> } | undefined
  const links = () => {
    if (linked) return linked
    const pages = linkedPages(plan, slugOf)
    const addresses = new FolderAddresses(pages, bases, preset.isSlashed)
    const redirected = oldRedirects(source, addresses)
    addresses.addRedirects(redirected)
    linked = { pages, addresses, redirected }
    return linked
  }
  const reading: Reading = {
    root,
    preset,
    files: {
      pageAt: (from, address, rest) => links().addresses.find(from, address, rest),
      uploadAt: (from, address) =>
        uploadAt(from, address, { found: scan.uploads, bases }) ?? findSiteFile(from, decodedPart(address)),
    },
    languages: new FolderLanguages(root, scan.folders, lang),
    findPart: source.findPart,
    findValue: preset.readValues?.(source) ?? (() => undefined),
    banners: plan.banners,
    pageMs,
    report,
  }
  return {
    preset: preset.name,
    because: reason,
    folders: plan.folders,
    pages: plan.pages,
    report,
    uploads: scan.uploads,
    isExport: isExport(source),
    read: (page) => readPage(page, reading),
    redirects: () => {
      const { pages, redirected } = links()
      if (isExport(source)) return { moved: redirected, paths: new Map(), notes: source.notes }
      const base = siteBase(root, preset)
      const moved = new Map([...redirected, ...movedPages(pages, base)])
      return { moved, paths: keptPaths(pages, base, preset.isSlugBelow === true), notes: source.notes }
    },
    leftOut: (kept) => {
      report.unknown = countedOnce(report.unknown)
      return [...report.skipped, ...kept].filter(({ path }) => !plan.used.has(path) && !source.used.has(path))
    },
  }
}

/** Link targets; a link to a folder without an index page leads to its category. */
function linkedPages({ pages, folders }: FolderPlan, slugOf: (folder: string) => string | undefined): Page[] {
  const described = new Set(pages.filter(({ overview }) => overview).map(({ folder }) => folder))
  const listed = folders.flatMap(({ path, addresses }): Page[] => {
    const slug = slugOf(path)
    if (slug === undefined || described.has(path)) return []
    return [{ path, href: `/read/category/${slug}`, also: addresses }]
  })
  const own = pages.map(
    ({ path, slug, addresses, top }): Page => ({ path, href: `/read/${slug}`, also: addresses, top }),
  )
  return [...own, ...listed]
}

/** Static folders: tools serve their files from the site's root. */
const SERVED = ['', 'public', 'static', 'assets']

/** Resolves an address to the path of an upload in the folder. */
function uploadAt(
  from: string,
  address: string,
  { found, bases }: { found: ReadonlySet<string>; bases: readonly string[] },
): string | undefined {
  const paths = [...candidatesFor(from, decodedPart(address), bases)]
  const served = address.startsWith('/') ? SERVED : ['']
  return served.flatMap((folder) => paths.map((path) => posix.join(folder, path))).find((path) => found.has(path))
}

/** Base paths that the folder may have had: `content/en/docs` may have been served at /, /docs or /en/docs. */
function basesOf(root: string, preset: Preset): string[] {
  const parts = [dirname(dirname(root)), dirname(root), root].map((path) => basename(path))
  return [...new Set([preset.base ?? '', parts[2]!, parts.slice(1).join('/'), parts.join('/')])]
}

/** The folder's base path on the old site: the path after `content/<language>`, or the tool's default. */
function siteBase(root: string, preset: Preset): string {
  const parts = root.split(sep)
  const content = parts.lastIndexOf('content')
  if (preset.base !== undefined || content === -1) return preset.base ?? ''
  const [first = '', ...rest] = parts.slice(content + 1)
  return (/^[a-z]{2}(?:-[a-z]{2})?$/i.test(first) ? rest : [first, ...rest]).join('/')
}
