// Documents for measuring, made from a seed: 2 KB of text each, in 200 categories of three levels, with words of known frequency.
// The words of MOST are in most documents, each TWO_PERCENT word in one of fifty, `unique{n}` in only one.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { random } from '../test/random.ts'

const SYLLABLES = [
  'ba',
  'cor',
  'del',
  'fen',
  'gri',
  'hal',
  'jun',
  'kel',
  'lum',
  'mir',
  'nor',
  'pol',
  'quen',
  'ras',
  'sel',
  'tor',
  'ul',
  'ven',
  'wex',
  'zor',
]
const TOP = 8
const MIDDLE = 4
const LEAVES = 5

const wordFrom = (next: () => number, syllables: number) =>
  Array.from({ length: syllables }, () => SYLLABLES[Math.floor(next() * SYLLABLES.length)]).join('')

const vocabularyRandom = random(7)
/** PLAIN words fill the text; TWO_PERCENT ones are five syllables long, so that none of them is also a plain one. */
const PLAIN = Array.from({ length: 2_000 }, () => wordFrom(vocabularyRandom, 3))
export const TWO_PERCENT = [...new Set(Array.from({ length: 520 }, () => wordFrom(vocabularyRandom, 5)))].slice(0, 500)
const COMMON = 'service'
const COMMON_SHARE = 0.77
/** MOST are words, and pairs of words, that 77 to 100 of 100 documents hold. */
export const MOST = [
  COMMON,
  'counts',
  'runs',
  'steps',
  'see',
  'the',
  `${COMMON} runs`,
  `${COMMON} counts`,
  'runs steps',
  'see the',
]

export type MadeDocument = { title: string; markdown: string; folder: string }

/** madeDocument is document number `index` of the corpus, whatever the corpus's size. */
export function madeDocument(index: number): MadeDocument {
  const next = random(1_000_003 + index)
  const pick = (words: string[]) => words[Math.floor(next() * words.length)]!
  const sentence = (length: number) => {
    const words = Array.from({ length }, () => pick(PLAIN))
    return `${words[0]![0]!.toUpperCase()}${words.join(' ').slice(1)}.`
  }
  const marked = Array.from({ length: 10 }, (_, nth) => TWO_PERCENT[(index * 7 + nth * 53) % TWO_PERCENT.length]!)
  const title = `${sentence(3).slice(0, -1)} ${index}`
  const parts = [
    `# ${title}`,
    `${sentence(12)} ${next() < COMMON_SHARE ? `The ${COMMON} runs.` : 'It runs.'} See unique${index}.`,
  ]
  for (const word of marked) parts.push(`${sentence(11)} The ${word} counts. ${sentence(9)}`)
  parts.push('## Steps', `- ${sentence(6)}\n- ${sentence(6)}\n- ${sentence(6)}`)
  return { title, markdown: `${parts.join('\n\n')}\n`, folder: folderOf(index) }
}

function folderOf(index: number): string {
  const leaf = index % (TOP * MIDDLE * LEAVES)
  const top = leaf % TOP
  const middle = Math.floor(leaf / TOP) % MIDDLE
  return join(`area-${top}`, `part-${top}-${middle}`, `topic-${top}-${middle}-${Math.floor(leaf / TOP / MIDDLE)}`)
}

/** writeCorpus writes the Markdown files that `galley import` reads. */
export function writeCorpus(root: string, count: number, first = 0): void {
  const folders = new Set<string>()
  for (let index = first; index < first + count; index++) {
    const { markdown, folder } = madeDocument(index)
    if (!folders.has(folder)) mkdirSync(join(root, folder), { recursive: true })
    folders.add(folder)
    writeFileSync(join(root, folder, `document-${index}.md`), markdown)
  }
}

/** blocksOf is a body for the API: `count` paragraphs as the editor would send them. */
export function blocksOf(count: number, seed: number): object[] {
  const next = random(seed)
  return Array.from({ length: count }, (_, index) => ({
    id: `bench-${seed}-${index}`,
    type: index % 10 === 0 ? 'heading' : 'paragraph',
    props: index % 10 === 0 ? { level: 2 } : {},
    content: [
      {
        type: 'text',
        text: Array.from({ length: 12 }, () => PLAIN[Math.floor(next() * PLAIN.length)]).join(' '),
        styles: {},
      },
    ],
    children: [],
  }))
}
