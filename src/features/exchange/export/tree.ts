// Where the files of an export are: the folder of every category and the file of every document. Reads and writes nothing itself.

import { posix } from 'node:path'
import type { CategoryOut } from '#features/categories/schemas.ts'
import type { listFiled } from '../store.ts'

/** Most file systems take names of up to 255 bytes; a slug in another script may have more. */
const LONGEST_NAME = 200

type FiledDocument = Awaited<ReturnType<typeof listFiled>>[number]

/** `folders` are by the category's id, `files` by the document's slug. */
type ExportTree = { folders: Map<number, string>; files: Map<string, string> }

export function treeOf(categories: readonly CategoryOut[], documents: readonly FiledDocument[]): ExportTree {
  const folders = new Map<number, string>()
  // Parents come before their children in the list.
  for (const { id, parent_id, slug } of categories)
    folders.set(id, posix.join(folders.get(parent_id ?? 0) ?? '', fileName(slug, id)))
  const files = new Map<string, string>()
  const taken = new Set<string>()
  for (const document of documents) {
    const file = fileOf(folders.get(document.category_id ?? 0) ?? '', document, taken)
    taken.add(file)
    files.set(document.slug, file)
  }
  return { folders, files }
}

function fileOf(folder: string, { id, slug }: FiledDocument, taken: ReadonlySet<string>): string {
  // In a folder these names describe it.
  const isIndex = folder !== '' && /^(?:readme|index)$/i.test(slug)
  const file = posix.join(folder, `${isIndex ? `${slug}-${id}` : fileName(slug, id)}.md`)
  return taken.has(file) ? posix.join(folder, `${fileName(slug, id)}-${id}.md`) : file
}

function fileName(slug: string, id: number): string {
  if (Buffer.byteLength(slug) <= LONGEST_NAME) return slug
  let cut = slug
  while (Buffer.byteLength(cut) > LONGEST_NAME) cut = [...cut].slice(0, -1).join('')
  return `${cut}-${id}`
}
