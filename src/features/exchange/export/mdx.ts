// Markdown that MDX reads as the same: there braces are expressions, every `<` begins an element, and elements are closed. Above
// it stands what the page imports.

import type { PresetName } from '../preset-names.ts'
import { codeRanges } from '../syntax/code-ranges.ts'
import { type ModuleStatement, statementsOf } from '../syntax/literal.ts'

/** isReadAsMdx: these tools read all their pages as MDX. */
export const isReadAsMdx = (preset: PresetName, file: string): boolean =>
  preset === 'docusaurus' || preset === 'mintlify' || file.endsWith('.mdx')

const HEADING_ID = /\{#([^\s{}]+)\}(?=[ \t]*(?:\n|$))/y
const ADDRESS = /<([a-z][a-z\d+.-]*:[^\s<>]*)>/iy
const MAIL = /<([^\s<>@]+@[^\s<>]+)>/y
const TAG = /<(\/?)([a-z][\w.:-]*)/iy
const MATH = /\$\$[^$]+\$\$|\$[^$\n]+\$/y
const VOID = /^(?:area|br|col|hr|img|input|source|track|wbr)$/
/** At the beginning of a paragraph these words begin a program. */
const PROGRAM = /(?:import|export)[ \t]/y

export function asMdx(source: string, preset: PresetName): string {
  let out = ''
  let at = 0
  for (const { start, end } of [...codeRanges(source), { start: source.length, end: source.length }]) {
    while (at < start) {
      const { text, next } = pieceAt(source, at, preset)
      out += text
      at = next
    }
    out += source.slice(Math.max(at, start), end)
    at = Math.max(at, end)
  }
  return out
}

/** pieceAt is what the text at a position becomes, and where the next piece begins. */
function pieceAt(source: string, at: number, preset: PresetName): { text: string; next: number } {
  const found = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(source)
  }
  const as = (text: string, length: number) => ({ text, next: at + length })
  const character = source[at]!
  if (character === '\\') return as(source.slice(at, at + 2), 2)
  if (character === '$') {
    const [math = '$'] = found(MATH) ?? []
    return as(math, math.length)
  }
  if (character === '{') {
    const [whole, id] = found(HEADING_ID) ?? []
    if (whole === undefined) return as('\\{', 1)
    return as(preset === 'docusaurus' ? whole : `{/* #${id} */}`, whole.length)
  }
  const isBegun = at === 0 || (source[at - 1] === '\n' && (at === 1 || source[at - 2] === '\n'))
  if (isBegun && found(PROGRAM)) return as(`&#${character.charCodeAt(0)};`, 1)
  if (character !== '<') return as(character, 1)
  const [address, url] = found(ADDRESS) ?? []
  if (address !== undefined) return as(`[${url}](${url})`, address.length)
  const [mail, name] = found(MAIL) ?? []
  if (mail !== undefined) return as(`[${name}](mailto:${name})`, mail.length)
  const [, closing, element] = found(TAG) ?? []
  if (element === undefined) return as('\\<', 1)
  const end = tagEnd(source, at)
  const tag = source.slice(at, end)
  const isOpen = closing === '' && VOID.test(element) && !tag.endsWith('/>')
  return { text: isOpen ? `${tag.slice(0, -1).trimEnd()} />` : tag, next: end }
}

/** tagEnd is behind the `>` that no quote and no brace holds. */
function tagEnd(source: string, from: number): number {
  let quote = ''
  let depth = 0
  for (let at = from; at < source.length; at++) {
    const character = source[at]!
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'" || character === '`') quote = character
    else if (character === '{') depth++
    else if (character === '}') depth--
    else if (character === '>' && depth <= 0) return at + 1
  }
  return source.length
}

/** COMPONENTS are what our own containers are written as, and where a tool has them. */
const COMPONENTS: Partial<Record<PresetName, Record<string, string>>> = {
  docusaurus: { Tabs: "import Tabs from '@theme/Tabs'", TabItem: "import TabItem from '@theme/TabItem'" },
  starlight: {
    Tabs: "import { Tabs } from '@astrojs/starlight/components'",
    TabItem: "import { TabItem } from '@astrojs/starlight/components'",
  },
}

/** withProgram puts before a page what it imports and still uses. A part whose text the page has now is not imported any more. */
export function withProgram(body: string, preset: PresetName, program = ''): string {
  const used = namesUsed(body)
  const isUsed = ({ names }: ModuleStatement) => names.length === 0 || names.some((name) => used.has(name))
  const statements = statementsOf(program)
  const exported = statements.filter((one) => !one.isImport && isUsed(one))
  for (const { text } of exported) for (const [name] of text.matchAll(/[\w$]+/g)) used.add(name)
  const needed = statements.filter((one) => (one.isImport ? isUsed(one) : exported.includes(one)))
  const declared = new Set(needed.flatMap(({ names }) => names))
  const ours = Object.entries(COMPONENTS[preset] ?? {}).filter(([name]) => used.has(name) && !declared.has(name))
  const lines = [...needed.filter((one) => one.isImport).map(({ text }) => text), ...ours.map(([, line]) => line)]
  return [lines.join('\n'), ...exported.map(({ text }) => text), body].filter((part) => part !== '').join('\n\n')
}

/** namesUsed are those of elements, and those in expressions. */
function namesUsed(body: string): Set<string> {
  const names = [...body.matchAll(/<([\w$]+)/g)].map(([, name]) => name!)
  for (const [expression] of body.matchAll(/\{[^{}]*\}/g)) names.push(...(expression.match(/[\w$]+/g) ?? []))
  return new Set(names)
}
