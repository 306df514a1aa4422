// Syntax of footnotes: "[^label]" is a reference, a paragraph that begins with "[^label]: " a definition.

const DEFINITION = /^\[\^([\p{L}\p{N}_.-]+)\]:(?: |$)/u
const REFERENCE = /\[\^([\p{L}\p{N}_.-]+)\]/gu

/** `key` is the label for comparison: Markdown ignores its case. */
export type NoteName = { label: string; key: string }

const named = (label: string): NoteName => ({ label, key: label.toLowerCase() })

/** The definition at the beginning of a text; `length` is its length. */
export function definitionIn(text: string): (NoteName & { length: number }) | undefined {
  const [whole, label] = DEFINITION.exec(text) ?? []
  return whole === undefined || label === undefined ? undefined : { ...named(label), length: whole.length }
}

/** References with their positions; `isWithin`: the text doesn't begin its line. */
export function referencesIn(text: string, isWithin: boolean): (NoteName & { from: number; to: number })[] {
  if (!text.includes('[^')) return []
  return [...text.matchAll(REFERENCE)].flatMap(({ 0: whole, 1: label, index: from }) => {
    const to = from + whole.length
    // At the beginning of a line and before a colon it is another definition.
    const isDefinition = text[to] === ':' && (text[from - 1] ?? (isWithin ? 'x' : ' ')).trim() === ''
    return isDefinition ? [] : [{ ...named(label!), from, to }]
  })
}
