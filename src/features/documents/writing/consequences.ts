// Everything that follows from a change of a document, in this order and in its transaction: evidence, comment threads,
// uploads, the former slug, links from and to it, the search index, webhooks and audit trail. Every write goes through this
// list, so that nothing is forgotten.

import { textWithSections } from 'galley-blocks/outline.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { followText } from '#features/comments/follow.ts'
import { type HeldEvidence, updateEvidenceAfterSave } from '#features/evidence/keep.ts'
import { reachOf } from '../access/access.ts'
import { updateLinks } from '../links/links.ts'
import { bodyWords } from '../search/indexing/entry.ts'
import { narrowWords } from '../search/indexing/maintenance.ts'
import { indexDocument } from '../search/search.ts'
import { noteUses } from '../uploads/uploads.ts'
import { releaseSlug } from './filing/addresses.ts'
import type { Prepared } from './prepare/prepare.ts'
import { type Cause, type DocumentAspect, reportAdded, reportChanged } from './report.ts'
import type { NewRow, StoredDocument } from './store.ts'

type AddedRow = NewRow & { id: number }

/** A document before and after. `prepared` is its new content, if that changed. */
type Change = {
  before: StoredDocument
  after: StoredDocument
  aspects: ReadonlySet<DocumentAspect>
  /** The former blocks as JSON. */
  blocks: string
  prepared: Prepared | undefined
  /** Content, title or summary changed. */
  isRewritten: boolean
  evidence: { held: HeldEvidence; restored: string | null | undefined } | undefined
  /** The access rule, if visibility or list were given. */
  access: { list: unknown } | undefined
}

type Consequence = (deps: Pick<Deps, 'db'>, tx: Tx, change: Change, cause: Cause) => Promise<void> | void

const CONSEQUENCES: Consequence[] = [
  async ({ db }, tx, { after: { id }, blocks: before, prepared, evidence }, { at }) => {
    if (!evidence || !prepared) return
    const saved = { id, before, after: prepared.blocks, text: prepared.text, at, restored: evidence.restored }
    await updateEvidenceAfterSave(db.dialect, tx, evidence.held, saved)
  },
  async (_deps, tx, { after, prepared }) => {
    if (prepared) await followText(tx, after.id, prepared.blocks)
  },
  async (deps, tx, { after, blocks, prepared }) => {
    if (prepared) await noteUses(deps, tx, after.id, prepared.blocks, blocks)
  },
  async (_deps, tx, { before, after }, { at }) => {
    if (after.slug !== before.slug) await releaseSlug(tx, before, at)
  },
  async (_deps, tx, { before, after, blocks, prepared }, { at }) => {
    const isElsewhere = after.slug !== before.slug || after.published !== before.published
    const slugs = isElsewhere ? [before.slug, after.slug] : []
    await updateLinks(tx, after.id, { blocks: prepared?.blocks, before: blocks, slugs }, at)
  },
  async (deps, tx, { before, after, blocks, prepared, isRewritten }) => {
    if (isRewritten || after.tags !== before.tags || reachOf(after) !== reachOf(before))
      await index(deps, tx, after, prepared ?? textWithSections(JSON.parse(blocks)), after.title !== before.title)
    if (reachOf(after) < reachOf(before)) narrowWords(deps.db.dialect, tx, { ...before, blocks })
  },
  (_deps, tx, change, cause) => reportChanged(tx, change, cause),
]

export async function followChange(deps: Pick<Deps, 'db'>, tx: Tx, change: Change, cause: Cause): Promise<void> {
  for (const follow of CONSEQUENCES) await follow(deps, tx, change, cause)
}

/** For a new or restored document. */
export async function followAddition(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  document: AddedRow,
  prepared: Prepared,
  cause: Cause,
  isRestored = false,
): Promise<void> {
  await noteUses(deps, tx, document.id, prepared.blocks)
  await updateLinks(tx, document.id, { blocks: prepared.blocks, slugs: [document.slug] }, cause.at)
  await index(deps, tx, document, prepared)
  await reportAdded(tx, document, cause, isRestored)
}

type IndexedDocument = Pick<StoredDocument, 'id' | 'title' | 'tags' | 'summary' | 'audience' | 'has_content'>

async function index(
  { db }: Pick<Deps, 'db'>,
  tx: Tx,
  document: IndexedDocument,
  { text, sections, words = bodyWords(text) }: Pick<Prepared, 'text' | 'sections' | 'words'>,
  isTitleNew = true,
): Promise<void> {
  const tags = JSON.parse(document.tags) as string[]
  await indexDocument(db.dialect, tx, { ...document, tags, isTitleNew, words, sections, reach: reachOf(document) })
}
