// Folds text for searching: ignores case, width, accents and ligatures (ё is е, but й stays a letter, as in Russian
// dictionaries); keeps vowel signs of scripts that need them.
//
// Folded text is stored (search index, users.name_key): a change here requires rebuilding it.

/** Accents of Latin, Greek and Cyrillic (not the breve of й), points of Hebrew and Arabic, invisible joiners. */
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

export function fold(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(MARKS, '')
    .normalize('NFC')
    .replace(LETTERS_PATTERN, (letter) => LETTERS[letter]!)
}
