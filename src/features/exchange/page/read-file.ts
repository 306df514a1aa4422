// A Markdown file read without the database: front matter, title and blocks. Runs in the sandbox where the file is long.

import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'
import { MAX_SUMMARY, MAX_TITLE } from '#features/documents/limits.ts'
import { type Faulty, readConverted } from '#features/documents/writing/prepare/prepare.ts'
import { isLonger } from './file.ts'
import { type FrontMatter, readFrontMatter } from './front-matter.ts'
import { takeTitle } from './title.ts'

export type ReadFile = Pick<FrontMatter, 'fields' | 'lines' | 'problems'> & { blocks: string }

/** Blocks are one string, which travels faster than a tree of them. */
export function readFile(markdown: string): ReadFile | Faulty {
  const { body, fields, problems, lines } = readFrontMatter(markdown)
  const read = readConverted(blocksFromMarkdown(body))
  if ('issues' in read) return read
  const { title, blocks } = takeTitle(fields, read.blocks)
  const bodyStart = markdown.length - body.trimStart().length
  const textLine = markdown.slice(0, bodyStart).split('\n').length
  if (title !== undefined && isLonger(title, MAX_TITLE))
    problems.push({
      line: textLine,
      message: `the heading has more than ${MAX_TITLE} characters, too many for a title`,
    })
  if (fields.description !== undefined && fields.summary === undefined && isLonger(fields.description, MAX_SUMMARY))
    problems.push({ line: lines.description ?? 1, message: `description has more than ${MAX_SUMMARY} characters` })
  return {
    fields: { ...fields, ...(title !== undefined && { title }) },
    lines,
    blocks: JSON.stringify(blocks),
    problems,
  }
}
