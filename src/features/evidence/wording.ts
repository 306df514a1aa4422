// The new wording of a source put into a block that quotes the old one. Pure functions. Only the words that differ are
// replaced, so that styles, links and what the block says besides stay as they are.

import type { Block, StyledText } from 'galley-blocks/model.ts'

type PlacedWord = { text: string; from: number; to: number }
/** A figure with its decimals is one word. */
const WORD = /\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}\p{N}]+/gu

const wordsOf = (text: string): PlacedWord[] =>
  [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    text: word.toLowerCase(),
    from: index,
    to: index + word.length,
  }))

/** withWording is the block with the new wording; undefined where nobody can tell what of it the old one is. */
export function withWording(block: Block, quote: string, nearest: string): Block | undefined {
  const changed = structuredClone(block)
  const nodes = textNodes(changed)
  const text = nodes.map((node) => node.text).join('')
  const place = findPlace(wordsOf(text), wordsOf(quote), wordsOf(nearest))
  if (!place) return undefined
  const { from, to, first, last } = place
  const words = last < first ? '' : nearest.slice(wordsOf(nearest)[first]!.from, wordsOf(nearest)[last]!.to)
  replaceIn(nodes, from, to, words)
  return changed
}

/** ReplacedRange: the characters of the block to replace, and the words of the new wording that take their place. */
type ReplacedRange = { from: number; to: number; first: number; last: number }

function findPlace(block: PlacedWord[], quote: PlacedWord[], nearest: PlacedWord[]): ReplacedRange | undefined {
  const same = (one: PlacedWord | undefined, other: PlacedWord | undefined) =>
    one !== undefined && one.text === other?.text
  let before = 0
  while (before < nearest.length && same(quote[before], nearest[before])) before++
  let after = 0
  while (after < Math.min(quote.length, nearest.length) - before && same(quote.at(-1 - after), nearest.at(-1 - after)))
    after++
  // The whole quote is where to look first; else the words that changed, if they stand in the block once.
  const whole = positionsOf(block, quote)
  const middle = quote.slice(before, quote.length - after)
  const at = whole.length > 0 ? whole[0]! + before : soleOf(middle.length === 0 ? [] : positionsOf(block, middle))
  if (at === undefined) return undefined
  const last = nearest.length - after - 1
  if (middle.length > 0) return { from: block[at]!.from, to: block[at + middle.length - 1]!.to, first: before, last }
  return undefined
}

const soleOf = <T>(items: T[]): T | undefined => (items.length === 1 ? items[0] : undefined)

function positionsOf(block: PlacedWord[], wanted: PlacedWord[]): number[] {
  const found: number[] = []
  for (let at = 0; wanted.length > 0 && at + wanted.length <= block.length; at++)
    if (wanted.every(({ text }, offset) => block[at + offset]!.text === text)) found.push(at)
  return found
}

function textNodes({ content }: Block): StyledText[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((item) => (item.type === 'text' ? [item] : item.type === 'link' ? item.content : []))
}

/** replaceIn puts the words into the first text that has a part of the range, and takes the range out of the others. */
function replaceIn(nodes: StyledText[], from: number, to: number, words: string): void {
  let start = 0
  let isPut = false
  for (const node of nodes) {
    const { text } = node
    const [cutFrom, cutTo] = [Math.max(from - start, 0), Math.min(to - start, text.length)]
    start += text.length
    if (cutFrom >= cutTo) continue
    node.text = text.slice(0, cutFrom) + (isPut ? '' : words) + text.slice(cutTo)
    isPut = true
  }
}
