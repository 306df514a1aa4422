// What the form of the brand holds, and how it differs from what is saved.

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
}

export const valuesOf = ({ name, accent, scheme, logo, logo_dark, icon, footer, links }: BrandOut): BrandValues => ({
  name,
  accent,
  scheme,
  logo: logo ?? '',
  logo_dark: logo_dark ?? '',
  icon: icon ?? '',
  footer: footer ?? '',
  links,
})

/** changesIn: an empty field goes back to its default. */
export function changesIn(values: BrandValues, saved: BrandOut): BrandUpdate {
  const before = valuesOf(saved)
  const changed = Object.entries(values).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof BrandValues]),
  )
  return Object.fromEntries(changed.map(([field, value]) => [field, value === '' ? null : value]))
}

/** shadesSaid explains why a colour looks different from what was chosen. */
export function shadesSaid(accent: string): string {
  if (!isColour(accent)) return ''
  const { light, dark } = accentVariants(accent)
  const same = accent.toLowerCase()
  if (light === same && dark === same) return 'Readable as it is on light and dark pages.'
  const parts = [light !== same && `${light} on light pages`, dark !== same && `${dark} on dark pages`].filter(Boolean)
  return `Shown as ${parts.join(' and ')}, to keep text readable (WCAG AA).`
}
