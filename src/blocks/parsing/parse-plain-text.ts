// Parses inline Markdown that is certainly simple: words, `code`, **bold**, *italic*, [links](x), not nested.
// Anything that could mean more (escapes, entities, bare addresses, nesting) returns undefined, and the full parser reads it.

import type { PhrasingContent } from 'mdast'
import { NAMES_EMOJI } from '../syntax/emoji.ts'

// What can start a construct ends a run of words, except where it certainly starts none: underscores between letters, an
// ampersand that names no entity, a "less than" that opens no tag, an "at" without an address before it.
const WORDS =
  /(?:[^\\`*_[<&~@\t]|(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])|&(?![#\w])|<(?=[ \d=])|(?<=(?:^|[ ("]))@(?=\p{L}))+/uy
const CODE = /`([^`\n]+)`(?!`)/y
// Closing after a letter, or after punctuation before a blank: cases without special rules for emphasis.
const INNER =
  '([\\p{L}\\p{N}](?:[^\\\\`*_[\\]<&~@!\\t\\n]*[\\p{L}\\p{N}])?|[\\p{L}\\p{N}][^\\\\`*_[\\]<&~@!\\t\\n]*[:.?,)](?=\\*+(?:[ \\n]|$)))'
const STRONG = new RegExp(`\\*\\*${INNER}\\*\\*(?!\\*)`, 'uy')
const EMPHASIS = new RegExp(`\\*${INNER}\\*(?!\\*)`, 'uy')
const LINK = /\[([^\s[\]`*_<&~\\!^@](?:[^[\]`*_<&~\\!@\t\n]*[^\s[\]`*_<&~\\!@])?)\]\(([^\s()<>\\&`[\]]+)\)/uy
const BARE_ADDRESS = /:\/\/|www\.|mailto:|xmpp:/i

export function parsePlainText(source: string): PhrasingContent[] | undefined {
  // Two dollars may enclose a formula, two colons an emoji.
  const dollar = source.indexOf('$')
  if (dollar !== -1 && source.includes('$', dollar + 1)) return undefined
  const colon = source.indexOf(':')
  if (colon !== -1 && source.includes(':', colon + 1) && NAMES_EMOJI.test(source)) return undefined
  const nodes: PhrasingContent[] = []
  for (let at = 0; at < source.length; ) {
    const token = readToken(source, at)
    if (!token) return undefined
    nodes.push(token.node)
    at = token.end
  }
  return nodes
}

function readToken(source: string, at: number): { node: PhrasingContent; end: number } | undefined {
  switch (source[at]) {
    case '`': {
      const code = match(CODE, source, at)
      const value = code?.[1]
      // Blanks at both ends have special rules.
      if (!code || value === undefined || value !== value.trim()) return undefined
      return { node: { type: 'inlineCode', value }, end: at + code[0].length }
    }
    case '*': {
      const strong = match(STRONG, source, at)
      if (strong) return marked('strong', strong, at)
      const emphasis = match(EMPHASIS, source, at)
      return emphasis && marked('emphasis', emphasis, at)
    }
    case '[': {
      const link = source[at - 1] === '!' ? undefined : match(LINK, source, at)
      if (!link || BARE_ADDRESS.test(link[1]!)) return undefined
      const children = [{ type: 'text' as const, value: link[1]! }]
      return { node: { type: 'link', url: link[2]!, title: null, children }, end: at + link[0].length }
    }
    default: {
      const words = match(WORDS, source, at)
      if (!words || BARE_ADDRESS.test(words[0])) return undefined
      return { node: { type: 'text', value: words[0] }, end: at + words[0].length }
    }
  }
}

function marked(type: 'strong' | 'emphasis', found: RegExpExecArray, at: number) {
  if (BARE_ADDRESS.test(found[1]!)) return undefined
  return { node: { type, children: [{ type: 'text' as const, value: found[1]! }] }, end: at + found[0].length }
}

function match(pattern: RegExp, source: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at
  return pattern.exec(source) ?? undefined
}
