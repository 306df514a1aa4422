// The words of a query that say little about what is looked for. Apart from languages.ts, whose patterns take a third of a
// second to make, and which a service that only searches does not need.

import { DATA } from './data.ts'
import { entries } from './entries.ts'
import { baseOf } from './tag.ts'

/** Fillers say nothing at all (`empty`), or only that someone asks. */
type Fillers = { code: string; empty: ReadonlySet<string>; asking: ReadonlySet<string> }

const FILLERS: Fillers[] = DATA.map(({ code, stopWords, questionWords, askingWords }) => ({
  code,
  empty: new Set([...entries(stopWords), ...entries(questionWords)]),
  asking: new Set(entries(askingWords)),
}))

/**
 * fillersAmong is of one language, that of most such words: what is a filler in one is the name of a thing in another. Where
 * two have as many, it is `lang`, the language of the page.
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
