// What a Markdown file becomes. The service reads it, because its front matter says who may read the document; a file that it
// does not understand in every line is refused, never imported more open than it asks to be.

import type { DocumentCreate } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import { readText, SAVED } from '../ui/textFile.ts'

const LONGEST_TITLE = 300

const titleOf = (name: string): string =>
  name.replace(/\.(md|markdown|txt|docx|html?)$/i, '').slice(0, LONGEST_TITLE) || 'Untitled'

/** readFile is the document that a file becomes: Markdown, a Word file, or a page saved from a browser. */
export async function readFile(file: File): Promise<DocumentCreate> {
  if (!SAVED.test(file.name)) return readMarkdownFile(file.name, await readText(file))
  const { fields, blocks } = await call('POST /api/docs/preview/file', { body: file })
  return { title: fields.title ?? titleOf(file.name), blocks }
}

/** readMarkdownFile is the document that a file becomes, or an error that says in which lines it is not clear. */
async function readMarkdownFile(name: string, markdown: string): Promise<DocumentCreate> {
  const { fields, blocks, problems } = await call('POST /api/docs/preview', { body: { markdown } })
  if (problems.length > 0) throw new Error(problems.map(({ line, message }) => `Line ${line}: ${message}.`).join(' '))
  const { category: _, pinned: __, published: ___, ...said } = fields
  return { title: titleOf(name), ...said, blocks }
}
