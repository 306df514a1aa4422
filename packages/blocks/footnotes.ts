// How text names a footnote: "[^label]" refers to one, and a paragraph that begins with "[^label]: " is one.

const DEFINITION = /^\[\^([\p{L}\p{N}_.-]+)\]:(?: |$)/u
const REFERENCE = /\[\^([\p{L}\p{N}_.-]+)\]/gu

/** A NoteName.key is its label as references are compared: Markdown takes "Note" and "note" for the same. */
export type NoteName = { label: string; key: string }

const named = (label: string): NoteName => ({ label, key: label.toLowerCase() })

/** definitionIn reads the beginning of a text; `length` is how much of it that is. */
export function definitionIn(text: string): (NoteName & { length: number }) | undefined {
  const [whole, label] = DEFINITION.exec(text) ?? []
  return whole === undefined || label === undefined ? undefined : { ...named(label), length: whole.length }
}

/** referencesIn are the references of a text, with where they stand; `isWithin`: something stands before it on its line. */
export function referencesIn(text: string, isWithin: boolean): (NoteName & { from: number; to: number })[] {
  if (!text.includes('[^')) return []
  return [...text.matchAll(REFERENCE)].flatMap(({ 0: whole, 1: label, index: from }) => {
    const to = from + whole.length
    // With a colon after it and nothing before it, it would be read as another definition.
    const isDefinition = text[to] === ':' && (text[from - 1] ?? (isWithin ? 'x' : ' ')).trim() === ''
    return isDefinition ? [] : [{ ...named(label!), from, to }]
  })
}
