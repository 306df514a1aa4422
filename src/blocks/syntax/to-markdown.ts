// Writes what our syntax adds to Markdown, and escapes what it would read as such.

import type { Nodes } from 'mdast'
import type { Options } from 'mdast-util-to-markdown'
import type { Container } from './nodes.ts'

const WORDLY = /[\p{L}\p{N}_$]/u

export const syntaxToMarkdown: Options = {
  unsafe: [
    { character: '$', inConstruct: 'phrasing' },
    { character: ':', after: '(?!\\d+:)[\\w+-]{1,40}:', inConstruct: 'phrasing' },
    { atBreak: true, character: ':', after: '::' },
  ],
  handlers: {
    // Handlers are called with the node of their name.
    container(node: Container, _, state, info) {
      const body = state.containerFlow(node, info)
      // A fence inside ends the container, unless it is shorter.
      const inner = body.match(/^[ \t>]*:{3,}/gm)?.map((line) => line.trimStart().replace(/^[> \t]+/, '').length) ?? []
      const fence = ':'.repeat(Math.max(2, ...inner) + 1)
      return [`${fence}${node.info}`, ...(body === '' ? [] : [body]), fence].join('\n')
    },
    math: ({ value }: { value: string }) => `$$\n${value.replace(/^(?=[ \t]*\$\$[ \t]*$)/gm, '\\')}\n$$`,
    inlineMath,
  } as Options['handlers'],
}

function inlineMath(
  { value }: { value: string },
  _: Nodes | undefined,
  __: unknown,
  info: { before: string; after: string },
) {
  const isApart = !WORDLY.test(info.before.slice(-1)) && !WORDLY.test(info.after[0] ?? '') && info.after[0] !== '{'
  return isApart ? `$${value}$` : `$$${value}$$`
}
inlineMath.peek = () => '$'
