// Writes every document as a Markdown file in the folder of its category, with front matter that import/import.ts reads back, and
// the pictures that they show: importing what was exported changes nothing. What only a database holds (revisions, views,
// jobs) stays there.

import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import type { Block } from 'galley-blocks/model.ts'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import type { Deps } from '#deps.ts'
import type { Visibility } from '#engine/db/vocabulary.ts'
import { StartError } from '#errors.ts'
import { getUser } from '#features/accounts/users/users.ts'
import { narrower } from '#features/categories/audience.ts'
import { listCategories } from '#features/categories/reading.ts'
import type { AccessList, CategoryOut } from '#features/categories/schemas.ts'
import { EVIDENCE_FILE, evidenceLines } from '#features/evidence/exchange.ts'
import { stamp } from '#time.ts'
import { readAccess } from '../../access/store.ts'
import { keyOf, PICTURES_PATH } from '../../uploads/addresses.ts'
import { findUploadBytes } from '../../uploads/uploads.ts'
import { nameOf, slugOf } from '../page/file.ts'
import { type FrontMatterFields, joinFrontMatter } from '../page/front-matter.ts'
import { FolderLanguages } from '../page/language.ts'
import { linkDocumentsToFiles } from '../page/links.ts'
import { sourceFor } from '../page/source-file.ts'
import { withTitle } from '../page/title.ts'
import type { PresetName } from '../presets/preset.ts'
import { type ImportedRow, listAfter, listFormerSlugs, listPositions } from '../store.ts'
import { frontMatterFor } from './fields.ts'
import {
  addressFor,
  categoryFile,
  type ExportedFields,
  HAS_FOLDER_FILES,
  HEADED,
  isDescribed,
  type NavGroup,
  navigationFile,
} from './files.ts'
import { writtenFor } from './syntax.ts'
import { type DocumentPosition, type ExportTree, treeOf } from './tree.ts'

const BATCH = 200

type ExportReport = { documents: number; categories: number; pictures: number; files: number }

type ExportOptions = {
  force: boolean
  /** preset is the tool that is to read the folder. */
  preset?: PresetName
  /** lang is the language of the site. */
  lang?: string
  onProgress?: (done: number, total: number) => void
}

/** Exporting is what all files of one export share. */
type Exporting = {
  deps: Pick<Deps, 'db'>
  root: string
  preset: PresetName
  lang: string
  languages: FolderLanguages
  tree: ExportTree
  categories: ReadonlyMap<number, CategoryOut>
  /** audiences are by category. */
  audiences: Map<number, Visibility>
  fileAt: Parameters<typeof linkDocumentsToFiles>[1]
}

export async function exportFolder(
  deps: Pick<Deps, 'db'>,
  given: string,
  { force, preset = 'plain', lang = 'en', onProgress }: ExportOptions,
): Promise<ExportReport> {
  if (!force && existsSync(given) && readdirSync(given).length > 0) {
    throw new StartError(`The folder ${given} is not empty; name another one, or add --force to write into it.`)
  }
  // The configuration of MkDocs stands above its pages.
  const root = preset === 'mkdocs' ? join(given, 'docs') : given
  const categories = await listCategories(deps)
  const audiences = audiencesOf(categories)
  const audienceOf = (id: number | null) => audiences.get(id ?? 0) ?? 'public'
  const positions = await listPositions(deps.db.read)
  const tree = treeOf(categories, positions, preset, ({ visibility, category_id: id }) => {
    return id === null || narrower(visibility, audienceOf(id)) === audienceOf(id)
  })
  const { files, folders } = tree
  mkdirSync(root, { recursive: true })
  rmSync(join(root, EVIDENCE_FILE), { force: true })

  const moved = new Map((await listFormerSlugs(deps.db.read)).map(({ slug, present }) => [slug, present]))
  const uploads = new Set<string>()
  const fileAt = async (address: string) => {
    if (keyOf(address) !== undefined) return writeUpload(deps, root, address, uploads)
    const slug = address.replace(/^\/read\//, '')
    return files.get(slug) ?? files.get(moved.get(slug) ?? '')
  }
  const languages = new FolderLanguages(root, [...folders.values()], lang)
  const byId = new Map(categories.map((category) => [category.id, category]))
  const exporting: Exporting = { deps, root, preset, lang, languages, tree, categories: byId, audiences, fileAt }
  for (const category of categories) await writeCategory(exporting, category)
  let done = 0
  for (let after = 0; ; ) {
    const rows = await listAfter(deps.db.read, after, BATCH)
    if (rows.length === 0) break
    for (const row of rows) {
      const file = files.get(row.slug)
      // One that came while the export ran is in the next.
      if (file !== undefined) writeFile(root, file, await documentFile(exporting, row, file))
    }
    after = rows.at(-1)!.id
    done += rows.length
    onProgress?.(done, positions.length)
  }
  const navigation = navigationFile(preset, navigationOf(categories, positions, files))
  if (navigation) writeFile(root, navigation.name, navigation.text)
  if (preset === 'plain')
    for await (const line of evidenceLines(deps.db.read)) appendFileSync(join(root, EVIDENCE_FILE), `${line}\n`)
  const pictures = [...uploads].filter((path) => path.startsWith(PICTURES_PATH)).length
  return { documents: done, categories: categories.length, pictures, files: uploads.size - pictures }
}

/** audiencesOf: a tool that knows no closed folders must be told of every document in one. */
function audiencesOf(categories: CategoryOut[]): Map<number, Visibility> {
  const audiences = new Map<number, Visibility>()
  for (const { id, parent_id, visibility } of categories)
    audiences.set(id, narrower(visibility, (parent_id !== null && audiences.get(parent_id)) || 'public'))
  return audiences
}

/** navigationOf is the tree in its order; pages with a position come before those that go by title. */
function navigationOf(
  categories: CategoryOut[],
  positions: DocumentPosition[],
  files: ReadonlyMap<string, string>,
): NavGroup {
  const inOrder = positions.toSorted(
    (a, b) => (a.position ?? LAST) - (b.position ?? LAST) || (a.title_key < b.title_key ? -1 : 1),
  )
  const groupOf = (title: string, id: number | null): NavGroup => ({
    title,
    pages: inOrder
      .filter(({ category_id }) => category_id === id)
      .map((page) => ({ title: page.title, file: files.get(page.slug)! })),
    groups: categories.filter(({ parent_id }) => parent_id === id).map((one) => groupOf(one.name, one.id)),
  })
  return groupOf('', null)
}

const LAST = Number.MAX_SAFE_INTEGER

/** writeCategory: a document that is the page of its folder says what the category says, too. */
async function writeCategory(exporting: Exporting, category: CategoryOut): Promise<void> {
  const { root, preset, tree } = exporting
  const folder = tree.folders.get(category.id)!
  const isNamed = preset !== 'plain' && slugOf(folder, '') === category.slug
  const own = { title: category.name, ...(!isNamed && { slug: category.slug }) }
  const fields: ExportedFields = { ...own, ...(await categoryFields(exporting, category)) }
  if (preset !== 'docusaurus' && tree.indexes.has(category.id)) return
  if (!isDescribed(preset, folder, fields)) return
  const { name, text } = categoryFile(preset, category, fields)
  writeFile(root, posix.join(folder, name), text)
}

async function categoryFields(
  { deps, preset, tree, categories, audiences }: Exporting,
  { id, parent_id, description, visibility, access, order, review_after }: CategoryOut,
): Promise<ExportedFields> {
  const siblings = [...categories.values()].filter((other) => other.parent_id === parent_id)
  const paths = siblings.toSorted((one, other) => one.order - other.order).map((one) => tree.folders.get(one.id)!)
  const isByName = paths.every((path, at) => at === 0 || paths[at - 1]! < path)
  return {
    ...(description !== null && { description }),
    visibility: preset === 'plain' ? visibility : audiences.get(id)!,
    ...definedOf({ access: await namedAccess(deps, access) }),
    ...((preset === 'plain' || (HAS_FOLDER_FILES.has(preset) && !isByName)) && { position: order }),
    ...(review_after !== null && { review_after }),
  }
}

const definedOf = <T extends object>(given: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never

async function documentFile(exporting: Exporting, row: ImportedRow, file: string): Promise<string> {
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
    access:
      row.visibility === 'restricted' ? await namedAccess(deps, await readAccess(deps.db.read, row.id)) : undefined,
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

/** writeUpload returns the file of a picture or an attachment, written once; what the database does not have keeps its address. */
async function writeUpload(
  deps: Pick<Deps, 'db'>,
  root: string,
  path: string,
  written: Set<string>,
): Promise<string | undefined> {
  const file = path.slice(1)
  if (written.has(path)) return file
  const bytes = await findUploadBytes(deps, path)
  if (bytes === undefined) return undefined
  writeFile(root, file, bytes)
  written.add(path)
  return file
}

function writeFile(root: string, file: string, text: string | Buffer): void {
  const path = join(root, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
