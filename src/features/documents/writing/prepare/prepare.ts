// Prepares content before the transaction: parses, checks, and derives plain text, HTML and words. Only what is certainly
// cheap runs on the event loop; the rest in the sandbox.

import { takeIds } from 'galley-blocks/ids.ts'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { type TextSection, textWithSections } from 'galley-blocks/outline.ts'
import type { Actor } from '#actor.ts'
import { blocksFromMarkdown, blocksFromPlainMarkdown } from '#blocks/markdown/from-markdown.ts'
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
 * Untrusted input, or blocks that were `checked` before. Markdown takes over ids of the text that it replaces (`over`, blocks
 * as JSON).
 */
export type ContentSource =
  | { markdown: string; over?: string | undefined }
  | { blocks: unknown[] }
  | { checked: Block[] }
/** Without `words` for a short text, which is tokenised when it is indexed. */
export type Prepared = {
  blocks: string
  text: string
  sections: TextSection[]
  html: string
  has_content: 0 | 1
  words?: BodyWords
}
/** Without HTML if `parts` have to be made first: grammars are loaded once, not in every sandbox process. */
type OffloadedText = Prepared & { parts?: PartsToMake }
export type Faulty = { issues: Issue[] }

/** Plain Markdown up to this length is parsed on the event loop: its cost is proportional to its length. */
const SHORT = 10_000
/**
 * So many characters may go to the full parser there. They take 1 to 30 ms depending on their shape, and bad shapes are
 * quadratic: 20 kB of underlined headings take 2.4 s. The shape isn't known beforehand, so longer texts go to the sandbox.
 */
const FEW = 1000
/** Blocks are longer than Markdown because of ids, types and props; checking them is linear. */
const SHORT_BLOCKS = 40_000

/** Checks untrusted input, or throws all errors with their locations in the body. */
export async function prepare(
  { sandbox }: Pick<Deps, 'sandbox'>,
  actor: Actor,
  source: ContentSource,
): Promise<Prepared> {
  const read = readCheaply(source)
  const offload = { sandbox, actor }
  if (read) return prepareHere(orThrow(read).blocks, offload)
  // A string is copied faster than a tree.
  const input = 'markdown' in source ? source : JSON.stringify(source)
  const { parts, ...text } = orThrow(
    await runOffloaded<OffloadedText | Faulty>(sandbox, actor, 'prepareText', input, ['body', fieldOf(source)]),
  )
  return parts ? { ...text, html: await renderOffloaded(text.blocks, parts, offload) } : text
}

/** HTML of blocks that were checked before (JSON); on the event loop only for short texts. */
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

/** Run in the sandbox, like prepareText. */
export const findParts = (blocks: string): PartsToMake | undefined => partsIn(JSON.parse(blocks) as Block[], blocks)
export const renderText = ({ blocks, parts }: RenderTask): string => htmlWith(JSON.parse(blocks) as Block[], parts)

/** For blocks that were checked before, and for transactions that do much else. */
export async function prepareContent(blocks: Block[], offload?: Offload): Promise<Prepared> {
  const prepared = offload ? await prepare(offload, offload.actor, { checked: blocks }) : await prepareHere(blocks)
  return { ...prepared, words: prepared.words ?? bodyWords(prepared.text) }
}

async function prepareHere(blocks: Block[], offload?: Offload): Promise<Prepared> {
  const derived = derive(blocks)
  return { ...derived, html: await htmlToKeep(blocks, derived.blocks, offload) }
}

/** Checks typed text without deriving anything; returns blocks as JSON. */
export async function readText({ sandbox }: Pick<Deps, 'sandbox'>, actor: Actor, given: unknown[]): Promise<string> {
  const source = { blocks: given }
  const read = readCheaply(source)
  if (read) return JSON.stringify(orThrow(read).blocks)
  const input = JSON.stringify(source)
  return orThrow(
    await runOffloaded<{ blocks: string } | Faulty>(sandbox, actor, 'checkText', input, ['body', 'blocks']),
  ).blocks
}

/** readText in the sandbox. */
export function checkText(source: string): { blocks: string } | Faulty {
  const read = readSource(JSON.parse(source) as ContentSource)
  return 'issues' in read ? read : { blocks: JSON.stringify(read.blocks) }
}

/** The blocks as src/blocks accepts them, or throws all errors with their locations in the body. */
export const checkBlocks = (blocks: unknown[]): Block[] => orThrow(readSource({ blocks })).blocks

/** Errors in the blocks of a body that is refused anyway; long ones are left for the next attempt. */
export function blockIssues(body: unknown): Issue[] {
  const blocks = (body as { blocks?: unknown } | null)?.blocks
  const read = Array.isArray(blocks) ? readCheaply({ blocks }) : undefined
  return read && 'issues' in read ? read.issues : []
}

/** Runs in the sandbox (src/sandbox-tasks.ts). Errors are returned, because a thrown one would lose its class. */
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

/** Parses cheap input; undefined for what belongs in the sandbox. */
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

/** Counts a value's characters, plus one for everything else, up to the limit. */
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

/** Blocks from Markdown, which can only be too many. */
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

/** A picture without text is content; the editor's initial empty paragraph isn't. */
export function hasContent(blocks: Block[], text = textWithSections(blocks).text): boolean {
  if (text.trim() !== '') return true
  for (const block of walkBlocks(blocks)) if (typeof block.props.url === 'string' && block.props.url !== '') return true
  return false
}
