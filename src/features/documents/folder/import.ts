// Brings a folder of Markdown into the database: folders become categories, files become documents. Running it again
// changes what differs and nothing else: a document is known by its slug, a category by its slug or its name and parent.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Block } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import { blocksToMarkdown } from '#blocks/to-markdown.ts'
import type { Deps } from '#deps.ts'
import { GalleyError } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit.ts'
import { MAX_SUMMARY } from '../schemas.ts'
import { checkBlocks, prepareContent } from '../writing/prepare.ts'
import { addDocument, changeDocument, type DocumentChange, pinDocument } from '../writing/write.ts'
import { readText, reasonOf, refuseLonger } from './file.ts'
import { type FrontMatterFields, splitFrontMatter } from './front-matter.ts'
import { FolderCategories } from './import-categories.ts'
import { FolderPictures } from './import-pictures.ts'
import { type PlannedDocument, planImport, titleAndBlocks } from './import-plan.ts'
import { findImported, type ImportedRow } from './import-store.ts'
import { type FolderFiles, linkFilesToDocuments } from './links.ts'
import { type Skipped, scanFolder } from './scan.ts'

export type ImportReport = {
  created: number
  updated: number
  unchanged: number
  categories: { created: number; updated: number }
  /** pictures are those that documents show, whether new or kept before. */
  pictures: number
  /** skipped files are of no kind to import, or shown by no document; failed ones should have become documents. */
  skipped: Skipped[]
  failed: Skipped[]
  warnings: Skipped[]
}

type ImportDeps = Pick<Deps, 'db' | 'clock'>
type ReadyDocument = {
  path: string
  slug: string
  blocks: Block[]
  change: DocumentChange & { title: string }
  pinned: FrontMatterFields['pinned']
}

const BATCH = 200

export async function importFolder(
  deps: ImportDeps,
  actor: Actor,
  root: string,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<ImportReport> {
  const scan = scanFolder(root)
  const plan = planImport(root, scan)
  const report: ImportReport = {
    created: 0,
    updated: 0,
    unchanged: 0,
    categories: { created: 0, updated: 0 },
    pictures: 0,
    skipped: [...scan.skipped],
    failed: [...plan.failed],
    warnings: [],
  }
  const categories = new FolderCategories(deps, actor, plan.folders, report)
  await categories.settle()
  const pictures = new FolderPictures(deps, actor, root, scan.pictures)
  const files = { slugOf: plan.slugOfFile, pictureAt: (path: string) => pictures.keep(path) }
  const { documents } = plan
  for (let from = 0; from < documents.length; from += BATCH) {
    const ready: ReadyDocument[] = []
    for (const document of documents.slice(from, from + BATCH)) {
      try {
        ready.push(await readDocument(root, document, categories, files, report.warnings))
      } catch (error) {
        report.failed.push({ path: document.path, reason: reasonOf(error) })
      }
    }
    await write(deps, actor, ready, report)
    onProgress(Math.min(from + BATCH, documents.length), documents.length)
  }
  report.pictures = pictures.count
  report.skipped.push(...pictures.leftOut())
  await deps.db.inTransaction((tx) => {
    const { created, updated, unchanged } = report
    return recordAudit(tx, actor, 'documents.imported', 'documents', { created, updated, unchanged }, deps.clock.now())
  })
  return report
}

async function readDocument(
  root: string,
  { path, folder, slug, overview }: PlannedDocument,
  categories: FolderCategories,
  files: FolderFiles,
  warnings: Skipped[],
): Promise<ReadyDocument> {
  const { fields, body } = splitFrontMatter(readText(readFileSync(join(root, path))))
  const { title, blocks } = titleAndBlocks(fields, body, overview ? folder : path)
  for (const url of await linkFilesToDocuments(blocks, folder, files)) {
    warnings.push({ path, reason: `points to ${url}, which is not imported` })
  }
  const summary = fields.summary ?? (overview ? undefined : fields.description)
  if (summary !== undefined) refuseLonger(summary, 'description', MAX_SUMMARY)
  const access = fields.access && (await categories.resolveAccess(path, fields.access))
  const change = {
    title,
    slug,
    category_id: await categories.idFor(folder, fields.category),
    ...(summary !== undefined && { summary }),
    ...(fields.tags && { tags: fields.tags }),
    ...(fields.visibility && !overview && { visibility: fields.visibility }),
    ...(access && !overview && { access }),
    ...(fields.published !== undefined && { published: fields.published }),
    ...(fields.position !== undefined && !overview && { position: fields.position }),
  }
  return { path, slug, blocks: checkBlocks(blocks), change, pinned: overview ? undefined : fields.pinned }
}

/** write puts a batch into one transaction; when that fails, each document gets one, so that one fault stops no other. */
async function write(deps: ImportDeps, actor: Actor, ready: ReadyDocument[], report: ImportReport): Promise<void> {
  try {
    const counts = await writeTogether(deps, actor, ready)
    for (const name of ['created', 'updated', 'unchanged'] as const) report[name] += counts[name]
  } catch (error) {
    if (!(error instanceof GalleyError) || error.status >= 500) throw error
    if (ready.length === 1) report.failed.push({ path: ready[0]!.path, reason: reasonOf(error) })
    else for (const one of ready) await write(deps, actor, [one], report)
  }
}

async function writeTogether({ db, clock }: ImportDeps, actor: Actor, ready: ReadyDocument[]) {
  const stored = await findImported(
    db.read,
    ready.map(({ slug }) => slug),
  )
  const changes: { row: ImportedRow | undefined; change: ReadyDocument['change']; pin: number | undefined }[] = []
  for (const { slug, blocks, change, pinned } of ready) {
    const row = stored.get(slug)
    const same = row !== undefined && saysTheSame(row, blocks)
    // Made before the transaction begins, because nobody else can write while it lasts.
    const prepared = same ? undefined : await prepareContent(blocks)
    changes.push({ row, change: { ...change, ...(prepared && { prepared }) }, pin: newPin(row, pinned, clock.now()) })
  }
  const cause = { actor, origin: 'import', at: clock.now() } as const
  return db.inTransaction(async (tx) => {
    const counts = { created: 0, updated: 0, unchanged: 0 }
    for (const { row, change, pin } of changes) {
      if (row !== undefined && pin !== undefined) await pinDocument({ db }, tx, row.id, pin)
      if (row === undefined) {
        const id = await addDocument({ db }, tx, { ...change, prepared: change.prepared! }, cause)
        if (pin !== undefined) await pinDocument({ db }, tx, id, pin)
        counts.created++
      } else if (isUnchanged(row, change)) counts[pin === undefined ? 'unchanged' : 'updated']++
      else {
        const version = await changeDocument({ db }, tx, row.id, change, cause)
        counts[version === row.version && pin === undefined ? 'unchanged' : 'updated']++
      }
    }
    return counts
  })
}

/** newPin is the moment to write, 0 to unpin, or undefined where the document is as the file says. */
function newPin(row: ImportedRow | undefined, pinned: FrontMatterFields['pinned'], now: number): number | undefined {
  const present = row?.pinned_at ?? 0
  if (pinned === undefined || (pinned === true && present > 0)) return undefined
  const wanted = typeof pinned === 'string' ? Date.parse(pinned) : pinned ? now : 0
  return wanted === present ? undefined : wanted
}

/** saysTheSame compares as Markdown: ids of blocks, and looks that Markdown can't say, are no difference. */
function saysTheSame(row: ImportedRow, blocks: Block[]): boolean {
  return blocksToMarkdown(JSON.parse(row.blocks) as Block[]) === blocksToMarkdown(blocks)
}

/** isUnchanged spares the transaction most of its work when a folder is imported again. */
function isUnchanged(
  row: ImportedRow,
  { title, summary, tags, visibility, published, category_id, position, access, prepared }: DocumentChange,
) {
  return (
    prepared === undefined &&
    access === undefined &&
    title === row.title &&
    category_id === row.category_id &&
    (summary === undefined || summary === row.summary) &&
    (tags === undefined || JSON.stringify(tags) === row.tags) &&
    (visibility === undefined || visibility === row.visibility) &&
    (published === undefined || published === (row.published === 1)) &&
    (position === undefined || position === row.position)
  )
}
