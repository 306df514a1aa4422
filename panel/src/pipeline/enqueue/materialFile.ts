// A file as material: a text as it is; a Word file or a saved page as Markdown, through the readers that imports have.

import { call } from '../../api/client.ts'
import { readText, SAVED } from '../../ui/textFile.ts'

export async function readMaterialFile(file: File): Promise<{ title: string; text: string }> {
  if (!SAVED.test(file.name)) return { title: file.name, text: await readText(file) }
  const { fields, blocks } = await call('POST /api/docs/preview/file', { body: file })
  const { markdown } = await call('POST /api/docs/preview/markdown', { body: { blocks } })
  return { title: fields.title ?? file.name, text: markdown }
}
