// The tree of the API: categories by their order, then documents, at most 200 per category with the true count beside them.
// The bound is for each category, so that one large category hides no other. As JSON the tree is over a megabyte on a large
// site, so it is kept in stretches of some categories each: a change has one of them put together again, of what was kept of
// it, and the hash of the tree is made from those of its categories. Put together as a whole, it took 1.3 ms of CPU after a
// create instead of 0.6, and V8 looked through its heap every second for what was let go (docs/speed.md).

import type { Actor } from '#actor.ts'
import { type Bytes, printOf } from '#bytes.ts'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { NO_CATEGORY } from '#features/categories/subtree.ts'
import type { TreeNode } from '../schemas.ts'
import { CategoryParts } from './category-parts.ts'
import type { TreeCategory, TreeDocument } from './tree-store.ts'

export const TREE_DOCUMENTS = 200

/** TREE_TAGS are what the whole tree rests on. */
export const TREE_TAGS = [TAGS.tree, TAGS.listing, TAGS.counts, TAGS.grants]

/** A TreePiece is a stretch of the tree that was put together last, or bytes of its own until then: no byte is kept twice. */
type TreePiece = { of: Buffer; from: number; length: number }
/** The documents of a category, and what is different when they are. */
type DocumentsPiece = TreePiece & { print: string }
/**
 * A Gap is what stands before the documents of a category, and after the last ones: the end of the category before, and the
 * beginnings of some. Its texts are the same in every tree, the counts of `ids` between them are not; `key` is what they were.
 */
type Gap = {
  texts: string[]
  ids: number[]
  documents: number | undefined
  follows: boolean
  key: string
  piece: TreePiece
}
type Layout = { gaps: Gap[]; print: string }

export class Trees {
  readonly #parts: CategoryParts<DocumentsPiece>
  readonly #layouts = new WeakMap<readonly TreeCategory[], Layout>()

  constructor(deps: Pick<Deps, 'db'>) {
    const options = { channel: 'api', limit: TREE_DOCUMENTS, smallSite: 0, isWhole: true, partOf: asJson } as const
    this.#parts = new CategoryParts(deps, options)
  }

  /** getJson is the tree of those who share the key, and what is different when it is. */
  async getJson(key: string, actor: Actor): Promise<{ text: Bytes; print: string }> {
    const { categories, counts } = await this.#parts.shapeFor(key, actor)
    const parts = await this.#parts.partsFor(key, actor, [NO_CATEGORY, ...categories.map(({ id }) => id)])
    const layout = this.#layoutOf(categories)
    const pieces: TreePiece[] = []
    let print = layout.print
    for (const gap of layout.gaps) {
      const documents = gap.documents === undefined ? undefined : parts.get(gap.documents)
      // They are counted before they are listed, and may be gone by then.
      const hasDocuments = documents !== undefined && documents.length > 0
      fill(gap, counts, hasDocuments)
      pieces.push(gap.piece)
      print += ` ${gap.key}`
      if (!hasDocuments) continue
      pieces.push(documents)
      print += documents.print
    }
    return { text: stretchesOf(pieces), print: printOf(print) }
  }

  #layoutOf(categories: readonly TreeCategory[]): Layout {
    const known = this.#layouts.get(categories)
    if (known) return known
    const gaps = gapsOf(categories)
    const layout = { gaps, print: printOf(JSON.stringify(gaps.map(({ texts }) => texts))) }
    this.#layouts.set(categories, layout)
    return layout
  }
}

function gapsOf(categories: readonly TreeCategory[]): Gap[] {
  // A category whose parent is hidden from this reader is hidden too; only a token bound to categories begins below the root.
  const known = new Set(categories.map(({ id }) => id))
  const below = Map.groupBy(categories, ({ parent_id }) =>
    parent_id !== null && known.has(parent_id) ? parent_id : NO_CATEGORY,
  )
  const gaps: Gap[] = []
  let [texts, ids]: [string[], number[]] = [[], []]
  let text = '['
  const endGap = (documents: number | undefined, follows: boolean) => {
    gaps.push({ texts: [...texts, text], ids, documents, follows, key: 'none yet', piece: pieceOf('') })
    ;[texts, ids, text] = [[], [], '']
  }
  const walk = (id: number): void => {
    const inside = below.get(id) ?? []
    for (const [index, { id, name, slug }] of inside.entries()) {
      const head: Partial<TreeNode> = { type: 'category', id, title: name, slug }
      texts.push(`${text}${index > 0 ? ',' : ''}${JSON.stringify(head).slice(0, -1)}`)
      ids.push(id)
      text = ',"children":['
      walk(id)
      text += ']}'
    }
    endGap(id, inside.length > 0)
  }
  walk(NO_CATEGORY)
  text += ']'
  endGap(undefined, false)
  return gaps
}

/** fill writes a gap again where its counts are others, or whether documents follow. */
function fill(gap: Gap, counts: ReadonlyMap<number, number>, isBeforeDocuments: boolean): void {
  const { texts, ids, follows } = gap
  const separator = follows && isBeforeDocuments ? ',' : ''
  let key = separator
  for (const id of ids) key += ` ${counts.get(id) ?? 0}`
  if (key === gap.key) return
  const counted = ids.map((id, index) => {
    const count = counts.get(id) ?? 0
    return `${texts[index]},"document_count":${count},"truncated":${count > TREE_DOCUMENTS}`
  })
  gap.key = key
  gap.piece = pieceOf(`${counted.join('')}${texts.at(-1)}${separator}`)
}

function pieceOf(json: string): TreePiece {
  const of = Buffer.from(json)
  return { of, from: 0, length: of.length }
}

/** A long tree is in so many stretches, one of which is new after a change. Each costs a request some microseconds. */
const MOST_STRETCHES = 16
const SHORTEST_STRETCH = 64 * 1024

/** stretchesOf cuts between categories, and at the same ones while there are as many. */
function stretchesOf(pieces: TreePiece[]): Bytes {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const count = Math.min(MOST_STRETCHES, Math.ceil(length / SHORTEST_STRETCH))
  const together = Math.ceil(pieces.length / count)
  const stretches: Buffer[] = []
  for (let from = 0; from < pieces.length; from += together) stretches.push(joined(pieces.slice(from, from + together)))
  return stretches.length === 1 ? stretches[0]! : stretches
}

/** joined is the pieces as one stretch, of which each is a part from then on; that of the tree before, where it is the same. */
function joined(pieces: TreePiece[]): Buffer {
  const [{ of }] = pieces as [TreePiece]
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (of.length === length && isWhole(pieces, of)) return of
  const whole = Buffer.allocUnsafeSlow(length)
  let at = 0
  for (const piece of pieces) {
    piece.of.copy(whole, at, piece.from, piece.from + piece.length)
    Object.assign(piece, { of: whole, from: at })
    at += piece.length
  }
  return whole
}

function isWhole(pieces: TreePiece[], stretch: Buffer): boolean {
  let at = 0
  for (const { of, from, length } of pieces) {
    if (of !== stretch || from !== at) return false
    at += length
  }
  return true
}

function asJson(documents: TreeDocument[]): DocumentsPiece {
  const json = documents.map((row) => JSON.stringify(documentNode(row))).join(',')
  return { ...pieceOf(json), print: printOf(json) }
}

const documentNode = ({ id, title, slug, pinned_at }: TreeDocument): TreeNode => ({
  type: 'document',
  id,
  title,
  slug,
  pinned: pinned_at > 0,
  children: [],
})
