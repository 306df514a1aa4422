// Owners: one person is responsible for a document, or for a category and everything below it without an owner of its own.
// People, not groups, so that somebody feels responsible.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { invalidValue, notFound } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { presentPerson } from '#features/accounts/present.ts'
import type { Keeper } from '#features/accounts/users/leaving.ts'
import { categoryExists, isWithinBounds } from '#features/categories/reading.ts'
import type { EvidenceDeps } from '#features/evidence/reading.ts'
import { stamp } from '#time.ts'
import type { OwnerIn, OwnerOut, PassedOnOut } from './schemas.ts'
import * as store from './store.ts'

/** The access rule for a query over documents. */
export type OwnerDeps = Deps & Pick<EvidenceDeps, 'readableBy'>

const present = (row: store.OwnerRow | undefined): OwnerOut => ({
  owner: presentPerson(row?.owner_id ?? null, row?.owner_name ?? null),
  category_id: row?.category_id ?? null,
})

/** The document's own owner, or that of the nearest category above. */
const findOwner = async (query: Query, id: number, categoryId: number | null): Promise<OwnerOut> =>
  present(
    (await store.findOwnOwner(query, { document_id: id })) ??
      (categoryId === null ? undefined : await store.findOwnerAbove(query, categoryId)),
  )

export async function getDocumentOwner(deps: OwnerDeps, actor: Actor, id: number): Promise<OwnerOut> {
  const document = await store.findDocument(deps.db.read, deps.readableBy(actor), id)
  if (!document) throw notFound('Document')
  return findOwner(deps.db.read, id, document.category_id)
}

export async function setDocumentOwner(deps: OwnerDeps, actor: Actor, id: number, input: OwnerIn): Promise<OwnerOut> {
  return deps.db.inTransaction(async (tx) => {
    const document = await store.findDocument(tx, deps.readableBy(actor), id)
    if (!document) throw notFound('Document')
    await put(deps, tx, { document_id: id }, input)
    const detail = { owner_id: input.owner_id }
    await recordAudit(tx, actor, 'document.owner_changed', `document:${id}`, detail, deps.clock.now())
    return findOwner(tx, id, document.category_id)
  })
}

async function getCategoryInReach(query: Query, actor: Actor, id: number): Promise<void> {
  if (!((await categoryExists(query, actor, id)) && (await isWithinBounds(query, actor, id))))
    throw notFound('Category')
}

export async function getCategoryOwner({ db }: OwnerDeps, actor: Actor, id: number): Promise<OwnerOut> {
  await getCategoryInReach(db.read, actor, id)
  return present(await store.findOwnerAbove(db.read, id))
}

export async function setCategoryOwner(deps: OwnerDeps, actor: Actor, id: number, input: OwnerIn): Promise<OwnerOut> {
  return deps.db.inTransaction(async (tx) => {
    await getCategoryInReach(tx, actor, id)
    await put(deps, tx, { category_id: id }, input)
    const detail = { owner_id: input.owner_id }
    await recordAudit(tx, actor, 'category.owner_changed', `category:${id}`, detail, deps.clock.now())
    return present(await store.findOwnerAbove(tx, id))
  })
}

async function put({ clock }: OwnerDeps, tx: Tx, owned: store.OwnershipTarget, { owner_id }: OwnerIn): Promise<void> {
  await store.deleteOwner(tx, owned)
  if (owner_id === null) return
  await refuseOthers(tx, 'owner_id', owner_id)
  await store.insertOwner(tx, owned, { owner_id, since: clock.now() })
}

/** Owners must be able to edit. */
async function refuseOthers(tx: Tx, field: string, id: number): Promise<void> {
  if (!(await store.isEditor(tx, id))) throw invalidValue(['body', field], `User ${id} is no editor`, id)
}

/** `ownedBy` selects the ids of a person's documents, `OWNED_CATEGORIES` the categories whose documents have an owner. */
export const { ownedBy, OWNED_CATEGORIES } = store

export const findOwnerId = async (query: Query, id: number, categoryId: number | null): Promise<number | null> =>
  (await findOwner(query, id, categoryId)).owner?.id ?? null

/** Transfers everything that someone owns to another person. */
export async function transferOwnership(deps: OwnerDeps, actor: Actor, from: number, to: number): Promise<PassedOnOut> {
  if (from === to) throw invalidValue(['body', 'to_id'], 'Name someone else', to)
  return deps.db.inTransaction(async (tx) => {
    await refuseOthers(tx, 'to_id', to)
    const passed = await store.transferOwnership(tx, from, to)
    const documents = passed.filter(({ document_id }) => document_id !== null).length
    const counts = { documents, categories: passed.length - documents }
    await recordAudit(tx, actor, 'user.duties_passed', `user:${from}`, { to, ...counts }, deps.clock.now())
    return counts
  })
}

/** Deleting an account leaves its documents and categories without an owner. */
export const ownerKeeper: Keeper = {
  name: 'owned',
  forget: (tx, { id }) => store.forgetOwner(tx, id),
  collect: async (query, userId) =>
    (await store.listOwned(query, userId)).map((row) => ({ ...row, since: stamp(row.since) })),
}
