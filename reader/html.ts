// Markup templates: html`` escapes every value that isn't markup already.

import { BIDI_CONTROLS, escapeHtml } from 'galley-blocks/html/inline.ts'

/** Text that is safe as HTML. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

export type Value = Markup | string | number | false | null | undefined | readonly Value[]

/** For text escaped elsewhere: a document's saved HTML, a search's snippet. */
export const markup = (text: string): Markup => new Markup(text)

export function html(parts: TemplateStringsArray, ...values: Value[]): Markup {
  let text = parts[0]!
  for (let index = 0; index < values.length; index++) text += shown(values[index]) + parts[index + 1]!
  return new Markup(text)
}

function shown(value: Value): string {
  if (value === undefined || value === null || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(shown).join('')
  return escapeHtml(String(value))
}

const UNSAFE_IN_SCRIPT = new RegExp(String.raw`[<>&\u2028\u2029${BIDI_CONTROLS}]`, 'g')

/** JSON for a script element: can't end the element or contain bidirectional controls. */
export const dataBlock = (value: unknown): Markup =>
  new Markup(
    JSON.stringify(value).replace(
      UNSAFE_IN_SCRIPT,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  )
