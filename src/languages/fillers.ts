// The words of a query that say little about what is looked for. Apart from languages.ts, whose patterns take a third of a
// second to make, and which a service that only searches does not need.

import { de } from './de.ts'
import { en } from './en.ts'
import { entries } from './entries.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { ja } from './ja.ts'
import { pt } from './pt.ts'
import { ru } from './ru.ts'
import { zh } from './zh.ts'

/** Fillers say nothing at all (`empty`), or only that someone asks. */
export type Fillers = { empty: ReadonlySet<string>; asking: ReadonlySet<string> }

const FILLERS: Fillers[] = [en, de, fr, es, pt, ru, ja, zh].map(({ stopWords, questionWords, askingWords }) => ({
  empty: new Set([...entries(stopWords), ...entries(questionWords)]),
  asking: new Set(entries(askingWords)),
}))

/** fillersAmong is of one language, that of most such words: what is a filler in one is the name of a thing in another. */
export function fillersAmong(words: readonly string[]): Fillers {
  let [best, most] = [FILLERS[0]!, 0]
  for (const fillers of FILLERS) {
    const count = words.filter((word) => fillers.empty.has(word)).length
    if (count > most) [best, most] = [fillers, count]
  }
  return best
}
