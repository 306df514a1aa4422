// A line of text as runs of equal marks, which is how Yjs has it: what changed between two lines. An inline
// point counts as one letter.

import { diffIndices } from 'node-diff3'
import type * as Y from 'yjs'
import { blocksEqual } from '../compare.ts'

export type LineMarks = Record<string, unknown>
export type Point = { type: string } & Record<string, unknown>
export type Run = { insert: string | Point; attributes?: LineMarks }

const POINT = '\ufffc'
export const wordsOf = (line: readonly Run[]): string =>
  line.map(({ insert }) => (typeof insert === 'string' ? insert : '')).join('')

const lengthOf = (insert: string | Point) => (typeof insert === 'string' ? insert.length : 1)
const keyOf = (value: object): string => JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))

/** Letters that can be compared one by one. */
const lettersOf = (line: readonly Run[]): string | string[] =>
  line.every(({ insert }) => typeof insert === 'string')
    ? wordsOf(line)
    : line.flatMap(({ insert }) => (typeof insert === 'string' ? insert.split('') : [`${POINT}${keyOf(insert)}`]))

/** `del` letters at `at` of the old line are replaced by those of the new line from `from` to `to`. */
type Edit = { at: number; del: number; from: number; to: number }
/** Letters that both lines have: place in the old line, place in the new one, length. */
type Kept = [old: number, now: number, length: number]

const isLow = (letter: string | undefined) => letter !== undefined && letter >= '\udc00' && letter <= '\udfff'
/** More words are replaced as one: comparing takes time that grows with both. */
const MOST_WORDS = 2000

/** `caret` says which of equal letters was typed: "aa" to "aaa". */
export function diffLines(old: readonly Run[], now: readonly Run[], caret?: number): { edits: Edit[]; kept: Kept[] } {
  const [a, b] = [lettersOf(old), lettersOf(now)]
  const most = Math.min(a.length, b.length)
  const sameAtEnd = (limit: number) => {
    let count = 0
    while (count < limit && a[a.length - 1 - count] === b[b.length - 1 - count]) count++
    return count
  }
  let start = 0
  while (start < most && a[start] === b[start]) start++
  const typedAt = caret === undefined ? start : caret - Math.max(0, b.length - a.length)
  if (typedAt >= 0 && typedAt < start && sameAtEnd(most - typedAt) === most - typedAt) start = typedAt
  let end = sameAtEnd(most - start)
  // Half a letter of two units is none.
  if (start > 0 && (isLow(a[start]) || isLow(b[start]))) start--
  if (end > 0 && isLow(b[b.length - end])) end--
  const kept: Kept[] = start > 0 ? [[0, 0, start]] : []
  const edits: Edit[] = []
  const [endA, endB] = [a.length - end, b.length - end]
  const [from, to] = [piecesOf(a, start, endA), piecesOf(b, start, endB)]
  const isLong = Math.max(from.length, to.length) > MOST_WORDS
  const differing = isLong ? [{ buffer1: [0, from.length], buffer2: [0, to.length] }] : diffIndices(from, to)
  let [at, place] = [start, start]
  let [seen, seenNow] = [0, 0]
  const length = (pieces: string[], first: number, count: number) =>
    pieces.slice(first, first + count).reduce((sum, piece) => sum + (piece.startsWith(POINT) ? 1 : piece.length), 0)
  const keep = (until: number, untilNow: number) => {
    const same = length(from, seen, until - seen)
    if (same > 0) kept.push([at, place, same])
    at += same
    place += same
    ;[seen, seenNow] = [until, untilNow]
  }
  for (const { buffer1, buffer2 } of differing) {
    keep(buffer1[0]!, buffer2[0]!)
    const [del, put] = [length(from, seen, buffer1[1]!), length(to, seenNow, buffer2[1]!)]
    if (del + put > 0) edits.push({ at, del, from: place, to: place + put })
    at += del
    place += put
    ;[seen, seenNow] = [seen + buffer1[1]!, seenNow + buffer2[1]!]
  }
  keep(from.length, to.length)
  if (end > 0) kept.push([endA, endB, end])
  return { edits, kept }
}

const PIECE = /\s+|[\p{L}\p{N}_]+|./gsu

function piecesOf(letters: string | string[], from: number, to: number): string[] {
  if (typeof letters === 'string') return letters.slice(from, to).match(PIECE) ?? []
  const pieces: string[] = []
  let words = ''
  const flush = () => {
    pieces.push(...(words.match(PIECE) ?? []))
    words = ''
  }
  for (const letter of letters.slice(from, to)) {
    if (!letter.startsWith(POINT)) words += letter
    else {
      flush()
      pieces.push(letter)
    }
  }
  flush()
  return pieces
}

/** Letters and points between two places. */
function sliceLine(line: readonly Run[], from: number, to: number): Run[] {
  const runs: Run[] = []
  let at = 0
  for (const { insert, attributes } of line) {
    if (at >= to) break
    const [first, last] = [Math.max(from - at, 0), Math.min(to - at, lengthOf(insert))]
    const piece = typeof insert === 'string' ? insert.slice(first, last) : insert
    if (last > first) runs.push({ insert: piece, ...(attributes && { attributes }) })
    at += lengthOf(insert)
  }
  return runs
}

type Reformat = { at: number; length: number; before: LineMarks; now: LineMarks }

/** Kept letters with other marks, by their place in the new line. */
function* reformats(old: readonly Run[], now: readonly Run[], kept: readonly Kept[]): Generator<Reformat> {
  const [marksBefore, marksNow] = [old, now].map(marksAlong) as [Along, Along]
  for (const [was, is, length] of kept) {
    for (let done = 0; done < length; ) {
      const [before, next] = [marksBefore(was + done), marksNow(is + done)]
      const size = Math.min(length - done, before.left, next.left)
      if (!blocksEqual(before.marks, next.marks))
        yield { at: is + done, length: size, before: before.marks, now: next.marks }
      done += size
    }
  }
}

type Along = (place: number) => { marks: LineMarks; left: number }
/** For rising places, in one go. */
function marksAlong(line: readonly Run[]): Along {
  let [index, start] = [0, 0]
  return (place) => {
    while (index < line.length && start + lengthOf(line[index]!.insert) <= place)
      start += lengthOf(line[index++]!.insert)
    const run = line[index]
    return { marks: run?.attributes ?? {}, left: run ? start + lengthOf(run.insert) - place : Number.POSITIVE_INFINITY }
  }
}

/** A line with only the marks that are known. */
const withMarks = (line: readonly Run[], isKnown: (mark: string) => boolean): Run[] =>
  line.map(({ insert, attributes }) => {
    const marks = Object.entries(attributes ?? {}).filter(([mark]) => isKnown(mark))
    return marks.length > 0 ? { insert, attributes: Object.fromEntries(marks) } : { insert }
  })

export type LineChange = {
  /** LineMarks that the changing editor knows; others stay. */
  knows?: (mark: string) => boolean
  /** Where the changing person's caret is, in the new line. */
  caret?: number
}

/** Changes only what differs. */
export function setLine(text: Y.Text, line: readonly Run[], { knows, caret }: LineChange = {}): void {
  const is = text.toDelta() as Run[]
  const old = knows ? withMarks(is, knows) : is
  const { edits, kept } = diffLines(old, line, caret)
  const changed = [...reformats(old, line, kept)]
  for (const { at, del, from, to } of edits.reverse()) {
    let place = at + del
    for (const { insert, attributes } of sliceLine(line, from, to)) {
      if (typeof insert === 'string') text.insert(place, insert, { ...attributes })
      else text.insertEmbed(place, insert, { ...attributes })
      place += lengthOf(insert)
    }
    if (del > 0) text.delete(at, del)
  }
  for (const { at, length, before, now } of changed) {
    const marks: LineMarks = {}
    for (const mark of new Set([...Object.keys(before), ...Object.keys(now)]))
      if (!blocksEqual(before[mark], now[mark])) marks[mark] = now[mark] ?? null
    text.format(at, length, marks)
  }
}
