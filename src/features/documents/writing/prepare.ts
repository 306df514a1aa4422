// Content made ready to be saved, before a transaction begins: read, checked, and everything derived that depends on nothing
// else (plain text, HTML to keep, words to search). A long text is prepared in a thread, because it takes its time.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blocksFromMarkdown } from '#blocks/from-markdown.ts'
import { blocksToText } from '#blocks/text.ts'
import { validateBlocks, validateConverted } from '#blocks/validate.ts'
import type { Deps } from '#deps.ts'
import { TookTooLong } from '#engine/threads.ts'
import { invalid, invalidValue } from '#errors.ts'
import type { Issue } from '#issues.ts'
import { SECOND } from '#time.ts'
import { htmlToKeep, renderHtml, renderUncoloured } from '../html/html.ts'
import { type BodyWords, bodyWords } from '../search/entry.ts'

/** A Source is what a stranger has sent, or blocks that were `checked` before. */
export type Source = { markdown: string } | { blocks: unknown[] } | { checked: Block[] }
/** Prepared may leave words out: those of a short text are counted when it is indexed. */
export type Prepared = { blocks: string; text: string; html: string; has_content: 0 | 1; words?: BodyWords }
/** Aside is what a thread makes: code is coloured afterwards, because grammars are kept once, not in every thread. */
type Aside = Omit<Prepared, 'html'> & { html: string | undefined }
type Faulty = { issues: Issue[] }

/** Up to here it takes a few milliseconds, even for a text made to be slow; saves that arrive together then share a commit. */
const SHORT = 20_000
/** The same text is twice as long as blocks: ids, kinds and props count. */
const SHORT_BLOCKS = 40_000
const LONGEST_MS = 20 * SECOND

/** prepare reads what a stranger may have sent, or throws all that is wrong with it at its place in the body. */
export async function prepare({ threads }: Pick<Deps, 'threads'>, source: Source): Promise<Prepared> {
  if (!isLong(source)) return prepareHere(orThrow(readSource(source)).blocks)
  const made = orThrow(await prepareInThread(threads, source))
  return { ...made, html: made.html ?? (await renderHtml(JSON.parse(made.blocks))) }
}

/** prepareContent is for blocks that were checked before, and for transactions that have much else to do. */
export async function prepareContent(
  blocks: Block[],
  { threads }: Partial<Pick<Deps, 'threads'>> = {},
): Promise<Prepared> {
  const made = threads ? await prepare({ threads }, { checked: blocks }) : await prepareHere(blocks)
  return { ...made, words: made.words ?? bodyWords(made.text) }
}

async function prepareHere(blocks: Block[]): Promise<Prepared> {
  const made = derive(blocks)
  return { ...made, html: await htmlToKeep(blocks, made.blocks) }
}

/** checkBlocks returns the blocks as src/blocks accepts them, or throws all that is wrong at its place in the body. */
export const checkBlocks = (blocks: unknown[]): Block[] => orThrow(readSource({ blocks })).blocks

/** blockIssues are what is wrong with the blocks of a body that is refused anyway; long ones are left for the next try. */
export function blockIssues(body: unknown): Issue[] {
  const blocks = (body as { blocks?: unknown } | null)?.blocks
  if (!Array.isArray(blocks) || isLong({ blocks })) return []
  const read = readSource({ blocks })
  return 'issues' in read ? read.issues : []
}

/** prepareAside is what happens in the thread; faults are returned, because an error does not travel between threads. */
export function prepareAside(source: Source): Aside | Faulty {
  const read = readSource(source)
  if ('issues' in read) return read
  const made = derive(read.blocks)
  return { ...made, words: bodyWords(made.text), html: renderUncoloured(read.blocks) }
}

const isLong = (source: Source): boolean =>
  'markdown' in source ? source.markdown.length > SHORT : holdsMoreThan(SHORT_BLOCKS, blocksIn(source))

const blocksIn = (source: { blocks: unknown[] } | { checked: Block[] }): unknown[] =>
  'blocks' in source ? source.blocks : source.checked

/** holdsMoreThan counts the characters in a value, and one for each other thing in it, until there are too many. */
function holdsMoreThan(most: number, value: unknown): boolean {
  let letters = 0
  const left = [value]
  while (left.length > 0 && letters <= most) {
    const next = left.pop()
    letters += typeof next === 'string' ? next.length : 1
    if (typeof next !== 'object' || next === null) continue
    const parts: unknown[] = Array.isArray(next) ? next : Object.values(next)
    if (parts.length > most) return true
    for (const part of parts) left.push(part)
  }
  return letters > most
}

const fieldOf = (source: Source): string => ('markdown' in source ? 'markdown' : 'blocks')

async function prepareInThread(threads: Deps['threads'], source: Source): Promise<Aside | Faulty> {
  try {
    return await threads.run<Aside | Faulty>('prepareText', JSON.stringify(source), LONGEST_MS)
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error
    throw invalidValue(['body', fieldOf(source)], 'this takes too long to read; send it in parts', null)
  }
}

function readSource(source: Source): { blocks: Block[] } | Faulty {
  if ('checked' in source) return { blocks: source.checked }
  const checked =
    'markdown' in source ? validateConverted(blocksFromMarkdown(source.markdown)) : validateBlocks(source.blocks)
  if ('blocks' in checked) return checked
  const place = ['body', fieldOf(source)]
  return { issues: checked.errors.map((error) => ({ ...error, loc: [...place, ...error.loc] }) as Issue) }
}

function orThrow<T extends object>(made: T | Faulty): T {
  if ('issues' in made) throw invalid(made.issues)
  return made
}

function derive(blocks: Block[]): Omit<Prepared, 'html'> {
  const text = blocksToText(blocks)
  return {
    blocks: JSON.stringify(blocks),
    text,
    has_content: text.trim() !== '' || showsSomething(blocks) ? 1 : 0,
  }
}

/** showsSomething: a picture without a word is content, the empty paragraph that an editor starts with is not. */
function showsSomething(blocks: Block[]): boolean {
  for (const block of walkBlocks(blocks)) if (typeof block.props.url === 'string' && block.props.url !== '') return true
  return false
}
