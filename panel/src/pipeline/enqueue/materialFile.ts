// Files and what is copied from pages or word processors, as texts of a draft: Markdown, through the readers that imports have.

import type { ClipboardEvent } from 'react'
import { call } from '../../api/client.ts'
import { hasWordLists, withLists } from '../../blocks/word.ts'
import { readText, SAVED } from '../../ui/textFile.ts'

/** readMaterialFile reads a text as it is; the service reads a Word file or a saved page. */
export const readMaterialFile = async (file: File): Promise<{ title: string; text: string }> =>
  SAVED.test(file.name) ? readSaved(file) : { title: file.name, text: await readText(file) }

async function readSaved(file: File): Promise<{ title: string; text: string }> {
  const { fields, blocks } = await call('POST /api/docs/preview/file', { body: file })
  const { markdown } = await call('POST /api/docs/preview/markdown', { body: { blocks } })
  return { title: fields.title ?? file.name, text: markdown }
}

/** STRUCTURED is HTML that plain text would lose something of; tables without a head are mostly the layout of a mail. */
const STRUCTURED = /<(?:h[1-6]|[uo]l|th)[\s>]/i
const PASTED = 'pasted.html'

/** pasteFormatted pastes what has headings, lists or tables as Markdown; anything else, code included, is pasted as it is. */
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
      // The one way to insert that can be undone, and that keeps to the length of the field.
      document.execCommand('insertText', false, text)
    })
}
