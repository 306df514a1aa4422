// Our containers (`:::note[Title]`) as another tool writes them, so that an exported folder is one that the tool reads. What a
// tool has no word for is written as plain Markdown: the title in bold, then the text.

import { readInfo } from '#blocks/markdown/container-info.ts'
import type { PresetName } from '../preset-names.ts'
import { unescaped } from '../syntax/tools/hugo.ts'
import { asMdx, isReadAsMdx, withProgram } from './mdx.ts'

/** A Part is a line, or a container with its parts; `first` is what stands before its opening fence, `indent` before the others. */
type Part = string | { name: string; title: string; attributes: string; first: string; indent: string; parts: Part[] }
type WrittenContainer = Exclude<Part, string>
/** A Writer gives the lines of a container, whose inner lines are written already. */
type Writer = (container: WrittenContainer, inner: string[]) => string[] | undefined

/** What may stand before a fence that opens: a quote's mark, and those of list items. */
const BEFORE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*/
const OPENING = /^(:{3,})([a-z].*)$/
const FENCE = /^(?:`{3,}|~{3,})/

/** writtenFor: `file` says whether the page is MDX, and `program` what it imports and exports. */
export function writtenFor(preset: PresetName, given: string, file = 'page.md', program?: string): string {
  if (preset === 'plain') return given
  const isMdx = isReadAsMdx(preset, file)
  const markdown = isMdx ? asMdx(given, preset) : preset === 'hugo' ? shortcodesAsText(given) : given
  const writer = (isMdx ? MDX_WRITERS[preset] : undefined) ?? WRITERS[preset]
  const isPlain = !markdown.includes(':::')
  const body = isPlain
    ? markdown
    : linesOf(partsOf(markdown.split('\n'), 0, undefined).parts, preset, writer).join('\n')
  return isMdx ? withProgram(body, preset, program) : body
}

/** shortcodesAsText: Hugo runs a shortcode wherever it stands, in code too, unless its inside is a comment. */
function shortcodesAsText(source: string): string {
  let out = ''
  let at = 0
  for (;;) {
    const ends = ['<', '%'].map((bracket) => ({
      start: source.indexOf(`{{${bracket}`, at),
      close: `${bracket === '<' ? '>' : '%'}}}`,
    }))
    const [next] = ends.filter(({ start }) => start !== -1).sort((one, other) => one.start - other.start)
    const end = next ? source.indexOf(next.close, next.start + 3) : -1
    if (!next || end === -1) return out + source.slice(at)
    out += `${source.slice(at, next.start + 3)}/*${source.slice(next.start + 3, end)}*/${next.close}`
    at = end + 3
  }
}

/** partsOf reads up to the fence that closes; our own writer gives every container a closing fence of the same length. */
function partsOf(lines: readonly string[], from: number, closing: string | undefined): { parts: Part[]; end: number } {
  const parts: Part[] = []
  let fence: string | undefined
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!
    if (fence === undefined && line === closing) return { parts, end: at }
    const [first = ''] = (fence === undefined ? BEFORE : /^[ \t>]*/).exec(line) ?? []
    const mark = FENCE.exec(line.slice(first.length))?.[0]
    const [, colons, info] = fence === undefined ? (OPENING.exec(line.slice(first.length)) ?? []) : []
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence)) fence = undefined
    if (info === undefined) {
      parts.push(line)
      continue
    }
    // What opens an item of a list stands below its text from the next line on.
    const indent = first.replace(/[^>]/g, ' ')
    const inner = partsOf(lines, at + 1, indent + colons!)
    parts.push({ ...readInfo(info), first, indent, parts: inner.parts })
    at = inner.end
  }
  return { parts, end: lines.length }
}

const linesOf = (parts: readonly Part[], preset: PresetName, writer: Writer | undefined): string[] =>
  parts.flatMap((part) => {
    if (typeof part === 'string') return [part]
    const { first, indent } = part
    const inner = linesOf(part.parts, preset, writer).map((line) =>
      line.startsWith(indent) ? line.slice(indent.length) : line,
    )
    const named = { ...part, title: part.title.replace(/\\([^\w\s])/g, '$1') }
    const written = keptFor(preset, named, inner) ?? writer?.(named, inner) ?? plainly(named, inner)
    const lines = written.flatMap((text) => text.split('\n'))
    return lines.map((line, at) => ((at === 0 ? first : indent) + line).trimEnd())
  })

const quoted = (text: string): string => `"${text.replaceAll('"', '&quot;')}"`
const tag = (name: string, attribute: string, value: string): string =>
  value === '' ? `<${name}>` : `<${name} ${attribute}=${quoted(value)}>`
const around = (opening: string, inner: string[], closing: string): string[] => [opening, '', ...inner, '', closing]
const indented = (inner: string[]): string[] => inner.map((line) => (line === '' ? '' : `    ${line}`))

function plainly({ title }: Pick<WrittenContainer, 'title'>, inner: string[]): string[] {
  return title === '' ? inner : [`**${title}**`, '', ...inner]
}

const details: Writer = ({ name, title }, inner) =>
  name === 'details'
    ? around(`<details>\n<summary>${title.replaceAll('<', '&lt;')}</summary>`, inner, '</details>')
    : undefined

const isCallout = (name: string): boolean => ['note', 'tip', 'important', 'warning', 'danger'].includes(name)

/** fences writes callouts with colons, under the names that the tool has. */
const fences = (names: Record<string, string>, opening: (name: string, title: string) => string): Writer => {
  return ({ name, title }, inner) =>
    isCallout(name) ? [opening(names[name] ?? name, title), ...inner, ':::'] : undefined
}
const labelled = (name: string, title: string): string => `:::${name}${title === '' ? '' : `[${title}]`}`

const either =
  (...writers: Writer[]): Writer =>
  (container, inner) => {
    for (const write of writers) {
      const written = write(container, inner)
      if (written) return written
    }
    return undefined
  }

const jsxTabs =
  (item: string, attribute: string): Writer =>
  ({ name, title }, inner) => {
    if (name === 'tabs') return around('<Tabs>', inner, '</Tabs>')
    // Docusaurus wants both.
    const value = item === 'TabItem' ? ` value=${quoted(title)}` : ''
    return name === 'tab' ? around(`<${item}${value} ${attribute}=${quoted(title)}>`, inner, `</${item}>`) : undefined
  }

const HINTS: Record<string, string> = {
  note: 'info',
  important: 'info',
  tip: 'success',
  warning: 'warning',
  danger: 'danger',
}
const CARDS: Record<string, string> = {
  note: 'Note',
  important: 'Info',
  tip: 'Tip',
  warning: 'Warning',
  danger: 'Danger',
}

const WRITERS: Partial<Record<PresetName, Writer>> = {
  docusaurus: either(fences({ important: 'info' }, labelled), details, jsxTabs('TabItem', 'label')),
  starlight: either(fences({ warning: 'caution', important: 'note' }, labelled), details),
  vitepress: either(
    fences({ note: 'info', important: 'info' }, (name, title) => `::: ${name} ${title}`.trimEnd()),
    ({ name, title }, inner) => (name === 'details' ? [`::: details ${title}`.trimEnd(), ...inner, ':::'] : undefined),
  ),
  mkdocs: ({ name, title }, inner) => {
    const heading = title === '' ? '' : ` ${quoted(title)}`
    if (isCallout(name)) return [`!!! ${name}${heading}`, '', ...indented(inner)]
    if (name === 'details') return [`??? note${heading}`, '', ...indented(inner)]
    if (name === 'tab') return [`=== ${quoted(title)}`, '', ...indented(inner)]
    return name === 'tabs' ? inner : undefined
  },
  hugo: ({ name, title }, inner) => {
    if (name === 'details') return around(`{{< details summary=${quoted(title)} >}}`, inner, '{{< /details >}}')
    if (!isCallout(name)) return undefined
    return [
      `> [!${name === 'danger' ? 'CAUTION' : name.toUpperCase()}] ${title}`.trimEnd(),
      ...inner.map((line) => `> ${line}`.trimEnd()),
    ]
  },
  gitbook: either(
    ({ name, title }, inner) =>
      isCallout(name)
        ? [`{% hint style="${HINTS[name]}" %}`, ...plainly({ title }, inner), '{% endhint %}']
        : undefined,
    ({ name, title }, inner) => {
      if (name === 'tabs') return ['{% tabs %}', ...inner, '{% endtabs %}']
      return name === 'tab' ? [`{% tab title=${quoted(title)} %}`, ...inner, '{% endtab %}'] : undefined
    },
    details,
  ),
  mintlify: either(
    ({ name, title }, inner) =>
      isCallout(name) ? around(`<${CARDS[name]}>`, plainly({ title }, inner), `</${CARDS[name]}>`) : undefined,
    ({ name, title }, inner) =>
      name === 'details' ? around(tag('Accordion', 'title', title), inner, '</Accordion>') : undefined,
    jsxTabs('Tab', 'title'),
  ),
}

/** MDX_WRITERS are for tools of which only some pages are MDX. */
const MDX_WRITERS: Partial<Record<PresetName, Writer>> = {
  starlight: either(WRITERS.starlight!, jsxTabs('TabItem', 'label')),
}

/** keptFor gives the source of a tool back to that tool, with its end where something stands inside. */
function keptFor(preset: PresetName, { name, attributes }: WrittenContainer, inner: string[]): string[] | undefined {
  if (name !== 'unknown' || attributes !== preset) return undefined
  const fence = FENCE.exec(inner[0]?.trim() ?? '')?.[0]
  const end = fence === undefined ? -1 : inner.findIndex((line, at) => at > 0 && line.trim() === fence)
  if (end === -1) return undefined
  const source = inner.slice(1, end).map((line) => (preset === 'hugo' ? unescaped(line) : line))
  const rest = inner.slice(end + 1)
  const closing = closingOf(source.join('\n'))
  // A source that has its own end is followed by what readers see of it.
  const isWhole = source.at(-1)?.trimEnd().endsWith(closing) || rest.every((line) => line.trim() === '')
  return isWhole ? source : [...source, ...rest, closing]
}

function closingOf(source: string): string {
  const [, bracket, shortcode] = /^\{\{([<%])\s*([\w./-]+)/.exec(source) ?? []
  if (shortcode !== undefined) return `{{${bracket} /${shortcode} ${bracket === '<' ? '>' : '%'}}}`
  const word = /^\{%\s*([\w-]+)/.exec(source)?.[1]
  if (word !== undefined) return `{% end${word} %}`
  return `</${/^<([\w.]+)/.exec(source)?.[1] ?? ''}>`
}
