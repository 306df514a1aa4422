// Locates a thread in a text. It saves its block's id, the selected words, the block's text and its neighbours, and is found
// by the first of these that the text still has, so that it survives edits, merges, restores and imports. Pure.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blockText, oneLine } from 'galley-blocks/text.ts'
import { wordsOf } from 'galley-blocks/words.ts'

export type ThreadAnchor = { block_id: string; quote: string; said: string; before: string; after: string }
/** The current location; `from` and `to` are offsets in the block's text as one line. */
type ThreadSpot = { block_id: string; from: number; to: number; isExact: boolean }

/** How much of a block and its neighbours is saved: enough to tell them apart. */
const LONGEST_KEPT = 1_000
/** With fewer common words, two blocks may be about different things. */
const ALIKE = 0.5
/** Shorter texts may occur in any block. */
const TELLING = 8

type AnchorBlock = { id: string; text: string }

/** Locates many threads in one text, sharing the work. */
export class AnchoredText {
  readonly #blocks: AnchorBlock[] = []
  readonly #words = new Map<AnchorBlock, Set<string>>()

  constructor(blocks: readonly Block[]) {
    for (const block of walkBlocks(blocks)) {
      const text = oneLine(blockText(block))
      if (text !== '') this.#blocks.push({ id: block.id, text })
    }
  }

  /** Undefined if there is no such block, or it doesn't contain the quote. */
  anchor(blockId: string, quote: string): ThreadAnchor | undefined {
    const at = this.#blocks.findIndex(({ id }) => id === blockId)
    const block = this.#blocks[at]
    if (!block?.text.includes(quote)) return undefined
    const excerptOf = (nth: number) => (this.#blocks[nth]?.text ?? '').slice(0, LONGEST_KEPT)
    return { block_id: blockId, quote, said: excerptOf(at), before: excerptOf(at - 1), after: excerptOf(at + 1) }
  }

  /** Null if the thread's text is gone. */
  spot(anchor: ThreadAnchor): ThreadSpot | null {
    const own = this.#blocks.find(({ id }) => id === anchor.block_id)
    const exact = own && exactly(own, anchor.quote)
    if (exact) return exact
    return this.#quoted(anchor) ?? (own ? wholly(own) : this.#alike(anchor)) ?? this.#between(anchor)
  }

  /** Another block has the quote; of several, the most similar one. */
  #quoted({ quote, said }: ThreadAnchor): ThreadSpot | undefined {
    if (quote.length < TELLING) return undefined
    const holders = this.#blocks.filter(({ text }) => text.includes(quote))
    const best = this.#mostAlike(holders, said)
    return best && exactly(best.block, quote)
  }

  #alike({ said }: ThreadAnchor): ThreadSpot | undefined {
    const best = this.#mostAlike(this.#blocks, said)
    return best && best.likeness >= ALIKE ? wholly(best.block) : undefined
  }

  /** The neighbours are still there, with one block between them. */
  #between({ before, after }: ThreadAnchor): ThreadSpot | null {
    if (before.length < TELLING || after.length < TELLING) return null
    const at = this.#blocks.findIndex(({ text }) => text.startsWith(before))
    return this.#blocks[at + 2]?.text.startsWith(after) && at >= 0 ? wholly(this.#blocks[at + 1]!) : null
  }

  #mostAlike(among: readonly AnchorBlock[], wanted: string): { block: AnchorBlock; likeness: number } | undefined {
    const asked = new Set(wordsOf(wanted.toLowerCase()))
    let best: { block: AnchorBlock; likeness: number } | undefined
    for (const block of among) {
      const words = this.#wordsOf(block)
      const likeness = (2 * asked.intersection(words).size) / Math.max(1, asked.size + words.size)
      if (!best || likeness > best.likeness) best = { block, likeness }
    }
    return best
  }

  #wordsOf(block: AnchorBlock): Set<string> {
    let words = this.#words.get(block)
    if (!words) {
      words = new Set(wordsOf(block.text.slice(0, LONGEST_KEPT).toLowerCase()))
      this.#words.set(block, words)
    }
    return words
  }
}

function exactly({ id, text }: AnchorBlock, quote: string): ThreadSpot | undefined {
  const from = text.indexOf(quote)
  if (from === -1) return undefined
  return { block_id: id, from, to: quote === '' ? text.length : from + quote.length, isExact: true }
}

const wholly = ({ id, text }: AnchorBlock): ThreadSpot => ({ block_id: id, from: 0, to: text.length, isExact: false })
