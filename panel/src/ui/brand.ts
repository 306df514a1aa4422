// The brand, from the page (reader/look.ts) and after changes. Tab titles end with the site's name.

import { useDocumentTitle } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'

type Scheme = 'auto' | 'light' | 'dark'
/** The icon always exists; logos are empty if there are none. */
type ShownBrand = { name: string; logo: string; logoDark: string; icon: string }

const meta = document.querySelector<HTMLMetaElement>('meta[name="application-name"]')
const iconLink = document.querySelector<HTMLLinkElement>('link[rel="icon"]')

/** The colour scheme until the person chooses. */
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
