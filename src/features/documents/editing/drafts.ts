// What the API does with shared drafts: saves with publish=false (content goes to the draft, filing takes effect at once),
// autosaves, and the text that the next editor continues. Checks and preparation are those of every save (writing/).

import type { Actor } from '#actor.ts'
import type { Deps, ReadDeps } from '#deps.ts'
import { conflict, notFound } from '#errors.ts'
import { presentPerson } from '#features/accounts/present.ts'
import { stamp } from '#time.ts'
import { readableBy } from '../access/access.ts'
import type { AutosaveOut, EditedHead } from '../draft-schemas.ts'
import * as draft from '../drafts/draft.ts'
import { findEdited } from '../drafts/store.ts'
import type { DocumentJobs } from '../jobs.ts'
import { presentText } from '../reading/drafts.ts'
import { type BlocksView, type DocumentView, getBlocks, getDocument, withProposal } from '../reading/reading.ts'
import { findNewestBlocks } from '../revisions/store.ts'
import type { AutosaveIn, DocumentCreate, DocumentUpdate } from '../schemas.ts'
import { tagsAsText } from '../writing/filing/filing.ts'
import { prepare, readText } from '../writing/prepare/prepare.ts'
import { saveDraft, saveNew } from './saves.ts'
import { prepareInput } from './service.ts'

type DraftDeps = Pick<Deps, 'db' | 'clock' | 'sandbox'> & { jobs: DocumentJobs }

/** Creates an unpublished document with its content as a draft. */
export async function createDraft(deps: DraftDeps, actor: Actor, input: DocumentCreate): Promise<DocumentView> {
  const { prepared, fields } = await prepareInput(deps, actor, input)
  const { title, summary, tags, ...filing } = fields
  const copy = { title, summary, tags, blocks: prepared?.blocks }
  const empty = await prepare(deps, actor, { blocks: [] })
  const document = { ...filing, title, published: false, prepared: empty }
  const { id } = await saveNew(deps, { input: document, copy, by: { actor, origin: 'hand' } })
  return getDocument(deps, actor, { id })
}

export async function updateDraft(
  deps: DraftDeps,
  actor: Actor,
  id: number,
  input: DocumentUpdate,
  condition: draft.DraftCondition,
): Promise<DocumentView> {
  const { prepared, fields } = await prepareInput(deps, actor, input, () => findNewestBlocks(deps.db.read, id))
  const { title, summary, tags, ...filing } = fields
  const copy = { title, summary, tags, blocks: prepared?.blocks }
  const { version, proposal } = await saveDraft(deps, {
    id,
    filing,
    copy,
    by: { actor, origin: 'hand' },
    condition,
  })
  const { head, blocks } = await getDocument(deps, actor, { id })
  // Returns this save's version even if someone else has saved since: the caller hasn't seen that one.
  return withProposal({ head: { ...head, ...(head.draft && { draft: { ...head.draft, version } }) }, blocks }, proposal)
}

export async function replaceDraftBlocks(
  deps: DraftDeps,
  actor: Actor,
  id: number,
  given: unknown[],
  condition: draft.DraftCondition,
): Promise<BlocksView> {
  const { blocks } = await prepare(deps, actor, { blocks: given })
  const by = { actor, origin: 'hand' } as const
  const { version: draft_version } = await saveDraft(deps, { id, filing: {}, copy: { blocks }, by, condition })
  return { ...(await getBlocks(deps, actor, id)), blocks, draft_version }
}

/** Blocks as saved JSON, like DocumentView. */
export async function getEdited(
  { db }: ReadDeps,
  actor: Actor,
  id: number,
): Promise<{ head: EditedHead; blocks: string }> {
  const row = await findEdited(db.read, id, readableBy(actor))
  if (!row) throw notFound('Document')
  const { blocks, tags, reason, author_id, author_name, updated_at, ...text } = row
  const head = {
    document_id: id,
    ...text,
    is_saved: reason !== 'autosave',
    tags: JSON.parse(tags) as string[],
    author: presentPerson(author_id, author_name),
    updated_at: stamp(updated_at),
  }
  return { head, blocks }
}

export async function autosave(deps: DraftDeps, actor: Actor, id: number, input: AutosaveIn): Promise<AutosaveOut> {
  const { parent, title, summary, tags } = input
  const blocks = await readText(deps, actor, input.blocks)
  const text = { parent, title, summary, tags: tagsAsText(tags), blocks }
  const { clash, merged, ...saved } = await deps.db.inTransaction((tx) =>
    draft.autosave(deps, tx, id, text, { actor, at: deps.clock.now() }),
  )
  if (!clash) return { ...saved, merged: merged ? presentText(merged) : null }
  const [base, theirs] = [presentText(clash.base), presentText(clash.theirs)]
  const { conflicts, kept } = clash
  throw conflict(`Someone else changed the same places of document ${id}; your text is kept as revision ${kept}`, {
    ...saved,
    conflicts,
    kept,
    base,
    theirs,
  })
}
