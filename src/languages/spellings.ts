// Letters with a two-letter spelling: people without ü on their keyboard type ue.

import { baseOf } from './tag.ts'

const NORDIC = { å: 'aa', ä: 'ae', ö: 'oe', æ: 'ae', ø: 'oe' }
const LETTERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: { ä: 'ae', ö: 'oe', ü: 'ue' },
  da: NORDIC,
  fi: NORDIC,
  nb: NORDIC,
  nn: NORDIC,
  no: NORDIC,
  sv: NORDIC,
}

/** The text with all such letters expanded, and with all contracted; empty in most languages. */
export function spelledOtherwise(text: string, lang: string): string[] {
  const letters = Object.entries(LETTERS[baseOf(lang)] ?? {})
  if (letters.length === 0) return []
  let [long, short] = [text.normalize('NFC').toLowerCase(), text.normalize('NFC').toLowerCase()]
  for (const [letter, two] of letters) {
    long = long.replaceAll(letter, two)
    short = short.replaceAll(two, letter)
  }
  return [long, short]
}
