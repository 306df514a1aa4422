// Resolves permanent links to the site's addresses for a reader. Documents that the reader may not read keep their permanent
// address, so that no path reveals the categories around them.

import { decodedPart } from 'galley-blocks/urls.ts'
import type { Actor } from '#actor.ts'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { type AddressedDocument, documentAddress, flatCategoryPath, flatPath, type SiteAddresses } from './addresses.ts'
import { listAddressed, listTreeCategories, type TreeCategory } from './tree-store.ts'

type FiledDocument = AddressedDocument & { category_id: number | null }
type Categories = ReadonlyMap<number, TreeCategory>
/** `at` maps a link to its address, or to itself; `tags` are what that depends on. */
export type PageLocation = { at: (link: string) => string; tags: string[] }

/** A link to a document or category, with nothing after its slug. */
const FLAT_LINK = /^\/read\/(category\/)?([^/?#]+)$/

export async function locate(
  { db }: Deps,
  actor: Actor,
  site: SiteAddresses,
  categories: Categories,
  links: readonly string[],
): Promise<PageLocation> {
  const asked = new Set(links)
  const indexed = [...categories.values()].filter(
    ({ index_id, slug }) => index_id !== null && asked.has(flatCategoryPath(slug)),
  )
  const ids = [site.homeId, ...indexed.map(({ index_id }) => index_id)].filter((id) => id !== null)
  const slugs = site.addresses === 'flat' ? [] : [...asked].flatMap(slugIn)
  const found = await listAddressed(db.read, actor, { ids, slugs })
  const addressOf = addressIn(site, categories)
  const byId = new Map(found.map((document) => [document.id, document]))
  const addresses = new Map(found.map((document) => [flatPath(document.slug), addressOf(document)]))
  for (const { id, slug, index_id } of indexed) {
    const index = byId.get(index_id!)
    if (index?.category_id === id) addresses.set(flatCategoryPath(slug), addressOf(index))
  }
  const tags = new Set(found.map(({ category_id }) => TAGS.category(category_id)))
  const isLacking = ids.some((id) => !byId.has(id)) || slugs.some((slug) => !addresses.has(flatPath(slug)))
  // It may be created, or become readable.
  if (isLacking) tags.add(TAGS.index)
  return { at: (link) => addresses.get(link) ?? link, tags: [...tags] }
}

const slugIn = (link: string): string[] => {
  const [, category, slug] = FLAT_LINK.exec(link) ?? []
  return slug === undefined || category ? [] : [decodedPart(slug)]
}

/** For lists of many documents: maps each to its address. */
export const listAddresses = async ({ db }: Deps, actor: Actor, site: SiteAddresses) =>
  addressIn(site, new Map((await listTreeCategories(db.read, actor)).map((category) => [category.id, category])))

const addressIn =
  (site: SiteAddresses, categories: Categories) =>
  (document: FiledDocument): string => {
    const { id, category_id } = document
    const isIndex = category_id !== null && categories.get(category_id)?.index_id === id
    return documentAddress(site, categorySlugs(categories, category_id), document, isIndex)
  }

/**
 * The slugs of a category's ancestors and itself. Terminates even on a cycle, which only manual edits of the database can
 * create.
 */
export function categorySlugs(byId: Categories, id: number | null): string[] {
  const way = new Set<TreeCategory>()
  const categoryOf = (id: number | null) => (id === null ? undefined : byId.get(id))
  for (let at = categoryOf(id); at && !way.has(at); at = categoryOf(at.parent_id)) way.add(at)
  return [...way].map(({ slug }) => slug).reverse()
}
