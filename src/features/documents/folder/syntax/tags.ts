// Tags that another tool puts into Markdown, `{{< note >}}` or `{% hint style="info" %}`, as our own syntax. Which names a tool
// has and what they mean is a table (Rules); a tag that no rule knows is kept as it is, around what it holds.

import { codeRanges, isInside } from './code-ranges.ts'
import { ContainerWriter, withoutMarks } from './containers.ts'

/** A Tag as it is written: with words by their position, and with names. */
export type Tag = {
  name: string
  kind: 'open' | 'close' | 'alone'
  words: string[]
  named: Readonly<Record<string, string>>
  start: number
  end: number
  source: string
}

/** What a tag becomes: a container; text in its place; code around what it holds; nothing around it, or nothing at all. */
type Rule =
  | {
      container: string | ((tag: Tag) => string)
      title?: (tag: Tag) => string
      code?: (tag: Tag) => string | undefined
    }
  | { text: (tag: Tag) => string | undefined }
  | { fence: (tag: Tag) => string }
  | { transparent: true }
  | { dropped: true }

export type Rules = Readonly<Record<string, Rule>>

/** A TagSyntax finds tags, and says which ones have an end. */
export type TagSyntax = { name: string; rules: Rules; next: (source: string, from: number) => Tag | undefined }

export const titleOf =
  (...names: (string | number)[]) =>
  (tag: Tag): string =>
    wordOf(tag, ...names) ?? ''

/** wordOf is the first of these that the tag has: a name, or the position of a word. */
export function wordOf(tag: Tag, ...names: (string | number)[]): string | undefined {
  for (const name of names) {
    const value = typeof name === 'number' ? tag.words[name] : tag.named[name]
    if (value !== undefined) return value
  }
  return undefined
}

export function translateTags(original: string, { name: syntax, rules, next }: TagSyntax): string {
  const source = withoutMarks(original)
  const tags = tagsIn(source, next)
  if (tags.length === 0) return source
  const writer = new TagWriter(source, syntax, rules, paired(tags))
  return writer.write(tags)
}

function tagsIn(source: string, next: TagSyntax['next']): Tag[] {
  const tags: Tag[] = []
  for (let tag = next(source, 0); tag; tag = next(source, tag.end)) tags.push(tag)
  return tags
}

/** paired are the opening tags that have an end, with it. */
function paired(tags: readonly Tag[]): Map<Tag, Tag> {
  const pairs = new Map<Tag, Tag>()
  const open: Tag[] = []
  for (const tag of tags) {
    if (tag.kind === 'open') open.push(tag)
    if (tag.kind !== 'close') continue
    const at = open.findLastIndex(({ name }) => name === tag.name)
    if (at === -1) continue
    pairs.set(open[at]!, tag)
    open.length = at
  }
  return pairs
}

const MARKER = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+$/

class TagWriter {
  readonly #source: string
  readonly #syntax: string
  readonly #rules: Rules
  readonly #pairs: ReadonlyMap<Tag, Tag>
  readonly #ends: ReadonlyMap<Tag, Tag>
  readonly #containers = new ContainerWriter()
  #out = ''
  /** kept tags that stood in the middle of text: they follow once the text has ended. */
  #waiting: string[] = []

  constructor(source: string, syntax: string, rules: Rules, pairs: ReadonlyMap<Tag, Tag>) {
    this.#source = source
    this.#syntax = syntax
    this.#rules = rules
    this.#pairs = pairs
    this.#ends = new Map([...pairs].map(([open, close]) => [close, open]))
  }

  write(tags: readonly Tag[]): string {
    const code = codeRanges(this.#source)
    let at = 0
    let hiddenUntil = 0
    for (const tag of tags) {
      if (tag.start < hiddenUntil) continue
      this.#text(this.#source.slice(at, tag.start))
      at = tag.end
      const rule = this.#ruleOf(tag)
      if (rule && 'dropped' in rule && this.#pairs.has(tag)) at = hiddenUntil = this.#pairs.get(tag)!.end
      else if (isInside(code, tag.start)) this.#inCode(tag, rule)
      else this.#write(tag, rule)
    }
    this.#text(this.#source.slice(at))
    this.#flush()
    return this.#containers.finish(this.#out)
  }

  #ruleOf({ name }: Tag): Rule | undefined {
    return Object.hasOwn(this.#rules, name) ? this.#rules[name] : undefined
  }

  /** text: before a new paragraph at the left margin, what waits is written. */
  #text(text: string): void {
    const end = this.#waiting.length === 0 ? -1 : text.search(/\n[ \t]*\n(?=[^\s*+\-\d|])/)
    if (end === -1) {
      this.#out += text
      return
    }
    this.#out += text.slice(0, end)
    this.#flush()
    this.#out += text.slice(end)
  }

  #flush(): void {
    for (const kept of this.#waiting) this.#out += `\n\n${kept}\n${this.#containers.close()}\n`
    this.#waiting = []
  }

  #inCode(tag: Tag, rule: Rule | undefined): void {
    const text = rule && 'text' in rule ? rule.text(tag) : undefined
    this.#out += text ?? tag.source
  }

  #write(tag: Tag, rule: Rule | undefined): void {
    if (tag.kind === 'close') this.#end(tag)
    else if (rule && 'text' in rule) this.#replace(tag, rule.text(tag))
    else if (rule && 'dropped' in rule) return
    else if (this.#pairs.has(tag)) this.#begin(tag, rule)
    else if (rule && 'transparent' in rule) return
    else this.#keepAlone(tag)
  }

  #replace(tag: Tag, text: string | undefined): void {
    if (text === undefined) this.#keepAlone(tag)
    else this.#out += text
  }

  /** keepAlone: a tag on a line of its own is a block there; in the middle of text its words stay, and the tag follows. */
  #keepAlone(tag: Tag): void {
    const before = this.#out.slice(this.#out.lastIndexOf('\n') + 1)
    const after = this.#source.slice(tag.end, this.#lineEnd(tag.end))
    if (before.trim() === '' && after.trim() === '') {
      this.#out += `${this.#containers.keep(this.#syntax, tag.source, before)}\n${before}${this.#containers.close()}`
      return
    }
    this.#out += wordOf(tag, 'text', 'title', 'label') ?? ''
    this.#waiting.push(this.#containers.keep(this.#syntax, tag.source))
  }

  #lineEnd(from: number): number {
    const end = this.#source.indexOf('\n', from)
    return end === -1 ? this.#source.length : end
  }

  #begin(tag: Tag, rule: Rule | undefined): void {
    if (rule && 'transparent' in rule) return
    const indent = this.#newLine()
    if (rule && 'container' in rule) {
      const name = typeof rule.container === 'string' ? rule.container : rule.container(tag)
      this.#out += this.#containers.open(name, rule.title?.(tag))
      const language = rule.code?.(tag)
      if (language !== undefined) this.#out += `\n${indent}~~~~${language}`
    } else if (rule && 'fence' in rule) this.#out += `~~~~${rule.fence(tag)}`
    else this.#out += this.#containers.keep(this.#syntax, tag.source, indent)
    this.#restOfLine(tag.end, indent)
  }

  #end(tag: Tag): void {
    const open = this.#ends.get(tag)
    const rule = open && this.#ruleOf(open)
    if (!open || (rule && 'transparent' in rule)) return
    const indent = this.#newLine(open)
    const isCode = rule && ('fence' in rule || ('container' in rule && rule.code?.(open) !== undefined))
    if (isCode) this.#out += '~~~~'
    if (isCode && 'container' in rule!) this.#out += `\n${indent}`
    if (!rule || 'container' in rule) this.#out += this.#containers.close()
    this.#restOfLine(tag.end, indent)
  }

  /** newLine begins one where the line has words already, and returns how far it is indented. */
  #newLine(like?: Tag): string {
    const lineStart = this.#out.lastIndexOf('\n') + 1
    const before = this.#out.slice(lineStart)
    const marker = MARKER.exec(before)?.[0]
    if (before.trim() === '' && !like) return before
    if (marker !== undefined) return ' '.repeat(marker.length)
    const indent = like === undefined ? /^[ \t]*/.exec(before)![0] : this.#indentOf(like)
    if (before.trim() === '') this.#out = this.#out.slice(0, lineStart) + indent
    else this.#out += `\n${indent}`
    return indent
  }

  /** indentOf is how far in a tag began: behind the marker of a list item, as far as the item's text. */
  #indentOf(tag: Tag): string {
    const before = this.#source.slice(this.#source.lastIndexOf('\n', tag.start - 1) + 1, tag.start)
    return MARKER.test(before) ? ' '.repeat(before.length) : /^[ \t]*/.exec(before)![0]
  }

  #restOfLine(from: number, indent: string): void {
    const rest = this.#source.slice(from, this.#lineEnd(from))
    if (rest.trim() !== '') this.#out += `\n${indent}`
  }
}
