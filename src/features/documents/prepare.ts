// Content made ready to be saved, before a transaction begins: read, checked, and everything derived that depends on nothing
// else (plain text, HTML, words to search). A long text is prepared in a thread, because it takes its time.

import { blocksFromMarkdown } from '#blocks/from-markdown.ts'
import { blocksToText, walkBlocks } from '#blocks/text.ts'
import type { Block } from '#blocks/types.ts'
import { validateBlocks } from '#blocks/validate.ts'
import type { Deps } from '../../deps.ts'
import { TookTooLong } from '../../engine/threads.ts'
import { type Issue, invalid, invalidValue } from '../../errors.ts'
import { SECOND } from '../../time.ts'
import { codeIn, renderHtml } from './html.ts'
import { type BodyWords, bodyWords } from './search-entry.ts'

export type Source = { markdown: string } | { blocks: unknown[] }
export type Prepared = { blocks: string; text: string; html: string; has_content: 0 | 1; words: BodyWords }
/** Unfinished content still waits for its code to be coloured: grammars are kept once, not in every thread. */
type Unfinished = Omit<Prepared, 'html'> & { html: string | undefined }

/** Up to here it takes a few milliseconds, even of a text made to be slow; saves that arrive together then share a commit. */
const SHORT = 20_000
const FEW_BLOCKS = 200
const LONGEST_MS = 20 * SECOND

/** prepare reads what a stranger may have sent, or throws all that is wrong with it at its place in the body. */
export async function prepare({ threads }: Pick<Deps, 'threads'>, source: Source): Promise<Prepared> {
  const made = await (isLong(source) ? prepareAside(threads, source) : prepareSource(source))
  if ('issues' in made) throw invalid(made.issues)
  return finished(made)
}

const isLong = (source: Source): boolean =>
  'markdown' in source ? source.markdown.length > SHORT : source.blocks.length > FEW_BLOCKS

async function prepareAside(threads: Deps['threads'], source: Source) {
  try {
    const task = JSON.stringify(source)
    return await threads.run<Awaited<ReturnType<typeof prepareSource>>>('prepareText', task, LONGEST_MS)
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error
    throw invalidValue(['body', 'markdown'], 'this takes too long to read; send it in parts', null)
  }
}

/** prepareSource returns what is wrong instead of throwing it, because an error does not travel between threads. */
export async function prepareSource(source: Source): Promise<Unfinished | { issues: Issue[] }> {
  const checked =
    'markdown' in source
      ? findFaults(blocksFromMarkdown(source.markdown), 'markdown')
      : findFaults(source.blocks, 'blocks')
  return 'issues' in checked ? checked : prepareBlocks(checked.blocks)
}

function findFaults(input: unknown[], field: string): { blocks: Block[] } | { issues: Issue[] } {
  const checked = validateBlocks(input)
  if ('blocks' in checked) return checked
  return { issues: checked.errors.map((error) => ({ ...error, loc: ['body', field, ...error.loc] }) as Issue) }
}

/** checkBlocks returns the blocks as src/blocks accepts them, or throws all that is wrong at its place in the body. */
export function checkBlocks(input: unknown[]): Block[] {
  const checked = findFaults(input, 'blocks')
  if ('issues' in checked) throw invalid(checked.issues)
  return checked.blocks
}

async function prepareBlocks(blocks: Block[]): Promise<Unfinished> {
  const text = blocksToText(blocks)
  return {
    blocks: JSON.stringify(blocks),
    text,
    html: codeIn(blocks).length > 0 ? undefined : await renderHtml(blocks),
    has_content: text.trim() !== '' || showsSomething(blocks) ? 1 : 0,
    words: bodyWords(text),
  }
}

const finished = async (made: Unfinished): Promise<Prepared> => ({
  ...made,
  html: made.html ?? (await renderHtml(JSON.parse(made.blocks))),
})

/** prepareContent is for blocks that were checked before, wherever nobody waits. */
export const prepareContent = async (blocks: Block[]): Promise<Prepared> => finished(await prepareBlocks(blocks))

/** showsSomething: a picture without a word is content, the empty paragraph that an editor starts with is not. */
function showsSomething(blocks: Block[]): boolean {
  for (const { block } of walkBlocks(blocks))
    if (typeof block.props.url === 'string' && block.props.url !== '') return true
  return false
}
