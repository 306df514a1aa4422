// Publishing rules: whether changes take effect at once or after review. A document or category may have one, the nearest
// applies. Set by administrators only, because they restrict editors.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { notFound } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { categoryExists } from '#features/categories/reading.ts'
import { requireDocument } from '../reading/reading.ts'
import * as store from '../review/rules-store.ts'
import type { PublishingIn, PublishingOut } from './schemas.ts'

type RuleDeps = Pick<Deps, 'db' | 'clock' | 'config'>

export async function getPublishing({ db, config }: RuleDeps, actor: Actor, of: store.RuledBy): Promise<PublishingOut> {
  const rule = await findRule({ db }, actor, of)
  const isOwn =
    rule !== undefined && ('document_id' in of ? rule.document_id !== null : rule.category_id === of.category_id)
  return {
    publishing: rule?.publishing ?? 'direct',
    approvals: rule?.approvals ?? 1,
    by_others: rule?.by_others === 1 || config.reviewByOthers === 'on',
    own: isOwn,
    category_id: rule?.category_id ?? null,
  }
}

async function findRule({ db }: Pick<Deps, 'db'>, actor: Actor, of: store.RuledBy): Promise<store.RuleRow | undefined> {
  if ('document_id' in of) {
    await requireDocument(db.read, actor, of.document_id)
    return store.findDocumentRule(db.read, of.document_id)
  }
  if (!(await categoryExists(db.read, actor, of.category_id))) throw notFound('Category')
  return store.findCategoryRule(db.read, of.category_id)
}

export async function setPublishing(
  deps: RuleDeps,
  actor: Actor,
  of: store.RuledBy,
  { publishing, approvals = 1, by_others = false }: PublishingIn,
): Promise<PublishingOut> {
  await findRule(deps, actor, of)
  const named = { document_id: null, category_id: null, ...of }
  await deps.db.inTransaction(async (tx) => {
    await store.deleteRule(tx, of)
    if (publishing !== null)
      await store.insertRule(tx, { ...named, publishing, approvals, by_others: by_others ? 1 : 0 })
    const [kind, id] =
      'document_id' in of ? (['document', of.document_id] as const) : (['category', of.category_id] as const)
    const detail = { publishing, ...(publishing === 'review' && { approvals, by_others }) }
    await recordAudit(tx, actor, `${kind}.publishing_changed`, `${kind}:${id}`, detail, deps.clock.now())
  })
  return getPublishing(deps, actor, of)
}
