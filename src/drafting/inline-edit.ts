// Changes inside a block's inline content: a sentence exchanged for another, a link pointed elsewhere.
// Blocks are never changed in place; a changed block is a copy with the same id.

import type { Block, BlockContent, Inline, TableContent } from 'galley-blocks/model.ts'
import { inlineText } from '#blocks/text.ts'

/** replaceSentence exchanges a sentence, whatever its styles; undefined when it is not there or cuts a link in two. */
export function replaceSentence(block: Block, sentence: string, insert: BlockContent | undefined): Block | undefined {
  if (!Array.isArray(block.content) || !Array.isArray(insert) || sentence === '') return undefined
  const from = block.content.map(inlineText).join('').indexOf(sentence)
  if (from < 0) return undefined
  const to = from + sentence.length
  const content: Inline[] = []
  let at = 0
  let isInserted = false
  for (const item of block.content) {
    const text = inlineText(item)
    const [start, end] = [at, at + text.length]
    at = end
    if (end <= from || start >= to) {
      content.push(item)
      continue
    }
    const isWhole = start >= from && end <= to
    if (item.type !== 'text' && !isWhole) return undefined
    if (item.type === 'text' && start < from) content.push({ ...item, text: text.slice(0, from - start) })
    if (!isInserted) content.push(...insert)
    isInserted = true
    if (item.type === 'text' && end > to) content.push({ ...item, text: text.slice(to - start) })
  }
  return { ...block, content }
}

/** sliceOf is the content of a sentence with its styles; undefined when it is not there. */
export function sliceOf({ content }: Block, sentence: string): Inline[] | undefined {
  if (!Array.isArray(content)) return undefined
  const from = content.map(inlineText).join('').indexOf(sentence)
  if (from < 0) return undefined
  let at = 0
  return content.flatMap((item): Inline[] => {
    const [start, text] = [at, inlineText(item)]
    at += text.length
    if (at <= from || start >= from + sentence.length) return []
    if (item.type !== 'text') return [item]
    return [{ ...item, text: text.slice(Math.max(0, from - start), from + sentence.length - start) }]
  })
}

/** changeInside changes one block of a tree by its id; the same tree comes back when it is not there or stays as it is. */
export function changeInside(block: Block, id: string, change: (block: Block) => Block | undefined): Block | undefined {
  if (block.id === id) return change(block)
  let children: Block[] | undefined
  for (const [index, child] of block.children.entries()) {
    const changed = changeInside(child, id, change)
    if (changed === child) continue
    children = block.children.toSpliced(index, 1, ...(changed ? [changed] : []))
    break
  }
  return children ? { ...block, children } : block
}

/** LinkChange: the new address of a link, null to leave only its text, undefined to leave it as it is. */
type LinkChange = (href: string, text: string) => string | null | undefined

/** changeLinks applies a change to every link of a block and its children; the same block comes back when none changed. */
export function changeLinks(block: Block, change: LinkChange): Block {
  const content = changeContent(block.content, change)
  let children = block.children
  if (children.length > 0) {
    const changed = children.map((child) => changeLinks(child, change))
    if (changed.some((child, index) => child !== children[index])) children = changed
  }
  if (content === block.content && children === block.children) return block
  return content === undefined ? { ...block, children } : { ...block, content, children }
}

function changeContent(content: BlockContent | undefined, change: LinkChange): BlockContent | undefined {
  if (Array.isArray(content)) return changeInline(content, change)
  if (!content || typeof content === 'string' || !Array.isArray(content.rows)) return content
  return changeTable(content, change)
}

function changeTable(table: TableContent, change: LinkChange): TableContent {
  let isChanged = false
  const rows = table.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => {
      if (typeof cell === 'string') return cell
      const before = Array.isArray(cell) ? cell : cell.content
      if (!Array.isArray(before)) return cell
      const after = changeInline(before, change)
      if (after === before) return cell
      isChanged = true
      return Array.isArray(cell) ? after : { ...cell, content: after }
    }),
  }))
  return isChanged ? { ...table, rows } : table
}

function changeInline(items: Inline[], change: LinkChange): Inline[] {
  let isChanged = false
  const changed = items.flatMap((item): Inline[] => {
    if (item.type !== 'link') return [item]
    const href = change(item.href, inlineText(item))
    if (href === undefined || href === item.href) return [item]
    isChanged = true
    if (href !== null) return [{ ...item, href }]
    // Links that were stored before the gate made lists of them have a plain text inside.
    return Array.isArray(item.content) ? item.content : [{ type: 'text', text: inlineText(item), styles: {} }]
  })
  return isChanged ? changed : items
}
