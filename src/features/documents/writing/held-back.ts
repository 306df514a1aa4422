// Which changes of a document under review wait for approval: all except its order among siblings, and narrowing its access.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { collectIssues, conflict } from '#errors.ts'
import { namesNoOneNew, sameAccess } from '#features/categories/access-list.ts'
import { narrower } from '#features/categories/audience.ts'
import type { AccessList } from '#features/categories/schemas.ts'
import { checkAccess } from '#features/categories/service.ts'
import type { SourceChange } from '#features/evidence/attach.ts'
import { readAccess } from '../access/store.ts'
import { type ProposalRef, type ProposedAction, type ProposedChange, proposeSave } from '../review/propose.ts'
import { findCategoryRule, findDocumentRule } from '../review/rules-store.ts'
import type { DocumentUpdate } from '../schemas.ts'
import { filingOf, tagsAsText } from './filing/filing.ts'
import type { Prepared } from './prepare/prepare.ts'
import { findForChange, type StoredDocument } from './store.ts'

type AskedChange = Omit<DocumentUpdate, 'blocks' | 'markdown'> & {
  prepared?: Prepared
} & Pick<ProposedChange, 'saved' | 'merged'>
type AtOnce = Pick<AskedChange, 'position' | 'visibility' | 'access'>

/** By the document's rule, or by that of the category it moves to. */
export async function isUnderReview(
  query: Query,
  { id, category_id: from }: Pick<StoredDocument, 'id' | 'category_id'>,
  to?: number | null,
) {
  if ((await findDocumentRule(query, id))?.publishing === 'review') return true
  return to !== undefined && to !== null && to !== from && isReviewedIn(query, to)
}

export const isReviewedIn = async (query: Query, categoryId: number): Promise<boolean> =>
  (await findCategoryRule(query, categoryId))?.publishing === 'review'

/** For responses that can't show a pending change. */
export const reviewedFirst = (id: number, asked: string) =>
  conflict(
    `Document ${id} is published after review. Propose this with POST /api/admin/proposals: {"document_id": ${id}, ${asked}}`,
    { review: true },
  )

/** Reports errors in a change at once rather than on approval. */
export async function splitChange(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  actor: Actor,
  before: StoredDocument,
  { position, prepared, saved, merged, title, summary, tags, ...filing }: AskedChange,
): Promise<{ atOnce: AtOnce; change: ProposedChange }> {
  const [filed, access] = await collectIssues(
    () => filingOf(deps, tx, actor, before, filing),
    () => filing.access && checkAccess(tx, filing.access),
  )
  const closing = await closingOf(tx, before, filing.visibility, access)
  const { slug, category_id, visibility, published, lang } = { ...before, ...filed }
  const asked = { slug, category_id, visibility, published: published === 1, lang }
  const is = { ...before, published: before.published === 1 }
  const fields = FILED.filter((field) => asked[field] !== is[field] && !(field in closing))
  const action: ProposedAction = Object.fromEntries(fields.map((field) => [field, asked[field]]))
  const isOpening = access && !closing.access && !sameAccess(access, await readAccess(tx, before.id))
  const text = {
    ...(title !== undefined && { title }),
    ...(summary !== undefined && { summary }),
    ...(tags !== undefined && { tags: tagsAsText(tags) }),
    ...(prepared && { blocks: prepared.blocks }),
  }
  return {
    atOnce: { ...closing, ...(position !== undefined && { position }) },
    change: { text, action: { ...action, ...(isOpening && { access }) }, saved, merged },
  }
}

/** Undefined if the document isn't under review. */
export async function proposeSource(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  tx: Tx,
  actor: Actor,
  documentId: number,
  asked: SourceChange,
): Promise<ProposalRef | undefined> {
  const document = await findForChange(tx, db.dialect.forUpdate, documentId)
  if (!document || !(await isUnderReview(tx, document))) return undefined
  const by = { actor, origin: 'hand', at: clock.now() } as const
  return proposeSave(tx, document, { text: {}, action: { sources: [asked] } }, by)
}

const FILED = ['slug', 'category_id', 'visibility', 'published', 'lang'] as const

/** A narrower visibility, or a list without new people. */
async function closingOf(
  tx: Tx,
  before: StoredDocument,
  visibility: StoredDocument['visibility'] | undefined,
  access: AccessList | undefined,
): Promise<AtOnce> {
  const named = access && (await readAccess(tx, before.id))
  const isNarrower = visibility !== undefined && narrower(visibility, before.visibility) === visibility
  return { ...(isNarrower && { visibility }), ...(named && namesNoOneNew(access, named) && { access }) }
}
