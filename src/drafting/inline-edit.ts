// Replaces, removes or restores a sentence in a block's inline content. Blocks are immutable: a changed block is a copy with
// the same id.

import type { Block, Inline } from 'galley-blocks/model.ts'
import { blockText, inlineText } from 'galley-blocks/text.ts'
import { inlineOf } from './text/inline.ts'

type CutInline = [before: Inline[], inside: Inline[], after: Inline[]]

/** Splits content around a sentence, whatever its styles; undefined when it isn't found or a link would be split. */
function cutAt(content: Block['content'], sentence: string): CutInline | undefined {
  if (!Array.isArray(content) || sentence === '') return undefined
  const from = content.map(inlineText).join('').indexOf(sentence)
  const to = from + sentence.length
  if (from < 0) return undefined
  const cut: CutInline = [[], [], []]
  let end = 0
  for (const item of content) {
    const [start, text] = [end, inlineText(item)]
    end += text.length
    const [first, second] = [from, to].map((at) => Math.min(Math.max(at - start, 0), text.length)) as [number, number]
    const parts = [text.slice(0, first), text.slice(first, second), text.slice(second)]
    const side = end <= from ? 0 : start >= to ? 2 : 1
    if (item.type !== 'text' && parts.filter((part) => part !== '').length > 1) return undefined
    if (item.type !== 'text') cut[side].push(item)
    else for (const [at, part] of parts.entries()) if (part !== '') cut[at]!.push({ ...item, text: part })
  }
  return cut
}

/** A sentence's content with its styles. */
export const sliceOf = ({ content }: Block, sentence: string): Inline[] | undefined => cutAt(content, sentence)?.[1]

/** Replaces a sentence by inline Markdown; a removed one takes a space along. */
function replaceSentence(block: Block, sentence: string, markdown: string): Block | undefined {
  const forms = markdown === '' ? [`${sentence} `, ` ${sentence}`, sentence] : [sentence]
  for (const form of forms) {
    const cut = cutAt(block.content, form)
    if (cut) return { ...block, content: [...cut[0], ...inlineOf(markdown), ...cut[2]] }
  }
  return undefined
}

/** Does so in the block with this id: null when nothing is left, undefined when it can't be done. */
export const replaceSentenceIn = (
  tree: Block,
  id: string,
  sentence: string,
  markdown: string,
): Block | null | undefined => changeIn(tree, id, (block) => replaceSentence(block, sentence, markdown))

/** Inserts a sentence after the text `context`. */
export const insertSentenceIn = (
  tree: Block,
  id: string,
  context: string,
  markdown: string,
): Block | null | undefined =>
  changeIn(tree, id, (block) => {
    const blank: Inline = { type: 'text', text: ' ', styles: {} }
    if (context === '' && Array.isArray(block.content))
      return { ...block, content: [...inlineOf(markdown), blank, ...block.content] }
    const cut = cutAt(block.content, context)
    return cut && { ...block, content: [...cut[0], ...cut[1], blank, ...inlineOf(markdown), ...cut[2]] }
  })

function changeIn(tree: Block, id: string, change: (block: Block) => Block | undefined): Block | null | undefined {
  if (tree.id === id) {
    const changed = change(tree)
    return changed && blockText(changed).trim() === '' && changed.children.length === 0 ? null : changed
  }
  for (const [at, child] of tree.children.entries()) {
    const changedChild = changeIn(child, id, change)
    if (changedChild !== undefined)
      return { ...tree, children: tree.children.toSpliced(at, 1, ...(changedChild ? [changedChild] : [])) }
  }
  return undefined
}
