// Gives a new text the ids of its base. Markdown has no ids, so text from Markdown would share no block with its base:
// merging would duplicate it, and saving would lose its evidence.
//
// A block is matched by id, else by equal text anywhere, else within the same gap between two matched blocks. The second step
// is Paul Heckel's ("A technique for isolating differences between files", 1978).

import { propsOfType } from './block-types.ts'
import { type Block, walkBlocks } from './model.ts'
import { contentText } from './text.ts'
import { wordsOf } from './words.ts'

/** The text with its base's ids for matched blocks; new blocks keep their own. */
export function takeIds(base: Block[], text: Block[]): Block[] {
  const ids = [...pairBlocks(base, text)]
    .filter(([is, was]) => is.id !== was.id)
    .map(([is, was]) => [is, was.id] as const)
  return withIds(text, new Map(ids))
}

/** The base's block of each matched block of the text. */
export function pairBlocks(base: Block[], text: Block[]): Map<Block, Block> {
  const pairs = new BlockPairs([...walkBlocks(base)], [...walkBlocks(text)])
  pairs.byId()
  if (pairs.hasOpen) {
    pairs.byWording()
    pairs.byGap()
  }
  return pairs.found()
}

const withIds = (blocks: Block[], ids: Map<Block, string>): Block[] =>
  ids.size === 0
    ? blocks
    : blocks.map((block) => ({
        ...block,
        id: ids.get(block) ?? block.id,
        children: withIds(block.children, ids),
      }))

/** No partner yet. */
const NONE = -1
/** Larger gaps are paired in order, because comparing all pairs would be slow. */
const MOST_COMPARED = 10_000
/** Blocks in the same gap match even without common words; any similarity scores higher. */
const SAME_GAP = 0.01

/** Numbers blocks in reading order, ignoring nesting. */
class BlockPairs {
  readonly #was: Block[]
  readonly #is: Block[]
  readonly #wasSaid: string[]
  readonly #isSaid: string[]
  /** Each block's partner in the other text, by position. */
  readonly #partnerOfWas: number[]
  readonly #partnerOfIs: number[]

  constructor(was: Block[], is: Block[]) {
    this.#was = was
    this.#is = is
    this.#wasSaid = was.map(wordingOf)
    this.#isSaid = is.map(wordingOf)
    this.#partnerOfWas = was.map(() => NONE)
    this.#partnerOfIs = is.map(() => NONE)
  }

  get hasOpen(): boolean {
    return this.#partnerOfIs.includes(NONE) && this.#partnerOfWas.includes(NONE)
  }

  found(): Map<Block, Block> {
    const found = new Map<Block, Block>()
    for (const [at, partner] of this.#partnerOfIs.entries())
      if (partner !== NONE) found.set(this.#is[at]!, this.#was[partner]!)
    return found
  }

  byId(): void {
    const positions = new Map(this.#was.map(({ id }, at) => [id, at]))
    for (const [at, { id }] of this.#is.entries()) {
      const partner = positions.get(id)
      if (partner !== undefined) this.#pair(partner, at)
    }
  }

  /** Pairs texts that occur once on each side; repeated ones are matched by their neighbours. */
  byWording(): void {
    const [before, now] = [
      this.#openBy(this.#wasSaid, this.#partnerOfWas),
      this.#openBy(this.#isSaid, this.#partnerOfIs),
    ]
    for (const [wording, [at, ...others]] of now) {
      const partners = before.get(wording)
      if (others.length === 0 && partners?.length === 1) this.#pair(partners[0]!, at!)
    }
    for (let at = NONE; at < this.#is.length; at++) this.#pairNeighbours(this.#partnerOf(at), at, 1)
    for (let at = this.#is.length; at > 0; at--) this.#pairNeighbours(this.#partnerOf(at), at, -1)
  }

  /** Pairs the rest between two matched neighbours, most similar first, keeping the order. */
  byGap(): void {
    for (let from = 0; from < this.#is.length; from++) {
      if (this.#partnerOfIs[from] !== NONE) continue
      let to = from
      while (to < this.#is.length && this.#partnerOfIs[to] === NONE) to++
      const after = this.#openRun(this.#partnerOf(from - 1), 1)
      const left = after.length > 0 ? after : this.#openRun(this.#partnerOf(to), -1).reverse()
      this.#pairAlike(left, range(from, to))
      from = to
    }
  }

  /** The texts' beginnings and ends count as matched. */
  #partnerOf(at: number): number | undefined {
    if (at < 0) return NONE
    if (at >= this.#is.length) return this.#was.length
    return this.#partnerOfIs[at] === NONE ? undefined : this.#partnerOfIs[at]
  }

  #pair(was: number, is: number): void {
    this.#partnerOfWas[was] = is
    this.#partnerOfIs[is] = was
  }

  #pairNeighbours(partner: number | undefined, at: number, step: 1 | -1): void {
    if (partner === undefined) return
    const [was, is] = [partner + step, at + step]
    const isOpen = this.#partnerOfWas[was] === NONE && this.#partnerOfIs[is] === NONE
    if (isOpen && this.#wasSaid[was] === this.#isSaid[is]) this.#pair(was, is)
  }

  #openBy(texts: string[], partners: number[]): Map<string, number[]> {
    return Map.groupBy(
      [...texts.keys()].filter((at) => partners[at] === NONE),
      (at) => texts[at]!,
    )
  }

  #openRun(beside: number | undefined, step: 1 | -1): number[] {
    const run: number[] = []
    if (beside === undefined) return run
    for (let at = beside + step; this.#partnerOfWas[at] === NONE; at += step) run.push(at)
    return run
  }

  #pairAlike(was: number[], is: number[]): void {
    if (was.length * is.length > MOST_COMPARED) {
      for (const [index, at] of is.entries()) if (index < was.length) this.#pair(was[index]!, at)
      return
    }
    const words = { was: was.map((at) => wordSet(this.#wasSaid[at]!)), is: is.map((at) => wordSet(this.#isSaid[at]!)) }
    const likeness = (one: number, other: number) => SAME_GAP + likenessOf(words.was[one]!, words.is[other]!)
    for (const [one, other] of bestInOrder(was.length, is.length, likeness)) this.#pair(was[one]!, is[other]!)
  }
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index)

/** The non-crossing pairs with the greatest total similarity. */
function bestInOrder(
  rows: number,
  columns: number,
  likeness: (row: number, column: number) => number,
): [number, number][] {
  const width = columns + 1
  const alike = new Float64Array(rows * columns)
  const sums = new Float64Array((rows + 1) * width)
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--) {
      const here = likeness(row, column)
      alike[row * columns + column] = here
      const below = (row + 1) * width + column
      sums[row * width + column] = Math.max(here + sums[below + 1]!, sums[below]!, sums[row * width + column + 1]!)
    }
  const pairs: [number, number][] = []
  for (let [row, column] = [0, 0]; row < rows && column < columns; ) {
    const best = sums[row * width + column]!
    if (best === sums[(row + 1) * width + column]) row++
    else if (best === sums[row * width + column + 1]) column++
    else pairs.push([row++, column++])
  }
  return pairs
}

export const wordSet = (text: string): Set<string> => new Set(wordsOf(text.toLowerCase()))

export function likenessOf(one: Set<string>, other: Set<string>): number {
  let common = 0
  for (const word of one) if (other.has(word)) common++
  return common === 0 ? 0 : (2 * common) / (one.size + other.size)
}

/** A block's text without styles; without text, what it shows. */
function wordingOf({ type, props, content }: Block): string {
  const wording = contentText(content).replace(/\s+/g, ' ').trim()
  if (wording !== '') return wording
  const specs = propsOfType(type)
  const isShown = ([name, value]: [string, unknown]) => typeof value === 'string' && value !== specs[name]?.default
  const shown = Object.entries(props).filter(isShown)
  return [type, ...shown.map(([name, value]) => `${name}=${value}`).sort()].join(' ')
}
