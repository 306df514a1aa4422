// What a Markdown file becomes. The service reads it, because its front matter says who may read the document; a file that it
// does not understand in every line is refused, never imported more open than it asks to be.

import { call } from '../api/client.ts'
import type { DocumentCreate } from '../api/schema.ts'

const LONGEST_TITLE = 300

/** readMarkdownFile is the document that a file becomes, or an error that says in which lines it is not clear. */
export async function readMarkdownFile(name: string, markdown: string): Promise<DocumentCreate> {
  const { fields, blocks, problems } = await call('POST /api/docs/preview', { body: { markdown } })
  if (problems.length > 0) throw new Error(problems.map(({ line, message }) => `Line ${line}: ${message}.`).join(' '))
  const { category: _, pinned: __, ...said } = fields
  return { title: name.replace(/\.(md|markdown|txt)$/i, '').slice(0, LONGEST_TITLE) || 'Untitled', ...said, blocks }
}
