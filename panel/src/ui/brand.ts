// The brand as the service put it into the page (reader/look.ts), and as it is after it was changed here. The names that pages
// have in the browser end with the name of the site.

import { useDocumentTitle } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'

type Scheme = 'auto' | 'light' | 'dark'
/** A ShownBrand has an icon always; the logos, for light and dark pages, are empty where there are none. */
type ShownBrand = { name: string; logo: string; logoDark: string; icon: string }

const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')
const iconLink = document.querySelector<HTMLLinkElement>('link[rel="icon"]')

/** brandScheme is what the panel looks like until someone chooses. */
export const brandScheme = (meta?.dataset.scheme ?? 'auto') as Scheme

let shown: ShownBrand = {
  name: meta?.content ?? 'Galley',
  logo: meta?.dataset.logo ?? '',
  logoDark: meta?.dataset.logoDark ?? '',
  icon: iconLink?.href ?? '',
}
const listeners = new Set<() => void>()

export function showBrand(brand: ShownBrand): void {
  shown = brand
  if (iconLink) iconLink.href = brand.icon
  for (const listener of listeners) listener()
}

export const brandNow = (): ShownBrand => shown

export const useBrand = (): ShownBrand =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, brandNow)

export function useTitle(title: string): void {
  const { name } = useBrand()
  useDocumentTitle(`${title} · ${name}`)
}
