// One file of an import as the document that it becomes: its fields, its blocks with links that lead to documents, and what
// is to be said about it. Nothing is written here.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { unknownTagsIn } from '#blocks/html-elements.ts'
import { runsOf } from '#blocks/runs.ts'
import { blocksToText, cellContent, isTableContent } from '#blocks/text.ts'
import type { Visibility } from '#engine/db/vocabulary.ts'
import { MAX_POSITION, MAX_SUMMARY } from '#features/documents/limits.ts'
import { checkBlocks } from '#features/documents/writing/prepare/prepare.ts'
import { cut, isLonger, nameOf, readText, refuseLonger, withinTime } from '../page/file.ts'
import { splitFrontMatter } from '../page/front-matter.ts'
import type { FolderLanguages } from '../page/language.ts'
import { type FolderFiles, linkFilesToDocuments } from '../page/links.ts'
import type { Preset } from '../presets/preset.ts'
import { keepPictures, readSaved, SAVED_PAGE } from '../saved/read-saved.ts'
import { withHero } from '../syntax/hero.ts'
import type { FindPart, FindValue } from '../syntax/includes.ts'
import { plainText } from '../syntax/plain-text.ts'
import type { Banners } from './banners.ts'
import type { FolderCategories } from './categories.ts'
import { titleAndBlocks } from './page.ts'
import type { PlannedDocument } from './plan.ts'
import { type Finding, type ImportReport, linesIn } from './report.ts'
import type { ReadyDocument } from './write.ts'

export type Reading = {
  root: string
  preset: Preset
  categories: FolderCategories
  files: FolderFiles
  languages: FolderLanguages
  visibility: Visibility | undefined
  findPart: FindPart
  findValue: FindValue
  /** keepPicture is the address of a picture that came inside a file. */
  keepPicture: (bytes: Buffer) => Promise<string | undefined>
  banners: Banners
  /** pageMs is how long the reading of one file may take. */
  pageMs: number
  report: ImportReport
}

/** readSavedDocument is readDocument for a Word file or a saved page, which have no front matter. */
async function readSavedDocument(
  { path, folder, slug, navigated }: PlannedDocument,
  reading: Reading,
): Promise<ReadyDocument> {
  const { root, categories, files, languages, visibility, report, keepPicture, pageMs } = reading
  const saved = await readSaved(readFileSync(join(root, path)), (work) => withinTime(pageMs, work))
  const blocks = await keepPictures(saved, keepPicture)
  for (const url of await linkFilesToDocuments(blocks, path, files))
    report.warnings.push({ path, reason: `broken link: ${url} is not in this import` })
  for (const name of saved.lost) report.warnings.push({ path, reason: `has ${name}, which can't be read` })
  const { position } = navigated
  const change = {
    title: saved.title ?? nameOf(path),
    slug,
    category_id: await categories.idFor(folder, undefined),
    ...(position !== undefined && { position }),
  }
  const guessed = () => ({ visibility, lang: languages.guess(path, blocksToText(blocks)) })
  return { path, slug, blocks: checkBlocks(blocks), change, pinned: undefined, guessed }
}

export async function readDocument(planned: PlannedDocument, reading: Reading): Promise<ReadyDocument> {
  if (SAVED_PAGE.test(planned.path)) return readSavedDocument(planned, reading)
  const { root, preset, categories, files, report } = reading
  const { path, folder, slug, overview, navigated } = planned
  const foreign = preset.name !== 'plain'
  const source = readText(readFileSync(join(root, path)))
  const { frontMatter, body, text } = withinTime(reading.pageMs, () => readMarkdown(source, planned, reading))
  const { fields, rest, notes } = frontMatter
  const { title, blocks, comments, trouble } = text
  const lineOf = linesIn(source)
  const warn = (reason: string, line?: number) => report.warnings.push({ path, ...(line && { line }), reason })
  for (const { line, message } of notes) warn(message, line)
  report.comments += comments
  if (trouble !== undefined) warn(trouble)
  report.unknown.push(...unknownIn(blocks, path, lineOf), ...unknownTags(blocks, path, source))
  for (const url of await linkFilesToDocuments(blocks, path, files))
    warn(`broken link: ${url} is not in this import`, lineOf(url))
  const given = fields.summary ?? (overview ? undefined : fields.description)
  // Other tools read Markdown there; a summary here is text.
  let summary = given !== undefined && foreign ? plainText(given) : given
  if (given !== undefined && foreign && LINK.test(given))
    warn('description is kept as text, without its links', lineOf('description'))
  if (summary !== undefined && foreign && isLonger(summary, MAX_SUMMARY)) {
    warn(`description is cut after ${MAX_SUMMARY} characters`, lineOf('description'))
    summary = cut(summary, MAX_SUMMARY)
  }
  if (summary !== undefined) refuseLonger(summary, 'description', MAX_SUMMARY)
  const access = fields.access && (await categories.resolveAccess(path, fields.access))
  const position = fields.position ?? positionOf(preset.readPosition?.(rest)) ?? navigated.position
  const change = {
    title,
    slug,
    category_id: await categories.idFor(folder, foreign ? undefined : fields.category),
    ...(summary !== undefined && { summary }),
    ...(fields.tags && { tags: fields.tags }),
    ...(fields.visibility && !overview && { visibility: fields.visibility }),
    ...(access && !overview && { access }),
    ...(fields.lang !== undefined && { lang: fields.lang }),
    ...(fields.published !== undefined && { published: fields.published }),
    // The overview of a folder comes before what is in it.
    ...(overview ? foreign && { position: 0 } : position !== undefined && { position }),
  }
  if (fields.published === false) report.unpublished++
  const pinned = overview || foreign ? undefined : fields.pinned
  const guessed = () => ({ visibility: reading.visibility, lang: reading.languages.guess(path, body) })
  return { path, slug, blocks: checkBlocks(blocks), change, pinned, guessed }
}

function readMarkdown(source: string, { path, folder, overview }: PlannedDocument, reading: Reading) {
  const { preset, banners, findPart } = reading
  const frontMatter = splitFrontMatter(source, { foreign: preset.name !== 'plain' })
  const { fields, rest, body: all } = frontMatter
  const body = withHero(rest, banners.without(folder, all))
  const findValue: FindValue = (name) => textOf(rest[name]) ?? reading.findValue(name)
  const page = { preset, path, body, findPart, findValue }
  return { frontMatter, body, text: titleAndBlocks(page, fields, overview ? folder : path) }
}

/** unknownIn names what was kept as it is, with its line. */
function unknownIn(blocks: Block[], path: string, lineOf: (text: string) => number | undefined): Finding[] {
  return (
    [...walkBlocks(blocks)]
      // A link definition that no link uses is kept, too, but it is no syntax that nobody knows.
      .filter(({ type, props }) => type === 'unknown' && props.syntax !== 'markdown')
      .map(({ props }) => {
        const what = String(props.source ?? '')
          .split('\n', 1)[0]!
          .trim()
        const line = lineOf(what)
        return {
          path,
          ...(line && { line }),
          reason: what === '' ? 'syntax that is not known' : cut(what, LONGEST_SHOWN),
        }
      })
  )
}

/** unknownTags names tags that are text because HTML has none of that name; those that their author escaped are meant to be. */
function unknownTags(blocks: Block[], path: string, source: string): Finding[] {
  const lineOf = linesIn(source)
  const texts = [...walkBlocks(blocks)]
    .filter(({ type }) => !WITHOUT_TAGS.has(type))
    .flatMap(({ content }) =>
      isTableContent(content) ? content.rows.flatMap(({ cells }) => cells.map(cellContent)) : [content],
    )
    .flatMap((content) => runsOf(content))
    .flatMap(({ text, marks }) => (marks.has('code') ? [] : unknownTagsIn(text)))
  return texts.flatMap((tag) => {
    const at = source.indexOf(tag)
    if (at === -1 || source[at - 1] === '\\') return []
    const line = lineOf(tag)
    return { path, ...(line && { line }), reason: cut(tag, LONGEST_SHOWN) }
  })
}

const WITHOUT_TAGS: ReadonlySet<string> = new Set(['codeBlock', 'math', 'mermaid', 'unknown'])

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

const LONGEST_SHOWN = 120
const LINK = /\]\(/

const positionOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? Math.min(MAX_POSITION, Math.max(0, Math.round(value))) : undefined
