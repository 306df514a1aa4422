// The documents of an import, written in batches: what is new is added, what differs is changed, what is the same stays as it is.

import { setImmediate } from 'node:timers/promises'
import { takeIds } from 'galley-blocks/ids.ts'
import type { Block } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import type { Deps } from '#deps.ts'
import type { Visibility } from '#engine/db/vocabulary.ts'
import { GalleyError } from '#errors.ts'
import { prepareContent } from '#features/documents/writing/prepare/prepare.ts'
import {
  addDocument,
  changeDocument,
  type DocumentChange,
  type FileOrigin,
  keepOrigin,
  pinDocument,
} from '#features/documents/writing/write.ts'
import { reasonOf } from '../page/file.ts'
import type { FrontMatterFields } from '../page/front-matter.ts'
import { findImported, type ImportedRow } from '../store.ts'
import type { ImportReport } from './report.ts'

export type ImportDeps = Pick<Deps, 'db' | 'clock'>
/** A ReadyDocument is a file that was read; `guessed` is asked only for a new document whose file says nothing of it. */
export type ReadyDocument = {
  path: string
  slug: string
  blocks: Block[]
  change: DocumentChange & { title: string }
  guessed: () => { visibility: Visibility | undefined; lang: string | undefined }
  pinned: FrontMatterFields['pinned']
  /** origin is the file: what it says that we have no field for, and what a file of another tool was like. */
  origin: FileOrigin
}

/** write puts a batch into one transaction; when that fails, each document gets one, so that one fault stops no other. */
export async function writeDocuments(
  deps: ImportDeps,
  actor: Actor,
  ready: ReadyDocument[],
  report: ImportReport,
  siteLang: string,
): Promise<void> {
  if (ready.length === 0) return
  try {
    const counts = await writeTogether(deps, actor, ready, report.dry_run, siteLang)
    for (const name of ['created', 'updated', 'unchanged'] as const) report[name] += counts[name]
  } catch (error) {
    if (!(error instanceof GalleyError) || error.status >= 500) throw error
    if (ready.length === 1) report.failed.push({ path: ready[0]!.path, reason: reasonOf(error) })
    else for (const one of ready) await writeDocuments(deps, actor, [one], report, siteLang)
  }
}

type PageChange = {
  row: ImportedRow | undefined
  /** same: its text is as it was. */
  same: boolean
  change: ReadyDocument['change']
  pin: number | undefined
  /** origin is undefined where it is as it was. */
  origin: FileOrigin | undefined
}

async function writeTogether(
  { db, clock }: ImportDeps,
  actor: Actor,
  ready: ReadyDocument[],
  isDry: boolean,
  siteLang: string,
) {
  const stored = await findImported(
    db.read,
    ready.map(({ slug }) => slug),
  )
  const changes: PageChange[] = []
  for (const { slug, blocks, pinned, guessed, origin: kept, change: said } of ready) {
    const row = stored.get(slug)
    const given = row === undefined ? { ...definedOf(guessed()), ...said } : said
    // A page in the language of the site names none.
    const change = given.lang === siteLang && !row?.lang ? { ...given, lang: null } : given
    const same = row !== undefined && saysTheSame(row, blocks)
    // Made before the transaction begins, because nobody else can write while it lasts. A dry run needs none of it, and
    // colouring code is most of the work of a folder of manuals.
    const prepared = same || isDry ? undefined : await prepareContent(row ? takeIds(blocksOf(row), blocks) : blocks)
    const origin = isKept(row, kept) ? undefined : kept
    const pin = newPin(row, pinned, clock.now())
    changes.push({ row, same, change: { ...change, ...(prepared && { prepared }) }, pin, origin })
  }
  if (isDry) return countChanges(changes)
  const cause = { actor, origin: 'import', at: clock.now() } as const
  return db.inTransaction(async (tx) => {
    const counts = { created: 0, updated: 0, unchanged: 0 }
    for (const { row, change, pin, origin } of changes) {
      // SQLite answers without leaving the event loop: a service that adds its sample site would stand still meanwhile.
      await setImmediate()
      const isSame = row !== undefined && isUnchanged(row, change)
      const { id } = row ?? (await addDocument({ db }, tx, { ...change, prepared: change.prepared! }, cause))
      if (pin !== undefined) await pinDocument({ db }, tx, id, pin)
      if (origin !== undefined) await keepOrigin(tx, id, origin)
      const version = row && !isSame ? (await changeDocument({ db }, tx, id, change, cause)).version : row?.version
      if (row === undefined) counts.created++
      else counts[version === row.version && pin === undefined && origin === undefined ? 'unchanged' : 'updated']++
    }
    return counts
  })
}

const definedOf = <T extends object>(given: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never

/** countChanges is what a dry run reports. */
function countChanges(changes: PageChange[]): { created: number; updated: number; unchanged: number } {
  const created = changes.filter(({ row }) => row === undefined).length
  const same = changes.filter(
    ({ row, same, change, pin, origin }) =>
      row && same && pin === undefined && origin === undefined && isUnchanged(row, change),
  ).length
  return { created, updated: changes.length - created - same, unchanged: same }
}

const isKept = (row: ImportedRow | undefined, { front_matter, source_file }: FileOrigin): boolean =>
  front_matter === (row?.front_matter ?? null) && (source_file === undefined || source_file === row?.source_file)

/** newPin is the moment to write, 0 to unpin, or undefined where the document is as the file says. */
function newPin(row: ImportedRow | undefined, pinned: FrontMatterFields['pinned'], now: number): number | undefined {
  const present = row?.pinned_at ?? 0
  if (pinned === undefined || (pinned === true && present > 0)) return undefined
  const wanted = typeof pinned === 'string' ? Date.parse(pinned) : pinned ? now : 0
  return wanted === present ? undefined : wanted
}

const blocksOf = (row: ImportedRow): Block[] => JSON.parse(row.blocks) as Block[]

/** saysTheSame compares as Markdown: ids of blocks, and looks that Markdown can't say, are no difference. */
const saysTheSame = (row: ImportedRow, blocks: Block[]): boolean =>
  blocksToMarkdown(blocksOf(row)) === blocksToMarkdown(blocks)

/** isUnchanged spares the transaction most of its work when a folder is imported again. */
function isUnchanged(
  row: ImportedRow,
  { title, summary, tags, visibility, published, lang, category_id, position, access, prepared }: DocumentChange,
) {
  return (
    prepared === undefined &&
    access === undefined &&
    title === row.title &&
    category_id === row.category_id &&
    (summary === undefined || summary === row.summary) &&
    (tags === undefined || JSON.stringify(tags) === row.tags) &&
    (visibility === undefined || visibility === row.visibility) &&
    (lang === undefined || lang === row.lang) &&
    (published === undefined || published === (row.published === 1)) &&
    (position === undefined || position === row.position)
  )
}
