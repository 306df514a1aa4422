// Replaces a source's old wording in a block by the new one. Pure. Only the difference is replaced, so that styles, links and
// the rest of the block stay. If the block doesn't contain the quote verbatim exactly once, a person has to edit it.

import type { Block, Inline, StyledText } from 'galley-blocks/model.ts'
import { UNSPACED } from 'galley-blocks/words.ts'
import { QuotedText, withoutMarkup } from './quotes.ts'

/** A word or a single sign: `$5` has two tokens. */
type Token = { text: string; folded: string; from: number; to: number; ends: boolean }
/** Decimal separators belong to a figure. */
const TOKEN = /\p{N}+(?:[.,:]\p{N}+)*|[\p{L}\p{M}]+|\S/gu
/** Possible Markdown: quotes contain it, blocks have styles instead. */
const FORMATTING = new Set('*_~`|\\[]')
const SENTENCE_END = new Set('.!?。！？')

const tokensOf = (text: string): Token[] =>
  [...text.matchAll(TOKEN)].flatMap(({ 0: run, index }) => {
    if (FORMATTING.has(run)) return []
    // In unspaced scripts each character is a token.
    const parts = UNSPACED.test(run) ? [...run.matchAll(/./gu)] : [{ 0: run, index: 0 }]
    return parts.map(({ 0: part, index: at }) => {
      const from = index + at
      const to = from + part.length
      // A full stop is followed by a space, unlike a dot in a name or code; East Asian ones need none.
      const ends =
        SENTENCE_END.has(part) && (!'.!?'.includes(part) || !/^[^\s"”»’)\]*_~`]/.test(text.slice(to, to + 1)))
      return { text: part, folded: part.toLowerCase(), from, to, ends }
    })
  })

/** The block with the new wording; undefined if it has to be edited by hand. */
export function withWording(block: Block, quote: string, nearest: string): Block | undefined {
  const changed = structuredClone(block)
  const items = Array.isArray(changed.content) ? changed.content : []
  const nodes = items.flatMap(textsOf)
  const sentence = nodes.map(({ text }) => text).join('')
  const quoted = tokensOf(withoutMarkup(quote))
  const wording = withoutEndUnless(endsSentence(quoted.at(-1)), nearest)
  const change = findChange({ text: sentence, tokens: tokensOf(sentence) }, quoted, wording)
  if (!change) return undefined
  replaceIn(nodes, change)
  const after = nodes.map(({ text }) => text).join('')
  if (!new QuotedText(after).has(wording)) return undefined
  changed.content = items.filter((item) => !isEmptied(item))
  return changed
}

const endsSentence = (token: Token | undefined): boolean => token?.ends === true

/** `nearest` is a whole sentence, but the quote may have been part of one. */
function withoutEndUnless(isSentence: boolean, nearest: string): string {
  const last = tokensOf(nearest).at(-1)
  return !isSentence && endsSentence(last) ? nearest.slice(0, last!.from) : nearest
}

/** The range of the block to replace, and its new text. */
type TextChange = { from: number; to: number; words: string }
type TokenizedText = { text: string; tokens: Token[] }

function findChange(block: TokenizedText, quote: Token[], nearest: string): TextChange | undefined {
  const found = tokensOf(nearest)
  const before = commonStart(quote, found)
  const after = commonStart(quote.slice(before).reverse(), found.slice(before).reverse())
  const [at, ...others] = positionsOf(block.tokens, quote)
  if (at === undefined || others.length > 0) return undefined
  // If the wordings differ at an end, that end must be the end of a sentence in the block.
  const end = at + quote.length
  const isWhole =
    (before > 0 || at === 0 || endsSentence(block.tokens[at - 1])) &&
    (after > 0 || end === block.tokens.length || endsSentence(block.tokens[end]))
  if (!isWhole) return undefined
  const [from, to] = between(block, at + before, end - after, before === 0, after === 0)
  const [first, last] = between(
    { text: nearest, tokens: found },
    before,
    found.length - after,
    before === 0,
    after === 0,
  )
  return shrink(block.text, { from, to, words: nearest.slice(first, last) })
}

function commonStart(one: Token[], other: Token[]): number {
  let length = 0
  while (length < one.length && length < other.length && one[length]!.text === other[length]!.text) length++
  return length
}

function positionsOf(block: Token[], wanted: Token[]): number[] {
  const found: number[] = []
  for (let at = 0; wanted.length > 0 && at + wanted.length <= block.length; at++)
    if (wanted.every(({ folded }, offset) => block[at + offset]!.folded === folded)) found.push(at)
  return found
}

/** The range of tokens including the spaces around them, except at the ends of the quote. */
function between({ text, tokens }: TokenizedText, first: number, end: number, isFirst: boolean, isLast: boolean) {
  const from = isFirst ? (tokens[first]?.from ?? 0) : tokens[first - 1]!.to
  const to = isLast ? (tokens[end - 1]?.to ?? 0) : (tokens[end]?.from ?? text.length)
  return [from, Math.max(from, to)] as const
}

/** Keeps unchanged spaces, which may have another style than the words. */
function shrink(text: string, { from, to, words }: TextChange): TextChange {
  let [start, end] = [0, 0]
  const [was, room] = [text.slice(from, to), Math.min(to - from, words.length)]
  while (start < room && was[start] === words[start] && /\s/.test(was[start]!)) start++
  while (end < room - start && was.at(-1 - end) === words.at(-1 - end) && /\s/.test(was.at(-1 - end)!)) end++
  return { from: from + start, to: to - end, words: words.slice(start, words.length - end) }
}

const textsOf = (item: Inline): StyledText[] =>
  item.type === 'text' ? [item] : item.type === 'link' ? item.content : []

/** An inline element has no text to lose. */
const isEmptied = (item: Inline): boolean =>
  (item.type === 'text' || item.type === 'link') && textsOf(item).every(({ text }) => text === '')

/** Puts the words into the first text of the range, and removes the range from the others. */
function replaceIn(nodes: StyledText[], { from, to, words }: TextChange): void {
  let start = 0
  let isPut = false
  for (const node of nodes) {
    const { text } = node
    const [cutFrom, cutTo] = [Math.max(from - start, 0), Math.min(to - start, text.length)]
    start += text.length
    if (cutFrom > cutTo || (cutFrom === cutTo && (isPut || from < to))) continue
    node.text = text.slice(0, cutFrom) + (isPut ? '' : words) + text.slice(cutTo)
    isPut = true
  }
}
