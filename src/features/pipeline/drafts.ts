// The drafts of iterations. A draft's text is a revision of its document (documents/writing/drafts/); provenance and edits
// are in the iteration's JSON. This file joins both.

import type { Block } from 'galley-blocks/model.ts'
import type { Draft } from '#drafting/contract.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { type DraftText, findDraftText, writeDraft } from '#features/documents/writing/drafts/drafts.ts'
import { type Findings, readFindings, readPlanning } from './content.ts'
import { findGivers } from './givers.ts'
import * as store from './store.ts'

/** `drafted` is the drafter's original, `draft` includes what people changed since. */
export type Drafts = { draft: Draft; drafted: Draft }

const draftOf = ({ title, summary, blocks }: Omit<DraftText, 'id'>, findings: Findings): Draft => ({
  title,
  summary,
  blocks: JSON.parse(blocks) as Block[],
  ...findings,
})

const read = async (query: Query, id: number | null, findings: string | null): Promise<Draft | null> => {
  const text = id === null ? undefined : await findDraftText(query, id)
  return text ? draftOf(text, readFindings(findings)) : null
}

export const findDraft = (query: Query, { draft_id, findings }: store.IterationRow): Promise<Draft | null> =>
  read(query, draft_id, findings)

export async function findDrafts(query: Query, iteration: store.IterationRow): Promise<Drafts | undefined> {
  const draft = await findDraft(query, iteration)
  return draft ? { draft, drafted: (await read(query, iteration.drafted_id, iteration.findings)) ?? draft } : undefined
}

/**
 * The draft that a redraft continues: that of the newest earlier iteration that has one, with people's changes. If it was
 * approved, the document as of the redraft's request.
 */
export async function findPrevious(query: Query, iteration: store.IterationRow): Promise<Draft | null> {
  let row: store.IterationRow | undefined = iteration
  do {
    const before: number | null = readPlanning(row).inputs.previous_iteration_id
    row = before === null ? undefined : await store.findIteration(query, before)
  } while (row && row.findings === null)
  if (!row) return null
  if (row.status !== 'approved') return findDraft(query, row)
  const document = await read(query, iteration.base_id, row.findings)
  // Edits that have been published are no longer open.
  return document && { ...document, edits: undefined }
}

/** Saves the drafter's text, based on the revision it was made from. */
export async function firstDraft(
  tx: Tx,
  iteration: store.IterationRow,
  over: number,
  draft: Draft,
  at: number,
): Promise<store.IterationFields> {
  const lineage = { iteration: iteration.id, base: iteration.base_version, over }
  const behind = await findGivers(tx, iteration, draft)
  const draft_id = await writeDraft(tx, lineage, wordsOf(draft), { by: null, at, behind })
  return { draft_id, drafted_id: draft_id, findings: findingsOf(draft) }
}

/** Saves changed drafts. A decision about an edit changes both, because it isn't a person's own text. */
export async function nextDraft(
  tx: Tx,
  { id, base_version, draft_id, drafted_id }: store.IterationRow,
  { draft, drafted }: Drafts,
  { by, at }: { by: number | null; at: number },
): Promise<store.IterationFields> {
  const lineage = { iteration: id, base: base_version }
  const [shown, written] = [wordsOf(draft), wordsOf(drafted)]
  const next = await writeDraft(tx, { ...lineage, over: draft_id! }, shown, { by, at })
  const isSame = shown.title === written.title && shown.summary === written.summary && shown.blocks === written.blocks
  const over = drafted_id ?? draft_id!
  const first = isSame ? next : await writeDraft(tx, { ...lineage, over }, written, { by: null, at })
  return { draft_id: next, drafted_id: first, findings: findingsOf(draft) }
}

const wordsOf = ({ title, summary, blocks }: Draft) => ({ title, summary, blocks: JSON.stringify(blocks) })

const findingsOf = ({ provenance, edits }: Draft): string => JSON.stringify({ provenance, edits } satisfies Findings)
