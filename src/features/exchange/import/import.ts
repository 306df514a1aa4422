// Imports a folder of Markdown: folders become categories, files become documents, links between files become links between
// documents. A document is known by its slug, so importing the same folder again updates instead of doubling. What the files say
// is src/convert's to know; this part knows plain pages alone.

import { statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { walkBlocks } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import { becomeFile } from '#blocks/attachments.ts'
import { type ConvertedFolder, convertFolder } from '#convert/convert.ts'
import { reasonOf, slugOf } from '#convert/page/file.ts'
import type { OwnFields } from '#convert/page/front-matter.ts'
import type { PresetName } from '#convert/preset-names.ts'
import type { PlainPage } from '#convert/read.ts'
import { keepPictures } from '#convert/saved/read-saved.ts'
import type { Deps } from '#deps.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { keepHome } from '#features/brand/brand.ts'
import { listCategories } from '#features/categories/reading.ts'
import { listReadable } from '#features/documents/reading/page.ts'
import { keepPaths, putRedirects } from '#features/documents/redirects/redirects.ts'
import { mergeIndex } from '#features/documents/search/indexing/maintenance.ts'
import { restoreFormerSlugs } from '#features/documents/writing/filing/addresses.ts'
import { findProposedByImport } from '#features/documents/writing/held-back.ts'
import { checkBlocks } from '#features/documents/writing/prepare/prepare.ts'
import { importEvidence } from '#features/evidence/exchange.ts'
import { findByNames, namesIn } from '../category-names.ts'
import { listSlugsFrom } from '../store.ts'
import { FolderCategories } from './categories.ts'
import type { ImportReport } from './report.ts'
import { FolderUploads } from './uploads.ts'
import { type ChangeNotes, type ImportDeps, type ReadyDocument, writeDocuments } from './write.ts'

/** A folder unpacked from an upload; nothing above `top` is read. */
type UploadedFolder = {
  top: string
  /** asDrafts: new pages are unpublished, and changes to existing ones are saved as drafts. */
  asDrafts: boolean
  /** Records each change for undo, in the same transaction. */
  notes?: ChangeNotes
}

type ImportOptions = {
  preset?: PresetName | 'auto'
  /** Target category as a path of names; a list if names may contain slashes. */
  into?: string | readonly string[]
  /** Whether old addresses redirect to the documents. */
  redirects?: boolean
  /** Dry run: the same report without writing. */
  isDry?: boolean
  upload?: UploadedFolder
  onProgress?: (done: number, total: number) => void | Promise<void>
}

/** Documents per transaction: on SQLite, editors' saves wait for one of these at most. */
const BATCH = 20
const FIRST_PLANS = 200

/** Imports a folder or a single file, whose uploads may be elsewhere in its folder. */
export async function importFolder(
  deps: ImportDeps,
  actor: Actor,
  path: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  const { preset = 'auto', into = [], redirects = false, isDry = false, upload, onProgress = () => {} } = options
  const { asDrafts = false, notes, top } = upload ?? {}
  const lang = deps.config.siteLang
  const names = typeof into === 'string' ? namesIn(into) : into
  const [root, only] = statSync(path).isFile() ? [dirname(path), basename(path)] : [path, undefined]
  const prefix = await prefixFor(deps, actor, names)
  const folder = convertFolder(root, (of) => categories.slugOf(of), { preset, prefix, lang, only, top })
  const report: ImportReport = Object.assign(folder.report, {
    ...{ preset: folder.preset, because: folder.because, dry_run: isDry },
    ...{ created: 0, updated: 0, unchanged: 0, proposed: 0, pages: [], pruned: [] },
    ...{ categories: { created: 0, updated: 0 }, pictures: 0, files: 0, redirects: 0 },
  })
  const rules = { asDrafts, onMade: notes?.madeCategory }
  const categories: FolderCategories = new FolderCategories(deps, actor, folder.folders, report, rules)
  await categories.sync(names)
  const uploads = new FolderUploads(deps, actor, { root, found: folder.uploads, isDry })
  const importing: Importing = { folder, categories, uploads, report, own: new Map() }
  const how = { lang, asDrafts, notes }
  const { pages } = folder
  let ready: ReadyDocument[] = []
  for (let from = 0; from < pages.length + BATCH; from += BATCH) {
    // A thread highlights a batch's code while the next batch is read.
    const [next] = await Promise.all([
      readBatch(pages.slice(from, from + BATCH), importing),
      writeDocuments(deps, actor, ready, report, how),
    ])
    ready = next
    // PostgreSQL's plans for small tables scan: statistics are refreshed each time the tables have doubled.
    if (Number.isInteger(Math.log2(from / FIRST_PLANS)) && pages.length > 2 * from && !isDry)
      await deps.db.inTransaction((tx) => deps.db.dialect.optimize(tx))
    if (from > 0) await onProgress(Math.min(from, pages.length), pages.length)
  }
  report.pictures = uploads.count('pictures')
  report.files = uploads.count('files')
  report.skipped = folder.leftOut(uploads.leftOut())
  const {
    moved,
    paths,
    notes: unread,
  } = redirects || (folder.isExport && !asDrafts) ? folder.redirects() : NO_REDIRECTS
  report.warnings.push(...unread)
  report.redirects = moved.size
  if (isDry) return report
  if (!asDrafts) await preserveHomePages(deps, actor, importing, names.length === 0 && folder.preset !== 'plain')
  await restoreOwnFields(deps, actor, importing, asDrafts)
  await recordImport(deps, actor, report, moved, paths)
  return report
}

const NO_REDIRECTS: ReturnType<ConvertedFolder['redirects']> = { moved: new Map(), paths: new Map(), notes: [] }

/** Optional maintenance after a large import. */
export async function finishImport(
  deps: ImportDeps,
  { created, updated }: Pick<ImportReport, 'created' | 'updated'>,
): Promise<void> {
  if (created + updated === 0) return
  // Without fresh statistics PostgreSQL's planner scans all documents for every search.
  await deps.db.inTransaction((tx) => deps.db.dialect.optimize(tx))
  await mergeIndex(deps)
}

/** The state of an import. */
type Importing = {
  folder: ConvertedFolder
  categories: FolderCategories
  uploads: FolderUploads
  report: ImportReport
  /** Fields written by Galley's own export, by path. */
  own: Map<string, OwnFields>
}

/** Yields to the event loop before each document, so that the highlighting thread gets its messages. */
async function readBatch(pages: ConvertedFolder['pages'], importing: Importing): Promise<ReadyDocument[]> {
  const ready: ReadyDocument[] = []
  for (const planned of pages) {
    await setImmediate()
    try {
      ready.push(await readyDocument(await importing.folder.read(planned), importing))
    } catch (error) {
      importing.report.failed.push({ path: planned.path, reason: reasonOf(error) })
    }
  }
  return ready
}

/** Resolves a page's category, access list and uploads. */
async function readyDocument(page: PlainPage, { categories, uploads, report, own }: Importing): Promise<ReadyDocument> {
  const { path, folder, slug, title, fields, shown, guessLang } = page
  if (page.own) own.set(path, page.own)
  for (const { file, set, isOurs, warning } of shown) {
    const url = await uploads.keep(file)
    if (url !== undefined) set(url)
    else if (!isOurs) report.warnings.push(warning())
  }
  const blocks =
    page.pictures.length === 0 ? page.blocks : await keepPictures(page, (bytes) => uploads.keepBytes(bytes))
  for (const block of walkBlocks(blocks)) becomeFile(block, (url) => uploads.sizeAt(url))
  const { access, category, pinned, ...same } = fields
  const change = {
    ...same,
    title,
    slug,
    category_id: await categories.idFor(folder, category),
    ...(access && { access: await categories.resolveAccess(path, access) }),
  }
  return { path, slug, blocks: checkBlocks(blocks), change, pinned, guessLang }
}

/**
 * A folder's index page becomes its category's page, and the old site's home page this site's, unless a
 * component was its only content.
 */
async function preserveHomePages(
  deps: ImportDeps,
  actor: Actor,
  { folder: { pages }, categories, report }: Importing,
  isSite: boolean,
): Promise<void> {
  const ids = new Map(report.pages.map(({ path, id }) => [path, id]))
  for (const { path, folder, overview, addresses } of pages) {
    const id = ids.get(path)
    if (id === undefined) continue
    if (overview && folder !== '') await categories.setPage(folder, id)
    if (!isSite || !(/^(?:index|readme)\.mdx?$/i.test(path) || addresses.some((one) => one === '/' || one === '')))
      continue
    if ((await listReadable(deps, actor, [id]))[0]?.written) await keepHome(deps, id)
  }
}

/** Runs last, when all quoted documents exist. Former slugs are restored for documents that this import published. */
async function restoreOwnFields(
  deps: ImportDeps,
  actor: Actor,
  { report, own }: Importing,
  asDrafts: boolean,
): Promise<void> {
  const imported = report.pages.flatMap(({ path, id, change }) => {
    const fields = own.get(path)
    return id === undefined || !fields ? [] : { path, id, change, ...fields }
  })
  for (const { id, change, former } of imported)
    if (change === 'created' && former.length > 0 && !asDrafts)
      await deps.db.inTransaction((tx) => restoreFormerSlugs(tx, id, former, deps.clock.now()))
  const resting = imported.map(({ id, path, evidence }) => ({ id, path, blocks: evidence }))
  for (const path of await importEvidence(
    deps,
    resting.filter(({ blocks }) => blocks.length > 0),
    (tx, id) => findProposedByImport(deps, tx, actor, id),
  ))
    report.warnings.push({ path, reason: 'this is not evidence as an export writes it' })
}

async function recordImport(
  deps: ImportDeps,
  actor: Actor,
  { created, updated, unchanged }: ImportReport,
  moved: ReadonlyMap<string, string>,
  paths: ReadonlyMap<string, string>,
): Promise<void> {
  const detail = { created, updated, unchanged, ...(moved.size > 0 && { redirects: moved.size }) }
  await deps.db.inTransaction(async (tx) => {
    await putRedirects(deps, tx, actor, moved)
    await keepPaths(deps, tx, actor, paths)
    await recordAudit(tx, actor, 'documents.imported', 'documents', detail, deps.clock.now())
  })
}

/** prefixFor is '' for an import into no category. */
async function prefixFor({ db }: Pick<Deps, 'db'>, actor: Actor, names: readonly string[]): Promise<string> {
  const into = names.join('/')
  if (names.length < 2) return into === '' ? '' : `${into}/`
  const [long, short] = [slugOf(into, 'category'), slugOf(names.at(-1)!, 'category')]
  const categories = await listCategories({ db }, actor)
  const target = findByNames(categories, names)
  const within = new Set<number | null>(target ? [target.id] : [])
  // Parents come before their children in the list.
  for (const { id, parent_id } of categories) if (parent_id !== null && within.has(parent_id)) within.add(id)
  const begins = (slug: string, beginning: string) => slug === beginning || slug.startsWith(`${beginning}-`)
  const documents = await listSlugsFrom(db.read, [long, short])
  const isOld = documents.some(({ slug }) => begins(slug, long))
  const isTaken =
    documents.some(({ slug, category_id }) => begins(slug, short) && !within.has(category_id)) ||
    categories.some(({ id, slug }) => begins(slug, short) && !within.has(id))
  return isOld || isTaken ? `${into}/` : `${names.at(-1)}/`
}
