// What every page is given: the site as it was set up, who reads, and the outline for the sidebar. Types and small facts only.

import { LRUCache } from 'lru-cache'
import type { SiteConfig } from '#config.ts'
import type { Brand } from '#features/brand/brand.ts'
import { flatCategoryPath, flatPath } from '#features/documents/lists/addresses.ts'
import type { Outline } from '#features/documents/lists/outline.ts'
import { stamp } from '#time.ts'
import type { Assets } from './assets.ts'
import { html, type Markup } from './html.ts'

/** A SiteLook is the brand with the addresses of what it is made of; the logos are empty where there are none. */
export type SiteLook = { brand: Brand; colours: string; icon: string; logo: string; logoDark: string }

export type SiteSettings = SiteConfig & SiteLook & { assets: Assets; isAnnounced: boolean }

/** A Viewer is someone signed in; visitors have none. */
export type Viewer = { name: string; edits: boolean }

/** A PageContext is what surrounds a page; `base` is the site's address without a slash at its end. */
export type PageContext = { site: SiteSettings; base: string; viewer: Viewer | undefined; outline: Outline }

/** What is kept is bounded: any tag may be given to a document. */
const longDates = new LRUCache<string, Intl.DateTimeFormat>({
  max: 100,
  memoMethod: (lang) => {
    // Plain English puts the day first, which no reader takes for a month.
    const locale = lang === 'en' ? 'en-GB' : lang
    return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  },
})
/** Lists hold dozens of times, most of them on a few days; writing out a day takes longer than the rest of an entry. */
const longDays = new LRUCache<string, string>({
  max: 1_000,
  memoMethod: (key) => {
    const [day = '', lang = ''] = key.split(' ')
    return longDates.memo(lang).format(new Date(day))
  },
})

/** dateOf shows a time, or a stamp (time.ts), as a day, in UTC like everything that the service says. */
export function dateOf(at: number | string, lang: string): Markup {
  const time = typeof at === 'string' ? at : stamp(at)
  return html`<time datetime="${time}">${longDays.memo(`${time.slice(0, 10)} ${lang}`)}</time>`
}

export const documentPath = flatPath
/** hrefOf is where a link to a document leads: to its address, where that is known, else to its permanent link. */
export const hrefOf = ({ slug, href }: { slug: string; href?: string | undefined }): string =>
  href ?? documentPath(slug)
/** sectionPath leads to the heading of a section, where there is one. */
export const sectionPath = (
  slug: string,
  section: { id: string } | null | undefined,
  address = documentPath(slug),
): string => address + (section ? `#${encodeURIComponent(section.id)}` : '')
export const categoryPath = flatCategoryPath
export const tagPath = (tag: string): string => `/read/tag/${encodeURIComponent(tag)}`
/** branchPath is what a sidebar shows of a category, by itself. */
export const branchPath = (slug: string): string => `${categoryPath(slug)}/branch`
/** searchPath: from a page in another language than the site's, its question words and spellings count. */
export const searchPath = (words: string, lang?: string | null): string =>
  `/read/search?q=${encodeURIComponent(words)}${lang ? `&lang=${lang}` : ''}`
/** MovedTo is thrown where a page is found under another address of this site, which may change: nobody keeps the way there. */
export class MovedTo extends Error {
  readonly path: string
  constructor(path: string) {
    super(path)
    this.path = path
  }
}

/** mayHelp: whether this reader may suggest an edit. Editors have the editor. */
export const mayHelp = ({ site, viewer }: Pick<PageContext, 'site' | 'viewer'>): boolean =>
  !viewer?.edits &&
  (site.siteSuggestions === 'everyone' || (site.siteSuggestions === 'readers' && viewer !== undefined))

export const editPath = (id: number): string => `/panel/documents/${id}`
export const historyPath = (id: number): string => `${editPath(id)}/revisions`
/** signInPath leads to the panel's way in, and from there back to where the person was. */
export const signInPath = (back: string): string => `/panel/?next=${encodeURIComponent(back)}`
