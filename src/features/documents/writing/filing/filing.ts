// Where a document is filed: its category, its tags, and who may read it there.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { Visibility } from '#engine/db/vocabulary.ts'
import { invalidValue } from '#errors.ts'
import { sameAccess } from '#features/categories/access-list.ts'
import { narrower } from '#features/categories/audience.ts'
import { isWithinBounds } from '#features/categories/reading.ts'
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

/** holdCategory comes before the document is held (the lock order in write.ts). */
export async function holdCategory(deps: Pick<Deps, 'db'>, tx: Tx, id: number, wanted: FilingInput): Promise<void> {
  if (wanted.category_id === undefined && wanted.visibility === undefined && wanted.published === undefined) return
  const categoryId = wanted.category_id === undefined ? await findCategoryId(tx, id) : wanted.category_id
  if (categoryId) await holdAudience(deps, tx, categoryId)
}

/** filingOf has only the fields that were given; the audience is among them when the document moves or changes its rule. */
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

/** changeAccess returns whether the list of those who may read is another one now. */
export async function changeAccess(tx: Tx, documentId: number, access: AccessList | undefined): Promise<boolean> {
  if (access === undefined) return false
  const wanted = await checkAccess(tx, access)
  if (sameAccess(wanted, await readAccess(tx, documentId))) return false
  await writeAccess(tx, documentId, wanted)
  return true
}

/**
 * audienceIn is the narrower of a document's visibility and its category's audience, which is held for this transaction.
 * What is not published has the narrowest one.
 */
export async function audienceIn(
  deps: Pick<Deps, 'db'>,
  tx: Tx,
  actor: Actor,
  { visibility, category_id, published }: Pick<FiledFields, 'visibility' | 'category_id' | 'published'>,
): Promise<Visibility> {
  const above = category_id === null ? 'public' : await holdAudience(deps, tx, category_id)
  if (above === undefined || !(await isWithinBounds(tx, actor, category_id))) {
    const fault =
      category_id === null ? 'this token writes only in its categories' : `Category ${category_id} does not exist`
    throw invalidValue(['body', 'category_id'], fault, category_id)
  }
  return published === 0 ? 'restricted' : narrower(visibility, above)
}

/** langOf is a tag as it is usually spelt. */
export function langOf(given: string | null | undefined): string | null {
  const tag = given ? languageTag(given) : null
  if (tag === undefined)
    throw invalidValue(['body', 'lang'], `${given} is not a language tag such as en or pt-BR`, given)
  return tag
}

export const flagOf = (isSo: boolean): 0 | 1 => (isSo ? 1 : 0)

/** tagsAsText keeps the first of tags that differ only by case. */
export function tagsAsText(tags: string[]): string {
  const first = new Map(tags.toReversed().map((tag) => [tag.toLowerCase(), tag]))
  return JSON.stringify([...new Set(tags.map((tag) => first.get(tag.toLowerCase())!))])
}
