// Figures in sentences: numbers with their unit, versions and dates; which ones disagree between two sources.
// Pure comparison of words; what is done about a disagreement is decided in extract.ts and actions.ts.

import { isStopWord } from './language.ts'
import { stem, terms, words } from './terms.ts'

/** A Figure's `value` is made comparable, `written` is how the sentence has it. */
export type Figure = { value: string; written: string; unit: string; shape: Shape; telling: boolean }

/** A time, a date and a count can't contradict each other, whatever stands around them. */
type Shape = 'time' | 'date' | 'number' | 'address'

const FIGURE =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\d_./-])(v?\d+(?:[.,:/-]\d+)*)(?:\s?(%|°C|€|\$|[\p{L}]{1,20}))?/giu
const DATE = /^\d{4}[-/.]\d{1,2}(?:[-/.]\d{1,2})?$|^\d{1,2}[./]\d{1,2}[./]\d{2,4}$|^(?:19|20)\d{2}$/
const VERSION = /^v\d|^\d+\.\d+/i

/** In such a sentence 404 is the name of an answer, not a figure. */
const ABOUT_STATUS =
  /status|answer|return|respon|error|code|http|antwort|fehler|erreur|réponse|respuesta|ошибк|ответ|エラー|错误|`[1-5]\d\d`/i

/** figuresIn lists a sentence's figures; `telling` ones are worth a check: units, versions, dates, two digits or more. */
export function figuresIn(sentence: string): Figure[] {
  const found: Figure[] = []
  for (const match of withoutAddresses(sentence).matchAll(FIGURE)) {
    const value = normalise(match[1] ?? '')
    const unit = unitOf(match[2] ?? '')
    const digits = value.replace(/\D/g, '').length
    if (isStatus(value, match[2] ?? '', sentence)) continue
    found.push({
      value,
      written: match[1] ?? '',
      unit,
      shape: shapeOf(value),
      telling: digits > 1 || unit === '%' || VERSION.test(value) || DATE.test(value) || unit.length > 2,
    })
    if (found.length >= 20) break
  }
  const addresses = sentence.slice(0, 2_000).match(ADDRESS) ?? []
  for (const written of addresses.slice(0, 5))
    found.push({ value: written, written, unit: 'address', shape: 'address', telling: false })
  return found
}

/** Where a sentence sends its reader can differ between sources like a figure. */
const ADDRESS = /(?<!\]\()\bhttps?:\/\/[^\s)>\]]*[^\s)>\].,;:!?]/g

const STATUS_UNIT =
  /^(?:errors?|responses?|status|codes?|means?|unauthori[sz]ed|forbidden|conflict|gone|ok|created|fehler\w*|antwort\w*|erreurs?|réponses?|errores|respuestas?|ошиб\p{L}*|エラー|错误)$/iu

function isStatus(value: string, unit: string, sentence: string): boolean {
  if (!/^[1-5]\d\d$/.test(value)) return false
  if (unitOf(unit) === '') return ABOUT_STATUS.test(sentence)
  return /^[45]/.test(value) ? STATUS_UNIT.test(unit) : /\bhttp\b/i.test(sentence) && STATUS_UNIT.test(unit)
}

const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** A unit is the word after the number; where words have no spaces between them, the character after it. */
function unitOf(word: string): string {
  if (UNSPACED.test(word)) return word.slice(0, 1)
  const lower = word.toLowerCase()
  return isStopWord(lower) ? '' : stem(lower)
}

/** Links carry figures in their addresses that state nothing; code spans do count ("`timeout` is `30`"). */
function withoutAddresses(sentence: string): string {
  return sentence
    .replace(/\]\([^)]{0,500}\)/g, ']')
    .replace(/https?:\/\/\S+/g, ' ')
    .slice(0, 2_000)
}

function normalise(value: string): string {
  return value
    .replace(/[,.](?=\d{3}(?:\D|$))/g, '')
    .replace(/[.,:/-]$/, '')
    .toLowerCase()
}

/** A FigureSentence is prepared once for many comparisons. */
export type FigureSentence<T> = { text: string; figures: Figure[]; context: Set<string>; names: Set<string>; value: T }

export function figureSentence<T>(text: string, value: T): FigureSentence<T> | undefined {
  const figures = figuresIn(text)
  if (figures.length === 0) return undefined
  const units = new Set(figures.map((figure) => figure.unit))
  const context = new Set(terms(withoutAddresses(text), 60).filter((term) => !/^v?\d/.test(term) && !units.has(term)))
  const names = new Set((text.match(/(?<=\s)[\p{Lu}`][\p{L}\p{N}_.-]*/gu) ?? []).flatMap(words))
  return { text, figures, context, names, value }
}

/** sharesFigure: both sentences speak of the same thing and give the same figure. */
export function sharesFigure<T>(a: FigureSentence<T>, b: FigureSentence<T>): boolean {
  if (!saysEnough(a, b)) return false
  return a.figures.some(
    (figure) => figure.telling && b.figures.some((other) => other.value === figure.value && other.unit === figure.unit),
  )
}

/** One word tells that two sentences speak of the same thing only where they have no other, and count the same. */
function saysEnough<T>(a: FigureSentence<T>, b: FigureSentence<T>): boolean {
  const shared = overlap(a.context, b.context)
  if (shared !== 1) return shared > 1
  const isSame = a.context.size === 1 && b.context.size === 1
  return isSame && a.figures.some(({ unit }) => unit !== '' && b.figures.some((other) => other.unit === unit))
}

/** disagreement gives the two values when both sentences speak of the same thing and their figures differ. */
export function disagreement<T>(
  a: FigureSentence<T>,
  b: FigureSentence<T>,
): { first: string; second: string } | undefined {
  const shared = overlap(a.context, b.context)
  const smaller = Math.min(a.context.size, b.context.size)
  if (!saysEnough(a, b) || shared < smaller * 0.6) return undefined
  // One word exchanged for another ("the free plan", "the pro plan") names another thing; so do differing names.
  const onlyA = a.context.size - shared
  const onlyB = b.context.size - shared
  if (onlyA === 1 && onlyB === 1) return undefined
  if (differ(a.names, b.names)) return undefined
  for (const figure of a.figures) {
    // Links differ for many reasons; only a sentence that is otherwise the same gives another one.
    if (figure.shape === 'address' && (onlyA > 0 || onlyB > 0 || shared < 2)) continue
    const same = b.figures.filter((other) => other.unit === figure.unit && other.shape === figure.shape)
    if (same.length === 0 || same.some((other) => other.value === figure.value)) continue
    if (a.figures.some((own) => own.unit === figure.unit && same.some((other) => other.value === own.value))) continue
    return { first: shown(a.text, figure.value), second: shown(b.text, same[0]?.value ?? '') }
  }
  return undefined
}

function shapeOf(value: string): Shape {
  if (/^\d{1,2}:\d{2}/.test(value)) return 'time'
  return DATE.test(value) ? 'date' : 'number'
}

/** The value as the sentence writes it, with its unit. */
function shown(sentence: string, value: string): string {
  for (const match of sentence.matchAll(FIGURE)) {
    if (normalise(match[1] ?? '') !== value) continue
    const unit = match[2] ?? ''
    if (unitOf(unit) === '') return match[1] ?? value
    return UNSPACED.test(unit) ? `${match[1]}${unit.slice(0, 1)}` : match[0]
  }
  return value
}

function overlap(a: Set<string>, b: Set<string>): number {
  let shared = 0
  for (const item of a) if (b.has(item)) shared++
  return shared
}

function differ(a: Set<string>, b: Set<string>): boolean {
  return [...a].some((name) => !b.has(name)) && [...b].some((name) => !a.has(name))
}
