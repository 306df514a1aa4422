// One file of a folder as the page that it becomes: its fields, its blocks with links that lead to other pages, the pictures and
// files that it shows, and its report entries.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { runsOf } from 'galley-blocks/runs.ts'
import { blocksToText, cellContent, isTableContent } from 'galley-blocks/text.ts'
import { unknownTagsIn } from '#blocks/html-elements.ts'
import { MAX_POSITION, MAX_SUMMARY } from '#limits.ts'
import type { Banners } from './banners.ts'
import { cut, isLonger, nameOf, readText, refuseLonger, withinTime } from './page/file.ts'
import { type FrontMatterFields, type OwnFields, splitFrontMatter } from './page/front-matter.ts'
import type { FolderLanguages } from './page/language.ts'
import { type FolderFiles, linkPages, type ShownUpload } from './page/links.ts'
import type { PlannedPage } from './plan.ts'
import { type ConversionReport, type Finding, linesIn } from './report.ts'
import { readSaved, SAVED_PAGE } from './saved/read-saved.ts'
import { withHero } from './syntax/hero.ts'
import type { FindPart, FindValue } from './syntax/includes.ts'
import { plainText } from './syntax/plain-text.ts'
import { titleAndBlocks } from './to-blocks.ts'
import type { Preset } from './tools/preset.ts'

export type Reading = {
  root: string
  preset: Preset
  files: FolderFiles
  languages: FolderLanguages
  findPart: FindPart
  findValue: FindValue
  banners: Banners
  /** pageMs is how long the reading of one file may take. */
  pageMs: number
  report: ConversionReport
}

type PlainFields = Pick<
  FrontMatterFields,
  'summary' | 'tags' | 'visibility' | 'access' | 'lang' | 'published' | 'position' | 'category' | 'pinned'
>
/** A PlainPage is a page in Galley's own terms, wherever it came from. Its blocks are not validated yet. */
export type PlainPage = {
  path: string
  folder: string
  slug: string
  title: string
  fields: PlainFields
  blocks: Block[]
  shown: (ShownUpload & { warning: () => Finding })[]
  /** Pictures embedded in the file; blocks refer to them by index (keepPictures). */
  pictures: Uint8Array[]
  /** Guesses the language; undefined for the site's. Expensive, so only called if the page doesn't declare one. */
  guessLang: () => string | undefined
  own?: OwnFields | undefined
}

export async function readPage(planned: PlannedPage, reading: Reading): Promise<PlainPage> {
  const { path } = planned
  const bytes = readFileSync(join(reading.root, path))
  return SAVED_PAGE.test(path) ? readSavedPage(planned, bytes, reading) : readMarkdownPage(planned, bytes, reading)
}

/** readSavedPage is for a Word file or a saved page, which have no front matter. */
async function readSavedPage(planned: PlannedPage, bytes: Buffer, reading: Reading): Promise<PlainPage> {
  const { path, folder, slug, navigated } = planned
  const { languages, report, pageMs } = reading
  const { title = nameOf(path), blocks, pictures, lost } = await readSaved(bytes, (work) => withinTime(pageMs, work))
  const shown = link(blocks, planned, reading)
  for (const name of lost) report.warnings.push({ path, reason: `has ${name}, which can't be read` })
  const { position } = navigated
  const fields = position === undefined ? {} : { position }
  const guessLang = () => languages.guess(path, blocksToText(blocks))
  return { path, folder, slug, title, fields, blocks, shown, pictures, guessLang }
}

/** Resolves links between files, and reports broken ones. */
function link(blocks: Block[], { path }: PlannedPage, { files, report }: Reading, lineOf = linesIn('')) {
  const { shown, lost } = linkPages(blocks, path, files)
  const broken = (url: string): Finding => {
    const line = lineOf(url)
    return { path, ...(line && { line }), reason: `broken link: ${url} is not in this import` }
  }
  report.warnings.push(...lost.map(broken))
  return shown.map((one) => ({ ...one, warning: () => broken(one.written) }))
}

function readMarkdownPage(planned: PlannedPage, bytes: Buffer, reading: Reading): PlainPage {
  const { preset, report } = reading
  const { path, folder, slug, overview, navigated } = planned
  const foreign = preset.name !== 'plain'
  const source = readText(bytes)
  const { frontMatter, body, text } = withinTime(reading.pageMs, () => readMarkdown(source, planned, reading))
  const { fields, rest, notes } = frontMatter
  const { title, blocks, comments, trouble } = text
  const lineOf = linesIn(source)
  const warn = (reason: string, line?: number) => report.warnings.push({ path, ...(line && { line }), reason })
  for (const { line, message } of notes) warn(message, line)
  report.comments += comments
  if (trouble !== undefined) warn(trouble)
  report.unknown.push(...unknownIn(blocks, path, lineOf), ...unknownTags(blocks, path, source))
  const { own } = frontMatter
  const walked = [...walkBlocks(blocks)]
  // A text that someone has edited since may have other blocks.
  if (own?.ids.length === walked.length) for (const [at, block] of walked.entries()) block.id = own.ids[at]!
  const shown = link(blocks, planned, reading, lineOf)
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
  const { tags, visibility, access, lang, published, category, pinned } = fields
  const position = fields.position ?? positionOf(preset.readPosition?.(rest)) ?? navigated.position
  if (published === false) report.unpublished++
  const page: PlainFields = {
    ...(summary !== undefined && { summary }),
    ...(tags && { tags }),
    ...(visibility && !overview && { visibility }),
    ...(access && !overview && { access }),
    ...(lang !== undefined && { lang }),
    ...(published !== undefined && { published }),
    // The overview of a folder comes before what is in it.
    ...(overview ? foreign && { position: 0 } : position !== undefined && { position }),
    ...(category !== undefined && !foreign && { category }),
    ...(pinned !== undefined && !overview && !foreign && { pinned }),
  }
  const guessLang = () => reading.languages.guess(path, body)
  return { path, folder, slug, title, fields: page, blocks, shown, pictures: [], guessLang, own }
}

function readMarkdown(source: string, { path, folder, overview }: PlannedPage, reading: Reading) {
  const { preset, banners, findPart } = reading
  const frontMatter = splitFrontMatter(source, { foreign: preset.name !== 'plain' })
  const { fields, rest, body: all } = frontMatter
  const body = withHero(rest, banners.without(folder, all))
  const findValue: FindValue = (name) => textOf(rest[name]) ?? reading.findValue(name)
  const page = { preset, path, body, findPart, findValue }
  return { frontMatter, body, text: titleAndBlocks(page, fields, overview ? folder : path) }
}

/** Reports unknown syntax that was kept unchanged, with its line. */
function unknownIn(blocks: Block[], path: string, lineOf: (text: string) => number | undefined): Finding[] {
  return (
    [...walkBlocks(blocks)]
      // An unused link definition is kept as well, but isn't unknown syntax.
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

/** Reports tags that became text because HTML has no such element; escaped ones are intended. */
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
