// The page being assembled: top-level blocks in order; a section is a heading and all that follows it. Merges sources heading
// by heading, replaces and removes sentences. Adds no words of its own.

import { type Block, MAX_BLOCKS, walkBlocks } from 'galley-blocks/model.ts'
import { blocksToText, headingLevel } from 'galley-blocks/text.ts'
import type { Origin, Provenance, Source } from './contract.ts'
import { replaceSentenceIn } from './inline-edit.ts'
import { keyOf } from './text/words.ts'

/** A top-level block. `round` is 0 for the document itself, then the number of the iteration. */
export type PagePiece = {
  block: Block | undefined
  origin: Origin
  sources: Source[]
  human: boolean
  round: number
  from: string
  /** A heading without content: `asked` raises a question, `kept` (from HTML) is only printed. */
  bare?: 'asked' | 'kept'
}

type NewPiece = Pick<PagePiece, 'sources' | 'round' | 'from'> & Partial<PagePiece>

export const pieceOf = (block: Block, given: NewPiece): PagePiece => ({
  block,
  origin: 'source',
  human: false,
  ...given,
})

/** Makes a heading whose level depends on where it goes. */
export const headingPiece =
  (id: string, text: string, given: NewPiece): MakeHeading =>
  (level) =>
    pieceOf(
      { id, type: 'heading', props: { level }, content: [{ type: 'text', text, styles: {} }], children: [] },
      given,
    )

const levelOf = ({ block }: PagePiece): number => (block?.type === 'heading' ? headingLevel(block) : 0)
export const headingKey = ({ block }: PagePiece): string => keyOf(blocksToText([block!]))

type MakeHeading = (level: number) => PagePiece

export class DraftPage {
  readonly #pieces: PagePiece[] = []
  /** Headings by their words; null for ambiguous ones. */
  readonly #headings = new Map<string, PagePiece | null>()
  /** Headings that the page had already: the content under them was merged into the existing section. */
  readonly repeated = new Set<PagePiece>()

  /** Merges one source. Content before its first heading goes under `title`, if the page has headings. */
  merge(pieces: readonly PagePiece[], title?: MakeHeading): void {
    const levels = this.#pieces.map(levelOf).filter((level) => level > 0)
    const hasTitle = levels.includes(1)
    const isLoose = pieces.length > 0 && levelOf(pieces[0]!) === 0
    const added: PagePiece[] = []
    let at = this.#pieces.length
    if (isLoose && levels.length > 0 && title) {
      added.push(title(Math.max(2, Math.min(...levels))))
      this.#pieces.splice(at++, 0, added[0]!)
    }
    /** Headings under a new one stay with it: “Context” under one title isn't “Context” under another. */
    let below = Number.POSITIVE_INFINITY
    let joined: { level: number; twin: PagePiece }[] = []
    for (const piece of pieces) {
      const level = levelOf(piece)
      if (level > 0) {
        joined = joined.filter((one) => one.level < level)
        const twin = level > below ? undefined : this.#headings.get(headingKey(piece))
        if (twin && levelOf(twin) === level) {
          this.repeated.add(piece)
          joined.push({ level, twin })
          at = this.#endOf(twin, 0)
          continue
        }
        if (level <= below) {
          const parent = joined.at(-1)
          at = parent ? this.#endOf(parent.twin, parent.level) : this.#pieces.length
          // A title doesn't keep headings below it from being merged if the page has no title.
          below = level === 1 && !hasTitle ? Number.POSITIVE_INFINITY : level
        }
        added.push(piece)
      }
      this.#pieces.splice(at++, 0, piece)
    }
    for (const heading of added) this.#register(heading)
  }

  /** Adds pieces at the end of a section; if it is new, creates and returns its heading. */
  put(pieces: readonly PagePiece[], section: string, make: MakeHeading): PagePiece | undefined {
    const existing = this.#headings.get(keyOf(section))
    if (existing && levelOf(existing) > 0) {
      this.#pieces.splice(this.#endOf(existing, 0), 0, ...pieces)
      return undefined
    }
    const first = this.#pieces.map(levelOf).find((level) => level > 0)
    const heading = make(Math.max(2, first ?? 2))
    this.#register(heading)
    this.#pieces.push(heading, ...pieces)
    return heading
  }

  #register(heading: PagePiece): void {
    const key = headingKey(heading)
    this.#headings.set(key, this.#headings.has(key) ? null : heading)
  }

  /** A section ends before the next heading of its level or above; with level 0, before any heading. */
  #endOf(heading: PagePiece, level: number): number {
    let at = this.#pieces.indexOf(heading) + 1
    for (; at < this.#pieces.length; at++) {
      const own = levelOf(this.#pieces[at]!)
      if (own > 0 && (level === 0 || own <= level)) break
    }
    return at
  }

  insertAfter(piece: PagePiece | undefined, added: PagePiece): void {
    this.#pieces.splice(piece ? this.#pieces.indexOf(piece) + 1 : 0, 0, added)
  }

  /** Moves the named sections to the front. */
  order(names: readonly string[]): void {
    const first = this.#pieces.findIndex((piece) => levelOf(piece) > 0)
    let at = first < 0 ? this.#pieces.length : first
    for (const name of names) {
      const heading = this.#headings.get(keyOf(name))
      if (!heading || levelOf(heading) === 0) continue
      const from = this.#pieces.indexOf(heading)
      const section = this.#pieces.splice(from, this.#endOf(heading, levelOf(heading)) - from)
      if (from < at) at -= section.length
      this.#pieces.splice(at, 0, ...section)
      at += section.length
    }
  }

  /** The printed pieces in order, without emptied headings; `bare` are the headings without content. */
  pieces(): { pieces: PagePiece[]; bare: PagePiece[] } {
    const [pieces, bare]: [PagePiece[], PagePiece[]] = [[], []]
    /** The level of the last heading with content; one of a higher level has content below it. */
    let filled = 0
    for (const piece of this.#pieces.toReversed()) {
      if (!piece.block) continue
      const level = levelOf(piece)
      const isBare = level > 0 && level >= filled
      if (isBare) bare.unshift(piece)
      if (isBare && !piece.bare) continue
      pieces.push(piece)
      filled = level === 0 ? Number.POSITIVE_INFINITY : level
    }
    return { pieces: pieces.reverse(), bare }
  }
}

/** Replaces or removes a sentence of a block; false when that can't be done. */
export function changeSentence(piece: PagePiece, blockId: string, sentence: string, markdown: string): boolean {
  const changed = piece.block && replaceSentenceIn(piece.block, blockId, sentence, markdown)
  if (changed !== undefined) piece.block = changed ?? undefined
  return changed !== undefined
}

/** The draft's blocks and their provenance, nested ones included, within a document's limits. */
export function printed(pieces: readonly PagePiece[]): { blocks: Block[]; provenance: Provenance } {
  const blocks: Block[] = []
  const provenance: Provenance = {}
  let count = 0
  for (const { block, origin, sources } of pieces) {
    const inside = block ? [...walkBlocks([block])] : []
    count += inside.length
    if (!block || count > MAX_BLOCKS) continue
    blocks.push(block)
    for (const { id } of inside) provenance[id] = { origin, sources }
  }
  return { blocks, provenance }
}
