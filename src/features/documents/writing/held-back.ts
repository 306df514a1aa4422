// Which changes of a document under review wait for approval: all except its order among siblings, and narrowing its access.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { collectIssues } from '#errors.ts'
import { namesNoOneNew, sameAccess } from '#features/categories/access-list.ts'
import { narrower } from '#features/categories/audience.ts'
import type { AccessList } from '#features/categories/schemas.ts'
import { checkAccess } from '#features/categories/service.ts'
import type { ProposeSource, SourceChange } from '#features/evidence/attach.ts'
import { readAccess } from '../access/store.ts'
import { type ProposalRef, type ProposedAction, type ProposedChange, proposeSave } from '../review/propose.ts'
import { findCategoryRule, findDocumentRule, listReviewed } from '../review/rules-store.ts'
import { findSaveOf } from '../review/store.ts'
import { findPublished, findRevision } from '../revisions/store.ts'
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

/** For what is no save of a document; undefined if that isn't under review. */
export async function proposeAction(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  tx: Tx,
  actor: Actor,
  documentId: number,
  action: ProposedAction,
  origin: 'hand' | 'import' = 'hand',
): Promise<ProposalRef | undefined> {
  const document = await findForChange(tx, db.dialect.forUpdate, documentId)
  if (!document || !(await isUnderReview(tx, document))) return undefined
  return proposeSave(tx, document, { text: {}, action }, { actor, origin, at: clock.now() })
}

export const proposeSource = (
  deps: Pick<Deps, 'db' | 'clock'>,
  ...[tx, actor, documentId, asked]: Parameters<ProposeSource>
) => proposeAction(deps, tx, actor, documentId, { sources: [asked] })

/** The text that an import proposes, whose sources wait with it; undefined if the document isn't under review. */
export async function findProposedByImport(deps: Pick<Deps, 'db' | 'clock'>, tx: Tx, actor: Actor, documentId: number) {
  if ((await listReviewed(tx, [documentId])).length === 0) return undefined
  const own = await findSaveOf(tx, documentId, actor.userId)
  const text = own?.revision_id ? await findRevision(tx, own.revision_id) : await findPublished(tx, documentId)
  const isProposed = (JSON.parse(own?.action ?? '{}') as ProposedAction).sources !== undefined
  const propose = async (sources: readonly SourceChange[]) => {
    if (!isProposed && sources.length > 0) await proposeAction(deps, tx, actor, documentId, { sources }, 'import')
  }
  return { blocks: text!.blocks, propose }
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
