// Owners: one person answers for a document, or for a category and all below it that has no owner of its own. People, not groups:
// a duty that several share is nobody's.

import type { Actor } from '#actor.ts'
import { inboxChanged } from '#changes.ts'
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

/** readableBy is the rule of who may read a document. */
export type OwnerDeps = Pick<Deps, 'db' | 'clock'> & Pick<EvidenceDeps, 'readableBy'>

const present = (row: store.OwnerRow | undefined): OwnerOut => ({
  owner: presentPerson(row?.owner_id ?? null, row?.owner_name ?? null),
  category_id: row?.category_id ?? null,
})

/** findOwner is the document's own, or that of the nearest category above it. */
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
  if (!((await categoryExists(query, id)) && (await isWithinBounds(query, actor, id)))) throw notFound('Category')
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
  inboxChanged(tx)
  if (owner_id === null) return
  await refuseOthers(tx, 'owner_id', owner_id)
  await store.insertOwner(tx, owned, { owner_id, since: clock.now() })
}

/** refuseOthers: who answers for a text can change it. */
async function refuseOthers(tx: Tx, field: string, id: number): Promise<void> {
  if (!(await store.isEditor(tx, id))) throw invalidValue(['body', field], `User ${id} is no editor`, id)
}

/** ownedBy gives the ids of the documents that someone answers for, OWNED_CATEGORIES those whose documents have an owner. */
export const { ownedBy, OWNED_CATEGORIES } = store

/** findOwnerId is who answers for a document. */
export const findOwnerId = async (query: Query, id: number, categoryId: number | null): Promise<number | null> =>
  (await findOwner(query, id, categoryId)).owner?.id ?? null

/** passOn is for someone who leaves, or changes place: all that they answer for is someone else's. */
export async function passOn(deps: OwnerDeps, actor: Actor, from: number, to: number): Promise<PassedOnOut> {
  if (from === to) throw invalidValue(['body', 'to_id'], 'Name someone else', to)
  return deps.db.inTransaction(async (tx) => {
    await refuseOthers(tx, 'to_id', to)
    const passed = await store.passOn(tx, from, to)
    inboxChanged(tx)
    const documents = passed.filter(({ document_id }) => document_id !== null).length
    const counts = { documents, categories: passed.length - documents }
    await recordAudit(tx, actor, 'user.duties_passed', `user:${from}`, { to, ...counts }, deps.clock.now())
    return counts
  })
}

/** ownerKeeper: what someone answers for is nobody's when they leave. */
export const ownerKeeper: Keeper = {
  name: 'owned',
  forget: (tx, { id }) => store.forgetOwner(tx, id),
  collect: async (query, userId) =>
    (await store.listOwned(query, userId)).map((row) => ({ ...row, since: stamp(row.since) })),
}
