// What every page gets: the site's settings, the reader, and the outline for the sidebar. Types and small helpers.

import { LRUCache } from 'lru-cache'
import type { SiteConfig } from '#config.ts'
import type { Brand } from '#features/brand/brand.ts'
import { flatCategoryPath, flatPath } from '#features/documents/lists/addresses.ts'
import type { Outline } from '#features/documents/lists/outline.ts'
import { stamp } from '#time.ts'
import type { Assets } from './assets.ts'
import { html, type Markup } from './html.ts'

/** The brand with its files' addresses; logos are empty if there are none. */
export type SiteLook = { brand: Brand; colours: string; icon: string; logo: string; logoDark: string }

export type SiteSettings = SiteConfig & SiteLook & { assets: Assets; isAnnounced: boolean }

/** A signed-in person; visitors have none. */
export type Viewer = { name: string; edits: boolean }

/** What surrounds a page; `base` is the site's address without a trailing slash. */
export type PageContext = { site: SiteSettings; base: string; viewer: Viewer | undefined; outline: Outline }

/** Bounded, because a document may have any language tag. */
const longDates = new LRUCache<string, Intl.DateTimeFormat>({
  max: 100,
  memoMethod: (lang) => {
    // British English puts the day first; writing out the month keeps it unambiguous.
    const locale = lang === 'en' ? 'en-GB' : lang
    return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  },
})
/** Lists have dozens of dates, mostly on few days, and formatting one is the slowest part of an entry. */
const longDays = new LRUCache<string, string>({
  max: 1_000,
  memoMethod: (key) => {
    const [day = '', lang = ''] = key.split(' ')
    return longDates.memo(lang).format(new Date(day))
  },
})

/** A time or stamp (time.ts) as a day in UTC. */
export function dateOf(at: number | string, lang: string): Markup {
  const time = typeof at === 'string' ? at : stamp(at)
  return html`<time datetime="${time}">${longDays.memo(`${time.slice(0, 10)} ${lang}`)}</time>`
}

export const documentPath = flatPath
/** A document's address if known, else its permanent link. */
export const hrefOf = ({ slug, href }: { slug: string; href?: string | undefined }): string =>
  href ?? documentPath(slug)
/** Links to a section's heading, if there is one. */
export const sectionPath = (
  slug: string,
  section: { id: string } | null | undefined,
  address = documentPath(slug),
): string => address + (section ? `#${encodeURIComponent(section.id)}` : '')
export const categoryPath = flatCategoryPath
export const tagPath = (tag: string): string => `/read/tag/${encodeURIComponent(tag)}`
/** The branch of a category's sidebar, by itself. */
export const branchPath = (slug: string): string => `${categoryPath(slug)}/branch`
/** `lang` is the page's language, if it isn't the site's: its stop words and spellings apply. */
export const searchPath = (words: string, lang?: string | null): string =>
  `/read/search?q=${encodeURIComponent(words)}${lang ? `&lang=${lang}` : ''}`
/** Thrown if a page has another address now, which may change again, so the redirect isn't cached. */
export class MovedTo extends Error {
  readonly path: string
  constructor(path: string) {
    super(path)
    this.path = path
  }
}

/** This reader may suggest edits. Editors use the editor instead. */
export const canSuggest = ({ site, viewer }: Pick<PageContext, 'site' | 'viewer'>): boolean =>
  !viewer?.edits &&
  (site.siteSuggestions === 'everyone' || (site.siteSuggestions === 'readers' && viewer !== undefined))

export const editPath = (id: number): string => `/panel/documents/${id}`
export const historyPath = (id: number): string => `${editPath(id)}/revisions`
/** The panel's sign-in, which returns to this page. */
export const signInPath = (back: string): string => `/panel/?next=${encodeURIComponent(back)}`
