// A page of a folder as blocks: its title, and its text in the syntax of whatever tool it was written for.

import type { Block } from 'galley-blocks/model.ts'
import type { Root } from 'mdast'
import { mdxFromMarkdown } from 'mdast-util-mdx'
import { blocksFromMarkdown, blocksFromTree } from '#blocks/markdown/from-markdown.ts'
import { parseExtended } from '#blocks/parsing/parse-markdown.ts'
import { MAX_TITLE } from '#limits.ts'
import { nameOf, refuseLonger, TOO_DEEP } from './page/file.ts'
import { type FrontMatterFields, readFrontMatter } from './page/front-matter.ts'
import { extractTitle } from './page/title.ts'
import { codeRanges, isInside } from './syntax/code-ranges.ts'
import { type FindPart, type FindValue, type PageParts, partsFor } from './syntax/includes.ts'
import { readLiteral } from './syntax/literal.ts'
import { boundedMdx, TooLongForMdx, TooManyTries } from './syntax/mdx/bounded.ts'
import { type Mdx, withoutMdx } from './syntax/mdx/mdx.ts'
import { holdsMdx } from './tools/docusaurus.ts'
import type { Preset } from './tools/preset.ts'

/** A page's body after its front matter; `findPart` reads an included file. */
type PageSource = {
  preset: Preset
  path: string
  body: string
  findPart?: FindPart
  findValue?: FindValue
}

/** Notes for the report; `trouble` is why a page was not read as MDX. */
type PageNotes = { comments: number; trouble: string | undefined }

/** The title comes from front matter, else the first heading, else the file name. */
export function titleAndBlocks(
  page: PageSource,
  fields: FrontMatterFields,
  name = page.path,
): { title: string; blocks: Block[] } & PageNotes {
  const { preset } = page
  const { blocks: all, ...notes } = blocksOf(page)
  const { title = nameOf(name), blocks } = extractTitle(fields, all, preset.name !== 'plain')
  refuseLonger(title, 'title', MAX_TITLE)
  return { title, blocks, ...notes }
}

const isMdx = (path: string): boolean => /\.mdx$/i.test(path)

const nothing = () => undefined

function blocksOf({
  preset,
  path,
  body,
  findPart = nothing,
  findValue = nothing,
}: PageSource): { blocks: Block[] } & PageNotes {
  const parts = partsFor(findPart, findValue, path)
  if (!isMdx(path) && !(preset.readsMdx && holdsMdx(body))) {
    const source = preset.translate?.(body, parts) ?? body
    return { blocks: blocksFromMarkdown(source), comments: commentsIn(body), trouble: undefined }
  }
  let comments = 0
  const onComment = () => void comments++
  try {
    const mdx = readMdx(body, parts, { preset, onComment })
    const blocks = blocksFromTree(withoutMdx(mdx.tree, mdx.mdx))
    return { blocks, comments, trouble: undefined }
  } catch (error) {
    const trouble = troubleOf(error)
    // Many pages are called .mdx and have no component in them.
    const plain = body.replace(/^(?:import|export) .*$/gm, '')
    return { blocks: blocksFromMarkdown(plain), comments: commentsIn(body), trouble }
  }
}

type MdxOptions = { preset: Preset; onComment: Mdx['onComment'] }

function readMdx(given: string, parts: PageParts, options: MdxOptions): { tree: Root; mdx: Mdx } {
  const { preset, onComment } = options
  const source = preset.readsMdx?.(given) ?? given
  const tree = parseExtended(source, boundedMdx(source.length), [mdxFromMarkdown()].flat())
  const partAt: Mdx['partAt'] = (address) => {
    const found = parts.find(address)
    return found && readMdx(readFrontMatter(found.text).body, found.parts, options)
  }
  const textAt: Mdx['textAt'] = (address, name) => {
    for (const ending of PROGRAMS) {
      const text = parts.find(address + ending)?.text
      const value = name === undefined || text === undefined ? text : readLiteral(text, name)?.value
      if (typeof value === 'string') return value
    }
    return undefined
  }
  return { tree, mdx: { preset: preset.name, onComment, source, partAt, textAt } }
}

/** Extensions that an import may omit. */
const PROGRAMS = ['', '.ts', '.js', '.mjs', '.tsx', '.jsx']

/** The parser's message in one line; other errors are rethrown. */
function troubleOf(error: unknown): string {
  if (error instanceof RangeError) return TOO_DEEP
  if (error instanceof TooLongForMdx) return `is read as Markdown: ${error.message}`
  if (error instanceof TooManyTries) return 'is not MDX: it has too many expressions that are broken'
  if (!(error instanceof Error) || !('ruleId' in error)) throw error
  const { message, line } = error as Error & { line?: number }
  return `is not MDX${line === undefined ? '' : ` (line ${line} of its text)`}: ${message.split('\n')[0]}`
}

/** A link definition that leads nowhere, `[//]: # (note)`, is one too. */
const COMMENT = /<!--|\]: (?:#|<>) /g

export function commentsIn(source: string): number {
  const found = [...source.matchAll(COMMENT)].filter(
    ({ 0: mark, index }) => mark === '<!--' || isDefined(source, index),
  )
  if (found.length === 0) return 0
  const code = codeRanges(source)
  return found.filter(({ index }) => !isInside(code, index)).length
}

const isDefined = (source: string, end: number): boolean => source[source.lastIndexOf('\n', end) + 1] === '['
