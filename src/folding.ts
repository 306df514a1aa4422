// How text is compared where people search: case, width, accents and ligatures are no obstacle (ё is е, but й stays a letter
// of its own, as in Russian dictionaries); vowel signs of scripts that need them are kept.
//
// Folded text is stored (the search index, users.name_key): a change here means making it again.

/** Accents of Latin, Greek and Cyrillic (not the breve that makes й), points of Hebrew and Arabic, invisible joiners. */
const MARKS =
  /(?<!и)\u0306|[\u0300-\u0305\u0307-\u036f\u0591-\u05c7\u064b-\u0652\u0670\u00ad\u200b-\u200d\u2060\ufeff]/g
const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}
const LETTERS_PATTERN = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

const ASCII = /^[\0-\x7f]*$/
export const isAscii = (text: string): boolean => ASCII.test(text)

/** fold lower-cases, and takes away what should not matter when text is compared. */
export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(LETTERS_PATTERN, (letter) => LETTERS[letter]!)
}
