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
import { slugOf } from '../page/file.ts'
import { type FrontMatterFields, joinFrontMatter } from '../page/front-matter.ts'
import { FolderLanguages } from '../page/language.ts'
import { linkDocumentsToFiles } from '../page/links.ts'
import { publishedBy } from '../page/unpublished.ts'
import type { PresetName } from '../presets/preset.ts'
import { type ImportedRow, listAfter, listFormerSlugs, listPositions } from '../store.ts'
import { categoryFile, type ExportedFields, fieldsFor, type NavGroup, navigationFile, shortName } from './files.ts'
import { writtenFor } from './syntax.ts'

const BATCH = 200
/** Most file systems take names of up to 255 bytes; a slug in another script may have more. */
const LONGEST_NAME = 200

type ExportReport = { documents: number; categories: number; pictures: number; files: number }

type ExportOptions = {
  force: boolean
  /** preset is the tool that is to read the folder. */
  preset?: PresetName
  /** lang is the language of the site. */
  lang?: string
  onProgress?: (done: number, total: number) => void
}

/** Exporting is what all files of one export share; `folders` and `audiences` are by category. */
type Exporting = {
  deps: Pick<Deps, 'db'>
  preset: PresetName
  lang: string
  languages: FolderLanguages
  folders: Map<number, string>
  audiences: Map<number, Visibility>
  fileAt: Parameters<typeof linkDocumentsToFiles>[2]
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
  const folders = foldersOf(categories, preset)
  mkdirSync(root, { recursive: true })
  rmSync(join(root, EVIDENCE_FILE), { force: true })
  for (const category of categories) await writeCategory(deps, root, folders.get(category.id)!, category, preset)

  const positions = await listPositions(deps.db.read)
  const files = new Map(
    positions.map(({ id, slug, category_id }) => [slug, fileOf(folders, id, slug, category_id, preset)]),
  )
  const moved = new Map((await listFormerSlugs(deps.db.read)).map(({ slug, present }) => [slug, present]))
  const uploads = new Set<string>()
  const fileAt = async (address: string) => {
    if (keyOf(address) !== undefined) return writeUpload(deps, root, address, uploads)
    const slug = address.replace(/^\/read\//, '')
    return files.get(slug) ?? files.get(moved.get(slug) ?? '')
  }
  const languages = new FolderLanguages(root, [...folders.values()], lang)
  const exporting: Exporting = { deps, preset, lang, languages, folders, audiences: audiencesOf(categories), fileAt }
  let done = 0
  for (let after = 0; ; ) {
    const rows = await listAfter(deps.db.read, after, BATCH)
    if (rows.length === 0) break
    for (const row of rows) {
      const file = files.get(row.slug) ?? fileOf(folders, row.id, row.slug, row.category_id, preset)
      writeFile(root, file, await documentFile(exporting, row, file))
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

/** foldersOf: the slugs from the top down; parents come before their children in the list. */
function foldersOf(categories: CategoryOut[], preset: PresetName): Map<number, string> {
  const folders = new Map<number, string>()
  for (const { id, parent_id, slug } of categories) {
    const above = parent_id === null ? '' : (folders.get(parent_id) ?? '')
    const name = preset === 'plain' ? slug : shortName(slug, above.replaceAll('/', '-'))
    folders.set(id, posix.join(above, fileName(name, id)))
  }
  return folders
}

/** audiencesOf: a tool that knows no closed folders must be told of every document in one. */
function audiencesOf(categories: CategoryOut[]): Map<number, Visibility> {
  const audiences = new Map<number, Visibility>()
  for (const { id, parent_id, visibility } of categories)
    audiences.set(id, narrower(visibility, (parent_id !== null && audiences.get(parent_id)) || 'public'))
  return audiences
}

type DocumentPosition = Awaited<ReturnType<typeof listPositions>>[number]

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

function fileOf(
  folders: Map<number, string>,
  id: number,
  slug: string,
  categoryId: number | null,
  preset: PresetName,
): string {
  const folder = categoryId === null ? '' : (folders.get(categoryId) ?? '')
  const short = preset === 'plain' ? slug : shortName(slug, folder.replaceAll('/', '-'))
  const isIndex = /^(readme|index)$/i.test(short)
  // The site's first page, which Hugo would take for the only one under its usual name.
  if (isIndex && folder === '') return preset === 'hugo' ? `_${short}.md` : `${short}.md`
  // In a folder these names describe it.
  const name = isIndex ? `${slug}-${id}` : fileName(short, id)
  return posix.join(folder, `${name}.md`)
}

function fileName(slug: string, id: number): string {
  if (Buffer.byteLength(slug) <= LONGEST_NAME) return slug
  let cut = slug
  while (Buffer.byteLength(cut) > LONGEST_NAME) cut = [...cut].slice(0, -1).join('')
  return `${cut}-${id}`
}

async function writeCategory(
  deps: Pick<Deps, 'db'>,
  root: string,
  folder: string,
  category: CategoryOut,
  preset: PresetName,
): Promise<void> {
  const fields = {
    title: category.name,
    slug: category.slug,
    description: category.description ?? undefined,
    visibility: category.visibility,
    access: await namedAccess(deps, category.access),
    position: category.order,
    review_after: category.review_after ?? undefined,
  }
  const { name, text } = categoryFile(preset, category, fields)
  writeFile(root, posix.join(folder, name), text)
}

async function documentFile(
  { deps, preset, lang, languages, audiences, fileAt }: Exporting,
  row: ImportedRow,
  file: string,
): Promise<string> {
  const blocks = JSON.parse(row.blocks) as Block[]
  await linkDocumentsToFiles(blocks, posix.dirname(file), fileAt)
  const body = writtenFor(preset, blocksToMarkdown(blocks))
  const tags = JSON.parse(row.tags) as string[]
  const audience = narrower(row.visibility, audiences.get(row.category_id ?? 0) ?? 'public')
  const isNamed = preset !== 'plain' && slugOf(file, '') === row.slug
  const fields: ExportedFields = {
    ...keptFields(row),
    title: row.title,
    slug: isNamed ? undefined : row.slug,
    summary: row.summary ?? undefined,
    tags: tags.length > 0 ? tags : undefined,
    visibility: preset === 'plain' ? row.visibility : audience,
    access:
      row.visibility === 'restricted' ? await namedAccess(deps, await readAccess(deps.db.read, row.id)) : undefined,
    // What an import would take for another language says that it is the site's.
    lang: row.lang ?? (languages.guess(file, body) && lang),
    position: row.position ?? undefined,
    pinned: row.pinned_at > 0 ? stamp(row.pinned_at) : undefined,
    ...(row.published === 0 && { draft: true }),
  }
  return joinFrontMatter(fieldsFor(preset, fields), body)
}

/** keptFields are what the imported file said, without what would hide a document that has been published since. */
function keptFields({ front_matter, published }: ImportedRow): Record<string, unknown> {
  const kept = Object.entries(front_matter === null ? {} : (JSON.parse(front_matter) as Record<string, unknown>))
  const hides = ([key, value]: [string, unknown]) => publishedBy(key.toLowerCase(), value) === false
  return Object.fromEntries(kept.filter((field) => published === 0 || !hides(field)))
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
