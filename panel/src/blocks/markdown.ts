// Markdown that comes into the editor. The service reads it, as it reads files: the editor's own reader knows neither
// containers nor math, and would show HTML and comments as text. When the service does not respond, that reader has to do.

import { blockToNode, trackPosition } from '@blocknote/core'
import { Fragment, Slice } from 'prosemirror-model'
import { call } from '../api/client.ts'
import { toEditor } from './editable.ts'
import type { Editor } from './keys.ts'

/**
 * SIGNS of Markdown, ours or anyone's: a character that means something wherever it stands, or that begins a line. Prose has
 * none of them, and the editor keeps its lines as they were broken.
 */
const SIGNS = /[`*_~#$<[{|\\]|:[:\w]|&[#\w]|^(?: {4}|[ \t]*(?:\t|[-+=>]|\d+[.)][ \t]))/m

/** needsService is false for an address alone, which the editor makes the link of the words that are selected. */
export const needsService = (text: string): boolean => SIGNS.test(text) && !/^https?:\/\/\S+$/i.test(text.trim())

export const isInCode = (editor: Editor): boolean => editor.getTextCursorPosition().block.type === 'codeBlock'

/** readFile reads a whole file, whose front matter and title are no part of its text. */
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

/** pasteThroughService puts what it reads where it was pasted, wherever the caret is by then: words into the line. */
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

/** placeWords parts the line between paragraphs, and leaves the caret behind them if it was there. */
function placeWords(editor: Editor, blocks: never[], from: number, to: number): void {
  const lines = blocks.map((block) => blockToNode(block, editor.pmSchema))
  // Open on both sides: the first and the last join the words that they are pasted between.
  if (lines.length > 0)
    editor.transact((change) => change.replaceRange(from, to, new Slice(Fragment.from(lines), 2, 2)))
}

const isLine = (type: string): boolean => type === 'paragraph' || type.endsWith('ListItem')

/** placeBlocks puts them beside the block of the caret, or in its place when that is empty and nothing is nested in it. */
export function placeBlocks(editor: Editor, blocks: never[], at = editor.getTextCursorPosition().block): void {
  if (blocks.length === 0) return
  editor.transact((change) => change.deleteSelection())
  // With a selection of several lines the one of the caret may be gone.
  const { id, type, content, children } = editor.getBlock(at.id) ?? editor.getTextCursorPosition().block
  const isEmpty = isLine(type) && Array.isArray(content) && content.length === 0 && children.length === 0
  const isAtStart = editor.prosemirrorState.selection.$from.parentOffset === 0
  const added = isEmpty
    ? editor.replaceBlocks([id], blocks).insertedBlocks
    : editor.insertBlocks(blocks, id, isAtStart ? 'before' : 'after')
  const last = added.at(-1)
  if (last) editor.setTextCursorPosition(last.id, 'end')
}
