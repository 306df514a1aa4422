// The brand form's values, and their changes.

import type { BrandOut, BrandUpdate } from 'galley-client/schema.ts'
import { accentVariants, isColour } from 'galley-look/accent.ts'

export type BrandValues = {
  name: string
  accent: string
  scheme: BrandOut['scheme']
  logo: string
  logo_dark: string
  icon: string
  footer: string
  links: BrandOut['links']
  home_id: string
  addresses: BrandOut['addresses']
  base_path: string
  description: string
  announcement: string
  announcement_url: string
  announcement_until: string
}

export const valuesOf = ({ name, accent, scheme, links, ...brand }: BrandOut): BrandValues => ({
  name,
  accent,
  scheme,
  links,
  logo: brand.logo ?? '',
  logo_dark: brand.logo_dark ?? '',
  icon: brand.icon ?? '',
  footer: brand.footer ?? '',
  home_id: brand.home_id === null ? '' : String(brand.home_id),
  addresses: brand.addresses,
  base_path: brand.base_path ?? '',
  description: brand.description ?? '',
  announcement: brand.announcement ?? '',
  announcement_url: brand.announcement_url ?? '',
  announcement_until: brand.announcement_until?.slice(0, 10) ?? '',
})

/** A value for the API: an announcement ends with its day, and a document is a number. */
function sent(field: string, value: unknown): unknown {
  if (value === '') return null
  if (field === 'home_id') return Number(value)
  return field === 'announcement_until' ? `${value}T23:59:59.000Z` : value
}

/** An empty field is reset to its default. */
export function changesIn(values: BrandValues, saved: BrandOut): BrandUpdate {
  const before = valuesOf(saved)
  const changed = Object.entries(values).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof BrandValues]),
  )
  return Object.fromEntries(changed.map(([field, value]) => [field, sent(field, value)]))
}

/** Why a colour looks different from the chosen one. */
export function shadesSaid(accent: string): string {
  if (!isColour(accent)) return ''
  const { light, dark } = accentVariants(accent)
  const same = accent.toLowerCase()
  if (light === same && dark === same) return 'Readable as it is on light and dark pages.'
  const parts = [light !== same && `${light} on light pages`, dark !== same && `${dark} on dark pages`].filter(Boolean)
  return `Shown as ${parts.join(' and ')}, to keep text readable (WCAG AA).`
}
