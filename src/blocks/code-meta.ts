// A code fence's meta: title="x" {1,3-5} showLineNumbers, as spelled by Docusaurus, Starlight, VitePress and MkDocs; written
// back in one spelling. Unknown parts are kept.

import { readLines } from 'galley-blocks/html/code.ts'
import type { Block } from 'galley-blocks/model.ts'
import { oneLine } from 'galley-blocks/text.ts'

type Lines = { highlight: string; added: string; removed: string }
type CodeProps = Partial<Lines> & { title?: string; lineNumbers?: true; meta?: string }

/** Each part is cut out of the meta once. The last one is the title in a code group: [name]. */
const PARTS: [RegExp, keyof CodeProps][] = [
  [part('(?:title|filename|name)="([^"]*)"'), 'title'],
  [part("(?:title|filename|name)='([^']*)'"), 'title'],
  [part('(?:title|filename)=([^\\s"\'{}]+)'), 'title'],
  [part('hl_lines=["\\[]([\\d ,-]+)["\\]]'), 'highlight'],
  [part('ins=\\{([\\d\\s,-]+)\\}'), 'added'],
  [part('del=\\{([\\d\\s,-]+)\\}'), 'removed'],
  [part('(?:mark=|highlight=)?\\{([\\d\\s,-]+)\\}'), 'highlight'],
  [
    part(
      '(:line-numbers|line-numbers|showLineNumbers|lineNumbers|linenums="?\\d*"?|linenos(?:=(?:true|table|inline))?)',
    ),
    'lineNumbers',
  ],
  [part('\\[([^\\]^]+)\\]'), 'title'],
]

function part(source: string): RegExp {
  return new RegExp(`(?:^|\\s)${source}(?=\\s|$)`, 'i')
}

/** Takes language and meta together, because VitePress attaches the lines to the language: js{1,3}. */
export function readMeta(lang: string, meta: string): { language: string; props: CodeProps } {
  const glued = /^([^{[:]*)(:line-numbers|)([{[].*|)$/.exec(lang)
  const language = oneLine(glued ? glued[1]! : lang)
  let rest = oneLine(`${glued ? `${glued[2]} ${glued[3]}` : ''} ${meta}`)
  const props: CodeProps = {}
  for (const [pattern, name] of PARTS) {
    const found = props[name] === undefined ? pattern.exec(rest) : null
    const value = found && propOf(name, found[1]!)
    if (!found || !value) continue
    Object.assign(props, { [name]: value })
    rest = oneLine(`${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`)
  }
  if (rest !== '') props.meta = rest
  return { language, props }
}

function propOf(name: keyof CodeProps, written: string): string | true {
  if (name === 'lineNumbers') return true
  return name === 'title' ? oneLine(written) : writeLines(readLines(written.trim().replace(/[\s,]+/g, ',')))
}

export function writeMeta({ props }: Block): string {
  const title = typeof props.title === 'string' ? oneLine(props.title) : ''
  // A title with both kinds of quotes loses the double ones.
  const quoted = !title.includes('"')
    ? `"${title}"`
    : !title.includes("'")
      ? `'${title}'`
      : `"${title.replaceAll('"', "'")}"`
  const lines = (key: keyof Lines, name: string): string => {
    const written = writeLines(readLines(props[key]))
    return written === '' ? '' : `${name}{${written}}`
  }
  return [
    title && `title=${quoted}`,
    lines('highlight', ''),
    lines('added', 'ins='),
    lines('removed', 'del='),
    props.lineNumbers === true && 'showLineNumbers',
    typeof props.meta === 'string' && oneLine(props.meta),
  ]
    .filter(Boolean)
    .join(' ')
}

function writeLines(lines: number[]): string {
  const ranges: [number, number][] = []
  for (const line of lines) {
    const last = ranges.at(-1)
    if (last && last[1] === line - 1) last[1] = line
    else ranges.push([line, line])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}

const MARK = /^\[!code (\+\+|--|highlight|hl)(?::\d{1,6})?\](?: ?(?:\*\/|-->))?$/
const COMMENT = /(?:\/\/|#|--|\/\*|<!--|;|%)$/
const KINDS: Readonly<Record<string, keyof Lines>> = {
  '++': 'added',
  '--': 'removed',
  highlight: 'highlight',
  hl: 'highlight',
}

/** Docusaurus marks the next line, or a range, by comment lines. */
const ON_A_LINE = /^(\/\/|#|\/\*|\{[ \t]*\/\*|<!--)[ \t]*highlight-(next-line|start|end)/
const ENDS = new Set(['', '*/', '*/}', '-->'])
/** In Markdown, such a comment is part of the example. */
const MARKDOWN = /^(?:md|mdx|markdown)$/i

/** Removes those comment lines and returns the lines that they marked. */
function withoutHighlights(code: string, language: string): { code: string; marked: number[] } {
  if (!code.includes('highlight-')) return { code, marked: [] }
  const [lines, marked]: [string[], number[]] = [[], []]
  let [isNext, isOpen] = [false, false]
  for (const line of code.split('\n')) {
    const text = line.trim()
    const [whole = '', sign = '', what] = ON_A_LINE.exec(text) ?? []
    const isMark = what !== undefined && ENDS.has(text.slice(whole.length).replace(/\s/g, ''))
    if (!isMark || (MARKDOWN.test(language) && /^\/[/*]/.test(sign))) {
      lines.push(line)
      if (isNext || isOpen) marked.push(lines.length)
      isNext = false
    } else if (what === 'next-line') isNext = true
    else isOpen = what === 'start'
  }
  return { code: lines.join('\n'), marked }
}

/** Removes VitePress's "// [!code ++]" and Docusaurus's comments, and returns the lines that they marked. */
export function withoutMarks(given: string, language: string): { code: string; lines: Partial<Lines> } {
  const { code, marked } = withoutHighlights(given, language)
  const found: Partial<Record<keyof Lines, number[]>> = marked.length > 0 ? { highlight: marked } : {}
  const plain = code.split('\n').map((line, index) => {
    const start = line.lastIndexOf('[!code ')
    const sign = start === -1 ? undefined : MARK.exec(line.slice(start).trimEnd())?.[1]
    const before = line.slice(0, Math.max(0, start)).trimEnd()
    const comment = COMMENT.exec(before)
    if (sign === undefined || !comment) return line
    const kind = KINDS[sign]!
    found[kind] = [...(found[kind] ?? []), index + 1]
    return before.slice(0, comment.index).trimEnd()
  })
  const lines = Object.entries(found).map(([kind, numbers]) => [kind, writeLines(numbers.sort((a, b) => a - b))])
  return { code: plain.join('\n'), lines: Object.fromEntries(lines) }
}
