// The transactions in which the API saves documents, around writing/write.ts.

import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict } from '#errors.ts'
import * as draft from '../drafts/draft.ts'
import type { AddedDocument } from '../reading/reading.ts'
import { findNames } from '../reading/store.ts'
import type { ProposalRef } from '../review/propose.ts'
import type { Cause } from '../writing/report.ts'
import { addDocument, changeDocument, type DocumentChange, FIRST_VERSION, type NewDocument } from '../writing/write.ts'

type SaveDeps = Pick<Deps, 'db' | 'clock'>
type By = Omit<Cause, 'at'>

const SLUG_TRIES = 5

/** The new document's id and, unless the request is a repeat, its row to present. With a copy, that is its future content. */
export async function saveNew(
  deps: SaveDeps,
  { input, by, copy }: { input: NewDocument; by: By; copy?: draft.DraftChange },
): Promise<{ id: number; added?: AddedDocument | undefined }> {
  let stored: AddedDocument | undefined
  const work = async (tx: Tx) => {
    const cause = { ...by, at: deps.clock.now() }
    const row = await addDocument(deps, tx, input, cause)
    if (copy) await draft.saveDraft(deps, tx, row.id, copy, { ...cause, noted: true }, {})
    const names = await findNames(tx, by.actor.userId, row.category_id)
    const { proposal, ...added } = row
    stored = { row: { ...added, version: FIRST_VERSION, origin: by.origin }, names, proposal }
    return row.id
  }
  for (let tries = 1; ; tries++) {
    try {
      const id = await deps.db.inTransaction(work)
      return stored?.row.id === id ? { id, added: stored } : { id }
    } catch (error) {
      if (deps.db.dialect.uniqueViolation(error) !== 'document_rows.slug') throw error
      if (input.slug !== undefined) throw conflict(`The slug ${input.slug} is taken`)
      // Someone else has just taken the slug; retry with another.
      if (tries === SLUG_TRIES) throw error
    }
  }
}

/** The document's new version and its time. */
export const saveChange = (
  deps: SaveDeps,
  { id, input, by, expected }: { id: number; input: DocumentChange; by: By; expected: number | undefined },
) =>
  unlessTaken(deps, input, async (tx) => {
    const cause = { ...by, at: deps.clock.now() }
    const { version, updated_at, proposal } = await changeDocument(deps, tx, id, input, cause, expected)
    return { version, updated_at, proposal }
  })

/** The draft's new version. Changes of filing may become a proposal. */
export const saveDraft = (deps: SaveDeps, { id, filing, copy, by, condition }: DraftSave): Promise<SavedDraft> =>
  unlessTaken(deps, filing, async (tx) => {
    const cause = { ...by, at: deps.clock.now() }
    if (Object.keys(filing).length === 0)
      return { version: await draft.saveDraft(deps, tx, id, copy, cause, condition) }
    // First, because it locks the category and then the document.
    const { version: document, proposal } = await changeDocument(deps, tx, id, filing, cause, condition.document)
    return { version: await draft.saveDraft(deps, tx, id, copy, cause, { ...condition, document }), proposal }
  })

type SavedDraft = { version: number; proposal?: ProposalRef | undefined }
type DraftSave = {
  id: number
  filing: DocumentChange
  copy: draft.DraftChange
  by: By
  condition: draft.DraftCondition
}

async function unlessTaken<T>({ db }: SaveDeps, { slug }: DocumentChange, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.inTransaction(work)
  } catch (error) {
    if (db.dialect.uniqueViolation(error) === 'document_rows.slug') throw conflict(`The slug ${slug} is taken`)
    throw error
  }
}
