// The page under assembly: sections under their headings, in the author's order. Sources are merged into it heading by heading;
// sentences in it can be found, replaced and taken out. It adds no words of its own.

import { type Block, MAX_BLOCKS, walkBlocks } from 'galley-blocks/model.ts'
import { blocksToText, blockText, headingLevel, oneLine } from '#blocks/text.ts'
import type { Origin, Provenance, Source } from './contract.ts'
import { changeInside, replaceSentence } from './inline-edit.ts'
import { inlineOf } from './text/inline.ts'
import { keyOf } from './text/words.ts'

/** A PagePiece is one outermost block. `round` is 0 for the document itself, then the iteration that brought it. */
export type PagePiece = {
  block: Block | undefined
  origin: Origin
  sources: Source[]
  human: boolean
  round: number
  from: string
  /** A heading that its author left over nothing stands all the same; one outside of HTML is asked about. */
  bare?: 'asked' | 'kept'
}

type SectionNode = { heading: PagePiece | undefined; level: number; key: string; own: PagePiece[]; subs: SectionNode[] }

const nodeOf = (heading: PagePiece | undefined): SectionNode => ({
  heading,
  level: heading?.block ? headingLevel(heading.block) : 0,
  key: heading?.block ? keyOf(blocksToText([heading.block])) : '',
  own: [],
  subs: [],
})

/** treeOf puts pieces under their headings. */
function treeOf(pieces: readonly PagePiece[]): SectionNode {
  const root = nodeOf(undefined)
  const open = [root]
  for (const piece of pieces) {
    if (piece.block?.type !== 'heading') {
      open.at(-1)!.own.push(piece)
      continue
    }
    const node = nodeOf(piece)
    while (open.length > 1 && open.at(-1)!.level >= node.level) open.pop()
    open.at(-1)!.subs.push(node)
    open.push(node)
  }
  return root
}

export class DraftPage {
  readonly #root = nodeOf(undefined)
  readonly #nodes = new Map<string, SectionNode | null>()
  /** Headings that stood already: what is under them joined the section of that name. */
  readonly repeated = new Set<PagePiece>()

  get hasHeadings(): boolean {
    return this.#root.subs.length > 0
  }

  /** merge adds the pieces of one source. What is under no heading goes under `title`, where the page has headings and one is given. */
  merge(pieces: readonly PagePiece[], title?: (level: number) => PagePiece): void {
    const tree = treeOf(pieces)
    const added: SectionNode[] = []
    if (!this.hasHeadings) this.#root.own.push(...tree.own)
    else if (tree.own.length > 0 && title) {
      const node = nodeOf(title(Math.max(2, Math.min(...this.#root.subs.map(({ level }) => level)))))
      node.own.push(...tree.own)
      this.#root.subs.push(node)
    } else this.#last().own.push(...tree.own)
    this.#join(tree, this.#root, added)
    for (const node of added) this.#register(node)
  }

  /** put adds pieces at the end of a section, which is made where there is none. */
  put(pieces: readonly PagePiece[], section: string, make: (level: number) => PagePiece): void {
    const known = this.#nodes.get(keyOf(section))
    if (known) return void known.own.push(...pieces)
    const node = nodeOf(make(Math.max(2, this.#root.subs[0]?.level ?? 2)))
    node.own.push(...pieces)
    this.#root.subs.push(node)
    this.#register(node)
  }

  #last(): SectionNode {
    let node = this.#root
    while (node.subs.length > 0) node = node.subs.at(-1)!
    return node
  }

  /** twinOf: the same heading at the same level; “Context” below one title is not “Context” below another. */
  #twinOf({ key, level }: SectionNode): SectionNode | undefined {
    const found = this.#nodes.get(key)
    return found?.level === level ? found : undefined
  }

  #join(from: SectionNode, into: SectionNode, added: SectionNode[]): void {
    const hasTitle = this.#root.subs.some(({ level }) => level === 1)
    for (const sub of from.subs) {
      const twin = this.#twinOf(sub)
      if (twin) {
        this.repeated.add(sub.heading!)
        twin.own.push(...sub.own)
        this.#join(sub, twin, added)
        continue
      }
      // A title over everything hides no heading that both have, where the page has none itself.
      const hidden = sub.level === 1 && !hasTitle ? sub.subs.filter((one) => this.#twinOf(one)) : []
      sub.subs = sub.subs.filter((one) => !hidden.includes(one))
      this.#join({ ...sub, subs: hidden }, into, added)
      if (hidden.length > 0 && sub.own.length + sub.subs.length === 0) this.repeated.add(sub.heading!)
      else {
        into.subs.push(sub)
        added.push(sub)
      }
    }
  }

  /** A heading that stands twice names no section. */
  #register(node: SectionNode): void {
    this.#nodes.set(node.key, this.#nodes.has(node.key) ? null : node)
    for (const sub of node.subs) this.#register(sub)
  }

  /** insertAfter puts a piece behind another one, or first of all. */
  insertAfter(piece: PagePiece | undefined, added: PagePiece): void {
    const into = (node: SectionNode): boolean => {
      const at = piece === node.heading ? 0 : node.own.indexOf(piece!) + 1
      if (piece !== node.heading && at === 0) return node.subs.some(into)
      node.own.splice(at, 0, added)
      return true
    }
    into(this.#root)
  }

  /** order brings the named sections to the front, and returns the names that no section has. */
  order(names: readonly string[]): string[] {
    const named = names.map((name) => this.#nodes.get(keyOf(name)))
    const wanted = new Set(named.filter((node) => node != null))
    const detach = (node: SectionNode): void => {
      node.subs = node.subs.filter((sub) => !wanted.has(sub))
      for (const sub of node.subs) detach(sub)
    }
    for (const node of wanted) detach(node)
    detach(this.#root)
    this.#root.subs.unshift(...wanted)
    return names.filter((_, at) => !named[at] || isEmpty(named[at]))
  }

  /** pieces lists what is printed, in order; `bare` are the headings over nothing. Those that were emptied are not printed. */
  pieces(): { pieces: PagePiece[]; bare: PagePiece[] } {
    const [pieces, bare]: [PagePiece[], PagePiece[]] = [[], []]
    const walk = (node: SectionNode): void => {
      if (node.heading?.block && isEmpty(node)) bare.push(node.heading)
      if (node.heading?.block && (!isEmpty(node) || node.heading.bare)) pieces.push(node.heading)
      for (const piece of node.own) if (piece.block) pieces.push(piece)
      for (const sub of node.subs) walk(sub)
    }
    walk(this.#root)
    return { pieces, bare }
  }
}

const isEmpty = ({ own, subs }: SectionNode): boolean =>
  own.every(({ block }) => !block) && subs.every((sub) => isEmpty(sub) && !sub.heading?.bare)

/** changeSentence puts inline Markdown in the place of a sentence of a block, or takes it out; false when it can't be done. */
export function changeSentence(piece: PagePiece, blockId: string, sentence: string, markdown: string): boolean {
  if (!piece.block) return false
  let done = false
  const changed = changeInside(piece.block, blockId, (block) => {
    const rest = exchange(block, sentence, markdown)
    if (!rest) return block
    done = true
    return blockText(rest).trim() === '' && rest.children.length === 0 ? undefined : rest
  })
  if (done) piece.block = changed
  return done
}

/** exchange: a sentence that goes takes the blank beside it along. */
export function exchange(block: Block, sentence: string, markdown: string): Block | undefined {
  if (markdown !== '') return replaceSentence(block, sentence, inlineOf(markdown))
  const forms = [`${sentence} `, ` ${sentence}`, sentence]
  return forms
    .values()
    .map((form) => replaceSentence(block, form, []))
    .find((rest) => rest !== undefined)
}

const MOST_QUOTES = 12

/** printed gives the blocks of a draft and what each rests on, nested ones included, within the bounds of a document. */
export function printed(pieces: readonly PagePiece[]): { blocks: Block[]; provenance: Provenance } {
  const blocks: Block[] = []
  const provenance: Provenance = {}
  let count = 0
  for (const { block, origin, sources, human } of pieces) {
    const inside = block ? [...walkBlocks([block])] : []
    count += inside.length
    if (!block || count > MAX_BLOCKS) continue
    blocks.push(block)
    const own = human
      ? sources.map((source) => ({ ...source, quote: oneLine(blocksToText([block])).slice(0, 300) }))
      : sources
    const few = fewSources(own)
    for (const { id } of inside) provenance[id] = { origin, sources: few }
  }
  return { blocks, provenance }
}

/** Quotes beyond the bound go, but never the only one of a source: a document closed later must still be found here. */
function fewSources(sources: Source[]): Source[] {
  const quotes = new Set<string>()
  const places = new Set<string>()
  return sources.filter(({ kind, id, quote }) => {
    const place = `${kind} ${id}`
    if (quotes.has(`${place} ${quote}`) || (quotes.size >= MOST_QUOTES && places.has(place))) return false
    quotes.add(`${place} ${quote}`)
    places.add(place)
    return true
  })
}
