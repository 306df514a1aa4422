// What the site itself says (packages/words/site): a page speaks the language of its document, else the site's.

import { SITE, type SiteTable, type WordKey, Words } from 'galley-words/words.ts'
import { LRUCache } from 'lru-cache'
import { baseOf } from '#languages/tag.ts'
import type { Value } from './html.ts'

/** A Speaker says things in one language. */
export class Speaker extends Words<SiteTable> {
  /** say is for markup: what is put into its places may be markup as well; `count` decides on the form. */
  say(name: WordKey<SiteTable>, values: Record<string, Value> = {}): Value[] {
    return this.parts(name, values)
  }

  /** text is say without markup, for titles. */
  text(name: WordKey<SiteTable>, values: Record<string, string | number> = {}): string {
    return this.parts(name, values).join('')
  }

  /** dateLang is in whose way dates are written: the page's own, with its region, where the words are in its language. */
  dateLang(lang: string): string {
    return languageIn(lang) === this.lang ? lang : this.lang
  }

  /** filled puts words into the places that kept HTML leaves for them (blocks/html/inline.ts); values are escaped already. */
  filled(html: string): string {
    return html.replace(/<!--say (\w+) ([^<>]*)-->/g, (_, name: WordKey<SiteTable>, value: string) =>
      this.text(name, { number: value, heading: value }),
    )
  }
}

const byLang = new Map(Object.entries(SITE).map(([lang, table]) => [lang, new Speaker(lang, table)]))
export const SITE_LANGUAGES = [...byLang.keys()]

const languageIn = (tag: string): string => baseOf(tag).toLowerCase()

/** wordsFor takes the first of the languages that it knows, whatever their region; English where it knows none. */
export function wordsFor(...langs: (string | null | undefined)[]): Speaker {
  for (const lang of langs) {
    const speaker = byLang.get(languageIn(lang ?? ''))
    if (speaker) return speaker
  }
  return byLang.get('en')!
}

/** directionOf is how a language is written: from the left or from the right. */
export const directionOf = (lang: string): string => directions.memo(lang)

const directions = new LRUCache<string, string>({
  max: 100,
  memoMethod: (lang) => new Intl.Locale(lang).getTextInfo().direction ?? 'ltr',
})
