// What kind of lines a text is made of, judged over the whole text: who speaks in it, whether keys alternate as question
// and answer, whether lines are dated. One line alone can't tell a speaker from a key.

import { fold } from '#folding.ts'
import type { Line } from './lines.ts'
import { CHAT_LINE, COMMIT, isTimed, LOG_LINE, PAIR } from './patterns.ts'

export type Shape = {
  speakers: Set<string>
  /** The two keys of a list of questions and answers, folded. */
  questionKey: string | undefined
  answerKey: string | undefined
  isLog: boolean
  /** What stands between the cells of a line, and how many cells, where rows are written without bars. */
  cells: { mark: string; count: number } | undefined
  /** A full git log: what is indented under a commit's head is its message. */
  isGitLog: boolean
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
    speakers: qa ? new Set() : speakersOf(texts),
    questionKey: qa?.[0],
    answerKey: qa?.[1],
    width: widthOf(lines),
    cells: cellsOf(texts),
    isGitLog: texts.some((text) => COMMIT.test(text)),
    isLog: texts.filter((text) => LOG_LINE.test(text) && !chatSpeaker(text)).length > 1,
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

/** cellsOf: three lines in a row with the same number of semicolons or tabs are a table. */
function cellsOf(texts: string[]): Shape['cells'] {
  for (const [mark, fewest] of [
    ['\t', 2],
    [';', 3],
  ] as const) {
    let [run, before] = [0, 0]
    for (const text of texts) {
      const count = text.includes(mark) ? text.split(mark).length : 0
      run = count >= fewest && count === before ? run + 1 : 1
      before = count
      if (run >= 3 && count >= fewest) return { mark, count }
    }
  }
  return undefined
}

/** chatSpeaker: who says a line, if a line with a time says so by itself. */
const chatSpeaker = (text: string): string | undefined => (isTimed(text) ? CHAT_LINE.exec(text)?.[1] : undefined)

function speakersOf(texts: string[]): Set<string> {
  const counts = new Map<string, number>()
  let timed = 0
  for (const text of texts) {
    const name = CHAT_LINE.exec(text)?.[1]
    if (!name || COMMIT_TYPES.has(fold(name)) || isLevel(name)) continue
    counts.set(fold(name), (counts.get(fold(name)) ?? 0) + 1)
    if (isTimed(text)) timed++
  }
  const lines = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const repeats = [...counts.values()].some((count) => count > 1)
  if (timed > 1 || (repeats && lines >= texts.length * 0.6 && lines > 2)) return new Set(counts.keys())
  return new Set()
}

/** ERROR, WARN, INFO: the level of a log line. */
const isLevel = (name: string): boolean => name.length > 2 && name === name.toUpperCase() && name !== name.toLowerCase()

/** questionKeys: two short keys that take turns, where what follows the first ends in a question mark. */
function questionKeys(texts: string[]): [string, string] | undefined {
  const pairs = texts.flatMap((text) => {
    const [head = '', key] = PAIR.exec(text) ?? []
    return key && key.length <= 10 ? [{ key: fold(key), asks: /[?？]$/.test(text.slice(head.length)) }] : []
  })
  const asking = new Set(pairs.filter(({ asks }) => asks).map(({ key }) => key))
  for (const key of asking) {
    const own = pairs.filter((pair) => pair.key === key)
    const after = pairs.flatMap((pair, index) => (pair.key === key ? [pairs[index + 1]?.key] : []))
    const [answer] = after
    const asks = own.filter((pair) => pair.asks).length >= own.length * 0.8
    if (own.length > 1 && asks && answer && answer !== key && after.every((other) => other === answer))
      return [key, answer]
  }
  return undefined
}
