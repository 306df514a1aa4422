// Converts files and pasted HTML to Markdown for a draft, with the import's readers.

import type { ClipboardEvent } from 'react'
import { call } from '../../api/client.ts'
import { hasWordLists, withLists } from '../../blocks/word.ts'
import { readText, SAVED } from '../../ui/textFile.ts'

/** Text files are read here; Word files and saved pages by the service. */
export const readMaterialFile = async (file: File): Promise<{ title: string; text: string }> =>
  SAVED.test(file.name) ? readSaved(file) : { title: file.name, text: await readText(file) }

async function readSaved(file: File): Promise<{ title: string; text: string }> {
  const { fields, blocks } = await call('POST /api/docs/preview/file', { body: file })
  const { markdown } = await call('POST /api/docs/preview/markdown', { body: { blocks } })
  return { title: fields.title ?? file.name, text: markdown }
}

/** HTML with structure that plain text would lose; tables without a header are mostly layout. */
const STRUCTURED = /<(?:h[1-6]|[uo]l|th)[\s>]/i
const PASTED = 'pasted.html'

/** Pastes structured HTML as Markdown, everything else unchanged. */
export function pasteFormatted(event: ClipboardEvent<HTMLTextAreaElement>): void {
  const { clipboardData: data, currentTarget: field } = event
  const html = data.getData('text/html')
  const isCode = data.types.some((type) => type.startsWith('vscode'))
  if (isCode || !(STRUCTURED.test(html) || hasWordLists(html))) return
  event.preventDefault()
  const plain = data.getData('text/plain')
  void readSaved(new File([withLists(html)], PASTED, { type: 'text/html' }))
    .then(({ title, text }) => (title === PASTED || text.includes(`# ${title}\n`) ? text : `# ${title}\n\n${text}`))
    .catch(() => plain)
    .then((text) => {
      field.focus()
      // The only way to insert with undo and within the field's maximum length.
      document.execCommand('insertText', false, text)
    })
}
