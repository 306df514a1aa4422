// What the site itself says, in the languages of words/: a page speaks the language of its document, else the site's. Numbers
// and plurals are written as the language writes them.

import { LRUCache } from 'lru-cache'
import { baseOf } from '#languages/tag.ts'
import { Voice } from '#languages/voice.ts'
import type { Value } from './html.ts'
import { de } from './words/de.ts'
import { en, type SiteWords } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import { it } from './words/it.ts'
import { ja } from './words/ja.ts'
import { nl } from './words/nl.ts'
import { pt } from './words/pt.ts'
import { ru } from './words/ru.ts'
import { zh } from './words/zh.ts'

const TABLES: Readonly<Record<string, SiteWords>> = { en, de, fr, es, pt, it, nl, ru, ja, zh }
export const SITE_LANGUAGES = Object.keys(TABLES)

type WordKey = Exclude<keyof SiteWords, 'script' | 'callouts'>
type InPlaces = Record<string, Value>

/** A Speaker says things in one language. */
export class Speaker {
  readonly lang: string
  readonly table: SiteWords
  readonly #voice: Voice

  constructor(lang: string, table: SiteWords) {
    this.lang = lang
    this.table = table
    this.#voice = new Voice(lang)
  }

  /** say is for markup: what is put into its places may be markup as well; `count` decides on the form. */
  say(name: WordKey, values: InPlaces = {}): Value[] {
    const text = this.#voice.formOf(this.table[name], values.count)
    return text.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 0 ? part : this.#voice.shown(values[part])))
  }

  /** text is say without markup, for titles. */
  text(name: WordKey, values: Record<string, string | number> = {}): string {
    return this.say(name, values).join('')
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
const STORED: [written: RegExp, name: WordKey][] = [
  [/(class="table-scroll" tabindex="0" role="region" aria-label=")Table (\d+)/g, 'tableNumber'],
  [/(<sup><a href="#fn_\d+"(?: id="fnref_\d+")? aria-label=")Footnote (\d+)/g, 'footnoteNumber'],
  [/(<a href="#fnref_\d+" aria-label=")Back to the mention of footnote (\d+)/g, 'footnoteBack'],
  [/(<section class="footnotes" aria-label=")Footnotes/g, 'footnotes'],
  [/(<div class="tabs" role="group" aria-label=")Tabs/g, 'tabs'],
  [/(<a class="anchor" href="#[^"]*" aria-label=")Link to “([^"]*)”/g, 'linkTo'],
]

const byLang = new Map(Object.entries(TABLES).map(([lang, table]) => [lang, new Speaker(lang, table)]))

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
