// Compares two documents: added, removed and changed blocks with their changed words, and other differences. Everything that
// galley-blocks/compare.ts considers different must show, because people approve what they see.

import { diffArrays } from 'diff'
import { blockTypeSpec, propsOfType } from 'galley-blocks/block-types.ts'
import { plainBlock } from 'galley-blocks/compare.ts'
import { type Block, isRecord } from 'galley-blocks/model.ts'
import { diffInline, diffProps, diffValues, hasDifference, type Note, spansOf, wordsOf } from './diff-looks.ts'
import { diffTable, type RowChange } from './diff-table.ts'
import { type Flat, flatten, textOf } from './text.ts'
import { diffWords, type WordChange } from './words.ts'

export type BlockChange = { kind: 'same' | 'added' | 'removed'; flat: Flat } | ChangedText

/** `notes` are changes that can't be marked in the words: links, styles, props. */
type ChangedText = {
  kind: 'changed'
  before: Flat
  flat: Flat
  notes: Note[]
  pieces?: WordChange[]
  rows?: RowChange[]
}

/** Equal for equivalent blocks at the same depth, whatever their ids. */
const signatureOf = ({ block, depth }: Flat): string => JSON.stringify([depth, seenBlock(block)], inOrder)

/** Includes an image's link, which visitors follow, although the editor drops it. */
function seenBlock(block: Block): ReturnType<typeof plainBlock> {
  const plain = plainBlock(block)
  const link = block.props?.link
  return typeof link === 'string' ? { ...plain, props: { ...plain.props, link } } : plain
}

const inOrder = (_key: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value

export function diffBlocks(before: Block[], after: Block[]): BlockChange[] {
  const old = flatten(before)
  const now = flatten(after)
  const parts = diffArrays(old.map(signatureOf), now.map(signatureOf))
  const changes: BlockChange[] = []
  let o = 0
  let n = 0
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]!
    const next = parts[index + 1]
    // A removed run followed by an added one was rewritten: compare word by word.
    if (part.removed && next?.added) {
      changes.push(...pairUp(old.slice(o, o + part.value.length), now.slice(n, n + next.value.length)))
      o += part.value.length
      n += next.value.length
      index++
    } else if (part.removed) {
      for (const flat of old.slice(o, o + part.value.length)) changes.push({ kind: 'removed', flat })
      o += part.value.length
    } else {
      const kind = part.added ? 'added' : 'same'
      for (const flat of now.slice(n, n + part.value.length)) changes.push({ kind, flat })
      n += part.value.length
      if (!part.added) o += part.value.length
    }
  }
  return changes
}

/** Matches removed with added blocks: by id first, then by similarity, in order. */
function pairUp(removed: Flat[], added: Flat[]): BlockChange[] {
  const changes: BlockChange[] = []
  let from = 0
  for (const flat of added) {
    const byId = removed.findIndex(
      (old, at) => at >= from && old.block.id === flat.block.id && isDrawnAlike(old.block, flat.block),
    )
    const match = byId >= 0 ? byId : removed.findIndex((old, at) => at >= from && isLike(old, flat))
    if (match < 0) {
      changes.push({ kind: 'added', flat })
      continue
    }
    for (const old of removed.slice(from, match)) changes.push({ kind: 'removed', flat: old })
    changes.push(changed(removed[match]!, flat))
    from = match + 1
  }
  for (const old of removed.slice(from)) changes.push({ kind: 'removed', flat: old })
  return changes
}

/** With less than a third of words in common, a removed and an added block are easier to read. */
function isLike(a: Flat, b: Flat): boolean {
  if (a.block.type !== b.block.type) return false
  const words = (flat: Flat) =>
    new Set(
      textOf(flat.block)
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? [],
    )
  const [left, right] = [words(a), words(b)]
  const shared = [...left].filter((word) => right.has(word)).length
  return shared > 0 && shared / Math.max(left.size, right.size) >= 0.35
}

/** The words of one can be marked in the other. A paragraph that became a table is shown as removed and added. */
function isDrawnAlike(a: Block, b: Block): boolean {
  const isText = ({ type }: Block) => ['inline', 'plain'].includes(blockTypeSpec(type)?.content ?? '')
  return a.type === b.type || (isText(a) && isText(b))
}

function changed(before: Flat, flat: Flat): ChangedText {
  const [was, is] = [seenBlock(before.block), seenBlock(flat.block)]
  const drawn = lineOf(is.type)
  const words = diffContent(was, is, drawn)
  const notes = [
    ...diffProps({ type: wordsOf(was.type) }, { type: wordsOf(is.type) }, {}),
    ...diffProps({ nesting: before.depth }, { nesting: flat.depth }, {}),
    ...diffProps(was.props, is.props, propsOfType(is.type), was.type === is.type ? drawn : undefined),
    ...words.notes,
  ]
  const isSeen =
    notes.length > 0 ||
    hasDifference(words.pieces ?? []) ||
    words.rows?.some(({ cells }) => cells.some(hasDifference)) === true
  // Equivalent content with another structure, such as a link split in two.
  return { kind: 'changed', before, flat, ...words, notes: isSeen ? notes : diffValues('As it is saved', was, is) }
}

/** The prop that is shown as text for a type without content. */
function lineOf(type: string): string | undefined {
  const editor = blockTypeSpec(type)?.editor
  if (!editor || 'code' in editor) return undefined
  return 'line' in editor ? editor.line : 'source'
}

type PlainBlock = ReturnType<typeof seenBlock>

function diffContent(
  was: PlainBlock,
  is: PlainBlock,
  line: string | undefined,
): Pick<ChangedText, 'notes' | 'pieces' | 'rows'> {
  if (line !== undefined && was.type === is.type)
    return { pieces: diffWords(String(was.props[line] ?? ''), String(is.props[line] ?? '')), notes: [] }
  if (is.type === 'table') return diffTable(was.content, is.content)
  if (!Array.isArray(was.content) || !Array.isArray(is.content))
    return { notes: diffValues('Content', was.content, is.content) }
  const isDrawn = blockTypeSpec(is.type)?.content !== 'none'
  // Images are drawn in their new state, and their words are in props.
  return isDrawn ? diffInline(spansOf(was.content), spansOf(is.content)) : { notes: [] }
}

export function countChanges(changes: BlockChange[]): Record<BlockChange['kind'], number> {
  const counts = { same: 0, added: 0, removed: 0, changed: 0 }
  for (const { kind } of changes) counts[kind]++
  return counts
}
