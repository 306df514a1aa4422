// Figures in a sentence: numbers and number words with units, dates, times and versions, comparable across notations and
// languages ("2,000" and "2.000", "ninety days" and "90 d", "9 March 2026" and "2026-03-09").

import { fold } from '#folding.ts'
import { entries } from '#languages/entries.ts'
import { isStopWord, LANGUAGES } from '#languages/languages.ts'
import { isUnspaced, stem } from './words.ts'

/** `value` is normalised, `unit` is a sign or the stem of the counted noun, `at` an offset. */
export type Figure = {
  value: string
  unit: string
  /** True if `unit` is a known unit, false if it is just the next word. */
  measured: boolean
  /** Refers to a part of a text: “step 2”, “section 4”. */
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
/** Digits in an address or right after a letter of a name (`kw-3.8`, `V-3`) aren't quantities. */
const DIGITS =
  /(?<![\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\d_./#-])[-−]?v?(\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?![\d.,:]*\d)|\d+(?:[.,:/'’-]\d+)*)(?![\d_]|[.-]\p{L})/giu
const WORD_AFTER = /^[\s\u00a0]?(%|°\s?[cf](?!\p{L})|[€$£]|[\p{L}·⋅]+(?:\s\p{L}+)?)/iu
/** “EUR 40”, “step 2”, but not “it’s 40”; unspaced scripts have no space before the number. */
const WORD_BEFORE = /(\p{L}{2,}|(?<!['’])\p{L})[\s\u00a0]?$/u
const WORD = /\p{L}+(?:-\p{L}+)?/gu

export function figuresIn(sentence: string): Figure[] {
  const text = sentence
    .slice(0, LONGEST_TEXT)
    .replace(/https?:\/\/\S+|\]\([^)\s]*\)/g, (link) => ' '.repeat(link.length))
  const dates = dateFigures(text)
  const undated = dates.reduce((rest, { at, written }) => blanked(rest, at, written.length), text)
  const found = [...dates, ...digitFigures(undated, text), ...hanFigures(text), ...wordFigures(text)]
  return found.sort((a, b) => a.at - b.at).slice(0, MOST_FIGURES)
}

const blanked = (text: string, at: number, length: number): string =>
  text.slice(0, at) + '\0'.repeat(length) + text.slice(at + length)

function digitFigures(undated: string, text: string): Figure[] {
  return [...undated.matchAll(DIGITS)].map((match): Figure => {
    const written = match[0] + suffixIn(text.slice(match.index + match[0].length, match.index + match[0].length + 3))
    const after = text.slice(match.index + written.length, match.index + written.length + 40)
    const before = fold(WORD_BEFORE.exec(text.slice(Math.max(0, match.index - 24), match.index))?.[1] ?? '')
    const { unit, measured } = unitIn(after, units.has(before) ? before : (text[match.index - 1] ?? ''))
    const form = /^\d{1,2}:\d{2}/.test(match[1]!) ? 'time' : 'number'
    const reference = references.has(before) ? { reference: true } : {}
    return { value: normalised(match[1]!, match[0]), unit, measured, form, written, at: match.index, ...reference }
  })
}

/** The letters of an ordinal (“2nd”, “3rd”): two letters that aren't a unit. */
function suffixIn(after: string): string {
  const letters = /^(?:\p{Ll}{2}(?!\p{L})|[ºª])/u.exec(after)?.[0] ?? ''
  return units.has(letters) ? '' : letters
}

/** Numbers in Chinese characters; a single one is mostly part of a word. */
const HAN_NUMBER = /[〇一二三四五六七八九十百千万]{2,}/g
const HAN_DIGITS = '〇一二三四五六七八九'
const HAN_TENS: Record<string, number> = { 十: 10, 百: 100, 千: 1_000 }

function hanFigures(text: string): Figure[] {
  return [...text.matchAll(HAN_NUMBER)].map(({ 0: written, index: at }) => {
    const after = text.slice(at + written.length, at + written.length + 40)
    return { value: String(hanValue(written)), ...unitIn(after, ''), form: 'number' as const, written, at }
  })
}

/** 二十四 is 2 × 10 + 4; everything before 万 counts ten thousand times; digits alone are positional. */
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

/** A number word counts only before a noun or unit: “one of the two” isn't a quantity. */
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
    const unit = units.get(candidate)
    if (unit) return { unit: unit, measured: true }
  }
  return { unit: isStopWord(first) ? '' : stem(first), measured: false }
}

function unspacedUnit(written: string): { unit: string; measured: boolean } {
  for (let length = Math.min(4, written.length); length > 0; length--) {
    const unit = units.get(written.slice(0, length))
    if (unit) return { unit: unit, measured: true }
  }
  return { unit: written.slice(0, 1), measured: false }
}

/** A separator before exactly three digits is for thousands, any other a decimal point; two points make a version. */
function normalised(digits: string, written: string): string {
  const bare = digits.replace(/['’\s]/g, '')
  const sign = /^[-−]/.test(written) ? '-' : ''
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(bare) && !bare.startsWith('0')) return sign + bare.replace(/[.,]/g, '')
  const decimal = /^(\d+)[.,](\d+)$/.exec(bare)
  if (decimal && !/^v/i.test(written))
    return `${sign}${Number(decimal[1])}.${decimal[2]!.replace(/0+$/, '')}`.replace(/\.$/, '')
  return sign + (/^\d+$/.test(bare) ? String(Number(bare)) : bare)
}

const DAY = String.raw`(?<![\p{L}\d_./#,:-])(?<day>\d{1,2})(?:st|nd|rd|th|\.|º|er)?`
const YEAR = String.raw`(?:,?\s*(?:de\s+)?(?<year>\d{4})(?!\d))`
const NAME = String.raw`(?<![\p{L}])(?<name>\p{L}{2,20})\.?`
const NOT_ON = String.raw`(?![\d_]|[.,:/'’-]\d|[.-]\p{L})`
/** “2026-03-09”, “9.3.2026”, “2026年3月9日”, “9 March 2026”, “March 9, 2026”, “March 2026”. */
const DATES = [
  String.raw`(?<![\p{L}\d_./#-])(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})${NOT_ON}`,
  String.raw`(?<![\p{L}\d_./#-])(?<day>\d{1,2})[./](?<month>\d{1,2})[./](?<year>\d{4})${NOT_ON}`,
  String.raw`(?<year>\d{4})年(?<month>\d{1,2})月(?:(?<day>\d{1,2})日)?`,
  String.raw`${DAY}\s+(?:de\s+|of\s+)?${NAME}${YEAR}?`,
  String.raw`${NAME}\s+(?<day>\d{1,2})(?:st|nd|rd|th)?(?![\d:])${YEAR}?`,
  `${NAME}${YEAR}`,
].map((pattern) => new RegExp(pattern, 'giu'))

/** Each pattern hides its matches from the next ones; unknown month names are ordinary words. */
function dateFigures(text: string): Figure[] {
  const found: Figure[] = []
  let rest = text
  for (const pattern of DATES)
    for (const { 0: match, index: at, groups = {} } of rest.matchAll(pattern)) {
      const { year = '', day = '', name } = groups
      const month = name === undefined ? groups.month : months.get(fold(name))
      if (month === undefined) continue
      const value = [year, Number(month), day && Number(day)].join('-')
      const written = match.trimEnd()
      found.push({ value, unit: 'date', measured: true, form: 'date', written, at })
      rest = blanked(rest, at, written.length)
    }
  return found
}
