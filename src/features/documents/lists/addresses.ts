// Where documents and categories are on the site: at /read/{slug}, or, where the site wants it, at addresses from the tree. A page
// that was imported keeps the address it had. Pure functions; reader/ asks them for every link that it makes.

import { OURS } from '#features/brand/brand.ts'

export type SiteAddresses = { addresses: 'flat' | 'nested'; basePath: string; homeId: number | null; version: number }
export type AddressedDocument = { id: number; slug: string; path: string | null }

export const flatPath = (slug: string): string => `/read/${encodeURIComponent(slug)}`

export const flatCategoryPath = (slug: string): string => `/read/category/${encodeURIComponent(slug)}`

/** documentAddress: `way` are the slugs of the categories down to it; `isIndex` says that the document stands for its category. */
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

/** TAKEN are single addresses of this service; what it has itself always wins, and the page stays at its permanent link. */
const TAKEN =
  /^\/(?:docs(?:\/(?:dashboard|oauth2-redirect))?|openapi\.json|healthz|readyz|metrics|index\.html|favicon\.ico|robots\.txt|(?:feed|sitemap[-\d]*)\.xml|llms(?:-full)?\.txt)?$/
const isTaken = (address: string): boolean => OURS.test(address) || TAKEN.test(address)
