// Footnotes → HTML: superscript numbers in the text, and a list of notes at its end, in order of first reference.

import { footnoteOf, splitAtReferences } from '../footnotes.ts'
import type { Block } from '../model.ts'
import { itemsOf } from '../runs.ts'
import { said, textHtml } from './inline.ts'

export class Footnotes {
  /** The footnotes by key, and the numbers of the referenced ones, in that order. */
  readonly #notes = new Map<string, Block>()
  readonly #numbers = new Map<string, number>()

  /** Collects a footnote for the list at the end; a second one with the same label stays in place. */
  collect(block: Block): boolean {
    const footnote = footnoteOf(block)
    if (!footnote || this.#notes.has(footnote.key)) return false
    this.#notes.set(footnote.key, { ...block, content: itemsOf(footnote.runs) })
    return true
  }

  /** Text as HTML, with references as links to their notes. */
  readonly textHtml = (text: string, isWithin = false): string => {
    if (this.#notes.size === 0) return textHtml(text)
    return splitAtReferences(text, (key) => this.#notes.has(key), isWithin)
      .map((part) => (typeof part === 'string' ? textHtml(part) : this.#referenceHtml(part.key)))
      .join('')
  }

  // Headings never get such ids (outline.ts).
  #referenceHtml(key: string): string {
    const given = this.#numbers.get(key)
    const number = given ?? this.#numbers.size + 1
    this.#numbers.set(key, number)
    const id = given === undefined ? ` id="fnref_${number}"` : ''
    return `<sup><a href="#fn_${number}"${id} aria-label="${said('footnoteNumber', number)}">${number}</a></sup>`
  }

  listHtml(noteHtml: (note: Block) => string): string {
    if (this.#notes.size === 0) return ''
    let items = ''
    // A note may refer to another, which is then appended to this list; unreferenced notes are last.
    for (const [key, number] of this.#numbers) {
      const back = `<a href="#fnref_${number}" aria-label="${said('footnoteBack', number)}">↩</a>`
      items += `<li id="fn_${number}" dir="auto">${noteHtml(this.#notes.get(key)!)} ${back}</li>\n`
    }
    for (const [key, note] of this.#notes) {
      if (!this.#numbers.has(key)) items += `<li dir="auto">${noteHtml(note)}</li>\n`
    }
    return `<section class="footnotes" aria-label="${said('footnotes')}">\n<ol>\n${items}</ol>\n</section>\n`
  }
}
