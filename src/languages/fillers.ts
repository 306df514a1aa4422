// Stop words of queries. Separate from languages.ts, whose patterns take a third of a second to compile and aren't needed for
// search.

import { DATA } from './data.ts'
import { entries } from './entries.ts'
import { baseOf } from './tag.ts'

/** Words without meaning (`empty`), and words that only ask. */
type Fillers = { code: string; empty: ReadonlySet<string>; asking: ReadonlySet<string> }

const FILLERS: Fillers[] = DATA.map(({ code, stopWords, questionWords, askingWords }) => ({
  code,
  empty: new Set([...entries(stopWords), ...entries(questionWords)]),
  asking: new Set(entries(askingWords)),
}))

/**
 * Uses one language, the one with most such words: a stop word in one language is a noun in another. Ties go to `lang`, the
 * page's language.
 */
export function fillersAmong(words: readonly string[], lang: string): Fillers {
  let best = FILLERS.find(({ code }) => code === baseOf(lang)) ?? FILLERS[0]!
  let most = countIn(best, words)
  for (const fillers of FILLERS) {
    const count = countIn(fillers, words)
    if (count > most) [best, most] = [fillers, count]
  }
  return best
}

const countIn = ({ empty }: Fillers, words: readonly string[]): number => words.filter((word) => empty.has(word)).length
