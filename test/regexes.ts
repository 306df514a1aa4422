// Every regular expression of the product, found by parsing its files. A pattern put together at run time is listed as its
// source says it, for a person to judge.

import { globSync, readFileSync } from 'node:fs'
import { parseAst } from 'vite'

const LEFT_OUT = /\.test\.ts$|\/corpus\/|node_modules/

export type FoundRegex = { pattern: string; file: string; isFixed: boolean }

export function findRegexes(): FoundRegex[] {
  // What others wrote and browsers run alone (reader/dist) is theirs to answer for.
  return globSync('{src,reader,packages}/**/*.{ts,js}', { exclude: ['reader/dist/**'] })
    .filter((file) => !LEFT_OUT.test(file))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      const found: FoundRegex[] = []
      visit(parseAst(text, { lang: 'ts' }), (node) => {
        if (node.regex) found.push({ pattern: `/${node.regex.pattern}/${node.regex.flags}`, file, isFixed: true })
        else if (node.type === 'NewExpression' && node.callee?.name === 'RegExp')
          found.push({ pattern: text.slice(node.start, node.end).replace(/\s+/g, ' '), file, isFixed: false })
      })
      return found
    })
}

type SyntaxNode = {
  type?: string
  start?: number
  end?: number
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
}

function visit(node: unknown, see: (node: SyntaxNode) => void): void {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) see(node)
  for (const inner of Object.values(node)) visit(inner, see)
}
