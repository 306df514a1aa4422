// Writes every document as a Markdown file in the folder of its category, with front matter that import/import.ts reads back, and
// the pictures that they show: importing what was exported changes nothing. What only a database holds (revisions, views,
// jobs) stays there.

import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Deps } from '#deps.ts'
import type { Visibility } from '#engine/db/vocabulary.ts'
import { StartError } from '#errors.ts'
import { narrower } from '#features/categories/audience.ts'
import { listCategories } from '#features/categories/reading.ts'
import type { CategoryOut } from '#features/categories/schemas.ts'
import { keyOf, PICTURES_PATH } from '#features/documents/uploads/addresses.ts'
import { findUploadBytes } from '#features/documents/uploads/uploads.ts'
import { EVIDENCE_FILE, evidenceLines } from '#features/evidence/exchange.ts'
import { FolderLanguages } from '../page/language.ts'
import type { PresetName } from '../preset-names.ts'
import { listAfter, listFormerSlugs, listPositions } from '../store.ts'
import { LAST, type NavGroup, navigationName, navigationText } from './files.ts'
import { categoryFiles, documentFile, type Exporting, folderFilesFor } from './pages.ts'
import { type DocumentPosition, treeOf } from './tree.ts'

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
  const folderFiles = await folderFilesFor(deps, preset, tree)
  const shared = { deps, preset, lang, languages }
  const exporting: Exporting = { ...shared, tree, categories: byId, audiences, folderFiles, fileAt }
  for (const category of categories)
    for (const { name, text } of await categoryFiles(exporting, category)) writeFile(root, name, text)
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
  writeNavigation(root, preset, navigationOf(categories, positions, files))
  if (preset === 'plain') await writeEvidence(deps, root)
  const pictures = [...uploads].filter((path) => path.startsWith(PICTURES_PATH)).length
  return { documents: done, categories: categories.length, pictures, files: uploads.size - pictures }
}

/** writeEvidence: a file without lines says, too, that the folder is an export of ours. */
async function writeEvidence({ db }: Pick<Deps, 'db'>, root: string): Promise<void> {
  writeFile(root, EVIDENCE_FILE, '')
  for await (const line of evidenceLines(db.read)) appendFileSync(join(root, EVIDENCE_FILE), `${line}\n`)
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

/** writeNavigation leaves a file alone that it can't read: it may be all the configuration that someone has. */
function writeNavigation(root: string, preset: PresetName, top: NavGroup): void {
  const name = navigationName[preset]
  if (name === undefined) return
  const path = join(root, name)
  const present = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  try {
    writeFile(root, name, navigationText(preset, top, present))
  } catch (error) {
    throw new StartError(
      `The pages are written, but ${path} can't be read (${(error as Error).message}): it is as it was.`,
    )
  }
}

function writeFile(root: string, file: string, text: string | Buffer): void {
  const path = join(root, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
