// What is pasted or dropped, by what the clipboard holds: lists of Word, Markdown that only the service reads whole, files, or
// whatever the editor takes by itself.

import type { BlockNoteEditorOptions } from '@blocknote/core'
import { isInCode, needsService, pasteThroughService } from './markdown.ts'
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
  if (files.length === 0 && html === '' && needsService(text) && !isInCode(editor)) {
    void pasteThroughService(editor, text)
    return true
  }
  if (files.length === 0) return defaultPasteHandler({ plainTextAsMarkdown: true })
  void insertFiles(editor, files, editor.getTextCursorPosition().block)
  return true
}

/** filesAlone: a picture copied from a page comes with its address as HTML, one from a screen or folder does not. */
export const filesAlone = (data: DataTransfer | null): File[] =>
  data === null || data.types.some((type) => type.startsWith('text/') || type.startsWith('blocknote/'))
    ? []
    : [...data.files]
