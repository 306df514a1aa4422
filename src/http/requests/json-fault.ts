// Finds where a text isn't JSON, with the offsets of Python's json module: the contract promises FastAPI's `json_invalid`
// bodies, and V8's errors often lack an offset. Runs only after JSON.parse has failed. Linear: regular expressions match only
// a few characters (V8 keeps backtracking state for every character of a long match). Recursive, so the caller limits the
// depth first.

/** The index of the first error; undefined if the text is JSON. */
export function findJsonFault(text: string): number | undefined {
  try {
    const end = skipBlanks(text, skipValue(text, skipBlanks(text, 0)))
    return end < text.length ? end : undefined
  } catch (thrown) {
    if (!(thrown instanceof SyntaxFault)) throw thrown
    return thrown.at
  }
}

class SyntaxFault extends Error {
  readonly at: number
  constructor(at: number) {
    super()
    this.at = at
  }
}

function fail(at: number): never {
  throw new SyntaxFault(at)
}

function skipBlanks(text: string, at: number): number {
  while (at < text.length && ' \t\n\r'.includes(text[at]!)) at++
  return at
}

function skipDigits(text: string, at: number): number {
  while (isDigit(text[at])) at++
  return at
}

const isDigit = (character: string | undefined): boolean =>
  character !== undefined && character >= '0' && character <= '9'

function skipValue(text: string, at: number): number {
  const character = text[at]
  if (character === '"') return skipString(text, at)
  if (character === '{') return skipObject(text, at)
  if (character === '[') return skipArray(text, at)
  for (const word of ['null', 'true', 'false']) if (text.startsWith(word, at)) return at + word.length
  return skipNumber(text, at)
}

/** Ends before a fraction or exponent without digits, which is then the error. */
function skipNumber(text: string, start: number): number {
  const first = text[start] === '-' ? start + 1 : start
  if (!isDigit(text[first])) fail(start)
  let at = text[first] === '0' ? first + 1 : skipDigits(text, first)
  if (text[at] === '.' && isDigit(text[at + 1])) at = skipDigits(text, at + 1)
  if (text[at] === 'e' || text[at] === 'E') {
    const digits = text[at + 1] === '-' || text[at + 1] === '+' ? at + 2 : at + 1
    if (isDigit(text[digits])) at = skipDigits(text, digits)
  }
  return at
}

function skipString(text: string, start: number): number {
  let at = start + 1
  for (;;) {
    while (at < text.length && isPlain(text.charCodeAt(at))) at++
    const character = text[at]
    if (character === '"') return at + 1
    if (character === undefined) fail(start)
    if (character !== '\\') fail(at)
    at = skipEscape(text, at, start)
  }
}

const isPlain = (unit: number): boolean => unit >= 0x20 && unit !== 0x22 && unit !== 0x5c

function skipEscape(text: string, backslash: number, start: number): number {
  const letter = text[backslash + 1]
  if (letter === undefined) fail(start)
  if (letter !== 'u') return '"\\/bfnrt'.includes(letter) ? backslash + 2 : fail(backslash)
  const end = backslash + 6
  // Python expects another character after the four digits of an escape.
  const isEscape = end < text.length && /^[0-9a-fA-F]{4}$/.test(text.slice(backslash + 2, end))
  return isEscape ? end : fail(backslash + 1)
}

function skipObject(text: string, start: number): number {
  let at = skipBlanks(text, start + 1)
  if (text[at] === '}') return at + 1
  for (;;) {
    if (text[at] !== '"') fail(at)
    at = skipBlanks(text, skipString(text, at))
    if (text[at] !== ':') fail(at)
    at = skipBlanks(text, skipValue(text, skipBlanks(text, at + 1)))
    if (text[at] === '}') return at + 1
    if (text[at] !== ',') fail(at)
    const comma = at
    at = skipBlanks(text, comma + 1)
    if (text[at] === '}') fail(comma)
  }
}

function skipArray(text: string, start: number): number {
  let at = skipBlanks(text, start + 1)
  if (text[at] === ']') return at + 1
  for (;;) {
    at = skipBlanks(text, skipValue(text, at))
    if (text[at] === ']') return at + 1
    if (text[at] !== ',') fail(at)
    const comma = at
    at = skipBlanks(text, comma + 1)
    if (text[at] === ']') fail(comma)
  }
}
