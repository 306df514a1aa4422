// Creating, changing and pinning documents; deleting is in history/trash.ts. A save has three steps: prepare/ checks the
// input, saves.ts opens the transaction, write.ts writes.

import type { Block } from 'galley-blocks/model.ts'
import { type Actor, seesEverything } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { collectIssues, invalidValue } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import type { CategoryContent } from '#features/categories/removal.ts'
import { isOwnReviewer } from '#features/categories/reviewed.ts'
import { RESERVED_SLUGS } from '#limits.ts'
import { stamp } from '#time.ts'
import { readableBy } from '../access/access.ts'
import { hasUnreadable } from '../access/store.ts'
import { countDeleted, type DeletingDeps, releaseDeleted, removeDocument, restoreTogether } from '../history/trash.ts'
import { type DocumentJobs, NO_JOBS } from '../jobs.ts'
import {
  type BlocksView,
  type DocumentView,
  getBlocks,
  getSaved,
  presentAdded,
  withProposal,
} from '../reading/reading.ts'
import { findPublished } from '../revisions/store.ts'
import type { DocumentCreate, DocumentUpdate } from '../schemas.ts'
import { type ContentSource, type Prepared, prepare, prepareContent } from '../writing/prepare/prepare.ts'
import * as store from '../writing/store.ts'
import { changeOrRefuse, FIRST_VERSION, getForChange, pinDocument } from '../writing/write.ts'
import { saveChange, saveNew } from './saves.ts'

type SavingDeps = Pick<Deps, 'db' | 'clock'>
/** Saving content may mean preparing a long text. */
type ContentDeps = SavingDeps & Pick<Deps, 'sandbox'> & { jobs: DocumentJobs }

export async function createDocument(deps: ContentDeps, actor: Actor, input: DocumentCreate): Promise<DocumentView> {
  const { prepared = await prepare(deps, actor, { blocks: [] }), fields } = await prepareInput(deps, actor, input)
  const { id, added } = await saveNew(deps, { input: { ...fields, prepared }, by: { actor, origin: 'hand' } })
  // The written row can be presented without reading it again, unless the access list changed.
  if (added && !added.proposal && !input.access) return presentAdded(actor, added, prepared.blocks)
  return withProposal(await getSaved({ ...deps, jobs: NO_JOBS }, actor, id, FIRST_VERSION), added?.proposal)
}

export async function updateDocument(
  deps: ContentDeps,
  actor: Actor,
  id: number,
  input: DocumentUpdate,
  expected?: number,
): Promise<DocumentView> {
  const { prepared, fields } = await prepareInput(
    deps,
    actor,
    input,
    async () => (await findPublished(deps.db.read, id))?.blocks,
  )
  const change = { ...fields, ...(prepared && { prepared }) }
  const by = { actor, origin: 'hand' } as const
  const { version, proposal } = await saveChange(deps, { id, input: change, by, expected })
  return withProposal(await getSaved(deps, actor, id, version), proposal)
}

export async function replaceBlocks(
  deps: ContentDeps,
  actor: Actor,
  id: number,
  blocks: unknown[],
  expected?: number,
): Promise<BlocksView> {
  const prepared = await prepare(deps, actor, { blocks })
  const saved = await saveChange(deps, { id, input: { prepared }, by: { actor, origin: 'hand' }, expected })
  const { version, updated_at, proposal } = saved
  if (proposal) return { ...(await getBlocks(deps, actor, id)), proposal }
  return { document_id: id, version, updated_at: stamp(updated_at), blocks: prepared.blocks }
}

/** Prepares blocks that were checked before; returns a function that saves them in the caller's transaction. */
export async function prepareRewrite(
  deps: Pick<Deps, 'db' | 'sandbox'>,
  actor: Actor,
  id: number,
  version: number,
  blocks: Block[],
  summary: string | null,
): Promise<(tx: Tx, at: number) => Promise<void>> {
  const prepared = await prepareContent(blocks, { ...deps, actor })
  return (tx, at) => changeOrRefuse(deps, tx, id, { prepared, summary }, { actor, origin: 'hand', at }, version)
}

/** What categories/ does with documents when a category is deleted. */
export const contentOfCategories = (deps: DeletingDeps & Pick<Deps, 'sandbox'>): CategoryContent => ({
  list: store.listIdsIn,
  hasHidden: async (tx, actor, categoryIds) =>
    !seesEverything(actor) && (await hasUnreadable(tx, readableBy(actor), categoryIds)),
  move: async (tx, actor, id, to) => {
    const cause = { actor, origin: 'hand', at: deps.clock.now() } as const
    const reviewed = isOwnReviewer(actor) ? { ...cause, reviewed: true as const } : cause
    await changeOrRefuse(deps, tx, id, { category_id: to }, reviewed)
  },
  trash: (tx, actor, id, deletion) => {
    const part = { deletion, isReviewed: isOwnReviewer(actor) }
    return removeDocument(deps, tx, actor, id, part)
  },
  isKept: deps.config.keepTrashDays > 0,
  release: releaseDeleted,
  countDeleted: (deletions) => countDeleted(deps.db.read, deletions),
  restore: (actor, deletion) => restoreTogether(deps, actor, deletion),
})

/** Keeps the time of the first pin, so that pinning again changes no order. */
export async function setPinned(deps: SavingDeps, actor: Actor, id: number, pinned: boolean): Promise<void> {
  await deps.db.inTransaction(async (tx) => {
    const { pinned_at, title } = await getForChange(deps, tx, id, { actor })
    if (pinned_at > 0 === pinned) return
    const now = deps.clock.now()
    await pinDocument(deps, tx, id, pinned ? now : 0)
    const action = pinned ? 'document.pinned' : 'document.unpinned'
    await recordAudit(tx, actor, action, `document:${id}`, { title }, now)
  })
}

type Input = Pick<DocumentUpdate, 'slug' | 'blocks' | 'markdown'>

/**
 * Checks the input; `prepared` is undefined without content. `findOver` returns the text whose ids Markdown takes over. It is
 * read before the document is locked: ids of an outdated text are harmless, as merging compares again.
 */
export async function prepareInput<T extends Input>(
  deps: Pick<Deps, 'sandbox'>,
  actor: Actor,
  input: T,
  findOver?: () => Promise<string | undefined>,
): Promise<{ prepared: Prepared | undefined; fields: Omit<T, 'blocks' | 'markdown'> }> {
  const { source, fields } = splitInput(input)
  const over = source && 'markdown' in source ? await findOver?.() : undefined
  const [prepared] = await collectIssues(
    () => source && prepare(deps, actor, over === undefined ? source : { ...source, over }),
    () => checkSlug(input.slug),
  )
  return { prepared, fields }
}

function checkSlug(slug: string | undefined): void {
  if (slug !== undefined && RESERVED_SLUGS.has(slug)) {
    throw invalidValue(['body', 'slug'], `${slug} is reserved and can't be used as a slug`, slug)
  }
}

/** Separates content from the other fields. */
function splitInput<T extends Input>(
  input: T,
): { source: ContentSource | undefined; fields: Omit<T, 'blocks' | 'markdown'> } {
  const { blocks, markdown, ...fields } = input
  if (markdown === undefined) return { source: blocks && { blocks }, fields }
  if (blocks === undefined) return { source: { markdown }, fields }
  throw invalidValue(['body', 'markdown'], 'give blocks or markdown, not both', markdown.slice(0, 100))
}
