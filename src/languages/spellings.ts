// Letters that a language also writes as two: whoever has no ü on the keyboard types ue, and means the same word.

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

/** spelledOtherwise is a text with every such letter as two, and with every two as one; none in most languages. */
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
