// Markdown that comes into the editor. The service reads it, as it reads files: the editor's own reader knows neither
// containers nor math, and would show HTML and comments as text. When the service does not respond, that reader has to do.

import { call } from '../api/client.ts'
import { toEditor } from './editable.ts'
import type { Editor } from './keys.ts'

/** What only the service reads: containers, formulas, HTML and comments, fences that say more than a language. */
const SIGNS = /^\s{0,3}(?::::|\$\$|<[a-z!]|(?:```|~~~)\S*[ {])|\$\S[^$\n]*\S\$|<!--/im

export const needsService = (text: string): boolean => SIGNS.test(text)

export const isInCode = (editor: Editor): boolean => editor.getTextCursorPosition().block.type === 'codeBlock'

export async function readMarkdown(editor: Editor, markdown: string) {
  try {
    const { blocks } = await call('POST /api/docs/preview', { body: { markdown } })
    return toEditor(blocks as never) as never[]
  } catch {
    return editor.tryParseMarkdownToBlocks(markdown) as never[]
  }
}

export async function pasteThroughService(editor: Editor, markdown: string): Promise<void> {
  const { block } = editor.getTextCursorPosition()
  const blocks = await readMarkdown(editor, markdown)
  if (editor.getBlock(block.id)) placeBlocks(editor, blocks, block)
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
