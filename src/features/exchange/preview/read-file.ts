// What runs in the sandbox (src/sandbox-tasks.ts), because nobody knows beforehand what it costs: a Markdown file, a Word file or a
// saved page as title, fields and blocks, without the database.

import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'
import { FileProblem, isLonger } from '#convert/page/file.ts'
import { type FrontMatter, readFrontMatter } from '#convert/page/front-matter.ts'
import { extractTitle } from '#convert/page/title.ts'
import { readSaved, type SavedPage } from '#convert/saved/read-saved.ts'
import { type Faulty, readConverted } from '#features/documents/writing/prepare/prepare.ts'
import { MAX_SUMMARY, MAX_TITLE } from '#limits.ts'

export type ReadFile = Pick<FrontMatter, 'fields' | 'lines' | 'problems'> & { blocks: string }

/** Blocks are one string, which travels faster than a tree of them. */
export function readFile(markdown: string): ReadFile | Faulty {
  const { body, fields, problems, lines } = readFrontMatter(markdown)
  const read = readConverted(blocksFromMarkdown(body))
  if ('issues' in read) return read
  const { title, blocks } = extractTitle(fields, read.blocks)
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

/** A CheckedPage has its blocks as one string, which travels faster than a tree of them. */
export type CheckedPage = Omit<SavedPage, 'blocks'> & { blocks: string }

/** tryReadSaved is for the sandbox, from which an error comes back without its class. */
export async function tryReadSaved(bytes: Uint8Array): Promise<CheckedPage | Faulty | { problem: string }> {
  try {
    const page = await readSaved(bytes)
    const read = readConverted(page.blocks)
    return 'issues' in read ? read : { ...page, blocks: JSON.stringify(read.blocks) }
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error.message }
    throw error
  }
}
