// The site's own texts (packages/words/site): a page uses its document's language, or else the site's.

import { withWords } from 'galley-blocks/html/inline.ts'
import { SITE, type SiteTable, type WordKey, Words } from 'galley-words/words.ts'
import { LRUCache } from 'lru-cache'
import { baseOf } from '#languages/tag.ts'
import type { Value } from './html.ts'

export class SiteWords extends Words<SiteTable> {
  /** For markup: values may be markup too; `count` selects the plural form. */
  say(name: WordKey<SiteTable>, values: Record<string, Value> = {}): Value[] {
    return this.parts(name, values)
  }

  /** For titles, as plain text. */
  text(name: WordKey<SiteTable>, values: Record<string, string | number> = {}): string {
    return this.parts(name, values).join('')
  }

  /** The locale of dates: the page's own with its region, if the words are in its language. */
  dateLang(lang: string): string {
    return languageIn(lang) === this.lang ? lang : this.lang
  }

  /** Fills the placeholders in cached HTML ; values are escaped already. */
  filled(html: string): string {
    return withWords(html, (name, value) => this.text(name as WordKey<SiteTable>, { number: value, heading: value }))
  }
}

const byLang = new Map(Object.entries(SITE).map(([lang, table]) => [lang, new SiteWords(lang, table)]))
export const SITE_LANGUAGES = [...byLang.keys()]

const languageIn = (tag: string): string => baseOf(tag).toLowerCase()

/** The first supported language, ignoring regions; English if there is none. */
export function wordsFor(...langs: (string | null | undefined)[]): SiteWords {
  for (const lang of langs) {
    const speaker = byLang.get(languageIn(lang ?? ''))
    if (speaker) return speaker
  }
  return byLang.get('en')!
}

/** Left to right or right to left. */
export const directionOf = (lang: string): string => directions.memo(lang)

const directions = new LRUCache<string, string>({
  max: 100,
  memoMethod: (lang) => new Intl.Locale(lang).getTextInfo().direction ?? 'ltr',
})
