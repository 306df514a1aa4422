// Writes every document as a Markdown file in the folder of its category, with front matter that import/import.ts reads back, and
// the pictures that they show: importing what was exported changes nothing. What only a database holds (revisions, views,
// jobs) stays there.

import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { COMMAND_LINE } from '#actor.ts'
import { REDIRECTS_FILE } from '#convert/old-redirects.ts'
import { FolderLanguages } from '#convert/page/language.ts'
import { EXPORT_MARK } from '#convert/tools/presets.ts'
import type { Deps } from '#deps.ts'
import { StartError } from '#errors.ts'
import { listCategories } from '#features/categories/reading.ts'
import { listRedirects } from '#features/documents/redirects/redirects.ts'
import { keyOf, PICTURES_PATH } from '#features/documents/uploads/addresses.ts'
import { findUploadBytes } from '#features/documents/uploads/uploads.ts'
import { listRestingIds } from '#features/evidence/exchange.ts'
import { listAfter, listFiled, listFormerSlugs } from '../store.ts'
import { categoryFile, documentFile } from './pages.ts'
import { treeOf } from './tree.ts'

const BATCH = 200

type ExportDeps = Pick<Deps, 'db' | 'clock'>
type ExportReport = { documents: number; categories: number; pictures: number; files: number }

type ExportOptions = {
  force: boolean
  /** lang is the language of the site. */
  lang?: string
  onProgress?: (done: number, total: number) => void
}

export async function exportFolder(
  deps: ExportDeps,
  root: string,
  { force, lang = 'en', onProgress }: ExportOptions,
): Promise<ExportReport> {
  if (!force && existsSync(root) && readdirSync(root).length > 0) {
    throw new StartError(`The folder ${root} is not empty; name another one, or add --force to write into it.`)
  }
  const categories = await listCategories(deps, COMMAND_LINE)
  const documents = await listFiled(deps.db.read)
  const { files, folders } = treeOf(categories, documents)
  mkdirSync(root, { recursive: true })

  const formerSlugs = await listFormerSlugs(deps.db.read)
  const former = Map.groupBy(formerSlugs, ({ present }) => present)
  const moved = new Map(formerSlugs.map(({ slug, present }) => [slug, present]))
  const resting = await listRestingIds(deps.db.read)
  const uploads = new Set<string>()
  const fileAt = async (address: string) => {
    if (keyOf(address) !== undefined) return writeUpload(deps, root, address, uploads)
    const slug = address.replace(/^\/read\//, '')
    return files.get(slug) ?? files.get(moved.get(slug) ?? '')
  }
  const languages = new FolderLanguages(root, [...folders.values()], lang)
  for (const category of categories)
    writeFile(root, join(folders.get(category.id)!, 'README.md'), await categoryFile(deps, category))
  let done = 0
  for (let after = 0; ; ) {
    const rows = await listAfter(deps.db.read, after, BATCH)
    if (rows.length === 0) break
    for (const row of rows) {
      const file = files.get(row.slug)
      // Created during the export.
      if (file !== undefined)
        writeFile(root, file, await documentFile({ deps, lang, languages, former, resting, fileAt }, row, file))
    }
    after = rows.at(-1)!.id
    done += rows.length
    onProgress?.(done, documents.length)
  }
  await writeRedirects(deps, root)
  const pictures = [...uploads].filter((path) => path.startsWith(PICTURES_PATH)).length
  return { documents: done, categories: categories.length, pictures, files: uploads.size - pictures }
}

/** Old addresses that lead to pages, one a line; prefixes as other hosts write them. Without any the file tells whose export it is. */
async function writeRedirects(deps: ExportDeps, root: string): Promise<void> {
  const lines = [EXPORT_MARK]
  for (let offset = 0; ; offset += BATCH) {
    const some = await listRedirects(deps, { q: '', limit: BATCH, offset })
    for (const { from, to, kind, status } of some)
      lines.push(
        `${encodeURI(from)}${kind === 'prefix' ? '/*' : ''} ${to}${kind === 'prefix' ? '/:splat' : ''} ${status}`,
      )
    if (some.length < BATCH) break
  }
  writeFile(root, REDIRECTS_FILE, `${lines.join('\n')}\n`)
}

/** Writes an upload once and returns its file; missing uploads keep their address. */
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
