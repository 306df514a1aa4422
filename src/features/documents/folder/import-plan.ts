// What an import is going to do, worked out before anything is written: the slug of every file, because files link to
// each other; and what each folder is called.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Block } from 'galley-blocks/model.ts'
import { blocksFromMarkdown } from '#blocks/from-markdown.ts'
import { blockText } from '#blocks/text.ts'
import { MAX_DESCRIPTION, MAX_NAME } from '#features/categories/schemas.ts'
import { MAX_TITLE, RESERVED_SLUGS } from '../schemas.ts'
import { cut, FileProblem, isLonger, nameOf, readText, refuseLonger, slugOf } from './file.ts'
import { type FrontMatterFields, splitFrontMatter } from './front-matter.ts'
import type { FoundFile, Scan, Skipped } from './scan.ts'
import { takeTitle } from './title.ts'

/** An overview is a README that says more of its folder than a description can hold: it becomes a document as well. */
export type PlannedDocument = { path: string; folder: string; slug: string; overview: boolean }
export type PlannedFolder = {
  path: string
  name: string
  slug: string
  description?: string
  fields: FrontMatterFields
}
export type ImportPlan = {
  documents: PlannedDocument[]
  folders: PlannedFolder[]
  failed: Skipped[]
  slugOfFile: (path: string) => string | undefined
}

export function planImport(root: string, scan: Scan): ImportPlan {
  const documents: PlannedDocument[] = []
  const readmes = new Map<string, { name?: string; description?: string; fields: FrontMatterFields }>()
  const failed: Skipped[] = []
  /** A folder whose README can't be read is left out with all below it: that README may say who must not read them. */
  const refused = [...scan.undescribed]
  const taken = new Map<string, string>()
  for (const file of scan.files) {
    try {
      const planned = planFile(root, file, taken)
      if (planned.readme) readmes.set(file.folder, planned.readme)
      if (planned.document) {
        taken.set(planned.document.slug, file.path)
        documents.push(planned.document)
      }
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error
      failed.push({ path: file.path, reason: error.message })
      if (file.describesFolder) refused.push(file.folder)
    }
  }
  const slugs = new Map(documents.map(({ path, slug }) => [path, slug]))
  const isRefused = (path: string) => refused.some((folder) => path === folder || path.startsWith(`${folder}/`))
  const used = usedFolders(scan, documents, readmes).filter((path) => !isRefused(path))
  const folders = used.map((path): PlannedFolder => {
    const { name, description, fields = {} } = readmes.get(path) ?? {}
    return { path, name: name ?? nameOf(path), slug: fields.slug ?? slugOf(path, 'category'), description, fields }
  })
  return { documents, folders: inOrder(folders), failed, slugOfFile: (path) => slugs.get(path) }
}

function planFile(root: string, { path, folder, describesFolder }: FoundFile, taken: Map<string, string>) {
  const source = readText(readFileSync(join(root, path)))
  const { fields, body } = splitFrontMatter(source)
  if (!describesFolder) {
    return { document: { path, folder, slug: freeSlug(fields.slug, path, taken), overview: false } }
  }
  const { title, blocks } = titleAndBlocks(fields, body, folder)
  const paragraphs = blocks.every(({ type }) => type === 'paragraph') ? blocks.map(blockText) : undefined
  const text = paragraphs?.join('\n\n').trim()
  const fits = text !== undefined && !isLonger(text, MAX_DESCRIPTION) && !body.includes('](')
  const description = fields.description ?? fields.summary ?? (fits && text !== '' ? text : undefined)
  // A README that is not published is a document that only editors see; its folder says nothing of it.
  if (fields.published === false) return { readme: { fields }, document: overviewOf(path, folder, taken) }
  const readme = { name: cut(title, MAX_NAME).trim(), description, fields }
  if (fits) return { readme }
  return { readme, document: overviewOf(path, folder, taken) }
}

const overviewOf = (path: string, folder: string, taken: Map<string, string>): PlannedDocument => ({
  path,
  folder,
  slug: freeSlug(undefined, folder, taken),
  overview: true,
})

/** titleAndBlocks: where neither front matter nor a heading names a document, its file does. */
export function titleAndBlocks(
  fields: FrontMatterFields,
  body: string,
  path: string,
): { title: string; blocks: Block[] } {
  const { title = nameOf(path), blocks } = takeTitle(fields, blocksFromMarkdown(body))
  refuseLonger(title, 'title', MAX_TITLE)
  return { title, blocks }
}

function freeSlug(given: string | undefined, path: string, taken: Map<string, string>): string {
  if (given !== undefined) {
    const other = taken.get(given)
    if (other !== undefined) throw new FileProblem(`the slug ${given}, which ${other} has already`)
    return given
  }
  const made = slugOf(path, 'document')
  for (let number = 1; ; number++) {
    const slug = number === 1 ? made : `${made.slice(0, 110)}-${number}`
    if (!taken.has(slug) && !RESERVED_SLUGS.has(slug)) return slug
  }
}

/** usedFolders leaves out folders without anything to import in or below them. */
function usedFolders(scan: Scan, documents: PlannedDocument[], readmes: Map<string, unknown>): string[] {
  const used = new Set<string>()
  for (const folder of [...documents.map(({ folder }) => folder), ...readmes.keys()]) {
    for (let path = folder; path !== ''; path = path.slice(0, Math.max(0, path.lastIndexOf('/')))) used.add(path)
  }
  return scan.folders.filter((path) => used.has(path))
}

/** inOrder: parents before children, then as their READMEs say, then by name: the order in which new ones are made. */
function inOrder(folders: PlannedFolder[]): PlannedFolder[] {
  const depth = ({ path }: PlannedFolder) => path.split('/').length
  const place = ({ fields }: PlannedFolder) => fields.position ?? Number.MAX_SAFE_INTEGER
  return folders.toSorted((a, b) => depth(a) - depth(b) || place(a) - place(b) || (a.path < b.path ? -1 : 1))
}
