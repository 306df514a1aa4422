// Inline Markdown as plain text, for titles, questions and comparisons. Not a parser: it removes known marks.

import { oneLine } from 'galley-blocks/text.ts'

export function plainText(markdown: string): string {
  const bare = markdown
    .replace(/!?\[([^\]]{0,500})\]\([^()]{0,1000}\)/g, '$1')
    .replace(/\*\*|__|`+|~~/g, '')
    .replace(/(^|[\s(])[*_]([^*_\s][^*_]{0,300})[*_](?=$|[\s).,;:!?])/g, '$1$2')
    .replace(/\\([\\`*_{}[\]()#+.!|>~-])/g, '$1')
  return oneLine(bare)
}

/** Shortens a text, at the end of a word if possible. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text
  const cut = text.slice(0, length)
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > length / 2 ? space : length).trimEnd()}…`
}
