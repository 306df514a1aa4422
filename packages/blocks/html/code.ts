// Code → HTML: its title, and its lines if some are highlighted, added or removed, or all are numbered. Colour spans never
// cross a line end, so that coloured code can be split into lines.

import type { Block } from '../model.ts'
import { inlineText, oneLine } from '../text.ts'
import { attributes, escapeHtml, withoutBidiControls } from './inline.ts'

/** The escaped content of <code>; undefined for an unknown language. */
export type Highlight = (code: string, language: string) => string | undefined

/** `pieces`: the lines of both states, if it changed since `before`. */
export type CodeChange = { before: Block; pieces: readonly { op: string; text: string }[] }

export function codeHtml(block: Block, highlight?: Highlight, change?: CodeChange): string {
  const language = languageOf(block)
  const inner = change ? withChange(block, highlight, change) : withLines(block, colouredHtml(block, highlight))
  const title = typeof block.props.title === 'string' ? oneLine(block.props.title) : ''
  const box = `<div${attributes({ class: 'code-block', 'data-language': shownLanguage(language) })}><pre tabindex="0" dir="ltr">${inner}</pre></div>\n`
  if (title === '') return box
  return `<figure class="code">\n<figcaption dir="auto">${escapeHtml(title)}</figcaption>\n${box}</figure>\n`
}

const languageOf = ({ props }: Block): string => (typeof props.language === 'string' ? props.language : '')

function colouredHtml(block: Block, highlight?: Highlight): string {
  const code = withoutBidiControls(inlineText(block.content))
  const coloured = highlight?.(code, languageOf(block))
  return coloured === undefined ? escapeHtml(code) : withoutBidiControls(coloured)
}

/** Names of languages that aren't shown. */
const PLAIN = /^(?:none|text|txt|plain|plaintext)$/i
const shownLanguage = (language: string): string | undefined => (PLAIN.test(language) ? 'text' : language || undefined)

function withLines({ props }: Block, html: string): string {
  const [marked, added, removed] = [props.highlight, props.added, props.removed].map(
    (lines) => new Set(readLines(lines)),
  )
  const numbered = props.lineNumbers === true
  if (!numbered && marked!.size + added!.size + removed!.size === 0) return `<code>${html}</code>`
  const lines = html.split('\n').map((line, index) => {
    const number = index + 1
    const tag = added!.has(number) ? 'ins' : removed!.has(number) ? 'del' : 'span'
    return `<${tag} class="line${marked!.has(number) ? ' marked' : ''}">${line}</${tag}>`
  })
  return `<code${attributes({ class: numbered ? 'numbered' : undefined })}>${lines.join('\n')}</code>`
}

/** Each state is coloured as a whole, and its lines taken from there. */
function withChange(block: Block, highlight: Highlight | undefined, { before, pieces }: CodeChange): string {
  const [old, now] = [before, block].map((one) => colouredHtml(one, highlight).split('\n'))
  let [o, n] = [0, 0]
  const lines = pieces.flatMap(({ op, text }) => {
    const { length } = text.split('\n')
    if (op !== 'added') o += length
    if (op !== 'removed') n += length
    const tag = op === 'added' ? 'ins' : op === 'removed' ? 'del' : 'span'
    const shown = op === 'removed' ? old!.slice(o - length, o) : now!.slice(n - length, n)
    return shown.map((line) => `<${tag} class="line">${line}</${tag}>`)
  })
  return `<code>${lines.join('\n')}</code>`
}

/** Bounds ranges such as "1-999999999". */
const MOST_LINES = 10_000

/** The sorted line numbers of "1,3-5". */
export function readLines(value: unknown): number[] {
  if (typeof value !== 'string') return []
  const numbers = new Set<number>()
  for (const range of value.split(',')) {
    const [, from, to] = /^\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?$/.exec(range) ?? []
    if (from === undefined) continue
    const last = Math.min(Number(to ?? from), MOST_LINES)
    for (let line = Math.max(1, Number(from)); line <= last; line++) numbers.add(line)
  }
  return [...numbers].sort((a, b) => a - b)
}

/** A diagram as text; a script draws it (reader/assets/diagrams.js). */
export function diagramHtml(block: Block, change?: CodeChange): string {
  if (inlineText(block.content).trim() === '' && !change) return ''
  const text = codeHtml({ ...block, props: { language: 'mermaid' } }, undefined, change)
  return `${DIAGRAM}\n<details class="toggle" open>\n<summary>Diagram as text</summary>\n${text}</details>\n</figure>\n`
}

const DIAGRAM = '<figure class="diagram">'
/** Text is escaped, so only a diagram has this tag. */
export const holdsDiagram = (html: string): boolean => html.includes(DIAGRAM)
