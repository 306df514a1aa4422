// Imports a folder of Markdown: folders become categories, files become documents, links between files become links between
// documents. A document is known by its slug, so importing the same folder again updates instead of doubling.

import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Actor } from '#actor.ts'
import type { Visibility } from '#engine/db/vocabulary.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { keepHome } from '#features/brand/brand.ts'
import { listReadable } from '#features/documents/reading/page.ts'
import { keepPaths, putRedirects } from '#features/documents/redirects/redirects.ts'
import { mergeIndex } from '#features/documents/search/indexing/maintenance.ts'
import { EVIDENCE_FILE, importEvidence } from '#features/evidence/exchange.ts'
import { FolderAddresses, keptPaths, movedPages, type Page } from '../page/addresses.ts'
import { namesIn } from '../page/category-names.ts'
import { LONGEST_PAGE_MS, reasonOf } from '../page/file.ts'
import { FolderLanguages } from '../page/language.ts'
import type { PresetName } from '../preset-names.ts'
import type { Preset } from '../presets/preset.ts'
import { choosePreset } from '../presets/presets.ts'
import { FolderCategories } from './categories.ts'
import { oldRedirects } from './old-redirects.ts'
import { type ImportPlan, type PlannedDocument, planImport } from './plan.ts'
import { prefixFor } from './prefix.ts'
import { type Reading, readDocument } from './read.ts'
import { countedOnce, type ImportReport, newReport } from './report.ts'
import { scanFolder } from './scan.ts'
import { openSiteFiles } from './site-files.ts'
import { openSourceFolder } from './source-folder.ts'
import { FolderUploads } from './uploads.ts'
import { type ChangeNotes, type ImportDeps, type ReadyDocument, writeDocuments } from './write.ts'

type ImportOptions = {
  preset?: PresetName | 'auto'
  /** into is the category, by its names from the top, that everything goes below; a list where a name may have a slash in it. */
  into?: string | readonly string[]
  /** top is the folder above which nothing is read: an upload knows nothing of the machine it was unpacked on. */
  top?: string
  /** asDrafts: what is new is published by nobody yet, and what is there says what it said until its draft is published. */
  asDrafts?: boolean
  /** notes is told of everything that the import changes, in the transactions that change it. */
  notes?: ChangeNotes
  /** batch is how many documents are written in one transaction: on SQLite nobody else can write meanwhile. */
  batch?: number
  /** visibility is that of new documents and categories whose files say nothing of it. */
  visibility?: Visibility | undefined
  /** redirects: whether old addresses lead to the documents, and what stood before them on the old site; true finds that out. */
  redirects?: boolean | string
  /** lang is the language of the site, which pages have that name none. */
  lang?: string
  /** only is the one file of the folder to import. */
  only?: string | undefined
  /** pageMs is how long the reading of one file may take. */
  pageMs?: number
  /** isDry: the same report, and nothing is written. */
  isDry?: boolean
  onProgress?: (done: number, total: number) => void | Promise<void>
}

const BATCH = 200

export async function importFolder(
  deps: ImportDeps,
  actor: Actor,
  root: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { preset: asked = 'auto', into = [], visibility, lang = 'en', isDry = false, onProgress = () => {} } = options
  const { top, asDrafts = false, notes, batch = BATCH, pageMs = LONGEST_PAGE_MS } = options
  const names = typeof into === 'string' ? namesIn(into) : into
  const scan = scanFolder(root, options.only)
  const { preset, reason } = choosePreset(asked, openSourceFolder(root, scan.names, top))
  const plan = planImport(root, scan, preset, { prefix: await prefixFor(deps, names), top, pageMs })
  const report = newReport(preset.name, reason, isDry)
  report.skipped.push(...scan.skipped, ...plan.skipped)
  report.failed.push(...scan.failed, ...plan.failed)
  report.warnings.push(...plan.notes)
  const rules = { visibility, asDrafts, onMade: notes?.madeCategory }
  const categories = new FolderCategories(deps, actor, plan.folders, report, rules)
  await categories.settle(names)
  const bases = basesOf(root, preset)
  const uploads = new FolderUploads(deps, actor, root, {
    found: scan.uploads,
    bases,
    findSiteFile: openSiteFiles(root, preset, top),
    isDry,
  })
  const pages = pagesOf(plan, categories)
  const addresses = new FolderAddresses(pages, bases, preset.isSlashed)
  const files = {
    pageAt: (from: string, address: string, rest: string) => addresses.find(from, address, rest),
    uploadAt: (from: string, address: string) => uploads.keep(from, address),
    sizeAt: (url: string) => uploads.sizeAt(url),
  }
  const folder = openSourceFolder(root, scan.names, top)
  const redirected = oldRedirects(folder, addresses)
  addresses.learn(redirected)
  const keepPicture = (bytes: Buffer) => uploads.keepBytes(bytes)
  const languages = new FolderLanguages(root, scan.folders, lang)
  const reading: Reading = {
    root,
    preset,
    categories,
    files,
    languages,
    visibility,
    report,
    findPart: folder.findPart,
    findValue: preset.readValues?.(folder) ?? (() => undefined),
    keepPicture,
    banners: plan.banners,
    pageMs,
  }
  const { documents } = plan
  const how = { lang, asDrafts, notes }
  let ready: ReadyDocument[] = []
  for (let from = 0; from < documents.length + batch; from += batch) {
    // Colouring the code of a batch is a thread's work: the next batch is read meanwhile.
    const [next] = await Promise.all([
      readBatch(documents.slice(from, from + batch), reading),
      writeDocuments(deps, actor, ready, report, how),
    ])
    ready = next
    // Plans that PostgreSQL made for small tables scan them as they grow: it plans anew each time that they have doubled.
    if (Number.isInteger(Math.log2(from / BATCH)) && documents.length > 2 * from && !isDry)
      await deps.db.inTransaction((tx) => deps.db.dialect.optimize(tx))
    if (from > 0) await onProgress(Math.min(from, documents.length), documents.length)
  }
  report.unknown = countedOnce(report.unknown)
  report.pictures = uploads.count('pictures')
  report.files = uploads.count('files')
  const used = new Set([...plan.used, ...folder.used, EVIDENCE_FILE])
  report.skipped = [...report.skipped, ...uploads.leftOut()].filter(({ path }) => !used.has(path))
  const { redirects = false } = options
  const moved =
    redirects === false
      ? new Map()
      : new Map([...redirected, ...movedPages(pages, redirects === true ? siteBase(root, preset) : redirects)])
  if (redirects !== false) report.warnings.push(...folder.notes)
  const oldPaths =
    redirects === false
      ? new Map<string, string>()
      : keptPaths(pages, redirects === true ? siteBase(root, preset) : redirects, preset.isSlugBelow === true)
  report.redirects = moved.size
  if (!isDry && !asDrafts)
    await keepFronts(deps, actor, categories, plan, report, names.length === 0 && preset.name !== 'plain')
  if (!isDry) await bringEvidence(deps, root, report)
  if (!isDry) await recordImport(deps, actor, report, moved, oldPaths)
  return report
}

/** finishImport is for after an import of some size; both may take their time, and nothing is missing without them. */
export async function finishImport(
  deps: ImportDeps,
  { created, updated }: Pick<ImportReport, 'created' | 'updated'>,
): Promise<void> {
  if (created + updated === 0) return
  // Without fresh statistics PostgreSQL's planner scans all documents for every search.
  await deps.db.inTransaction((tx) => deps.db.dialect.optimize(tx))
  await mergeIndex(deps)
}

/** readBatch lets the event loop turn before each document, or the thread that colours would wait for its next piece. */
async function readBatch(documents: readonly PlannedDocument[], reading: Reading): Promise<ReadyDocument[]> {
  const ready: ReadyDocument[] = []
  for (const document of documents) {
    await setImmediate()
    try {
      ready.push(await readDocument(document, reading))
    } catch (error) {
      reading.report.failed.push({ path: document.path, reason: reasonOf(error) })
    }
  }
  return ready
}

/**
 * keepFronts: the page of a folder stands for its category, and that of the whole old site for this one, unless a component
 * was all that it showed.
 */
async function keepFronts(
  deps: ImportDeps,
  actor: Actor,
  categories: FolderCategories,
  { documents }: ImportPlan,
  { pages }: ImportReport,
  isSite: boolean,
): Promise<void> {
  const ids = new Map(pages.map(({ path, id }) => [path, id]))
  for (const { path, folder, overview, addresses } of documents) {
    const id = ids.get(path)
    if (id === undefined) continue
    if (overview && folder !== '') await categories.describe(folder, id)
    if (!isSite || !(/^(?:index|readme)\.mdx?$/i.test(path) || addresses.some((one) => one === '/' || one === '')))
      continue
    if ((await listReadable(deps, actor, [id]))[0]?.written) await keepHome(deps, id)
  }
}

/** bringEvidence comes last, when the documents that are quoted are there, too. */
async function bringEvidence(deps: ImportDeps, root: string, report: ImportReport): Promise<void> {
  const path = EVIDENCE_FILE
  if (!existsSync(join(root, path))) return
  for (const line of await importEvidence(deps, readFileSync(join(root, path), 'utf8').split('\n')))
    report.warnings.push({ path, line, reason: 'this is not evidence as an export writes it' })
}

/** pagesOf: a folder that has no document of its own leads to its category. */
function pagesOf({ documents, folders }: ImportPlan, categories: FolderCategories): Page[] {
  const pages = documents.map(
    ({ path, slug, addresses, top }): Page => ({ path, href: `/read/${slug}`, also: addresses, top }),
  )
  const described = new Set(documents.filter(({ overview }) => overview).map(({ folder }) => folder))
  const listed = folders.flatMap(({ path, addresses }): Page[] => {
    const slug = categories.slugOf(path)
    if (slug === undefined || described.has(path)) return []
    return [{ path, href: `/read/category/${slug}`, also: addresses }]
  })
  return [...pages, ...listed]
}

/** basesOf: a folder `content/en/docs` may be the site itself, or what it has below /docs, /en/docs or all of it. */
function basesOf(root: string, preset: Preset): string[] {
  const parts = [dirname(dirname(root)), dirname(root), root].map((path) => basename(path))
  return [...new Set([preset.base ?? '', parts[2]!, parts.slice(1).join('/'), parts.join('/')])]
}

/** siteBase is where the folder's pages were on the old site: what stands behind `content` and a language, or what the tool has. */
function siteBase(root: string, preset: Preset): string {
  const parts = root.split(sep)
  const content = parts.lastIndexOf('content')
  if (preset.base !== undefined || content === -1) return preset.base ?? ''
  const [first = '', ...rest] = parts.slice(content + 1)
  return (/^[a-z]{2}(?:-[a-z]{2})?$/i.test(first) ? rest : [first, ...rest]).join('/')
}

async function recordImport(
  { db, clock }: ImportDeps,
  actor: Actor,
  { created, updated, unchanged }: ImportReport,
  moved: ReadonlyMap<string, string>,
  paths: ReadonlyMap<string, string>,
): Promise<void> {
  const detail = { created, updated, unchanged, ...(moved.size > 0 && { redirects: moved.size }) }
  await db.inTransaction(async (tx) => {
    if (moved.size > 0) await putRedirects(tx, moved, clock.now())
    await keepPaths({ db }, tx, paths)
    await recordAudit(tx, actor, 'documents.imported', 'documents', detail, clock.now())
  })
}
