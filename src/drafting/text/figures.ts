// Figures in a sentence: numbers and number words with their unit, dates, times and versions, made comparable across
// notations and languages ("2,000" and "2.000", "ninety days" and "90 d", "9 March 2026" and "2026-03-09").

import { fold } from '#folding.ts'
import { entries } from '#languages/entries.ts'
import { isStopWord, LANGUAGES } from '#languages/languages.ts'
import { isUnspaced, stem } from './words.ts'

/** Figure: `value` is comparable, `unit` a common sign or the stem of the noun that is counted, `at` where it stands. */
export type Figure = {
  value: string
  unit: string
  /** True when `unit` is a measure, false when it is only the next word. */
  measured: boolean
  /** True when it counts parts of a text: “step 2”, “section 4”. */
  reference?: boolean
  form: 'number' | 'date' | 'time' | 'word'
  written: string
  at: number
}

const numberWords = new Map<string, number>()
const months = new Map<string, number>()
const units = new Map<string, string>()
for (const { data } of LANGUAGES) {
  for (const entry of entries(data.numbers)) {
    const [, word = '', value = ''] = /^(.+) ([\d.]+)$/.exec(entry) ?? []
    numberWords.set(word, Number(value))
  }
  for (const [index, forms] of entries(data.months).entries())
    for (const form of forms.split('/')) months.set(form, index + 1)
  for (const forms of entries(data.units)) {
    const [sign = '', ...others] = forms.split('/')
    for (const form of [sign, ...others]) units.set(form, sign)
  }
}

const references = new Set(LANGUAGES.flatMap(({ data }) => entries(data.references)))

const LONGEST_TEXT = 4_000
const MOST_FIGURES = 40
/** What stands in an address or directly after a letter of a name (`kw-3.8`, `V-3`) states no quantity. */
const DIGITS =
  /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\d_./#-])[-−]?v?(\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?![\d.,:]*\d)|\d+(?:[.,:/'’-]\d+)*)(?![\d_]|[.-]\p{L})/giu
const WORD_AFTER = /^[\s\u00a0]?(%|°\s?[cf](?!\p{L})|[€$£]|[\p{L}·⋅]+(?:\s\p{L}+)?)/iu
/** “EUR 40”, “step 2”; scripts without spaces have none before the number. */
const WORD_BEFORE = /(\p{L}+)[\s\u00a0]?$/u
const WORD = /\p{L}+(?:-\p{L}+)?/gu

/** figuresIn lists the figures of a sentence in order. */
export function figuresIn(sentence: string): Figure[] {
  const text = sentence
    .slice(0, LONGEST_TEXT)
    .replace(/https?:\/\/\S+|\]\([^)\s]*\)/g, (link) => ' '.repeat(link.length))
  const found = [...digitFigures(text), ...hanFigures(text), ...wordFigures(text)].sort((a, b) => a.at - b.at)
  return found.slice(0, MOST_FIGURES)
}

function digitFigures(text: string): Figure[] {
  const found: Figure[] = []
  let spent = 0
  for (const match of text.matchAll(DIGITS)) {
    if (match.index < spent) continue
    const suffix = suffixIn(text.slice(match.index + match[0].length, match.index + match[0].length + 3))
    const written = match[0] + suffix
    const date = dateAt(text, match.index, match[1]!)
    if (date) {
      found.push({ value: date.value, unit: 'date', measured: true, form: 'date', written: date.written, at: date.at })
      spent = date.at + date.written.length
      continue
    }
    const after = text.slice(match.index + written.length, match.index + written.length + 40)
    const before = fold(WORD_BEFORE.exec(text.slice(Math.max(0, match.index - 24), match.index))?.[1] ?? '')
    const { unit, measured } = unitIn(after, units.has(before) ? before : (text[match.index - 1] ?? ''))
    const form = /^\d{1,2}:\d{2}/.test(match[1]!) ? 'time' : 'number'
    const reference = references.has(before) ? { reference: true } : {}
    found.push({ value: normalised(match[1]!, match[0]), unit, measured, form, written, at: match.index, ...reference })
  }
  return found
}

/** suffixIn: two letters right behind a number that are no unit make it an ordinal, such as “2nd” and “3rd”. */
function suffixIn(after: string): string {
  const letters = /^(?:\p{Ll}{2}(?!\p{L})|[ºª])/u.exec(after)?.[0] ?? ''
  return units.has(letters) ? '' : letters
}

/** Numbers as Chinese characters write them; a single one is mostly part of a word. */
const HAN_NUMBER = /[〇一二三四五六七八九十百千万]{2,}/g
const HAN_DIGITS = '〇一二三四五六七八九'
const HAN_TENS: Record<string, number> = { 十: 10, 百: 100, 千: 1_000 }

function hanFigures(text: string): Figure[] {
  return [...text.matchAll(HAN_NUMBER)].map(({ 0: written, index: at }) => {
    const after = text.slice(at + written.length, at + written.length + 40)
    return { value: String(hanValue(written)), ...unitIn(after, ''), form: 'number' as const, written, at }
  })
}

/** 二十四 is 2 × 10 + 4; before 万 everything counts ten thousand times; digits alone stand for themselves. */
function hanValue(written: string): number {
  if ([...written].every((sign) => HAN_DIGITS.includes(sign)))
    return Number([...written].map((sign) => HAN_DIGITS.indexOf(sign)).join(''))
  let [whole, sum, digit] = [0, 0, 0]
  for (const sign of written) {
    if (sign === '万') [whole, sum, digit] = [(sum + digit || 1) * 10_000, 0, 0]
    else if (sign in HAN_TENS) [sum, digit] = [sum + (digit || 1) * HAN_TENS[sign]!, 0]
    else digit = HAN_DIGITS.indexOf(sign)
  }
  return whole + sum + digit
}

/** A number word counts before a noun or unit alone: “one of the two” states nothing. */
function wordFigures(text: string): Figure[] {
  const found: Figure[] = []
  for (const match of text.matchAll(WORD)) {
    const value = wordValue(fold(match[0]))
    if (value === undefined) continue
    const { unit, measured } = unitIn(text.slice(match.index + match[0].length, match.index + match[0].length + 40), '')
    if (unit === '') continue
    found.push({ value: String(value), unit, measured, form: 'word', written: match[0], at: match.index })
  }
  return found
}

/** “forty-five” is the sum of its parts. */
function wordValue(word: string): number | undefined {
  const whole = numberWords.get(word)
  if (whole !== undefined || !word.includes('-')) return whole
  const [tens, ones] = word.split('-').map((part) => numberWords.get(part))
  return tens !== undefined && ones !== undefined && tens >= 20 && tens <= 90 && ones < 10 ? tens + ones : undefined
}

function unitIn(after: string, before: string): { unit: string; measured: boolean } {
  const sign = units.get(before)
  if (sign) return { unit: sign, measured: true }
  const written = fold(WORD_AFTER.exec(after)?.[1] ?? '')
  if (written === '') return { unit: '', measured: false }
  if (isUnspaced(written)) return unspacedUnit(written)
  const [first = ''] = written.split(/\s+/)
  for (const candidate of [written, first]) {
    const known = units.get(candidate)
    if (known) return { unit: known, measured: true }
  }
  return { unit: isStopWord(first) ? '' : stem(first), measured: false }
}

function unspacedUnit(written: string): { unit: string; measured: boolean } {
  for (let length = Math.min(4, written.length); length > 0; length--) {
    const known = units.get(written.slice(0, length))
    if (known) return { unit: known, measured: true }
  }
  return { unit: written.slice(0, 1), measured: false }
}

/** A separator before exactly three digits divides thousands, another one is a decimal point; two points make a version. */
function normalised(digits: string, written: string): string {
  const bare = digits.replace(/['’\s]/g, '')
  const sign = /^[-−]/.test(written) ? '-' : ''
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(bare) && !bare.startsWith('0')) return sign + bare.replace(/[.,]/g, '')
  const decimal = /^(\d+)[.,](\d+)$/.exec(bare)
  if (decimal && !/^v/i.test(written))
    return `${sign}${Number(decimal[1])}.${decimal[2]!.replace(/0+$/, '')}`.replace(/\.$/, '')
  return sign + (/^\d+$/.test(bare) ? String(Number(bare)) : bare)
}

const DAY_BEFORE = /(?<![\d.,:])(\d{1,2})(?:st|nd|rd|th|\.|º|er)?\s+(?:de\s+)?$/iu
const DAY_AFTER = /^\s*(?:(\d{1,2})(?:st|nd|rd|th)?(?![\d:]))?(?:,?\s*(?:de\s+)?(\d{4})(?!\d))?/iu
const MONTH_AFTER = /^(?:st|nd|rd|th|\.|º|er)?\s+(?:de\s+|of\s+)?(\p{L}+)\.?(?:,?\s*(?:de\s+)?(\d{4})(?!\d))?/iu
const CJK_DATE = /^年?(\d{1,2})月(?:(\d{1,2})日)?/u
type DateFound = { value: string; written: string; at: number }

/** dateAt reads “9 March 2026”, “March 9, 2026”, “2026-03-09”, “9.3.2026”, “2026年3月9日” around a number. */
function dateAt(text: string, at: number, digits: string): DateFound | undefined {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(digits)
  if (iso) return { value: dateValue(iso[1], iso[2], iso[3]), written: digits, at }
  const european = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(digits)
  if (european) return { value: dateValue(european[3], european[2], european[1]), written: digits, at }
  const rest = text.slice(at + digits.length, at + digits.length + 40)
  const cjk = rest.startsWith('年') ? CJK_DATE.exec(rest) : undefined
  if (cjk) return { value: dateValue(digits, cjk[1], cjk[2]), written: digits + cjk[0], at }
  if (/^\d{1,2}$/.test(digits)) {
    const behind = MONTH_AFTER.exec(rest)
    const month = behind && months.get(fold(behind[1]!))
    if (month) return { value: dateValue(behind[2], String(month), digits), written: digits + behind[0], at }
  }
  return monthBefore(text, at)
}

function monthBefore(text: string, at: number): DateFound | undefined {
  const before = /(\p{L}+)\.?\s+$/u.exec(text.slice(Math.max(0, at - 20), at))
  const month = before && months.get(fold(before[1]!))
  if (!month) return undefined
  const start = at - before[0].length
  const [, day, year] = DAY_AFTER.exec(text.slice(at)) ?? []
  if (day === undefined && year === undefined) return undefined
  if (DAY_BEFORE.test(text.slice(Math.max(0, start - 12), start))) return undefined
  const written = before[0] + (DAY_AFTER.exec(text.slice(at))?.[0] ?? '')
  return { value: dateValue(year, String(month), day), written: written.trimEnd(), at: start }
}

const dateValue = (year = '', month = '', day = ''): string =>
  [year, month && Number(month), day && Number(day)].join('-')
