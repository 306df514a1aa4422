// Passages turned into blocks. Ids come from the content and its place, so that a redraft gives an unchanged passage
// the id it had; simple text is turned into blocks here, anything richer by the Markdown parser.

import { hash } from 'node:crypto'
import type { Block, Inline } from 'galley-blocks/model.ts'
import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'

export class BlockBuilder {
  readonly #taken: Set<string>

  /** `taken` are the ids of blocks that are kept; no new block gets one of them. */
  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken)
  }

  heading(text: string, level: number): Block {
    const content: Inline[] = simpleInline(text) ?? [{ type: 'text', text, styles: {} }]
    return {
      id: this.#id(`heading ${level} ${text}`),
      type: 'heading',
      props: { level: Math.min(level, 6) },
      content,
      children: [],
    }
  }

  /** code reads what stood behind the fence, too: a title, marked lines, or that it is a diagram. */
  code(text: string, info: string): Block[] {
    const fence = '`'.repeat(Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length)) + 1)
    return blocksFromMarkdown(`${fence}${info}\n${text}\n${fence}`, () => this.#id(`code ${text}`))
  }

  /** paragraph reads inline Markdown; text that would become something else than a paragraph is kept as plain text. */
  paragraph(text: string): Block[] {
    const simple = simpleInline(text)
    if (simple) return [{ id: this.#id(text), type: 'paragraph', props: {}, content: simple, children: [] }]
    const blocks = this.markdown(text)
    if (blocks.every((block) => block.type === 'paragraph' || block.type === 'image' || block.type === 'file'))
      return blocks
    return [
      { id: this.#id(text), type: 'paragraph', props: {}, content: [{ type: 'text', text, styles: {} }], children: [] },
    ]
  }

  markdown(text: string): Block[] {
    let count = 0
    return blocksFromMarkdown(text, () => this.#id(`${text} ${count++}`))
  }

  /** item makes one entry of a list from inline Markdown. */
  item(text: string, type: 'bulletListItem' | 'numberedListItem'): Block {
    const content = simpleInline(text) ?? this.paragraph(text)[0]?.content ?? [{ type: 'text', text, styles: {} }]
    return { id: this.#id(`${type} ${text}`), type, props: {}, content, children: [] }
  }

  #id(seed: string): string {
    const first = hash('sha256', seed).slice(0, 16)
    let id = first
    for (let nth = 2; this.#taken.has(id); nth++) id = `${first}-${nth}`
    this.#taken.add(id)
    return id
  }
}

/** What makes a text more than letters and code spans: then the parser must look at it. */
const RICH = /[*_[\]<>&\\~|!]|https?:|www\.|@|^\s*(?:#|\d+[.)]\s|[-+=]|\$)|\n/

/** simpleInline reads plain text with code spans, which most sentences are; undefined when there may be more to it. */
function simpleInline(text: string): Inline[] | undefined {
  const parts = text.split('`')
  if (parts.length % 2 === 0 || text.includes('``')) return undefined
  const inline: Inline[] = []
  for (const [index, part] of parts.entries()) {
    const isCode = index % 2 === 1
    if (!isCode && RICH.test(index === 0 ? part : `x${part}`)) return undefined
    if (isCode && part.trim() !== part) return undefined
    if (part !== '') inline.push({ type: 'text', text: part, styles: isCode ? { code: true } : {} })
  }
  return inline
}
