// Imports in the panel: uploaded in pieces, read, previewed, started, undone. Steps are only queued here;
// a worker runs them (steps.ts). Editors may import; reports name pages,
// so those who don't read everything see their own imports.

import { type Actor, seesEverything } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { begun } from '#engine/tasks/tasks.ts'
import { conflict, invalidValue, notFound } from '#errors.ts'
import { categoryExists } from '#features/categories/reading.ts'
import { endOf } from './claims.ts'
import { presentImport, presentListed } from './present.ts'
import { type ImportListOut, type ImportOut, PIECE_BYTES, type ReadIn } from './schemas.ts'
import * as store from './store.ts'

export const listImports = async (
  { db }: Deps,
  actor: Actor,
  page: { limit: number; offset: number },
): Promise<ImportListOut[]> => (await store.listImports(db.read, ownOf(actor), page)).map(presentListed)

/** Whose imports the actor sees; undefined is everyone's. */
const ownOf = (actor: Actor): number | null | undefined => (seesEverything(actor) ? undefined : actor.userId)

const isSeen = (actor: Actor, { created_by }: { created_by: number | null }): boolean =>
  seesEverything(actor) || (actor.userId !== null && created_by === actor.userId)

export async function getImport({ db }: Deps, actor: Actor, id: number): Promise<ImportOut> {
  const row = await store.findImport(db.read, id)
  if (!row || !isSeen(actor, row)) throw notFound('Import')
  return presentImport(row, row.state === 'uploading' ? (await store.listPieces(db.read, id)).numbers : [])
}

export async function createImport(deps: Deps, actor: Actor, given: { name: string; size: number }) {
  const row = { ...given, created_by: actor.userId, created_at: deps.clock.now() }
  return getImport(deps, actor, await deps.db.inTransaction((tx) => store.insertImport(tx, row)))
}

/** Accepts pieces in any order; a piece sent again replaces the first. */
export async function keepPiece(
  deps: Deps,
  actor: Actor,
  id: number,
  { number, bytes }: { number: number; bytes: Buffer },
): Promise<void> {
  await change(deps, { actor, id }, ['uploading'], 'is uploaded already', async (tx, { size }) => {
    const last = Math.ceil(size / PIECE_BYTES) - 1
    const length = number === last ? size - last * PIECE_BYTES : PIECE_BYTES
    if (number > last) throw invalidValue(['path', 'number'], `the last piece is ${last}`, number)
    if (bytes.length !== length) throw invalidValue(['body'], `piece ${number} has ${length} bytes`, bytes.length)
    await store.putPiece(tx, id, number, bytes)
  })
}

/** Queues a preview, after the upload and again with other options. */
export async function readImport(deps: Deps, actor: Actor, id: number, given: ReadIn): Promise<ImportOut> {
  await change(deps, { actor, id }, ['uploading', 'ready', 'failed'], 'is started already', async (tx, row) => {
    const { folder = '', preset = 'auto', category_id = null, as_drafts = true, redirects = false } = given
    const { source = '', prune = 0 } = given
    if (prune > 0 && source === '')
      throw invalidValue(['body', 'prune'], 'a source is needed to prune its pages', prune)
    if (category_id !== null && !(await categoryExists(tx, actor, category_id)))
      throw invalidValue(['body', 'category_id'], `Category ${category_id} does not exist`, category_id)
    const { size } = await store.listPieces(tx, id)
    if (size !== row.size) throw conflict(`Import ${id} is not uploaded yet: ${size} of ${row.size} bytes have arrived`)
    const choice = { folder, preset, category_id, as_drafts: as_drafts ? 1 : 0, redirects: redirects ? 1 : 0 } as const
    await ask(tx, { actor, id, now: deps.clock.now() }, { state: 'reading', ...choice, source, prune })
  })
  return getImport(deps, actor, id)
}

/** Queues the import of the preview; an interrupted one resumes. */
export async function startImport(deps: Deps, actor: Actor, id: number): Promise<ImportOut> {
  await change(deps, { actor, id }, ['ready', 'interrupted'], 'is not ready', async (tx, row) => {
    // An undo gives the upload up before it begins.
    if ((await store.listPieces(tx, id)).size !== row.size) throw conflict(`The upload of import ${id} is gone`)
    const now = deps.clock.now()
    await ask(tx, { actor, id, now }, { state: 'importing', started_at: row.started_at ?? now })
  })
  return getImport(deps, actor, id)
}

/** stopImport: the worker learns of it with its next batch. What is written by then can be gone on with, or undone. */
export async function stopImport(deps: Deps, actor: Actor, id: number): Promise<ImportOut> {
  await change(deps, { actor, id }, store.UNDER_WAY, 'is not under way', async (tx, row) => {
    await store.updateImport(tx, id, await endOf(tx, row, 'It was stopped', deps.clock.now()))
  })
  return getImport(deps, actor, id)
}

export async function undoImport(deps: Deps, actor: Actor, id: number): Promise<ImportOut> {
  await change(deps, { actor, id }, ['done', 'interrupted'], 'has nothing to undo', async (tx) => {
    await store.deletePieces(tx, id)
    await ask(tx, { actor, id, now: deps.clock.now() }, { state: 'undoing' })
  })
  return getImport(deps, actor, id)
}

/** discardImport is for what was not started. */
export const discardImport = (deps: Deps, actor: Actor, id: number): Promise<void> =>
  change(deps, { actor, id }, ['uploading', 'ready', 'failed'], 'is started already; undo it instead', async (tx) => {
    await store.deleteImport(tx, id)
  })

async function ask(
  tx: Tx,
  { actor: { userId }, id, now }: { actor: Actor; id: number; now: number },
  wanted: store.ImportProgress,
) {
  const fresh = { ...begun(now), error: null, ended_at: null, pages_done: 0, pages_total: 0 }
  await store.updateImport(tx, id, { ...wanted, ...fresh, acting_id: userId })
  tx.notify('imports')
}

/** change holds the import, which has to be in one of these states. */
const change = (
  { db }: Deps,
  { actor, id }: { actor: Actor; id: number },
  states: readonly store.ImportRow['state'][],
  otherwise: string,
  work: (tx: Tx, row: store.ImportRow) => Promise<void>,
): Promise<void> =>
  db.inTransaction(async (tx) => {
    const row = await store.holdImport(tx, db.dialect, id)
    if (!row || !isSeen(actor, row)) throw notFound('Import')
    if (!states.includes(row.state)) throw conflict(`Import ${id} ${otherwise}`)
    await work(tx, row)
  })
