// Where words occur in the text of the editor. A line is looked through once for each search: its node is the same object until
// someone changes it, so that typing in a long text looks through one line.

import type { Node } from 'prosemirror-model'

export type FindQuery = { text: string; isCased: boolean; isWhole: boolean }
export type WordMatch = { from: number; to: number }

const SYNTAX = /[\\^$.*+?()[\]{}|/]/g
const LETTER = '[\\p{L}\\p{M}\\p{N}_]'

/** patternOf is undefined where nothing is sought. */
export function patternOf({ text, isCased, isWhole }: FindQuery): RegExp | undefined {
  if (text === '') return undefined
  const literal = text.replace(SYNTAX, '\\$&')
  return new RegExp(isWhole ? `(?<!${LETTER})${literal}(?!${LETTER})` : literal, isCased ? 'gu' : 'giu')
}

/** searcher finds one pattern in one state of a text after the other. */
export function searcher(pattern: RegExp | undefined): (text: Node) => WordMatch[] {
  if (!pattern) return () => []
  const matchCache = new WeakMap<Node, WordMatch[]>()
  const within = (line: Node): WordMatch[] => {
    let found = matchCache.get(line)
    if (!found) {
      // What is no text, a line break or a chip, is one position long.
      const words = line.textBetween(0, line.content.size, undefined, '\ufffc')
      found = [...words.matchAll(pattern)].map(({ index, 0: { length } }) => ({ from: index, to: index + length }))
      matchCache.set(line, found)
    }
    return found
  }
  return (text) => {
    const all: WordMatch[] = []
    text.descendants((node, position) => {
      if (!node.isTextblock) return true
      for (const { from, to } of within(node)) all.push({ from: position + 1 + from, to: position + 1 + to })
      return false
    })
    return all
  }
}
