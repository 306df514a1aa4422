// The plan that both drafters start from: the kind of document, its language, the requested headings, what to search related
// documents for, and the directives.

import { blocksToText, oneLine } from 'galley-blocks/text.ts'
import { detectLanguage } from '#languages/detect.ts'
import type { DraftInputs, Plan, Section } from './contract.ts'
import { isDirective, readDirectives } from './directives.ts'
import { isConversation, type ReadSource, readSource, sourcesOf } from './source.ts'
import { linesOf } from './text/lines.ts'
import { keyOf } from './text/words.ts'

const LONGEST_QUERY = 200
const MOST_QUERIES = 6
/** One common word proves nothing: “E” is a word of Portuguese. */
const FEWEST_WORDS = 2

export function planFor(inputs: DraftInputs): Plan {
  const { title, blocks } = inputs.document
  // The beginning of an existing text is enough, and a short note about it tells little of its language.
  const own = [title, ...inputs.earlierNotes, inputs.notes, blocksToText(blocks.slice(0, 20))].join('\n')
  const read = own.length > 60 ? own : `${own}\n${inputs.material[0]?.text.slice(0, 1_000) ?? ''}`
  const guessed = detectLanguage(read, inputs.language, FEWEST_WORDS)
  const notes = sourcesOf(inputs, guessed)
    .flat()
    .filter(({ kind }) => kind === 'notes')
  const lines = notes.map((source) => readSource(source, guessed)).flatMap(looseLines)
  const directives = readDirectives(inputs, lines)
  return {
    kind: directives.kind ?? 'explanation',
    language: directives.language ?? guessed,
    outline: outlineOf(directives.sections, inputs),
    queries: [
      ...directives.use,
      ...lines.filter((line) => !isDirective(line)),
      ...inputs.instructions.split('\n'),
      ...inputs.material.map(({ title }) => title),
    ]
      .map((line) => line.trim().slice(0, LONGEST_QUERY))
      .filter((line) => line !== '')
      .slice(0, MOST_QUERIES),
    directives,
  }
}

/** Lines of paragraphs and list entries; never of code, tables or statements. */
function looseLines(read: ReadSource): string[] {
  if (isConversation(read)) return []
  return read.parts
    .filter(({ kind }) => kind === 'prose' || kind === 'entry')
    .flatMap(({ from, to }) => linesOf(read.source.text.slice(from, to)).map(({ text }) => text))
}

/** The requested sections in order, then the existing headings. */
function outlineOf(asked: string[], { previous, document }: DraftInputs): Section[] {
  const headings = (previous?.draft.blocks ?? document.blocks)
    .filter(({ type }) => type === 'heading')
    .map((block) => ({ heading: oneLine(blocksToText([block])), blockId: block.id }))
  const twin = (name: string) => headings.find(({ heading }) => keyOf(heading) === keyOf(name))
  const askedKeys = new Set(asked.map(keyOf))
  const all = [
    ...asked.map((heading) => ({ heading, blockId: twin(heading)?.blockId })),
    ...headings.filter(({ heading }) => heading !== '' && !askedKeys.has(keyOf(heading))),
  ]
  return all.map(({ heading, blockId }, index) => ({
    id: `s${index + 1}`,
    heading,
    purpose: '',
    ...(blockId && { blockId }),
  }))
}
