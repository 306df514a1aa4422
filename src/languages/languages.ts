// The languages we have data for, made ready for use: sets of stop words, patterns of word lists, units and number words.
// English stands in where a language has no file.

import { fold } from '#folding.ts'
import { en } from './en.ts'
import type { LanguageData, SectionRole, WordClass } from './language.ts'
import { SECTION_ROLES, WORD_CLASSES } from './language.ts'

export type Language = {
  code: string
  data: LanguageData
  isNegation: RegExp
  conditions: RegExp
  questionWords: RegExp
  runVerbs: RegExp
  greetings: RegExp
  closings: RegExp
  classes: Record<WordClass, RegExp>
  cues: Record<SectionRole, RegExp>
}

/** entries of a word list, folded. */
export const entries = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => fold(entry.trim()))
    .filter((entry) => entry !== '')

const NONE = /(?!)/

/** patternOf finds any entry of a list in folded text. */
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

function compile(data: LanguageData): Language {
  const pattern = (list: string) => patternOf(list, data.unspaced)
  return {
    code: data.code,
    data,
    isNegation: pattern(data.negations),
    conditions: pattern(data.conditions),
    questionWords: pattern(data.questionWords),
    runVerbs: pattern(data.runVerbs),
    greetings: pattern(data.greetings),
    closings: pattern(data.closings),
    classes: byKey(WORD_CLASSES, (key) => pattern(data.classes[key])),
    cues: byKey(SECTION_ROLES, (key) => pattern(data.roles[key].cues)),
  }
}

const byKey = <K extends string, V>(keys: readonly K[], make: (key: K) => V): Record<K, V> =>
  Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, V>

export const LANGUAGES: Language[] = [en].map(compile)
const byCode = new Map(LANGUAGES.map((language) => [language.code, language]))

/** languageOf gives the data of a language; English for one that we have none for. */
export const languageOf = (code: string): Language => byCode.get(code) ?? byCode.get('en')!

const allStopWords = new Set(LANGUAGES.flatMap(({ data }) => entries(data.stopWords)))
/** isStopWord tells whether a folded word is too common, in any language, to say what a text is about. */
export const isStopWord = (word: string): boolean => allStopWords.has(word)

/** fill puts values into a phrase's {places}. */
export function fill(phrase: string, values: Record<string, string | number>): string {
  return phrase.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}
