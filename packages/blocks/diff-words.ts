// What changed in the words of a text: pieces that are the same, added or removed, or that have another style or link; and each
// such look with its old and new value. Takes content as compare.ts normalises it.

import { blocksEqual } from './compare.ts'
import { isRecord } from './model.ts'
import { WORD } from './words.ts'

type Look = { styles: Record<string, unknown>; href?: string }
/** `restyled`: the same words with another style or link. `point`: an anchor or a tag, which readers don't see. */
export type DiffPiece = Look & { op: 'same' | 'added' | 'removed' | 'restyled'; text: string; point?: true }
/** A difference that isn't in the words. `text`: the words that it is about; `row` and `column` count from 0. */
export type DiffDetail = {
  kind: 'type' | 'prop' | 'link' | 'style' | 'table' | 'cell' | 'stored'
  name: string
  text?: string
  row?: number
  column?: number
  before: unknown
  after: unknown
}
export type WordsDiff = { pieces: DiffPiece[]; details: DiffDetail[] }

type Token = Look & { text: string; key: string; point?: true }

/** With more edits a text is shown as removed and added: it is another one, and the search takes quadratic time. */
const MOST_EDITS = 1_000
/** With fewer words in common, the old and the new text are easier to read one after the other. */
const LEAST_SHARED = 0.2

export function diffWords(before: unknown, after: unknown): WordsDiff {
  const [was, is] = [tokensOf(before), tokensOf(after)]
  const pieces: DiffPiece[] = []
  const looks = new ChangedLooks()
  for (const { op, was: old, is: now } of runsOf(was, is)) {
    if (op !== 'same') for (const token of [...old, ...now]) add(pieces, { op, ...token })
    for (const [at, token] of op === 'same' ? now.entries() : []) {
      const isRestyled = old[at]!.href !== token.href || !blocksEqual(old[at]!.styles, token.styles)
      add(pieces, { op: isRestyled ? 'restyled' : 'same', ...token })
      looks.compare(old[at]!, token)
    }
  }
  const known = new Set([...was, ...looks.links()].map(({ href }) => href))
  for (const href of new Set(is.map((token) => token.href)))
    if (!known.has(href))
      looks.details.push({ kind: 'link', name: 'link', text: textOfLink(is, href), before: null, after: href })
  return { pieces, details: looks.details }
}

const textOfLink = (tokens: Token[], href: string | undefined): string =>
  tokens.map((token) => (token.href === href ? token.text : '')).join('')

/** Plain text, such as a title. */
export const diffText = (before: string, after: string): DiffPiece[] =>
  diffWords([{ type: 'text', text: before }], [{ type: 'text', text: after }]).pieces

/** Code, by whole lines, between which a line break is implied. */
export function diffLines(before: string, after: string): DiffPiece[] {
  const lines = (text: string): Token[] => text.split('\n').map((line) => ({ text: line, key: `l${line}`, styles: {} }))
  return parted(lines(before), lines(after)).flatMap(({ op, was, is }) =>
    (op === 'same'
      ? [{ op, lines: is }]
      : [
          { op: 'removed' as const, lines: was },
          { op: 'added' as const, lines: is },
        ]
    )
      .filter(({ lines }) => lines.length > 0)
      .map(({ op, lines }) => ({ op, text: lines.map(({ text }) => text).join('\n'), styles: {} })),
  )
}

type Part<T> = { op: 'same' | 'changed'; was: T[]; is: T[] }

/** Alternating equal and changed parts of two lists, whose items are equal by `key`. */
export function parted<T extends { key: string }>(was: T[], is: T[]): Part<T>[] {
  const shortest = Math.min(was.length, is.length)
  let start = 0
  while (start < shortest && was[start]!.key === is[start]!.key) start++
  let end = 0
  while (end < shortest - start && was.at(-1 - end)!.key === is.at(-1 - end)!.key) end++
  const parts: Part<T>[] = []
  const add = (op: Part<T>['op'], from: [number, number], to: [number, number]) => {
    const part = { op, was: was.slice(from[0], to[0]), is: is.slice(from[1], to[1]) }
    const last = parts.at(-1)
    if (part.was.length + part.is.length === 0) return
    if (last?.op === op) Object.assign(last, { was: [...last.was, ...part.was], is: [...last.is, ...part.is] })
    else parts.push(part)
  }
  let at: [number, number] = [start, start]
  add('same', [0, 0], at)
  const keysOf = (items: T[]) => items.slice(start, items.length - end).map(({ key }) => key)
  for (const { was: x, is: y, length } of commonRuns(keysOf(was), keysOf(is))) {
    add('changed', at, [start + x, start + y])
    at = [start + x + length, start + y + length]
    add('same', [start + x, start + y], at)
  }
  const tail: [number, number] = [was.length - end, is.length - end]
  add('changed', at, tail)
  add('same', tail, [was.length, is.length])
  return parts
}

/** The runs that two lists have in common, by Myers ("An O(ND) Difference Algorithm", 1986); none after too many edits. */
function commonRuns(was: string[], is: string[]): { was: number; is: number; length: number }[] {
  const most = Math.min(MOST_EDITS, was.length + is.length)
  /** How far each diagonal was reached, before each round. */
  const rounds: Int32Array[] = []
  const reached = new Int32Array(2 * most + 3)
  const middle = most + 1
  for (let edits = 0; edits <= most; edits++) {
    rounds.push(reached.slice(middle - edits - 1, middle + edits + 2))
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = middle + diagonal
      const isDown = diagonal === -edits || (diagonal !== edits && reached[at - 1]! < reached[at + 1]!)
      let x = isDown ? reached[at + 1]! : reached[at - 1]! + 1
      while (x < was.length && x - diagonal < is.length && was[x] === is[x - diagonal]) x++
      reached[at] = x
      if (x >= was.length && x - diagonal >= is.length) return runsBack(rounds, was.length, is.length)
    }
  }
  return []
}

/** From the end back through the rounds. */
function runsBack(rounds: Int32Array[], wasLength: number, isLength: number) {
  const runs: { was: number; is: number; length: number }[] = []
  let [x, y] = [wasLength, isLength]
  for (let edits = rounds.length - 1; edits >= 0; edits--) {
    const reached = rounds[edits]!
    const diagonal = x - y
    const at = diagonal + edits + 1
    const isDown = diagonal === -edits || (diagonal !== edits && reached[at - 1]! < reached[at + 1]!)
    const fromX = edits === 0 ? 0 : isDown ? reached[at + 1]! : reached[at - 1]! + 1
    const length = x - fromX
    if (length > 0) runs.push({ was: fromX, is: fromX - diagonal, length })
    ;[x, y] = isDown ? [fromX, fromX - diagonal - 1] : [fromX - 1, fromX - diagonal]
  }
  return runs.reverse()
}

type Run = { op: 'same' | 'added' | 'removed'; was: Token[]; is: Token[] }

/** Changed runs, each removed or added; spaces between two changes belong to both, and a text with little in common to itself. */
function runsOf(was: Token[], is: Token[]): Run[] {
  const parts = parted(was, is)
  const shared = lengthOf(parts.filter(({ op }) => op === 'same').flatMap((part) => part.is))
  const isRewritten = shared < LEAST_SHARED * Math.min(lengthOf(was), lengthOf(is))
  const joined: Part<Token>[] = []
  for (const [at, part] of (isRewritten ? [{ op: 'changed' as const, was, is }] : parts).entries()) {
    const last = joined.at(-1)
    const isBetween = part.op === 'same' && parts[at + 1]?.op === 'changed' && part.is.every(isBlank)
    const op = isBetween && last?.op === 'changed' ? 'changed' : part.op
    if (last?.op === 'changed' && op === 'changed')
      Object.assign(last, { was: [...last.was, ...part.was], is: [...last.is, ...part.is] })
    else joined.push({ ...part, op })
  }
  return joined.flatMap(({ op, was, is }): Run[] =>
    op === 'same'
      ? [{ op, was, is }]
      : [
          { op: 'removed', was, is: [] },
          { op: 'added', was: [], is },
        ],
  )
}

const isBlank = ({ text, point }: Token): boolean => !point && /^[^\S\n]*$/.test(text)
const lengthOf = (tokens: Token[]): number => tokens.reduce((sum, { text }) => sum + text.trim().length, 0)

/** Joins a piece with the one before it where both look the same. */
function add(pieces: DiffPiece[], { op, text, styles, href, point }: Omit<Token, 'key'> & Pick<DiffPiece, 'op'>): void {
  const last = pieces.at(-1)
  const isSame =
    last && !point && !last.point && last.op === op && last.href === href && blocksEqual(last.styles, styles)
  if (isSame && !styles.math) last.text += text
  else pieces.push({ op, text, styles, ...(href !== undefined && { href }), ...(point && { point }) })
}

/** The old and new looks of equal words; neighbours that changed alike are one. */
class ChangedLooks {
  readonly details: DiffDetail[] = []
  #open: DiffDetail[] = []

  compare(was: Token, is: Token): void {
    const changed: DiffDetail[] = []
    const compare = (kind: 'link' | 'style', name: string, before: unknown = null, after: unknown = null) => {
      if (!blocksEqual(before, after)) changed.push({ kind, name, text: is.text, before, after })
    }
    compare('link', 'link', was.href, is.href)
    for (const name of new Set([...Object.keys(was.styles), ...Object.keys(is.styles)]))
      compare('style', name, was.styles[name], is.styles[name])
    this.#open = changed.map((detail) => {
      const { text: _, ...own } = detail
      const open = this.#open.find(({ text, ...one }) => blocksEqual(one, own))
      if (open) open.text += is.text
      else this.details.push(detail)
      return open ?? detail
    })
  }

  links(): { href: unknown }[] {
    return this.details.filter(({ kind }) => kind === 'link').map(({ after }) => ({ href: after }))
  }
}

function tokensOf(content: unknown, href?: string): Token[] {
  const linked = href === undefined ? {} : { href }
  return (Array.isArray(content) ? content : []).flatMap((item): Token[] => {
    if (isRecord(item) && item.type === 'link') return tokensOf(item.content, String(item.href))
    if (!isRecord(item) || item.type !== 'text' || typeof item.text !== 'string') {
      const text = pointText(item)
      return [{ text, key: `p${text}`, styles: { code: true }, point: true, ...linked }]
    }
    const styles = isRecord(item.styles) ? item.styles : {}
    if (styles.math) return [{ text: item.text, key: `m${item.text}`, styles, ...linked }]
    return (item.text.match(WORD) ?? []).map((text) => ({ text, key: `w${text}`, styles, ...linked }))
  })
}

/** An anchor or an unknown item, which can change, too. */
function pointText(item: unknown): string {
  const { type, props } = (isRecord(item) ? item : {}) as { type?: unknown; props?: Record<string, unknown> }
  if (type === 'anchor' && typeof props?.id === 'string') return `#${props.id}`
  return type === 'unknown' && typeof props?.source === 'string' ? props.source : JSON.stringify(item)
}
