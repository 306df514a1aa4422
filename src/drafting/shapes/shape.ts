// What kind of lines a text is made of, judged over the whole text: who speaks in it, whether keys alternate as question
// and answer, whether lines are dated. One line alone can't tell a speaker from a key.

import { fold } from '#folding.ts'
import { isMailField } from '#languages/languages.ts'
import type { Line } from './lines.ts'
import { CHAPTER, CHAT_LINE, CLAUSE, COMMIT, isTimed, LOG_LINE, PAIR } from './patterns.ts'

export type Shape = {
  speakers: Set<string>
  /** The two keys of a list of questions and answers, folded. */
  questionKey: string | undefined
  answerKey: string | undefined
  /** Questions stand alone on their lines, with the answer under each. */
  asksByLine: boolean
  isLog: boolean
  /** How the numbers look that lines of a list begin with, such as those of tickets. */
  heads: ReadonlySet<string>
  /** What stands between the cells of a line, and how many cells, where rows are written without bars. */
  cells: { mark: RegExp; count: number } | undefined
  /** A full git log: what is indented under a commit's head is its message. */
  isGitLog: boolean
  /** Chapters and clauses are numbered through: 1, 1.1, 1.2, 2. */
  isNumberedThrough: boolean
  /** How wide the window was in which a text was broken into lines; 0 when its author broke them. */
  width: number
}

/** Types of a commit by convention: they look like speakers and are none. */
export const COMMIT_TYPES = new Set(
  'feat fix chore docs ci test tests refactor perf build style revert deps security add change remove'.split(' '),
)

export function shapeOf(lines: Line[]): Shape {
  const texts = lines.filter(({ code, text }) => !code && text !== '').map(({ text }) => text)
  const qa = questionKeys(texts)
  return {
    speakers: qa ? new Set() : speakersOf(lines),
    questionKey: qa?.[0],
    answerKey: qa?.[1],
    asksByLine: lines.filter((line, at) => isAskedAbove(line, lines[at + 1])).length > 1,
    width: widthOf(lines),
    cells: cellsOf(texts),
    isGitLog: texts.some((text) => COMMIT.test(text)),
    heads: headsOf(lines),
    isNumberedThrough: texts.some(
      (text, at) => (CHAPTER.exec(text)?.[1] ?? '') === CLAUSE.exec(texts[at + 1] ?? '')?.[1],
    ),
    isLog: texts.filter((text) => LOG_LINE.test(text)).length > 1 && texts.some(isUnspoken),
  }
}

/** A text whose longest line is within these may have been broken at the edge of a window. */
const NARROWEST = 60
const WIDEST = 130

/** widthOf: most lines that another follows have no room for its first word. The longest line alone proves nothing. */
function widthOf(lines: Line[]): number {
  const prose = lines.filter(({ code }) => !code).map(({ raw }) => raw.trimEnd())
  const width = prose.reduce((longest, { length }) => Math.max(longest, length), 0)
  if (width < NARROWEST || width > WIDEST) return 0
  let [full, short] = [0, 0]
  for (const [index, text] of prose.entries()) {
    const word = /^\s*(\S+)/.exec(prose[index + 1] ?? '')?.[1]
    if (!word || text === '') continue
    if (text.length + 1 + word.length <= width) short++
    else if (text.length < width) full++
  }
  return full > 0 && full >= short ? width : 0
}

/** cellsOf: three lines in a row with the same number of tabs, bars, semicolons or bare commas are a table. */
function cellsOf(texts: string[]): Shape['cells'] {
  for (const [mark, fewest] of [
    [/\t+/, 2],
    [/\s\|\s/, 3],
    [/;/, 3],
    [/,(?! )/, 3],
  ] as const) {
    let [run, before] = [0, 0]
    for (const text of texts) {
      const count = mark.test(text) ? text.split(mark).length : 0
      run = count >= fewest && count === before ? run + 1 : 1
      before = count
      if (run >= 3 && count >= fewest) return { mark, count }
    }
  }
  return undefined
}

/** headOf is how the first word of a line looks, if it is a number with letters: “GAL-1201” is “A-9”. */
export function headOf(text: string): string | undefined {
  const word = /^\S{3,20}(?=\s)/.exec(text)?.[0] ?? ''
  if (!/^\W?\p{L}/u.test(word) || !/\d/.test(word) || /[^\p{L}\d()[\]#:./_-]/u.test(word)) return undefined
  return word.replace(/\p{L}+/gu, 'A').replace(/\d+/g, '9')
}

/** headsOf: three lines in a row that begin with numbers of one kind are a list. */
function headsOf(lines: Line[]): Set<string> {
  const heads = new Set<string>()
  let [run, before]: [number, string | undefined] = [0, undefined]
  for (const { text, code } of lines) {
    const head = code ? undefined : headOf(text)
    run = head !== undefined && head === before ? run + 1 : 1
    before = head
    if (head !== undefined && run >= 3) heads.add(head)
  }
  return heads
}

const LONGEST_QUESTION = 100

/** isAskedAbove: a line that asks, above one that tells. */
export const isAskedAbove = ({ text, code }: Line, next: Line | undefined): boolean =>
  !code &&
  text.length <= LONGEST_QUESTION &&
  /^[\p{L}\p{N}"“¿][^?？]*[?？]$/u.test(text) &&
  !CHAT_LINE.test(text) &&
  next !== undefined &&
  next.text !== '' &&
  !next.code &&
  next.depth === 0 &&
  !/[?？]$/u.test(next.text)

/** isUnspoken: a dated line that nobody says. In a chat each has a name. */
const isUnspoken = (text: string): boolean => LOG_LINE.test(text) && !CHAT_LINE.test(text)

/**
 * speakersOf: where times stand before names, only those names are speakers. Elsewhere names have to come back, and a name
 * that comes once is a speaker only among them: “Present: …” above a chat and “Later: …” below it are keys.
 */
function speakersOf(lines: Line[]): Set<string> {
  // In capitals are the levels of a log, or the speakers of a transcript, where somebody asks.
  const isTranscript = lines.some(({ text }) => isLevel(CHAT_LINE.exec(text)?.[1] ?? '') && /[?？]$/u.test(text))
  const said = lines.flatMap(({ text, code }, at) => {
    const written = code ? undefined : CHAT_LINE.exec(text)?.[1]
    if (written === undefined || COMMIT_TYPES.has(fold(written)) || (isLevel(written) && !isTranscript)) return []
    const timed = isTimed(text)
    return timed || !isMailField(fold(written)) ? [{ name: fold(written), timed, at }] : []
  })
  const timed = said.filter((one) => one.timed)
  const names = new Set(timed.map(({ name }) => name))
  // One name alone, and dated lines without any: a program writes its log.
  if (names.size === 1 && lines.some(({ text }) => isUnspoken(text))) return new Set()
  if (timed.length > 1) return names
  const counts = Map.groupBy(said, ({ name }) => name)
  const back = said.filter(({ name }) => counts.get(name)!.length > 1)
  if (back.length === 0) return new Set()
  const edge = (from: number, step: 1 | -1) => {
    let at = from
    while (lines[at + step] !== undefined && lines[at + step]!.text !== '') at += step
    return at
  }
  const [first, last] = [edge(back[0]!.at, -1), edge(back.at(-1)!.at, 1)]
  const between = said.filter(({ at }) => at >= first && at <= last)
  const texts = lines.slice(first, last + 1).filter(({ code, text }) => !code && text !== '').length
  return between.length > 2 && between.length >= texts * 0.6 ? new Set(between.map(({ name }) => name)) : new Set()
}

/** ERROR, WARN, INFO: the level of a log line. */
const isLevel = (name: string): boolean => name.length > 2 && name === name.toUpperCase() && name !== name.toLowerCase()

/**
 * questionKeys: two short keys that take turns, where what follows the first ends in a question mark; or one that counts its
 * questions (Q1, Q2), above lines without a key.
 */
function questionKeys(texts: string[]): [string, string | undefined] | undefined {
  const pairs = texts.flatMap((text) => {
    const [head = '', key] = PAIR.exec(text) ?? []
    return key && key.length <= 10
      ? [{ key: bareKey(key), isCounted: /\d$/.test(key), asks: /[?？]$/.test(text.slice(head.length)) }]
      : []
  })
  const asking = new Set(pairs.filter(({ asks }) => asks).map(({ key }) => key))
  for (const key of asking) {
    const own = pairs.filter((pair) => pair.key === key)
    const after = pairs.flatMap((pair, index) => (pair.key === key ? [pairs[index + 1]?.key] : []))
    const [answer] = after
    const asks = own.length > 1 && own.filter((pair) => pair.asks).length >= own.length * 0.8
    if (asks && answer && answer !== key && after.every((other) => other === answer)) return [key, answer]
    if (asks && answer === key && own.every(({ isCounted }) => isCounted)) return [key, undefined]
  }
  return undefined
}

/** bareKey: “Q1” and “Q2” are one key. */
export const bareKey = (key: string): string =>
  fold(key)
    .replace(/\d{1,3}$/, '')
    .trimEnd()
