// Saves with publish=false: content goes to the working copy, filing takes effect at once. Checks and preparation are those
// of every save (writing/).

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { DocumentJobs } from '../jobs.ts'
import { type BlocksView, type DocumentView, getBlocks, getDocument, withProposal } from '../reading/reading.ts'
import { findNewestBlocks } from '../revisions/store.ts'
import type { DocumentCreate, DocumentUpdate } from '../schemas.ts'
import type { CopyCondition } from '../working-copy/save.ts'
import { prepare } from '../writing/prepare/prepare.ts'
import { saveDraft, saveNew } from './saves.ts'
import { prepareInput } from './service.ts'

type DraftDeps = Pick<Deps, 'db' | 'clock' | 'sandbox'> & { jobs: DocumentJobs }

/** Creates an unpublished document with its content in the working copy. */
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
  condition: CopyCondition,
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
  condition: CopyCondition,
): Promise<BlocksView> {
  const { blocks } = await prepare(deps, actor, { blocks: given })
  const by = { actor, origin: 'hand' } as const
  const { version: draft_version } = await saveDraft(deps, { id, filing: {}, copy: { blocks }, by, condition })
  return { ...(await getBlocks(deps, actor, id)), blocks, draft_version }
}
