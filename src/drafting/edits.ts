// Applies and reverts a draft's edits; pure. An edit is located by its block and the words it names. If a person has changed
// those since, the result is undefined.

import type { Block } from 'galley-blocks/model.ts'
import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'
import type { Draft, DraftEdit } from './contract.ts'
import { insertSentenceIn, replaceSentenceIn } from './inline-edit.ts'
import { plainOf } from './text/inline.ts'

/** The draft after a decision; `text` is what a person wants instead of the proposal. */
export function decideEdit(draft: Draft, id: string, state: DraftEdit['state'], text?: string): Draft | undefined {
  const edit = draft.edits?.find((one) => one.id === id)
  if (!edit) return undefined
  if (edit.state === state && text === undefined) return draft
  const at = draft.blocks.findIndex((block) => block.id === edit.block_id)
  // Remember the block before a removed one, so that it can be restored.
  const follows = edit.op === 'replace' || at < 0 ? {} : { follows: draft.blocks[at - 1]?.id ?? null }
  const given: Partial<DraftEdit> = text === undefined ? {} : { after: text, op: 'replace' }
  const wanted: DraftEdit = { ...edit, ...follows, state, ...given }
  const back = edit.state === 'applied' ? changed(draft, edit, false) : draft
  const done = back && (state === 'applied' ? changed(back, wanted, true) : back)
  return done && { ...done, edits: draft.edits!.map((one) => (one.id === id ? wanted : one)) }
}

function changed(draft: Draft, edit: DraftEdit, isForward: boolean): Draft | undefined {
  const [from, to] = isForward ? [edit.before, edit.after] : [edit.after, edit.before]
  const isSentence = edit.op === 'replace' || edit.context !== undefined
  const blocks = isSentence ? inside(draft.blocks, edit, plainOf(from), to) : wholeBlock(draft.blocks, edit, to)
  if (!blocks) return undefined
  const before = draft.provenance[edit.block_id] ?? { origin: 'source' as const, sources: [] }
  const others = before.sources.filter(({ quote }) => quote !== edit.source.quote)
  const sources = isForward ? [...others, edit.source] : others.length > 0 ? others : before.sources
  // A summary that repeats the sentence is changed with it.
  const summary = from !== '' && to !== '' && draft.summary === plainOf(from) ? plainOf(to) : draft.summary
  return { ...draft, summary, blocks, provenance: { ...draft.provenance, [edit.block_id]: { ...before, sources } } }
}

/** Replaces a sentence of a block; a removed one is restored after the text that preceded it. */
function inside(blocks: Block[], { block_id, context = '' }: DraftEdit, from: string, to: string): Block[] | undefined {
  for (const [at, block] of blocks.entries()) {
    const edited =
      from === '' ? insertSentenceIn(block, block_id, context, to) : replaceSentenceIn(block, block_id, from, to)
    if (edited !== undefined) return blocks.toSpliced(at, 1, ...(edited ? [edited] : []))
  }
  return undefined
}

/** Removes a top-level block or restores it at its position. */
function wholeBlock(blocks: Block[], { block_id: id, follows }: DraftEdit, markdown: string): Block[] | undefined {
  const at = blocks.findIndex((block) => block.id === id)
  if (markdown === '') return at < 0 ? undefined : blocks.toSpliced(at, 1)
  if (at >= 0) return undefined
  const parsed = blocksFromMarkdown(markdown).map((block, nth) => (nth === 0 ? { ...block, id } : block))
  return blocks.toSpliced(blocks.findIndex((block) => block.id === follows) + 1, 0, ...parsed)
}
