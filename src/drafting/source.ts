// Reads sources: a page as parts with offsets (through the Markdown parser), a conversation as statements. Doesn't decide
// what is printed.

import { hash } from 'node:crypto'
import type { Block } from 'galley-blocks/model.ts'
import { oneLine } from 'galley-blocks/text.ts'
import { placedBlocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'
import { languageOf } from '#languages/languages.ts'
import { type PlacedSentence, placedSentences } from '#languages/sentences.ts'
import type { DraftInputs, Source, SourceText, Statement } from './contract.ts'
import { findMessages } from './conversation.ts'
import { classifySentence } from './roles/roles.ts'
import { isWrapped, linesOf, type SourceLine } from './text/lines.ts'

/** `from` and `to` are offsets in the source. Only prose and entries are split into sentences. */
export type SourcePart = { from: number; to: number; kind: 'heading' | 'prose' | 'entry' | 'opaque'; blocks: Block[] }
export type Span = { from: number; to: number }
/** Text that the parser gives no block: front matter, comments, mostly definitions. */
type SkippedSpan = Span & { reason: 'front_matter' | 'comment' | 'markup' }

export type SourcePage = { source: SourceText; parts: SourcePart[]; skipped: SkippedSpan[]; isLoose: boolean }
export type SourceTalk = { source: SourceText; statements: (Statement & Span)[] }
export type ReadSource = SourcePage | SourceTalk

export const isConversation = (read: ReadSource): read is SourceTalk => 'statements' in read

const LONGEST_QUOTE = 1_000

/** A quote as evidence for a slice of a source; long ones are truncated, still matching the text. */
export const quoteOf = ({ kind, id, title }: Omit<SourceText, 'text' | 'key'>, quote: string): Source => ({
  kind,
  id,
  title: title.slice(0, 300),
  quote: quote.trim().slice(0, LONGEST_QUOTE),
})

/** The inputs that people provide themselves. */
type ProvidedInputs = Pick<DraftInputs, 'earlierNotes' | 'notes' | 'material' | 'previous' | 'publishedNotes' | 'seed'>

/** Notes and material by round. The material belongs to the first one. */
export function sourcesOf(inputs: ProvidedInputs, language: string): SourceText[][] {
  const { earlierNotes, notes, material, previous, publishedNotes, seed = 0 } = inputs
  const title = languageOf(language).data.phrases.notes
  const rounds = [...earlierNotes, notes].map((text, at): SourceText[] => {
    const key = `notes:${(publishedNotes ?? 0) + at + 1}`
    return [{ kind: 'notes', id: null, title, key, seed, text }]
  })
  // A draft that continues another has that one's material in an earlier round.
  if (previous && rounds.length === 1) rounds.unshift([])
  for (const [id, one] of (publishedNotes === undefined ? material : []).entries())
    rounds[0]!.push({ kind: 'material', id, title: one.title, key: `material:${id}`, seed, text: one.text })
  return rounds
}

const FRONT_MATTER =
  /^\ufeff?---[ \t]*\r?\n(?:\w[\w-]*:[^\r\n]*\r?\n|[ \t#-][^\r\n]*\r?\n|\r?\n){0,200}?---[ \t]*(?:\r?\n|$)/
/** A code file, by its extension, is one code block. */
const CODE_FILE =
  /^[^\s/]+\.(js|mjs|cjs|ts|tsx|jsx|py|rb|go|rs|java|kt|swift|c|h|cpp|hpp|cs|php|sh|sql|css|json|ya?ml|toml|ini|xml)$/i

const isCodeFile = ({ title, text }: SourceText): boolean =>
  CODE_FILE.test(title.trim()) && !/^\s*(?:```|~~~)/.test(text)

/** `isAbout`: the notes are about an existing text, so each line may be a sentence of its own. */
export const readSource = (source: SourceText, language: string, isAbout = false): ReadSource =>
  readTalk(source, language) ?? readPage(source, isAbout && source.kind === 'notes')

/** Reads a conversation; undefined for a page. */
export function readTalk(source: SourceText, language: string): SourceTalk | undefined {
  const { text, key } = source
  const messages = isCodeFile(source) || FRONT_MATTER.test(text) ? undefined : findMessages(text)
  const statements = messages?.map(({ speaker, at, text: words, from, to }, nth) => ({
    id: `${key}#${nth + 1}`,
    source: key,
    at,
    speaker,
    text: words,
    kind: kindOf(words, language),
    use: null,
    section: null,
    from,
    to,
  }))
  return statements && { source, statements }
}

function kindOf(text: string, language: string): Statement['kind'] {
  if (/[?？]\s*$/u.test(text)) return 'question'
  const role = classifySentence(oneLine(text), language)
  return role === 'order' || role === 'talk' ? role : role === 'open' ? 'question' : 'fact'
}

function codeParts(place: string, text: string, language: string): SourcePart[] {
  const code = text.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()
  if (code === '') return []
  const content: Block['content'] = [{ type: 'text', text: code, styles: {} }]
  const block: Block = { id: idOf(place, 1, 1), type: 'codeBlock', props: { language }, content, children: [] }
  return [{ from: 0, to: text.length, kind: 'opaque', blocks: [block] }]
}

/** Derived from source and position, so that a redraft finds what people changed. */
export const idOf = (place: string, line: number, nth: number): string =>
  hash('sha256', `${place} ${line} ${nth}`).slice(0, 16)
const placeOf = ({ key, seed }: Pick<SourceText, 'key' | 'seed'>): string => `${seed ?? 0} ${key}`

/** Nobody types more lines than this without a heading. */
const MOST_LOOSE_LINES = 2_000

/**
 * Headings or link definitions show that the author formatted a page: its line breaks count, and no sentence addresses the
 * writer.
 */
const HEADING = /^#{1,6} \S|^(?:=+|-{3,})\s*$|^<h[1-6][\s>]|^\[[^\]\n]{1,80}\]: ?\S/i

export function readPage(source: SourceText, isAbout = false): SourcePage {
  const { text, title } = source
  if (isCodeFile(source))
    return {
      source,
      parts: codeParts(placeOf(source), text, CODE_FILE.exec(title.trim())![1]!),
      skipped: [],
      isLoose: false,
    }
  const lines = linesOf(text)
  const head = FRONT_MATTER.exec(text)?.[0].length ?? 0
  const skipped: SkippedSpan[] = head > 0 ? [{ from: 0, to: head, reason: 'front_matter' }] : []
  const bare = lines.map((line) => (line.from < head ? '' : line.text))
  const isLoose = head === 0 && !isWrapped(lines) && !bare.some((line) => HEADING.test(line))
  const read = (shown: string[], origin: (line: number) => number) => {
    const counts = new Map<number, number>()
    return placedBlocksFromMarkdown(shown.join('\n'), (line) => {
      const nth = (counts.get(line) ?? 0) + 1
      counts.set(line, nth)
      return idOf(placeOf(source), origin(line), nth)
    }).map(({ block, from, to }) => ({ block, from: origin(from), to: origin(to) }))
  }
  let placed = read(bare, (line) => line)
  const mayBeApart = (isLoose || isAbout) && lines.length <= MOST_LOOSE_LINES
  const apart = new Set(mayBeApart ? paragraphLines(placed, bare, !isLoose) : [])
  if (apart.size > 0) {
    const origins: number[] = []
    const shown = bare.flatMap((line, at) => {
      const isApart = apart.has(at + 1)
      origins.push(...(isApart ? [at + 1, at + 1] : [at + 1]))
      return isApart ? ['', line] : [line]
    })
    placed = read(shown, (line) => origins[line - 1] ?? lines.length)
  }
  return { source, parts: partsOf(placed, lines, text, skipped), skipped, isLoose }
}

type PlacedBlocks = ReturnType<typeof placedBlocksFromMarkdown>

/**
 * The line numbers inside paragraphs and list entries where a new sentence begins: unwrapped notes have one thought a line.
 * With `isRagged` only if most lines end without punctuation: “drop the fax step” above “rename A to B”.
 */
function paragraphLines(placed: PlacedBlocks, lines: string[], isRagged: boolean): number[] {
  return placed.flatMap(({ block, from, to }) => {
    const inside = ['prose', 'entry'].includes(kindOfBlock(block)) ? lines.slice(from - 1, to) : []
    const open = inside.filter((line) => /[\p{L}\p{N}`”"»)]\s*$/u.test(line))
    if (isRagged && open.length * 2 <= inside.length) return []
    // Hard line breaks (two spaces or a backslash) show that line breaks are meant.
    if (inside.slice(0, -1).some((line) => /(?: {2}|\\)$/.test(line))) return []
    return inside.flatMap((line, nth) => (nth === 0 || MARKED.test(line) ? [] : [from + nth]))
  })
}

/** A line with a block mark starts its own block anyway. */
const MARKED = /^\s*(?:$|[-*+>|#]|\d{1,9}[.)]\s|```|~~~|:::|<)/

const COMMENT = /^\s*<!--[\s\S]*?-->\s*$/

/** Gives each block its slice of the text; text between two blocks belongs to the first. */
function partsOf(placed: PlacedBlocks, lines: SourceLine[], text: string, skipped: SkippedSpan[]): SourcePart[] {
  const parts: SourcePart[] = []
  let end = skipped[0]?.to ?? 0
  const closeGap = (to: number) => {
    const between = text.slice(end, to)
    const last = parts.at(-1)
    if (between.trim() === '') return
    if (last && !COMMENT.test(between)) last.to = to
    else skipped.push({ from: end, to, reason: COMMENT.test(between) ? 'comment' : 'markup' })
  }
  for (const { block, from: first, to: last } of placed) {
    const from = lines[Math.max(0, first - 1)]!.from
    const to = lines[Math.min(lines.length, Math.max(first, last)) - 1]!.to
    const open = parts.at(-1)
    if (open && from < end) {
      open.blocks.push(block)
      open.kind = 'opaque'
    } else {
      closeGap(from)
      parts.push({ from, to, kind: kindOfBlock(block), blocks: [block] })
    }
    end = Math.max(end, to)
    parts.at(-1)!.to = end
  }
  closeGap(text.length)
  return parts
}

const ENTRIES = new Set(['bulletListItem', 'numberedListItem', 'checkListItem'])

const kindOfBlock = ({ type }: Block): SourcePart['kind'] =>
  type === 'heading' ? 'heading' : type === 'paragraph' ? 'prose' : ENTRIES.has(type) ? 'entry' : 'opaque'

/** Splits a part into sentences with offsets. */
export const sentencesIn = ({ from: start, to: end }: Span, text: string): PlacedSentence[] =>
  placedSentences(text.slice(start, end)).map(({ text, from, to }) => ({ text, from: start + from, to: start + to }))
