// A document's filing: category, tags and access.

import { type Actor, seesEverything } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { Visibility } from '#engine/db/vocabulary.ts'
import { invalidValue } from '#errors.ts'
import { sameAccess } from '#features/categories/access-list.ts'
import { narrower } from '#features/categories/audience.ts'
import { categoryExists, isWithinBounds } from '#features/categories/reading.ts'
import type { AccessList } from '#features/categories/schemas.ts'
import { checkAccess, holdAudience } from '#features/categories/service.ts'
import { languageTag } from '#languages/tag.ts'
import { readAccess, writeAccess } from '../../access/store.ts'
import type { DocumentUpdate } from '../../schemas.ts'
import { findCategoryId, type StoredDocument } from '../store.ts'

type FiledFields = Pick<
  StoredDocument,
  'slug' | 'position' | 'tags' | 'category_id' | 'visibility' | 'audience' | 'published' | 'lang'
>
type FilingInput = Pick<
  DocumentUpdate,
  'slug' | 'position' | 'tags' | 'category_id' | 'visibility' | 'published' | 'lang'
>

/** Called before the document is locked (the lock order in write.ts). */
export async function holdCategory(deps: Pick<Deps, 'db'>, tx: Tx, id: number, wanted: FilingInput): Promise<void> {
  if (wanted.category_id === undefined && wanted.visibility === undefined && wanted.published === undefined) return
  const categoryId = wanted.category_id === undefined ? await findCategoryId(tx, id) : wanted.category_id
  if (categoryId) await holdAudience(deps, tx, categoryId)
}

/** Only the given fields; includes the audience if category or access changes. */
export async function filingOf(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  actor: Actor,
  document: StoredDocument,
  { slug, position, tags, lang, ...wanted }: FilingInput,
): Promise<Partial<FiledFields>> {
  const { visibility = document.visibility, category_id = document.category_id } = wanted
  const published = wanted.published === undefined ? document.published : flagOf(wanted.published)
  const reaches = { visibility, category_id, published }
  const moves =
    visibility !== document.visibility || category_id !== document.category_id || published !== document.published
  return {
    ...(slug !== undefined && { slug }),
    ...(position !== undefined && { position }),
    ...(lang !== undefined && { lang: langOf(lang) }),
    ...(tags !== undefined && { tags: tagsAsText(tags) }),
    ...(moves && { ...reaches, audience: await audienceIn(deps, tx, actor, reaches) }),
  }
}

/** Returns whether the access list changed. */
export async function changeAccess(tx: Tx, documentId: number, access: AccessList | undefined): Promise<boolean> {
  if (access === undefined) return false
  const wanted = await checkAccess(tx, access)
  if (sameAccess(wanted, await readAccess(tx, documentId))) return false
  await writeAccess(tx, documentId, wanted)
  return true
}

/**
 * The narrower of the document's visibility and its category's audience, which is locked for the transaction. Unpublished
 * documents have the narrowest.
 */
export async function audienceIn(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  actor: Actor,
  { visibility, category_id, published }: Pick<FiledFields, 'visibility' | 'category_id' | 'published'>,
): Promise<Visibility> {
  const above = category_id === null ? 'public' : await holdAudience(deps, tx, category_id)
  const isSeen = category_id === null || seesEverything(actor) || (await categoryExists(tx, actor, category_id))
  if (above === undefined || !isSeen || !(await isWithinBounds(tx, actor, category_id))) {
    const fault =
      category_id === null ? 'this token writes only in its categories' : `Category ${category_id} does not exist`
    throw invalidValue(['body', 'category_id'], fault, category_id)
  }
  return published === 0 ? 'restricted' : narrower(visibility, above)
}

/** A language tag in canonical spelling. */
export function langOf(given: string | null | undefined): string | null {
  const tag = given ? languageTag(given) : null
  if (tag === undefined)
    throw invalidValue(['body', 'lang'], `${given} is not a language tag such as en or pt-BR`, given)
  return tag
}

export const flagOf = (isSo: boolean): 0 | 1 => (isSo ? 1 : 0)

/** Of tags that differ only by case, keeps the first. */
export function tagsAsText(tags: string[]): string {
  const first = new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag]))
  return JSON.stringify([...new Set(tags.map((tag) => first.get(tag.toLowerCase())!))])
}
