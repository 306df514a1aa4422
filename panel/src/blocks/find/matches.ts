// Finds words in the editor's text. Results are cached by line node, so that typing in a long text searches one line.

import type { Node } from 'prosemirror-model'

export type FindQuery = { text: string; isCased: boolean; isWhole: boolean }
export type WordMatch = { from: number; to: number }

const SYNTAX = /[\\^$.*+?()[\]{}|/]/g
const LETTER = '[\\p{L}\\p{M}\\p{N}_]'

/** Undefined without a search term. */
export function patternOf({ text, isCased, isWhole }: FindQuery): RegExp | undefined {
  if (text === '') return undefined
  const literal = text.replace(SYNTAX, '\\$&')
  return new RegExp(isWhole ? `(?<!${LETTER})${literal}(?!${LETTER})` : literal, isCased ? 'gu' : 'giu')
}

/** Searches successive states of a text for one pattern. */
export function searcher(pattern: RegExp | undefined): (text: Node) => WordMatch[] {
  if (!pattern) return () => []
  const matchCache = new WeakMap<Node, WordMatch[]>()
  const within = (line: Node): WordMatch[] => {
    let found = matchCache.get(line)
    if (!found) {
      // Elements other than text (line breaks, chips) take one position.
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
