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

/** pasteThroughService puts the text below the caret's block, or in its place when that is empty and nothing is nested in it. */
export async function pasteThroughService(editor: Editor, markdown: string): Promise<void> {
  const { block } = editor.getTextCursorPosition()
  const blocks = await readMarkdown(editor, markdown)
  if (blocks.length === 0 || !editor.getBlock(block.id)) return
  const isEmpty = block.type === 'paragraph' && block.content.length === 0 && block.children.length === 0
  const added = isEmpty
    ? editor.replaceBlocks([block.id], blocks).insertedBlocks
    : editor.insertBlocks(blocks, block.id, 'after')
  const last = added.at(-1)
  if (last) editor.setTextCursorPosition(last.id, 'end')
}
