// The files of an export as text: every document as a page, and what a tool has to know of a category's folder. Writes nothing.

import { posix } from 'node:path'
import type { Block } from 'galley-blocks/model.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import type { Deps } from '#deps.ts'
import type { Visibility } from '#engine/db/vocabulary.ts'
import { getUser } from '#features/accounts/accounts.ts'
import { narrower } from '#features/categories/audience.ts'
import { findSourceFiles } from '#features/categories/reading.ts'
import type { AccessList, CategoryOut } from '#features/categories/schemas.ts'
import { getAccess } from '#features/documents/reading/reading.ts'
import { stamp } from '#time.ts'
import { nameOf, slugOf } from '../page/file.ts'
import { type FrontMatterFields, fieldsIn, joinFrontMatter } from '../page/front-matter.ts'
import type { FolderLanguages } from '../page/language.ts'
import { linkDocumentsToFiles } from '../page/links.ts'
import { type SourceFile, sourceFor } from '../page/source-file.ts'
import { withTitle } from '../page/title.ts'
import type { PresetName } from '../preset-names.ts'
import type { ImportedRow } from '../store.ts'
import { frontMatterFor, readAgain } from './fields.ts'
import {
  addressFor,
  categoryFile,
  type ExportedFields,
  type ExportedFile,
  HAS_FOLDER_FILES,
  HEADED,
  isDescribed,
  LAST,
  paragraphOf,
} from './files.ts'
import { writtenFor } from './syntax.ts'
import type { ExportTree } from './tree.ts'

/** Exporting is what all files of one export share. */
export type Exporting = {
  deps: Pick<Deps, 'db'>
  preset: PresetName
  lang: string
  languages: FolderLanguages
  tree: ExportTree
  categories: ReadonlyMap<number, CategoryOut>
  /** audiences are by category. */
  audiences: Map<number, Visibility>
  /** folderFiles are what described the folders of categories, by id. */
  folderFiles: ReadonlyMap<number, SourceFile>
  fileAt: Parameters<typeof linkDocumentsToFiles>[1]
}

/** categoryFiles: a document that is the page of its folder says what the category says, too. */
export async function categoryFiles(exporting: Exporting, category: CategoryOut): Promise<ExportedFile[]> {
  const { preset, tree } = exporting
  const folder = tree.folders.get(category.id)!
  const isNamed = preset !== 'plain' && slugOf(folder, '') === category.slug
  const own = { title: category.name, ...(!isNamed && { slug: category.slug }) }
  const fields: ExportedFields = { ...own, ...(await categoryFields(exporting, category)) }
  const index = tree.indexes.get(category.id)
  const source = index ? undefined : exporting.folderFiles.get(category.id)
  const page = source ? [{ name: source.path, text: folderPage(exporting, source, folder, fields) }] : []
  if (preset !== 'docusaurus' && (index || source)) return page
  const impliedTitle = index?.title ?? (source ? titleOf(source, folder, category.name) : nameOf(folder))
  const { description: _, ...unsaid } = fields
  if (!isDescribed(preset, impliedTitle, source ? unsaid : fields)) return page
  const { name, text } = categoryFile(preset, category, fields)
  return [...page, { name: posix.join(folder, name), text }]
}

/** folderFilesFor are those of folders that are where they were. */
export async function folderFilesFor(
  { db }: Pick<Deps, 'db'>,
  preset: PresetName,
  { folders }: ExportTree,
): Promise<Map<number, SourceFile>> {
  const found = new Map<number, SourceFile>()
  for (const [id, source_file] of await findSourceFiles(db.read)) {
    const source = sourceFor(preset, { source_file })
    if (source && posix.dirname(source.path) === folders.get(id)) found.set(id, source)
  }
  return found
}

const titleOf = (source: SourceFile, folder: string, name: string): string =>
  readAgain(source).title ?? (source.isHeaded ? name : nameOf(folder))

/** folderPage is the file that described a folder, with its description where that stood. */
function folderPage(
  { preset, lang, languages }: Exporting,
  source: SourceFile,
  folder: string,
  { description, ...fields }: ExportedFields,
): string {
  const isText = readAgain(source).summary === undefined
  const text = isText && description !== undefined ? description.split('\n\n').map(paragraphOf) : []
  const body = blocksToMarkdown(source.isHeaded ? withTitle(fields.title!, text) : text)
  const foreign = fieldsIn(source.fields).rest
  const now = { ...fields, ...(!isText && { summary: description }) }
  const untold = { title: source.isHeaded ? fields.title : nameOf(folder), slug: slugOf(folder, '') }
  const guessed = languages.guess(source.path, body)
  return joinFrontMatter(
    frontMatterFor({
      preset,
      siteLang: lang,
      source,
      kept: foreign,
      now,
      isPublished: true,
      untold: { ...untold, lang: guessed },
    }),
    body,
  )
}

async function categoryFields(
  { deps, preset, tree, categories, audiences, folderFiles }: Exporting,
  { id, parent_id, description, visibility, access, order, slot, review_after }: CategoryOut,
): Promise<ExportedFields> {
  const positionOf = (category: number): number => {
    const index = tree.indexes.get(category)
    const source = index ? sourceFor(preset, index) : folderFiles.get(category)
    return (source && readAgain(source).position) ?? (index ? undefined : source?.position) ?? LAST
  }
  const siblings = [...categories.values()].filter((other) => other.parent_id === parent_id)
  const places = siblings
    .toSorted((one, other) => one.order - other.order)
    .map((one) => ({ path: tree.folders.get(one.id)!, position: positionOf(one.id) }))
  // As an import orders them: by what their files say, then by name.
  const isByName = places.every(({ path, position }, at) => {
    const before = places[at - 1]
    return !before || before.position < position || (before.position === position && before.path < path)
  })
  return {
    ...(description !== null && { description }),
    visibility: preset === 'plain' ? visibility : audiences.get(id)!,
    ...definedOf({ access: await namedAccess(deps, access) }),
    ...((preset === 'plain' || (HAS_FOLDER_FILES.has(preset) && !isByName)) && { position: order }),
    ...(preset === 'plain' && slot !== null && { slot }),
    ...(review_after !== null && { review_after }),
  }
}

const definedOf = <T extends object>(given: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never

export async function documentFile(exporting: Exporting, row: ImportedRow, file: string): Promise<string> {
  const { deps, preset, lang, languages, audiences, fileAt, tree, categories } = exporting
  const source = sourceFor(preset, row)
  const category = categories.get(row.category_id ?? 0)
  const isIndex = category !== undefined && tree.indexes.get(category.id)?.id === row.id
  const { description = row.summary ?? undefined, ...ofFolder } = isIndex
    ? await categoryFields(exporting, category)
    : { position: row.position ?? undefined }
  const blocks = JSON.parse(row.blocks) as Block[]
  await linkDocumentsToFiles(blocks, fileAt, (target) => addressFor(preset, file, target))
  const isHeaded = source ? source.isHeaded : HEADED.has(preset)
  const markdown = blocksToMarkdown(isHeaded ? withTitle(row.title, blocks) : blocks)
  const body = writtenFor(preset, markdown, file, source?.program)
  const tags = JSON.parse(row.tags) as string[]
  const audience = narrower(row.visibility, audiences.get(row.category_id ?? 0) ?? 'public')
  const guessed = languages.guess(file, body)
  const path = isIndex ? posix.dirname(file) : file
  const now: ExportedFields = {
    title: row.title,
    slug: row.slug,
    summary: description,
    tags: tags.length > 0 ? tags : undefined,
    visibility: preset === 'plain' ? row.visibility : audience,
    access: row.visibility === 'restricted' ? await namedAccess(deps, await getAccess(deps, row.id)) : undefined,
    // What an import would take for another language says that it is the site's.
    lang: row.lang ?? (guessed && lang),
    pinned: row.pinned_at > 0 ? stamp(row.pinned_at) : undefined,
    ...ofFolder,
  }
  const fields = frontMatterFor({
    preset,
    siteLang: lang,
    source,
    kept: row.front_matter === null ? {} : (JSON.parse(row.front_matter) as Record<string, unknown>),
    now,
    isPublished: row.published === 1,
    untold: {
      title: isHeaded ? row.title : source && nameOf(path),
      slug: slugOf(path, ''),
      lang: guessed,
      position: source && !isIndex ? source.position : undefined,
    },
  })
  return joinFrontMatter(fields, body)
}

/** namedAccess names people by their email: ids mean nothing in another database. */
async function namedAccess(deps: Pick<Deps, 'db'>, access: AccessList): Promise<FrontMatterFields['access']> {
  if (access.roles.length + access.users.length === 0) return undefined
  const users: string[] = []
  for (const id of access.users) users.push((await getUser(deps, id)).email)
  return { roles: access.roles, users }
}
