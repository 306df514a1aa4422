// Content made ready to be saved, before a transaction begins: read, checked, and everything derived that depends on nothing
// else (plain text, HTML to keep, words to search). On the event loop only what certainly costs little; the rest in the sandbox.

import { takeIds } from 'galley-blocks/ids.ts'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import { blocksFromMarkdown, blocksFromPlainMarkdown } from '#blocks/markdown/from-markdown.ts'
import { type TextSection, textWithSections } from '#blocks/outline.ts'
import { validateBlocks, validateConverted } from '#blocks/validation/validate.ts'
import type { Deps } from '#deps.ts'
import { invalid } from '#errors.ts'
import type { Issue } from '#issues.ts'
import {
  htmlToKeep,
  htmlWith,
  type MadeParts,
  makeParts,
  type PartsToMake,
  partsIn,
  renderHtml,
} from '../../html/html.ts'
import type { Offload } from '../../html/math.ts'
import { type BodyWords, bodyWords } from '../../search/indexing/entry.ts'
import { runOffloaded } from './offload.ts'

/**
 * A ContentSource is what a stranger has sent, or blocks that were `checked` before. Markdown takes the ids of the text that it
 * is saved `over` (blocks as JSON), where there is one.
 */
export type ContentSource =
  | { markdown: string; over?: string | undefined }
  | { blocks: unknown[] }
  | { checked: Block[] }
/** Prepared may leave words out: those of a short text are counted when it is indexed. */
export type Prepared = {
  blocks: string
  text: string
  sections: TextSection[]
  html: string
  has_content: 0 | 1
  words?: BodyWords
}
/** OffloadedText has no HTML where `parts` are made first: grammars are kept once, not in every process of the sandbox. */
type OffloadedText = Prepared & { parts?: PartsToMake }
export type Faulty = { issues: Issue[] }

/** SHORT Markdown is read on the event loop if it is plain: what is made of it costs as much as its length says. */
const SHORT = 10_000
/**
 * FEW characters may go to the full parser there. It takes 1 to 30 ms for them, depending on the shape, and the dear shapes
 * are quadratic: 20 kB of underlined headings take 2.4 s. Nobody can tell beforehand, so longer texts are read in the sandbox.
 */
const FEW = 1000
/** As blocks a text is longer: ids, types and props count. Checking them is linear. */
const SHORT_BLOCKS = 40_000

/** prepare reads what a stranger may have sent, or throws all that is wrong with it at its place in the body. */
export async function prepare(
  { sandbox }: Pick<Deps, 'sandbox'>,
  actor: Actor,
  source: ContentSource,
): Promise<Prepared> {
  const read = readCheaply(source)
  const offload = { sandbox, actor }
  if (read) return prepareHere(orThrow(read).blocks, offload)
  // One string is copied faster than a tree of blocks.
  const input = 'markdown' in source ? source : JSON.stringify(source)
  const { parts, ...text } = orThrow(
    await runOffloaded<OffloadedText | Faulty>(sandbox, actor, 'prepareText', input, ['body', fieldOf(source)]),
  )
  return parts ? { ...text, html: await renderOffloaded(text.blocks, parts, offload) } : text
}

/** renderAnywhere makes the HTML of blocks that were checked before, as JSON: on the event loop only that of a short text. */
export async function renderAnywhere(blocks: string, offload: Offload): Promise<string> {
  if (blocks.length <= SHORT_BLOCKS) return renderHtml(JSON.parse(blocks) as Block[], offload)
  const parts = await runOffloaded<PartsToMake | undefined>(offload.sandbox, offload.actor, 'findParts', blocks, [
    'body',
  ])
  return renderOffloaded(blocks, parts, offload)
}

async function renderOffloaded(blocks: string, parts: PartsToMake | undefined, offload: Offload): Promise<string> {
  const input: RenderTask = { blocks, parts: parts && (await makeParts(parts, offload)) }
  return runOffloaded<string>(offload.sandbox, offload.actor, 'renderText', input, ['body'])
}

type RenderTask = { blocks: string; parts: MadeParts | undefined }

/** findParts and renderText happen in the sandbox, as prepareText does. */
export const findParts = (blocks: string): PartsToMake | undefined => partsIn(JSON.parse(blocks) as Block[], blocks)
export const renderText = ({ blocks, parts }: RenderTask): string => htmlWith(JSON.parse(blocks) as Block[], parts)

/** prepareContent is for blocks that were checked before, and for transactions that have much else to do. */
export async function prepareContent(blocks: Block[], offload?: Offload): Promise<Prepared> {
  const prepared = offload ? await prepare(offload, offload.actor, { checked: blocks }) : await prepareHere(blocks)
  return { ...prepared, words: prepared.words ?? bodyWords(prepared.text) }
}

async function prepareHere(blocks: Block[], offload?: Offload): Promise<Prepared> {
  const derived = derive(blocks)
  return { ...derived, html: await htmlToKeep(blocks, derived.blocks, offload) }
}

/** readText checks what was typed, and derives nothing: it returns the blocks as JSON. */
export async function readText({ sandbox }: Pick<Deps, 'sandbox'>, actor: Actor, given: unknown[]): Promise<string> {
  const source = { blocks: given }
  const read = readCheaply(source)
  if (read) return JSON.stringify(orThrow(read).blocks)
  const input = JSON.stringify(source)
  return orThrow(
    await runOffloaded<{ blocks: string } | Faulty>(sandbox, actor, 'checkText', input, ['body', 'blocks']),
  ).blocks
}

/** checkText is readText in the sandbox. */
export function checkText(source: string): { blocks: string } | Faulty {
  const read = readSource(JSON.parse(source) as ContentSource)
  return 'issues' in read ? read : { blocks: JSON.stringify(read.blocks) }
}

/** checkBlocks returns the blocks as src/blocks accepts them, or throws all that is wrong at its place in the body. */
export const checkBlocks = (blocks: unknown[]): Block[] => orThrow(readSource({ blocks })).blocks

/** blockIssues are what is wrong with the blocks of a body that is refused anyway; long ones are left for the next try. */
export function blockIssues(body: unknown): Issue[] {
  const blocks = (body as { blocks?: unknown } | null)?.blocks
  const read = Array.isArray(blocks) ? readCheaply({ blocks }) : undefined
  return read && 'issues' in read ? read.issues : []
}

/**
 * prepareText is what happens in the sandbox (src/sandbox-tasks.ts). Faults are returned, because an error comes back
 * without its class.
 */
export function prepareText(source: ContentSource | string): OffloadedText | Faulty {
  const read = readSource(typeof source === 'string' ? (JSON.parse(source) as ContentSource) : source)
  if ('issues' in read) return read
  const derived = derive(read.blocks)
  const parts = partsIn(read.blocks, derived.blocks)
  return {
    ...derived,
    words: bodyWords(derived.text),
    ...(parts ? { parts, html: '' } : { html: htmlWith(read.blocks) }),
  }
}

/** readCheaply reads what costs little, and returns undefined for what belongs into the sandbox. */
function readCheaply(source: ContentSource): { blocks: Block[] } | Faulty | undefined {
  if (!('markdown' in source)) {
    const blocks = 'blocks' in source ? source.blocks : source.checked
    return holdsMoreThan(SHORT_BLOCKS, blocks) ? undefined : readSource(source)
  }
  const { markdown, over = '' } = source
  if (markdown.length > SHORT || over.length > SHORT_BLOCKS) return undefined
  const blocks = blocksFromPlainMarkdown(markdown, FEW)
  return blocks && readConverted(withKnownIds(blocks, over))
}

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

const fieldOf = (source: ContentSource): string => ('markdown' in source ? 'markdown' : 'blocks')

function readSource(source: ContentSource): { blocks: Block[] } | Faulty {
  if ('checked' in source) return { blocks: source.checked }
  if ('markdown' in source) return readConverted(withKnownIds(blocksFromMarkdown(source.markdown), source.over))
  return located('blocks', validateBlocks(source.blocks))
}

const withKnownIds = (blocks: Block[], over: string | undefined): Block[] =>
  over ? takeIds(JSON.parse(over) as Block[], blocks) : blocks

/** readConverted takes blocks made of Markdown, of which there can only be too many. */
export const readConverted = (blocks: Block[]): { blocks: Block[] } | Faulty =>
  located('markdown', validateConverted(blocks))

export function located(
  field: string,
  checked: { blocks: Block[] } | { errors: Issue[] },
): { blocks: Block[] } | Faulty {
  if ('blocks' in checked) return checked
  return { issues: checked.errors.map((error) => ({ ...error, loc: ['body', field, ...error.loc] }) as Issue) }
}

export function orThrow<T extends object>(result: T | Faulty): T {
  if ('issues' in result) throw invalid(result.issues)
  return result
}

function derive(blocks: Block[]): Omit<Prepared, 'html'> {
  const { text, sections } = textWithSections(blocks)
  return {
    blocks: JSON.stringify(blocks),
    text,
    sections,
    has_content: hasContent(blocks, text) ? 1 : 0,
  }
}

/** hasContent: a picture without a word is content, the empty paragraph that an editor starts with is not. */
export function hasContent(blocks: Block[], text = textWithSections(blocks).text): boolean {
  if (text.trim() !== '') return true
  for (const block of walkBlocks(blocks)) if (typeof block.props.url === 'string' && block.props.url !== '') return true
  return false
}
