// Source files: what their documentation comments say (`/** … */` with tags, lines that begin with `//`, docstrings), under
// the name of what they document. The code itself is no text; names that begin with an underscore and private parts are not documented.

import { oneLine } from '#blocks/text.ts'
import type { Item, SourceText } from '../contract.ts'
import { splitSentences } from '../text/sentences.ts'

const OPENS = '/**'
const OPENED = /^[ \t]*\/\*\*/m
const CLOSES = '*/'
const KEYWORD =
  'export|default|public|pub|static|async|function|func|class|interface|struct|enum|trait|type|const|let|var|abstract|readonly|get|set|fn|def'
const SIGNATURE = new RegExp(
  String.raw`^\s*(?:@\w+(?:\([^)\n]*\))?\s*)*(?:(?:${KEYWORD})\s+)*(?:\([^)\n]{0,100}\)\s+)?\*?([#\w$]+)\s*(\([^)\n]{0,300}\))?`,
)
/** A line that declares something, so that a comment directly above documents it; a package is its whole file. */
const DECLARES = new RegExp(String.raw`^\s*(?:${KEYWORD}|package|mod)\s`)
const LINE_COMMENT = /^[ \t]*\/\/[/!]? ?/
const TAG = /^@(\w+)\s*(?:\{((?:[^{}]|\{[^{}]*\})*)\})?\s*(.*)$/s
const HIDDEN = new Set(['private', 'internal', 'ignore', 'hidden', 'file', 'fileoverview', 'license', 'module', 'todo'])
/** Tags that name a part with a type: parameters, properties, errors. */
const NAMED = new Set(['param', 'arg', 'argument', 'property', 'prop', 'typeparam', 'template'])
const TITLED = new Set(['typedef', 'callback', 'name', 'class', 'function', 'method'])
/** `[limit=5] - How many`, or `limit How many`. */
const PARAMETER = /^(?:\[([\w.$]+)(?:=([^\]]*))?\]|([\w.$]+))?\s*-?\s*(.*)$/s
const DOCSTRING_MARK = /"""|'''/g
/** What stands directly before a docstring: a declaration, perhaps over two lines. It is looked for in a short piece of text. */
const DECLARED = /(?:^|\n)[ \t]*(?:async[ \t]+)?(def|class)[ \t]+(\w+)[^\n]*(?:\n[^\n]*:[ \t]*)?\n\s*[ru]?$/
const LONGEST_DECLARATION = 400
const LONGEST_DOCSTRING = 20_000

/** isSourceFile: documentation comments among lines of code. */
export function isSourceFile(text: string): boolean {
  if (OPENED.test(text)) return /[{};]\s*$/m.test(text)
  if (/^[ \t]*[ru]?(?:"""|''')/m.test(text)) return /^[ \t]*(?:(?:def|class|from|import)[ \t]+|@)\w/m.test(text)
  return (
    LINE_COMMENT.test(/^[ \t]*\/\/.*/m.exec(text)?.[0] ?? '') && text.split('\n').some((line) => DECLARES.test(line))
  )
}

export function readComments(source: SourceText): Item[] {
  const reader = new CommentReader(source)
  if (OPENED.test(source.text)) reader.blockComments()
  else if (/^[ \t]*\/\//m.test(source.text)) reader.lineComments()
  else reader.docstrings()
  return reader.items
}

class CommentReader {
  readonly items: Item[] = []
  readonly #source: SourceText
  #group = 0
  /** Where the comment begins that is read now. */
  #from = 0

  constructor(source: SourceText) {
    this.#source = source
  }

  blockComments(): void {
    const { text } = this.#source
    for (let at = text.indexOf(OPENS); at >= 0; at = text.indexOf(OPENS, at)) {
      const close = text.indexOf(CLOSES, at + OPENS.length)
      if (close < 0) return
      this.#from = at
      this.#blockComment(text.slice(at, close + CLOSES.length), close + CLOSES.length)
      at = close + CLOSES.length
    }
  }

  #blockComment(comment: string, end: number): void {
    const inner = comment.slice(OPENS.length, -CLOSES.length)
    this.#comment(
      inner.split('\n').map((line) => line.replace(/^\s*\*? ?/, '').trimEnd()),
      comment,
      end,
    )
  }

  /** lineComments reads runs of comment lines that stand directly above a declaration. */
  lineComments(): void {
    let run: string[] = []
    let end = 0
    for (const line of this.#source.text.split('\n')) {
      if (LINE_COMMENT.test(line)) run.push(line)
      else if (run.length > 0) {
        const quote = run.join('\n')
        this.#from = end - quote.length - 1
        const told = run.map((one) => one.replace(LINE_COMMENT, '').trimEnd())
        if (DECLARES.test(line)) this.#comment(told, quote, /^\s*(?:package|mod)\s/.test(line) ? Infinity : end)
        run = []
      }
      end += line.length + 1
    }
  }

  /** comment reads what a comment says of the declaration that stands at `end`. */
  #comment(lines: string[], comment: string, end: number): void {
    const parts = tagParts(lines)
    const tags = parts.slice(1).map((part) => TAG.exec(part)!)
    const after = this.#source.text.slice(end, end + 600).trimStart()
    const [, name, args = ''] = SIGNATURE.exec(after) ?? []
    const titled = tags.find(([, tag]) => TITLED.has(tag!))?.[3]?.split(/\s/)[0]
    if (tags.some(([, tag]) => HIDDEN.has(tag!)) || /^[_#]/.test(name ?? '')) return
    this.#entry(titled ?? (name ? `${name}${args}` : ''), parts[0]!, comment)
    for (const [, tag, type, rest] of tags) this.#tag(tag!, type ?? '', rest ?? '')
  }

  #under: string[] = []

  #entry(name: string, description: string, quote: string): void {
    this.#under = name === '' ? [] : [`\`${name}\``]
    for (const paragraph of description.split(/\n\s*\n/)) {
      this.#group++
      for (const sentence of splitSentences(oneLine(unlinked(paragraph)))) this.#push('sentence', sentence, quote)
    }
    this.#group++
  }

  #tag(tag: string, type: string, rest: string): void {
    if (TITLED.has(tag)) return
    const said = unlinked(rest).replace(/\s+/g, ' ').trim()
    if (tag === 'example') {
      this.#group++
      this.#push('code', rest.trim(), rest.trim())
      this.#group++
      return
    }
    if (NAMED.has(tag)) {
      const [, optional, preset, plain, about] = PARAMETER.exec(said) ?? []
      const name = optional ?? plain
      const facts = [type, preset === undefined ? '' : `= ${preset}`]
        .filter((fact) => fact !== '')
        .map((fact) => `\`${fact}\``)
      if (name)
        this.#push(
          'entry',
          `\`${name}\`${facts.length > 0 ? ` (${facts.join(', ')})` : ''}${about ? `: ${about}` : ''}`,
          rest,
        )
      return
    }
    if (said === '' && type === '') return
    const label = tag.charAt(0).toUpperCase() + tag.slice(1)
    this.#push('entry', `${label}${type ? ` \`${type}\`` : ''}${said ? `: ${said}` : ''}`, rest.trim() || type)
  }

  docstrings(): void {
    const { text } = this.#source
    let end = 0
    for (const { 0: mark, index: at } of text.matchAll(DOCSTRING_MARK)) {
      const close = at < end ? -1 : text.indexOf(mark, at + mark.length)
      if (close < 0 || close - at > LONGEST_DOCSTRING) continue
      const before = text.slice(Math.max(end, at - LONGEST_DECLARATION), at)
      const [declared, , name = ''] = DECLARED.exec(before) ?? []
      end = close + mark.length
      this.#from = at - (declared?.length ?? 0)
      const isOwn = declared !== undefined || (this.items.length === 0 && /(?:^|\n)[ \t]*[ru]?$/.test(before))
      if (!isOwn || name.startsWith('_')) continue
      this.#under = name === '' ? [] : [`\`${name}\``]
      this.#docstring(text.slice(at + mark.length, close), `${declared ?? ''}${text.slice(at, end)}`.trim())
    }
  }

  #docstring(body: string, quote: string): void {
    const lines = dedented(body)
    let section = ''
    let paragraph: string[] = []
    const flush = () => {
      if (section === '' && paragraph.length > 0) {
        this.#group++
        for (const sentence of splitSentences(paragraph.join(' '))) this.#push('sentence', plainTicks(sentence), quote)
      }
      paragraph = []
    }
    for (const line of lines) {
      const head = /^(\w+(?: \w+)?):$/.exec(line)
      if (head) {
        flush()
        section = head[1]!
        this.#group++
      } else if (line.trim() === '') {
        flush()
        if (section !== '' && !/^\s/.test(line)) this.#group++
      } else if (section === '') paragraph.push(line.trim())
      else if (!/^\s/.test(line)) {
        section = ''
        paragraph.push(line.trim())
      } else this.#sectionLine(line, quote)
    }
    flush()
  }

  #sectionLine(line: string, quote: string): void {
    const said = line.trim()
    if (said.startsWith('>>> ')) this.#push('code', said.slice(4), said)
    else if (this.items.at(-1)?.form === 'code' && this.items.at(-1)?.group === this.#group) {
      const last = this.items.at(-1)!
      last.text += `\n${said}`
    } else {
      const [, name, about] = /^(\*{0,2}[\w.]{1,80}(?: \([^)]{0,200}\))?): (.*)$/.exec(said) ?? []
      this.#push('entry', name ? `\`${name}\`: ${plainTicks(about!)}` : plainTicks(said), said || quote)
    }
  }

  #push(form: Item['form'], text: string, quote: string): void {
    if (text.trim() === '') return
    // What was written on one line is quoted alone, the rest with its whole comment.
    const alone = this.#source.text.startsWith(text, this.#source.text.indexOf(text, this.#from))
    const verbatim = alone || quote === '' ? text : quote
    this.items.push({
      form,
      text: text.trim(),
      quote: verbatim.trim(),
      source: this.#source,
      group: this.#group,
      under: this.#under,
      depth: 0,
    })
  }
}

/** tagParts: the description, then one part a tag with the lines that belong to it. */
function tagParts(lines: string[]): string[] {
  const parts = ['']
  for (const line of lines) {
    if (/^\s*@\w/.test(line)) parts.push(line.trim())
    else parts[parts.length - 1] += `\n${line}`
  }
  return parts
}

const unlinked = (text: string): string =>
  text.replace(/\{@\w{1,20}[ \t]([^}|\n]{1,200})(?:\|[^}\n]{0,200})?\}/g, '`$1`')
const plainTicks = (text: string): string => text.replace(/``([^`]+)``/g, '`$1`')

function dedented(body: string): string[] {
  const [first = '', ...rest] = body.split('\n')
  const indents = rest.filter((line) => line.trim() !== '').map((line) => /^\s*/.exec(line)![0].length)
  const cut = indents.length > 0 ? Math.min(...indents) : 0
  return [first.trim(), ...rest.map((line) => line.slice(cut).trimEnd())]
}
