// Where the files of an export are: the folder of every category and the file of every document. What came from a folder of the
// same tool goes back to its old path, unless it has been filed elsewhere since. Reads and writes nothing itself.

import { posix } from 'node:path'
import type { CategoryOut } from '#features/categories/schemas.ts'
import { sourceFor } from '../page/source-file.ts'
import type { PresetName } from '../preset-names.ts'
import type { listPositions } from '../store.ts'
import { shortName } from './files.ts'

/** Most file systems take names of up to 255 bytes; a slug in another script may have more. */
const LONGEST_NAME = 200
const DESCRIBES_FOLDER = /^(?:readme|index|_index)\.(?:md|markdown|mdx)$/i

export type DocumentPosition = Awaited<ReturnType<typeof listPositions>>[number]

/** `folders` are by the category's id, `files` by the document's slug; `indexes` are categories that have a document for their own page. */
export type ExportTree = {
  folders: Map<number, string>
  files: Map<string, string>
  indexes: Map<number, DocumentPosition>
}

/** treeOf: a document that `mayDescribe` a folder has no narrower audience than its category. */
export function treeOf(
  categories: readonly CategoryOut[],
  documents: readonly DocumentPosition[],
  preset: PresetName,
  mayDescribe: (document: DocumentPosition) => boolean,
): ExportTree {
  const paths = new Map(documents.map((document) => [document.id, sourceFor(preset, document)?.path]))
  const folders = foldersOf(categories, preset, oldFolders(categories, documents, paths))
  const tree: ExportTree = { folders, files: new Map(), indexes: new Map() }
  const taken = new Set<string>()
  const folderOf = ({ category_id }: DocumentPosition) => (category_id === null ? '' : (folders.get(category_id) ?? ''))
  const isBack = (document: DocumentPosition) => {
    const path = paths.get(document.id)
    if (path === undefined || parentOf(path) !== folderOf(document)) return false
    return !DESCRIBES_FOLDER.test(posix.basename(path)) || mayDescribe(document)
  }
  for (const document of documents.toSorted((one, other) => Number(isBack(other)) - Number(isBack(one)))) {
    const old = isBack(document) ? paths.get(document.id)! : undefined
    const file = old !== undefined && !taken.has(old) ? old : newFile(folderOf(document), document, preset, taken)
    taken.add(file)
    tree.files.set(document.slug, file)
    const { category_id } = document
    if (file === old && category_id !== null && DESCRIBES_FOLDER.test(posix.basename(file)))
      if (!tree.indexes.has(category_id)) tree.indexes.set(category_id, document)
  }
  return tree
}

const parentOf = (path: string): string => posix.dirname(path).replace(/^\.$/, '')

/** oldFolders are those of categories whose documents, or the categories below, all came from one. */
function oldFolders(
  categories: readonly CategoryOut[],
  documents: readonly DocumentPosition[],
  paths: ReadonlyMap<number, string | undefined>,
): Map<number, string> {
  const found = Map.groupBy(documents, ({ category_id }) => category_id)
  const old = new Map<number, string>()
  for (const { id, parent_id } of categories.toReversed()) {
    const folders = (found.get(id) ?? []).flatMap((document) => paths.get(document.id) ?? []).map(parentOf)
    const [folder = old.get(id)] = new Set(folders)
    if (folder === undefined || new Set(folders).size > 1) continue
    old.set(id, folder)
    if (parent_id !== null && !old.has(parent_id)) old.set(parent_id, parentOf(folder))
  }
  return old
}

/** foldersOf: from the top down; parents come before their children in the list. */
function foldersOf(
  categories: readonly CategoryOut[],
  preset: PresetName,
  old: ReadonlyMap<number, string>,
): Map<number, string> {
  const folders = new Map<number, string>()
  const taken = new Set<string>([''])
  for (const { id, parent_id, slug } of categories) {
    const above = parent_id === null ? '' : (folders.get(parent_id) ?? '')
    const name = preset === 'plain' ? slug : shortName(slug, above.replaceAll('/', '-'))
    const before = old.get(id)
    const isBack = before !== undefined && parentOf(before) === above && !taken.has(before)
    const folder = isBack ? before : posix.join(above, fileName(name, id))
    taken.add(folder)
    folders.set(id, folder)
  }
  return folders
}

function newFile(
  folder: string,
  { id, slug }: DocumentPosition,
  preset: PresetName,
  taken: ReadonlySet<string>,
): string {
  const short = preset === 'plain' ? slug : shortName(slug, folder.replaceAll('/', '-'))
  const isIndex = /^(?:readme|index)$/i.test(short)
  // The site's first page, which Hugo would take for the only one under its usual name.
  if (isIndex && folder === '') return preset === 'hugo' ? `_${short}.md` : `${short}.md`
  // In a folder these names describe it.
  const file = posix.join(folder, `${isIndex ? `${slug}-${id}` : fileName(short, id)}.md`)
  return taken.has(file) ? posix.join(folder, `${fileName(slug, id)}-${id}.md`) : file
}

function fileName(slug: string, id: number): string {
  if (Buffer.byteLength(slug) <= LONGEST_NAME) return slug
  let cut = slug
  while (Buffer.byteLength(cut) > LONGEST_NAME) cut = [...cut].slice(0, -1).join('')
  return `${cut}-${id}`
}
