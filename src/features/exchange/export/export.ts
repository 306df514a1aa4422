// Writes every document as a Markdown file in the folder of its category, with front matter that import/import.ts reads back, and
// the pictures that they show: importing what was exported changes nothing. What only a database holds (revisions, views,
// jobs) stays there.

import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { FolderLanguages } from '#convert/page/language.ts'
import type { Deps } from '#deps.ts'
import { StartError } from '#errors.ts'
import { listCategories } from '#features/categories/reading.ts'
import { keyOf, PICTURES_PATH } from '#features/documents/uploads/addresses.ts'
import { findUploadBytes } from '#features/documents/uploads/uploads.ts'
import { EVIDENCE_FILE, evidenceLines } from '#features/evidence/exchange.ts'
import { listAfter, listFiled, listFormerSlugs } from '../store.ts'
import { categoryFile, documentFile } from './pages.ts'
import { treeOf } from './tree.ts'

const BATCH = 200

type ExportReport = { documents: number; categories: number; pictures: number; files: number }

type ExportOptions = {
  force: boolean
  /** lang is the language of the site. */
  lang?: string
  onProgress?: (done: number, total: number) => void
}

export async function exportFolder(
  deps: Pick<Deps, 'db'>,
  root: string,
  { force, lang = 'en', onProgress }: ExportOptions,
): Promise<ExportReport> {
  if (!force && existsSync(root) && readdirSync(root).length > 0) {
    throw new StartError(`The folder ${root} is not empty; name another one, or add --force to write into it.`)
  }
  const categories = await listCategories(deps)
  const documents = await listFiled(deps.db.read)
  const { files, folders } = treeOf(categories, documents)
  mkdirSync(root, { recursive: true })

  const moved = new Map((await listFormerSlugs(deps.db.read)).map(({ slug, present }) => [slug, present]))
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
      // One that came while the export ran is in the next.
      if (file !== undefined) writeFile(root, file, await documentFile({ deps, lang, languages, fileAt }, row, file))
    }
    after = rows.at(-1)!.id
    done += rows.length
    onProgress?.(done, documents.length)
  }
  await writeEvidence(deps, root)
  const pictures = [...uploads].filter((path) => path.startsWith(PICTURES_PATH)).length
  return { documents: done, categories: categories.length, pictures, files: uploads.size - pictures }
}

/** writeEvidence: a file without lines says, too, that the folder is an export of ours. */
async function writeEvidence({ db }: Pick<Deps, 'db'>, root: string): Promise<void> {
  writeFile(root, EVIDENCE_FILE, '')
  for await (const line of evidenceLines(db.read)) appendFileSync(join(root, EVIDENCE_FILE), `${line}\n`)
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
