// The classifier's features of a sentence: pieces of its words, its shape, and the word classes of its language. Features are
// hash buckets; training and use share this code.

import { fold } from '#folding.ts'
import { WORD_CLASSES } from '#languages/language.ts'
import { languageOf } from '#languages/languages.ts'
import { codesIn } from '../text/claims.ts'
import { figuresIn } from '../text/figures.ts'
import { isUnspaced, runsOf } from '../text/words.ts'

export const BUCKETS = 1 << 14
/** The rest of a longer sentence is ignored. */
const LONGEST_TEXT = 400

/** A sentence's buckets, without repeats. */
export function featuresOf(sentence: string, language: string): number[] {
  const text = sentence.slice(0, LONGEST_TEXT)
  const folded = fold(text)
  const found = new Set<number>()
  const add = (feature: string) => found.add(bucketOf(feature))
  const runs = runsOf(text)
  addShape(text, runs, add)
  addClasses(folded, language, add)
  for (const [index, run] of runs.entries()) {
    if (isUnspaced(run)) addPieces(run, 2, 3, add)
    else {
      add(`w ${run}`)
      if (index < 2) add(`w${index} ${run}`)
      if (index > 0) add(`b ${runs[index - 1]} ${run}`)
      addPieces(`<${run}>`, 4, 4, add)
    }
  }
  if (runs.length > 0) add(`last ${runs.at(-1)}`)
  return [...found]
}

function addShape(text: string, runs: string[], add: (feature: string) => void): void {
  const size = Math.min(
    6,
    Math.floor(Math.log2(1 + runs.reduce((sum, run) => sum + (isUnspaced(run) ? run.length / 2 : 1), 0))),
  )
  add(`size ${size}`)
  add(`end ${/[.?!。！？…:：]+$/u.exec(text.trim())?.[0].slice(-2) ?? ''}`)
  add(`begin ${/^\p{Lu}/u.test(text) ? 'capital' : /^\p{Ll}/u.test(text) ? 'small' : 'other'}`)
  const figures = figuresIn(text)
  add(`figures ${Math.min(2, figures.length)}`)
  if (figures.some(({ measured }) => measured)) add('measured')
  if (codesIn(text).length > 0) add('code')
  if (/^[\p{L} ]{2,20}[:：]/u.test(text)) add('key')
  if (/[?？]{2}/.test(text)) add('??')
}

function addClasses(folded: string, language: string, add: (feature: string) => void): void {
  const own = languageOf(language)
  // People write TODO, FAQ and ok in every language.
  const languages = own.code === 'en' ? [own] : [own, languageOf('en')]
  const hits: string[] = []
  for (const name of WORD_CLASSES) {
    const match = languages.map(({ classes }) => classes[name].exec(folded)).find((found) => found)
    if (!match) continue
    hits.push(name)
    add(`class ${name}`)
    if (match.index === 0) add(`opens ${name}`)
    if (match[0].length === folded.replace(/[.!?。！？]+$/u, '').length) add(`whole ${name}`)
  }
  add(`classes ${Math.min(4, hits.length)}`)
  for (let first = 0; first < hits.length; first++)
    for (let second = first + 1; second < hits.length; second++) add(`both ${hits[first]} ${hits[second]}`)
  const denies = own.isNegation.test(folded)
  if (denies) for (const name of hits) add(`not ${name}`)
}

function addPieces(run: string, shortest: number, longest: number, add: (feature: string) => void): void {
  for (let size = shortest; size <= longest; size++)
    for (let at = 0; at + size <= run.length; at++) add(`p ${run.slice(at, at + size)}`)
}

/** FNV-1a, cut to the number of buckets. */
function bucketOf(feature: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < feature.length; at++) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193)
  return (hash >>> 0) & (BUCKETS - 1)
}
