// Handles paste and drop by content: spreadsheet cells, Word lists, Markdown for the service, files, or else the editor's own
// handling.

import type { BlockNoteEditorOptions } from '@blocknote/core'
import type { DragEvent } from 'react'
import { cellsIn, tableOf } from './cells.ts'
import type { Editor } from './keys.ts'
import { isInCode, needsService, pasteThroughService, placeBlocks } from './markdown.ts'
import type { schema } from './schema.ts'
import { insertFiles } from './uploads.ts'
import { hasWordLists, withLists } from './word.ts'

type Schema = typeof schema
type PasteHandler = NonNullable<
  BlockNoteEditorOptions<Schema['blockSchema'], Schema['inlineContentSchema'], Schema['styleSchema']>['pasteHandler']
>

export const pasteIntoEditor: PasteHandler = ({ event, editor, defaultPasteHandler }) => {
  const files = filesAlone(event.clipboardData)
  const html = event.clipboardData?.getData('text/html') ?? ''
  if (hasWordLists(html) && !isInCode(editor)) {
    editor.pasteHTML(withLists(html))
    return true
  }
  const text = event.clipboardData?.getData('text/plain') ?? ''
  const cells = isInLine(editor) && !isOwn(event) ? cellsIn(html, text) : undefined
  if (cells) {
    placeBlocks(editor, tableOf(editor, cells) as never[])
    return true
  }
  if (files.length === 0 && html === '' && needsService(text) && isInLine(editor) && !isOwn(event)) {
    void pasteThroughService(editor, text)
    return true
  }
  if (files.length === 0) {
    const blocks = html !== '' && isInLine(editor) && !isOwn(event) ? editor.tryParseHTMLToBlocks(html) : []
    if (!isStructured(blocks)) return defaultPasteHandler({ plainTextAsMarkdown: true })
    placeBlocks(editor, blocks as never[])
    return true
  }
  void insertFiles(editor, files, editor.getTextCursorPosition().block)
  return true
}

/** Content copied from this editor, or code from a code editor. */
const isOwn = ({ clipboardData }: ClipboardEvent): boolean =>
  clipboardData?.types.some((type) => /^(?:blocknote|vscode)/.test(type)) ?? true

/** Inside a table or code, pasted content is text. */
const isInLine = (editor: Editor): boolean => !isInCode(editor) && editor.getTextCursorPosition().block.type !== 'table'

type PastedBlock = { type: string; content?: unknown }

/**
 * Words join the line that they are pasted into, paragraphs split it. Other blocks go beside it: the editor would turn code
 * and a list's first item into words, and nest a table.
 */
const isStructured = (blocks: PastedBlock[]): boolean =>
  blocks.some(({ type, content }) => !Array.isArray(content) || type === 'codeBlock') ||
  (blocks.length > 1 && blocks.some(({ type }) => type !== 'paragraph'))

/** An image copied from a page also has HTML with its address; one from a screenshot or folder doesn't. */
const filesAlone = (data: DataTransfer | null): File[] =>
  data === null || data.types.some((type) => type.startsWith('text/') || type.startsWith('blocknote/'))
    ? []
    : [...data.files]

/** The editor itself would take the first of several files and silently lose the others. */
export function takeDropped(editor: Editor, event: DragEvent): void {
  const files = filesAlone(event.dataTransfer)
  if (files.length === 0) return
  event.preventDefault()
  event.stopPropagation()
  const under = (event.target as Element).closest('[data-id]')?.getAttribute('data-id')
  const anchor = (under && editor.getBlock(under)) || editor.document.at(-1)
  if (anchor) void insertFiles(editor, files, anchor)
}
