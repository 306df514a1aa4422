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

  /** withWords says in this language what stored HTML says itself, in English: names of callouts, tables, footnotes and links. */
  withWords(html: string): string {
    if (this.lang === 'en') return html
    const { callouts } = this.table
    let translated = html.replaceAll(
      /(?<=<p class="callout-title">)\w+(?=<\/p>)/g,
      (kind) => callouts[kind.toLowerCase() as keyof typeof callouts] ?? kind,
    )
    for (const [written, name] of STORED)
      translated = translated.replaceAll(
        written,
        (_, before: string, value: string | number) =>
          // What was escaped for an attribute stays so.
          before + this.text(name, { number: value, heading: value }),
      )
    return translated
  }
}

/** STORED is what blocks/html writes, word for word up to where the text of an author begins. */
const STORED: [written: RegExp, name: WordKey<SiteTable>][] = [
  [/(class="table-scroll" tabindex="0" role="region" aria-label=")Table (\d+)/g, 'tableNumber'],
  [/(<sup><a href="#fn_\d+"(?: id="fnref_\d+")? aria-label=")Footnote (\d+)/g, 'footnoteNumber'],
  [/(<a href="#fnref_\d+" aria-label=")Back to the mention of footnote (\d+)/g, 'footnoteBack'],
  [/(<section class="footnotes" aria-label=")Footnotes/g, 'footnotes'],
  [/(<div class="tabs" role="group" aria-label=")Tabs/g, 'tabs'],
  [/(<a class="anchor" href="#[^"]*" aria-label=")Link to “([^"]*)”/g, 'linkTo'],
]

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
