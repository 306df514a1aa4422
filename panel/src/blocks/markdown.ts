// Converts Markdown on paste. The service parses it, as for files; the editor's own parser knows neither containers nor math,
// and would show HTML and comments as text. It is the fallback if the service doesn't respond.

import { blockToNode, trackPosition } from '@blocknote/core'
import { Fragment, Slice } from 'prosemirror-model'
import { call } from '../api/client.ts'
import { toEditor } from './editable.ts'
import type { Editor } from './keys.ts'

/**
 * Characters with a meaning in Markdown, anywhere or at the beginning of a line. Prose has none, and the editor keeps its
 * line breaks.
 */
const SIGNS = /[`*_~#$<[{|\\]|:[:\w]|&[#\w]|^(?: {4}|[ \t]*(?:\t|[-+=>]|\d+[.)][ \t]))/m

/** False for a single address, which the editor turns into a link. */
export const needsService = (text: string): boolean => SIGNS.test(text) && !/^https?:\/\/\S+$/i.test(text.trim())

export const isInCode = (editor: Editor): boolean => editor.getTextCursorPosition().block.type === 'codeBlock'

/** Reads a whole file; front matter and title aren't part of its text. */
export const readFile = (editor: Editor, markdown: string): Promise<never[]> =>
  readBy(editor, markdown, () => call('POST /api/docs/preview', { body: { markdown } }))

const readPasted = (editor: Editor, markdown: string): Promise<never[]> =>
  readBy(editor, markdown, () => call('POST /api/docs/preview/markdown', { body: { blocks: [], markdown } }))

async function readBy(editor: Editor, markdown: string, ask: () => Promise<{ blocks: unknown }>): Promise<never[]> {
  try {
    return toEditor((await ask()).blocks as never) as never[]
  } catch {
    return editor.tryParseMarkdownToBlocks(markdown) as never[]
  }
}

/** Inserts where it was pasted, wherever the caret is when the service responds; inline text goes into the line. */
export async function pasteThroughService(editor: Editor, markdown: string): Promise<void> {
  const { block } = editor.getTextCursorPosition()
  const { from, to } = editor.prosemirrorState.selection
  const [start, end] = [trackPosition(editor, from), trackPosition(editor, to)]
  const blocks = await readPasted(editor, markdown)
  if (!editor.getBlock(block.id)) return
  if (blocks.every(isWords)) placeWords(editor, blocks, start(), end())
  else placeBlocks(editor, blocks, block)
}

const isWords = ({ type, children }: { type: string; children: unknown[] }): boolean =>
  type === 'paragraph' && children.length === 0

/** Splits the line between paragraphs, and leaves the caret after them if it was there. */
function placeWords(editor: Editor, blocks: never[], from: number, to: number): void {
  const lines = blocks.map((block) => blockToNode(block, editor.pmSchema))
  // Open on both sides: the first and last paragraphs join the surrounding text.
  if (lines.length > 0)
    editor.transact((change) => change.replaceRange(from, to, new Slice(Fragment.from(lines), 2, 2)))
}

const isLine = (type: string): boolean => type === 'paragraph' || type.endsWith('ListItem')

/** Inserts after the caret's block, or replaces it if it is empty. */
export function placeBlocks(editor: Editor, blocks: never[], at = editor.getTextCursorPosition().block): void {
  if (blocks.length === 0) return
  editor.transact((change) => change.deleteSelection())
  // A multi-line selection may have removed the caret's block.
  const { id, type, content, children } = editor.getBlock(at.id) ?? editor.getTextCursorPosition().block
  const isEmpty = isLine(type) && Array.isArray(content) && content.length === 0 && children.length === 0
  const isAtStart = editor.prosemirrorState.selection.$from.parentOffset === 0
  const added = isEmpty
    ? editor.replaceBlocks([id], blocks).insertedBlocks
    : editor.insertBlocks(blocks, id, isAtStart ? 'before' : 'after')
  const last = added.at(-1)
  if (last) editor.setTextCursorPosition(last.id, 'end')
}
