// Site addresses of documents and categories: /read/{slug}, or paths by the tree if the site uses them. An imported page
// keeps its old address. Pure; called for every link by reader/.

import { OURS } from '#features/brand/brand.ts'

export type SiteAddresses = { addresses: 'flat' | 'nested'; basePath: string; homeId: number | null; version: number }
export type AddressedDocument = { id: number; slug: string; path: string | null }

export const flatPath = (slug: string): string => `/read/${encodeURIComponent(slug)}`

export const flatCategoryPath = (slug: string): string => `/read/category/${encodeURIComponent(slug)}`

/** `way` are the slugs of the ancestors; `isIndex`: the document represents its category. */
export function documentAddress(
  site: SiteAddresses,
  way: readonly string[],
  { id, slug, path }: AddressedDocument,
  isIndex: boolean,
): string {
  if (id === site.homeId) return '/'
  if (site.addresses === 'flat') return flatPath(slug)
  const parts = isIndex ? way : [...way, slug]
  const address = path === null ? `${site.basePath}/${parts.map(encodeURIComponent).join('/')}` : encodeURI(path)
  return isTaken(address) ? flatPath(slug) : address
}

/** First segments that the service uses itself, which win; such a page stays at its permanent link. */
const TAKEN =
  /^\/(?:docs(?:\/(?:dashboard|oauth2-redirect))?|openapi\.json|healthz|readyz|metrics|index\.html|favicon\.ico|robots\.txt|(?:feed|sitemap[-\d]*)\.xml|llms(?:-full)?\.txt)?$/
const isTaken = (address: string): boolean => OURS.test(address) || TAKEN.test(address)
