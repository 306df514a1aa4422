// Compiled language data: sets of stop words, patterns of word lists, units and number words. English is the fallback.

import { DATA } from './data.ts'
import { entries } from './entries.ts'
import { ASKED_KINDS, type AskedKind, type LanguageData, WORD_CLASSES, type WordClass } from './language.ts'

type Language = {
  code: string
  data: LanguageData
  isNegation: RegExp
  conditions: RegExp
  causes: RegExp
  opposites: [RegExp, RegExp][]
  orders: [RegExp, RegExp][]
  /** Matches names before a form of address. */
  addressed: RegExp
  questionWords: RegExp
  updates: RegExp
  renames: RegExp
  asks: Record<AskedKind, RegExp>
  answers: Record<keyof LanguageData['answers'], RegExp>
  /** Number words from two on: “one” rarely is a number. */
  numberWords: RegExp
  classes: Record<WordClass, RegExp>
}

const NONE = /(?!)/

/** Matches any entry of a list in folded text. */
export function patternOf(list: string, unspaced = false, flags = 'u'): RegExp {
  const alternatives = entries(list)
    .sort((a, b) => b.length - a.length)
    .map((entry) => {
      const open = entry.endsWith('*')
      const escaped = RegExp.escape(open ? entry.slice(0, -1) : entry).replaceAll('\\x20', '\\s+')
      return open ? `${escaped}[\\p{L}\\p{N}]*` : escaped
    })
  if (alternatives.length === 0) return NONE
  const any = `(?:${alternatives.join('|')})`
  return new RegExp(unspaced ? any : `(?<![\\p{L}\\p{N}])${any}(?![\\p{L}\\p{N}])`, flags)
}

/** Compiles values on first use: a process needs few of the 500 patterns. */
function lazily<T extends object>(makers: { [K in keyof T]: () => T[K] }): T {
  const lazy = {} as T
  for (const key of Object.keys(makers) as (keyof T)[])
    Object.defineProperty(lazy, key, {
      configurable: true,
      get: () => {
        const value = makers[key]()
        Object.defineProperty(lazy, key, { value })
        return value
      },
    })
  return lazy
}

function compile(data: LanguageData): Language {
  const pattern = (list: string) => patternOf(list, data.unspaced)
  const pairs = (list: string) => entries(list).map((pair) => pair.split('/').map(pattern) as [RegExp, RegExp])
  return lazily<Language>({
    code: () => data.code,
    data: () => data,
    isNegation: () => pattern(data.negations),
    conditions: () => pattern(data.conditions),
    causes: () => pattern(data.causes),
    opposites: () => pairs(data.opposites),
    orders: () => pairs(data.orders),
    addressed: () => addressedIn(data.honorifics ?? ''),
    questionWords: () => pattern(data.questionWords),
    updates: () => patternOf(data.updates, data.unspaced, 'gu'),
    renames: () => pattern(data.renames),
    asks: () => byKey(ASKED_KINDS, (kind) => () => asking(kind, pattern(data.asks[kind]), data)),
    answers: () => byKey(ANSWERED_KINDS, (kind) => () => pattern(data.answers[kind])),
    numberWords: () => pattern(numberWords(data.numbers)),
    classes: () => byKey(WORD_CLASSES, (key) => () => pattern(data.classes[key])),
  })
}

const numberWords = (numbers: string): string =>
  entries(numbers)
    .filter((entry) => Number(entry.split(' ').at(-1)) >= 2)
    .map((entry) => entry.replace(/ \S+$/, ''))
    .join(', ')

const ANSWERED_KINDS = ['what', 'yesno', 'where', 'how', 'why'] as const
/** Kinds recognised only at a question's beginning: elsewhere “when” and “can” are ordinary words. */
const BEGINNING: ReadonlySet<AskedKind> = new Set(['when', 'where', 'yesno'])
const asking = (kind: AskedKind, { source, flags }: RegExp, { unspaced }: LanguageData): RegExp =>
  new RegExp(BEGINNING.has(kind) && !unspaced ? `^${source}` : source, flags)

const addressedIn = (honorifics: string): RegExp =>
  new RegExp(String.raw`[\p{sc=Han}\p{sc=Kana}\u30fc]{1,8}(?=${patternOf(honorifics, true).source})`, 'gu')

const byKey = <K extends string, V>(keys: readonly K[], make: (key: K) => () => V): Record<K, V> =>
  lazily(Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, () => V>) as Record<K, V>

export const LANGUAGES: Language[] = DATA.map(compile)
const byCode = new Map(LANGUAGES.map((language) => [language.code, language]))

/** English if the language isn't supported. */
export const languageOf = (code: string): Language => byCode.get(code) ?? byCode.get('en')!

const allStopWords = new Set(LANGUAGES.flatMap(({ data }) => entries(data.stopWords)))
/** Too common in any language to say what a text is about; takes a folded word. */
export const isStopWord = (word: string): boolean => allStopWords.has(word)

const mailFields = new Set(LANGUAGES.flatMap(({ data }) => entries(data.mailFields)))
/** The name of a mail header field in any language; takes folded text. */
export const isMailField = (folded: string): boolean => mailFields.has(folded)

/** Fills a phrase's {placeholders}. */
export function fill(phrase: string, values: Record<string, string | number>): string {
  return phrase.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}
