// Lays what people wrote into the previous draft over a new page. Edited blocks are found by id (derived from source and
// position); added ones follow the block they followed before; deleted ones stay deleted.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blocksToText, blockText, oneLine } from 'galley-blocks/text.ts'
import type { DraftInputs, Source } from './contract.ts'
import { type DraftPage, type PagePiece, pieceOf } from './page.ts'
import { keyOf } from './text/words.ts'

type DraftBefore = NonNullable<DraftInputs['previous']>

const LONGEST_QUOTE = 300

/** Documents that are no longer open to all readers since the last draft. */
export function closedIn({
  document,
  related,
}: Pick<DraftInputs, 'document' | 'related'>): (source: Source) => boolean {
  const open = new Set<number | null>([document.id, ...related.map(({ id }) => id)])
  return ({ kind, id }) => kind === 'document' && !open.has(id)
}

/** Whether a person wrote in a block of the previous draft: drafters always record provenance, people don't. */
export function isByPerson({ draft, editedBlockIds }: DraftBefore): (block: Block) => boolean {
  const edited = new Set(editedBlockIds)
  const isOwn = (id: string) => edited.has(id) || !draft.provenance[id] || draft.provenance[id].origin === 'human'
  return (block) => [...walkBlocks([block])].some(({ id }) => isOwn(id))
}

export function overlayEdits(page: DraftPage, previous: DraftBefore): void {
  const { draft, deletedTexts } = previous
  const { pieces } = page.pieces()
  const byId = new Map(pieces.map((piece) => [piece.block!.id, piece]))
  const byText = new Map(pieces.map((piece) => [textKey(piece.block!), piece]))
  const remaining = new Set([...walkBlocks(draft.blocks)].map(({ id }) => id))
  const gone = new Set(deletedTexts.map(keyOf))
  for (const piece of pieces) {
    const left = withoutDeleted(piece.block!, remaining, gone)
    if (left !== piece.block) Object.assign(piece, { block: left, human: true })
  }
  const isOwn = isByPerson(previous)
  const fromDraft = (block: Block): PagePiece => {
    const source: Source = { kind: 'draft', id: null, title: draft.title, quote: quoteOfBlock(block) }
    return pieceOf(block, { sources: [source], round: 0, from: 'draft' })
  }
  let [before, heading]: [PagePiece | undefined, Block | undefined] = [undefined, undefined]
  for (const block of draft.blocks) {
    const twin = byId.get(block.id) ?? byText.get(textKey(block))
    const byPerson = { ...fromDraft(block), origin: 'human' as const, human: true }
    if (block.type === 'heading') [before, heading] = [undefined, block]
    if (twin && isOwn(block)) Object.assign(twin, { ...byPerson, round: twin.round, from: twin.from })
    else if (!twin && isOwn(block)) {
      if (!before && heading && heading !== block)
        page.put([byPerson], blocksToText([heading]), () => fromDraft(heading!))
      else page.insertAfter(before, byPerson)
      before = byPerson
      continue
    }
    before = twin ?? before
  }
}

const textKey = (block: Block): string => keyOf(blocksToText([block]))
export const quoteOfBlock = (block: Block): string => oneLine(blocksToText([block])).slice(0, LONGEST_QUOTE)

/** Removes blocks that a person deleted, nested ones too; undefined when nothing is left. */
function withoutDeleted(block: Block, keptIds: ReadonlySet<string>, gone: ReadonlySet<string>): Block | undefined {
  const key = keyOf(blockText(block))
  if (!keptIds.has(block.id) && key !== '' && gone.has(key)) return undefined
  const children = block.children.flatMap((child) => withoutDeleted(child, keptIds, gone) ?? [])
  const isSame =
    children.length === block.children.length && children.every((child, at) => child === block.children[at])
  return isSame ? block : { ...block, children }
}
