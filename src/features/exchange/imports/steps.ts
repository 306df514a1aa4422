// What is done with an import in a process of its own (worker/importer.ts): the upload is put together and unpacked, read for the
// preview, and written. Each step may be cut off at any moment and begun again: documents are known by their slugs, so that what
// is there already is found unchanged. Undoing is undo.ts.

import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Actor, hasRole } from '#actor.ts'
import { scanFolder } from '#convert/folder/scan.ts'
import { FileProblem } from '#convert/page/file.ts'
import type { PresetName } from '#convert/preset-names.ts'
import type { Finding } from '#convert/report.ts'
import type { Deps } from '#deps.ts'
import type { Db, Query } from '#engine/db/db.ts'
import { IMPORTS } from '#engine/tasks/kinds.ts'
import { holdTask, TaskLost } from '#engine/tasks/tasks.ts'
import { findPerson } from '#features/accounts/users/person.ts'
import { findCategoryPath } from '#features/categories/reading.ts'
import { finishImport, importFolder } from '../import/import.ts'
import { followFolder } from '../import/prune.ts'
import type { ChangeNotes } from '../import/write.ts'
import { type ClaimedImport, endStep, findClaimed, giveUpImport, noteProgress } from './claims.ts'
import { countedReport, keptReport } from './present.ts'
import { completePushed } from './pushed.ts'
import * as store from './store.ts'
import { type UndoDeps, undo } from './undo.ts'
import { unpackZip } from './unpack.ts'

type ImportStepDeps = UndoDeps & Deps

const DEEPEST_OFFERED = 3
/** No path of a folder begins so. */
const PUSHED_BY = 'source '

/** runStep does what the state of an import asks for. What goes wrong is written down in the import. */
export async function runStep(given: ImportStepDeps, row: ClaimedImport): Promise<void> {
  const deps = { ...given, db: withClaim(given, row) }
  try {
    const actor = await actorOf(given.db.read, row)
    if (row.state === 'undoing') await undo(deps, actor, row)
    else await fromUpload(deps, actor, row)
  } catch (error) {
    if (error instanceof TaskLost) return
    const isKnown = error instanceof FileProblem || error instanceof LostRight
    if (!isKnown) deps.log.error({ err: error, import: row.id }, 'an import failed')
    const reason = isKnown ? error.message : 'Something went wrong. The log of the worker has the details.'
    await giveUpImport(given, row, reason)
  }
}

/** LostRight ends a run at once: as a FileProblem it would be the fault of a single page. */
class LostRight extends Error {}

/** actorOf is the person who asked for the step, if they may still do so. */
async function actorOf(query: Query, { acting_id }: ClaimedImport): Promise<Actor> {
  if (acting_id === null) return { userId: null, role: 'admin', label: 'import', member: true }
  const person = await findPerson(query, acting_id)
  if (!person?.member || !hasRole(person, 'editor'))
    throw new LostRight('The person who started it may no longer import')
  return person
}

/** Checks the claim and the person's right in every transaction, so that nothing more is written once either is lost. */
const withClaim = ({ db, clock }: ImportStepDeps, row: ClaimedImport): Db => ({
  ...db,
  inTransaction: (work, options) =>
    db.inTransaction(async (tx) => {
      await holdTask(tx, IMPORTS, row, clock.now())
      await actorOf(tx, row)
      return work(tx)
    }, options),
})

/** fromUpload unpacks into the data folder: the system's own for temporary files may be memory. */
async function fromUpload(deps: ImportStepDeps, actor: Actor, row: ClaimedImport): Promise<void> {
  const all = join(deps.config.dataDir, 'imports')
  await mkdir(all, { recursive: true, mode: 0o700 })
  await sweep(deps, all)
  const here = join(all, `${row.id}-${row.fence}`)
  try {
    const top = join(here, 'files')
    await mkdir(top, { recursive: true, mode: 0o700 })
    const file = join(here, 'upload.zip')
    await pipeline(Readable.from(store.readPieces(deps.db.read, row.id)), createWriteStream(file))
    const skipped = await unpackZip(file, top).catch((error: unknown) => {
      throw error instanceof FileProblem ? new FileProblem(`The upload ${error.message}`) : error
    })
    await importUnpacked(deps, actor, row, top, skipped)
  } finally {
    await rm(here, { recursive: true, force: true })
  }
}

/** sweep removes what processes left behind that were killed. */
async function sweep(deps: ImportStepDeps, all: string): Promise<void> {
  for (const name of await readdir(all)) {
    const [, id = 0, fence = 0] = (/^(\d{1,15})-(\d{1,9})$/.exec(name) ?? []).map(Number)
    if (!(await findClaimed(deps, id, fence))) await rm(join(all, name), { recursive: true, force: true })
  }
}

async function importUnpacked(deps: ImportStepDeps, actor: Actor, row: ClaimedImport, top: string, skipped: Finding[]) {
  const { db, clock } = deps
  const whole = (await completePushed(deps, actor, top)) ?? (await onlyFolderIn(top))
  const folders = foldersOf(whole)
  if (row.folder !== '' && !folders.includes(row.folder)) throw new FileProblem(`The folder ${row.folder} has no pages`)
  const isDry = row.state === 'reading'
  const place = `${PUSHED_BY}${row.source}\n${row.category_id ?? ''}`
  const progress = (pages_done: number, pages_total: number) =>
    db.inTransaction((tx) => noteProgress(tx, row, clock.now(), { pages_done, pages_total }))
  const report = await importFolder(deps, actor, join(whole, row.folder), {
    preset: row.preset as PresetName | 'auto',
    into: row.category_id === null ? [] : (await findCategoryPath(db.read, row.category_id)).map(({ name }) => name),
    redirects: row.redirects === 1,
    isDry,
    upload: { top, asDrafts: row.as_drafts === 1, ...(!isDry && { notes: await notesFor(deps, row) }) },
    onProgress: progress,
  })
  if (row.source !== '')
    await followFolder(deps, actor, report, { root: join(whole, row.folder), folder: place, most: row.prune })
  if (!isDry) await finishImport(deps, report)
  report.skipped.unshift(...skipped)
  if (isDry && report.pages.length + report.failed.length === 0)
    throw new FileProblem('There is no page in it: Markdown (.md, .mdx), Word files (.docx) or saved pages (.html)')
  const end = isDry ? ({ state: 'ready' } as const) : ({ state: 'done', ended_at: clock.now() } as const)
  await db.inTransaction(async (tx) => {
    const counted = isDry ? report : countedReport(report, await store.readMade(tx, row.id))
    const pages = report.pages.length
    const counts = { pages_done: isDry ? 0 : pages, pages_total: pages }
    await endStep(tx, row, { ...end, ...counts, report: JSON.stringify(keptReport(counted, folders)) })
    if (!isDry) await store.deletePieces(tx, row.id)
  })
}

/** onlyFolderIn: whoever packs a folder often has nothing beside it. */
async function onlyFolderIn(top: string): Promise<string> {
  const [first, ...others] = await readdir(top, { withFileTypes: true })
  return first?.isDirectory() && others.length === 0 ? join(top, first.name) : top
}

/** foldersOf are the folders that have pages in or below them, down to a few levels. */
function foldersOf(root: string): string[] {
  const folders = scanFolder(root).files.flatMap(({ folder }) => {
    const parts = folder === '' ? [] : folder.split('/').slice(0, DEEPEST_OFFERED)
    return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  })
  return [...new Set(folders)].sort()
}

async function notesFor({ db }: ImportStepDeps, row: ClaimedImport): Promise<ChangeNotes> {
  return {
    own: await store.listChanged(db.read, row.id),
    changed: async (tx, notes) => {
      const rows = notes.map(({ before, ...note }) => ({
        ...note,
        import_id: row.id,
        before: before === null ? null : JSON.stringify(before),
      }))
      await store.putChanges(tx, rows)
    },
    madeCategory: (id: number) => db.inTransaction((tx) => store.putCategory(tx, row.id, id)),
  }
}
