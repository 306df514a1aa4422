// Tags that another tool puts into Markdown, `{{< note >}}` or `{% hint style="info" %}`, as our own syntax. Which names a tool
// has and what they mean is a table (Rules); an unknown tag is kept around its content.

import { codeRanges, isInside } from './code-ranges.ts'
import { ContainerWriter, withoutMarks } from './containers.ts'
import { type Include, included, type PageParts } from './includes.ts'
import { WrittenLines } from './written-lines.ts'

/** A parsed tag with positional and named attributes. */
export type Tag = {
  name: string
  kind: 'open' | 'close' | 'alone'
  words: string[]
  named: Readonly<Record<string, string>>
  start: number
  end: number
  source: string
  /** Content of a tag that includes its end. */
  inner?: string
}

/**
 * What a tag becomes: a container; text in its place, perhaps that of another file; code around what it holds; nothing around
 * it, or nothing at all.
 */
type Rule =
  | {
      container: string | ((tag: Tag) => string)
      title?: (tag: Tag) => string
      code?: (tag: Tag) => string | undefined
      /** include is what one without an end holds. */
      include?: (tag: Tag) => Include | undefined
      /** anchors is what the ids of the tabs in it begin with. */
      anchors?: (tag: Tag) => string | undefined
    }
  | { text: (tag: Tag, parts: PageParts) => string | undefined; isBlock?: true }
  | { include: (tag: Tag) => Include | undefined }
  | { fence: (tag: Tag) => string }
  | { transparent: true }
  | { dropped: true }

export type Rules = Readonly<Record<string, Rule>>

/** A TagSyntax finds tags. With `inCode` those in code count too; elsewhere they are examples of themselves. */
type TagSyntax = {
  name: string
  rules: Rules
  inCode: boolean
  next: (source: string, from: number) => Tag | undefined
  /** whole are pieces that are kept with all tags in them, in order. */
  whole?: (source: string) => readonly Tag[]
}

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

export function translateTags(original: string, syntax: TagSyntax, parts: PageParts): string {
  const source = withoutMarks(original)
  const tags = tagsIn(source, syntax)
  if (tags.length === 0) return source
  const partOf = (tag: Tag, include: Include) =>
    included(include, parts, (text, its) => translateTags(text, syntax, its)) ?? wordOf(tag, 'text')
  const writer = new TagWriter(source, syntax, tags, { ...parts, of: partOf })
  return writer.write(tags)
}

/** TagParts: `of` is the text that a tag includes. */
type TagParts = PageParts & { of: (tag: Tag, include: Include) => string | undefined }

function tagsIn(source: string, { next, whole = () => [] }: TagSyntax): Tag[] {
  const tags: Tag[] = []
  const pieces = whole(source).values()
  let piece = pieces.next().value
  for (let tag = next(source, 0); tag || piece; ) {
    const isPiece = piece !== undefined && (!tag || piece.start <= tag.start)
    const first = isPiece ? piece! : tag!
    tags.push(first)
    if (isPiece) piece = pieces.next().value
    if (!isPiece || (tag && tag.start < first.end)) tag = next(source, first.end)
  }
  return tags
}

/** paired are the opening tags that have an end, with it. */
function paired(tags: readonly Tag[]): Map<Tag, Tag> {
  const pairs = new Map<Tag, Tag>()
  const open: Tag[] = []
  /** Open tags by name, so that a stray end costs no search. */
  const counts = new Map<string, number>()
  const count = ({ name }: Tag, step: number) => counts.set(name, (counts.get(name) ?? 0) + step)
  for (const tag of tags) {
    if (tag.kind === 'open') {
      open.push(tag)
      count(tag, 1)
    }
    if (tag.kind !== 'close' || !counts.get(tag.name)) continue
    let begin: Tag
    do {
      begin = open.pop()!
      count(begin, -1)
    } while (begin.name !== tag.name)
    pairs.set(begin, tag)
  }
  return pairs
}

/** Starts of the lines that contain tags, found incrementally: one line may contain all of them. */
function lineStarts(source: string, tags: readonly Tag[]): Map<Tag, number> {
  let [line, seen] = [0, 0]
  return new Map(
    tags.map((tag) => {
      const end = source.slice(seen, tag.start).lastIndexOf('\n')
      if (end !== -1) line = seen + end + 1
      seen = tag.start
      return [tag, line]
    }),
  )
}

const MARKER = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+$/

class TagWriter {
  readonly #source: string
  readonly #syntax: string
  readonly #rules: Rules
  readonly #pairs: ReadonlyMap<Tag, Tag>
  readonly #ends: ReadonlyMap<Tag, Tag>
  readonly #lines: ReadonlyMap<Tag, number>
  readonly #parts: TagParts
  readonly #inCode: boolean
  /** Anchors of the open containers, with their tab counts. */
  readonly #anchors: { name: string; next: number }[] = []
  readonly #containers = new ContainerWriter()
  readonly #out = new WrittenLines()
  /** Kept inline tags, written after their paragraph. */
  #waiting: string[] = []

  constructor(source: string, { name, rules, inCode }: TagSyntax, tags: readonly Tag[], parts: TagParts) {
    const pairs = paired(tags)
    this.#source = source
    this.#syntax = name
    this.#rules = rules
    this.#pairs = pairs
    this.#parts = parts
    this.#inCode = inCode
    this.#lines = lineStarts(source, tags)
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
      else if (isInside(code, tag.start)) this.#writeInCode(tag, rule)
      else this.#write(tag, rule)
    }
    this.#text(this.#source.slice(at))
    this.#flush()
    return this.#containers.finish(this.#out.toString())
  }

  #ruleOf({ name }: Tag): Rule | undefined {
    return Object.hasOwn(this.#rules, name) ? this.#rules[name] : undefined
  }

  /** Writes text; pending kept tags go before the next paragraph. */
  #text(text: string): void {
    const end = this.#waiting.length === 0 ? -1 : text.search(/\n[ \t]*\n(?=[^\s*+\-\d|])/)
    if (end === -1) {
      this.#out.add(text)
      return
    }
    this.#out.add(text.slice(0, end))
    this.#flush()
    this.#out.add(text.slice(end))
  }

  #flush(): void {
    for (const waiting of this.#waiting) this.#out.add(`\n\n${waiting}\n${this.#containers.close()}\n`)
    this.#waiting = []
  }

  #writeInCode(tag: Tag, rule: Rule | undefined): void {
    const text = rule && 'text' in rule ? rule.text(tag, this.#parts) : this.#included(tag, rule)
    this.#out.add((this.#inCode ? text : undefined) ?? tag.source)
  }

  /** The included text, indented like its tag. */
  #included(tag: Tag, rule: Rule | undefined): string | undefined {
    const include = rule && 'include' in rule ? rule.include?.(tag) : undefined
    const text = include && this.#parts.of(tag, include)
    return text?.replaceAll('\n', `\n${this.#indentOf(tag)}`)
  }

  #write(tag: Tag, rule: Rule | undefined): void {
    if (tag.kind === 'close') this.#end(tag)
    else if (rule && 'text' in rule) this.#replace(tag, rule.text(tag, this.#parts), rule.isBlock)
    else if (rule && 'include' in rule && !('container' in rule)) this.#include(tag, rule)
    else if (rule && 'dropped' in rule) return
    else if (this.#pairs.has(tag)) this.#begin(tag, rule)
    else if (rule && 'transparent' in rule) return
    else if (rule && 'container' in rule && this.#openAlone(tag, rule)) return
    else this.#keepAlone(tag)
  }

  #include(tag: Tag, rule: Rule): void {
    this.#replace(tag, this.#included(tag, rule))
    // The text may end with a fence, which has a line of its own.
    this.#restOfLine(tag.end, this.#indentOf(tag))
  }

  /** openAlone is for a container whose text is another file's. */
  #openAlone(tag: Tag, rule: Extract<Rule, { container: unknown }>): boolean {
    const text = this.#included(tag, rule)
    if (text === undefined) return false
    const indent = this.#newLine()
    this.#out.add([this.#opening(tag, rule, indent), text, this.#containers.close()].join(`\n${indent}`))
    this.#restOfLine(tag.end, indent)
    return true
  }

  #opening(tag: Tag, rule: Extract<Rule, { container: unknown }>, indent: string): string {
    const name = typeof rule.container === 'string' ? rule.container : rule.container(tag)
    const opening = this.#containers.open(name, rule.title?.(tag))
    const anchors = name === 'tab' ? this.#anchors.at(-1) : undefined
    return anchors ? `${opening}\n${indent}<a id="${anchors.name}-${anchors.next++}"></a>\n${indent}` : opening
  }

  /** Writes a replacement and ends its block, so that the next line doesn't join it. */
  #replace(tag: Tag, text: string | undefined, isBlock = false): void {
    if (text === undefined) {
      this.#keepAlone(tag)
      return
    }
    const isAlone = this.#out.isBlank
    this.#out.add(text)
    if (isBlock && isAlone && /^[ \t]*\n[ \t]*[^\s<]/.test(this.#source.slice(tag.end))) this.#out.add('\n')
  }

  /** Keeps an unknown tag: as a block if alone on its line, else after the paragraph. */
  #keepAlone(tag: Tag): void {
    const isAlone = this.#out.isBlank && this.#endsLine(tag.end)
    // Markdown would not read what is kept in the middle of HTML.
    if (isAlone && !this.#out.isInHtml) {
      const { before } = this.#out
      this.#out.add(`${this.#containers.keep(this.#syntax, tag, before)}\n${before}${this.#containers.close()}`)
      return
    }
    const words = wordOf(tag, 'text', 'title', 'label') ?? ''
    // A blank line would end the HTML.
    if (isAlone && words === '') this.#out.dropLine()
    this.#out.add(words)
    this.#waiting.push(this.#containers.keep(this.#syntax, tag))
  }

  /** endsLine: nothing but white space follows on the line. */
  #endsLine(from: number): boolean {
    let at = from
    while (this.#source[at] === ' ' || this.#source[at] === '\t' || this.#source[at] === '\r') at++
    return at === this.#source.length || this.#source[at] === '\n'
  }

  #begin(tag: Tag, rule: Rule | undefined): void {
    if (rule && 'transparent' in rule) return
    const indent = this.#newLine()
    if (rule && 'container' in rule) {
      this.#out.add(this.#opening(tag, rule, indent))
      const anchors = rule.anchors?.(tag)
      if (anchors !== undefined) this.#anchors.push({ name: anchors, next: 0 })
      const language = rule.code?.(tag)
      if (language !== undefined) this.#out.add(`\n${indent}~~~~${language}`)
    } else if (rule && 'fence' in rule) this.#out.add(`~~~~${rule.fence(tag)}`)
    else this.#out.add(this.#containers.keep(this.#syntax, tag, indent))
    this.#restOfLine(tag.end, indent)
  }

  #end(tag: Tag): void {
    const open = this.#ends.get(tag)
    const rule = open && this.#ruleOf(open)
    if (!open || (rule && 'transparent' in rule)) return
    if (rule && 'container' in rule && rule.anchors?.(open) !== undefined) this.#anchors.pop()
    const indent = this.#newLine(open)
    const isCode = rule && ('fence' in rule || ('container' in rule && rule.code?.(open) !== undefined))
    if (isCode) this.#out.add('~~~~')
    if (isCode && 'container' in rule!) this.#out.add(`\n${indent}`)
    if (!rule || 'container' in rule) this.#out.add(this.#containers.close())
    this.#restOfLine(tag.end, indent)
  }

  /** Starts a new line if the current one has text; returns its indentation. */
  #newLine(like?: Tag): string {
    const { before, isBlank } = this.#out
    const marker = MARKER.exec(before)?.[0]
    if (isBlank && !like) return before
    if (marker !== undefined) return ' '.repeat(marker.length)
    const indent = like === undefined ? /^[ \t]*/.exec(before)![0] : this.#indentOf(like)
    if (isBlank) this.#out.indent(indent)
    else this.#out.add(`\n${indent}`)
    return indent
  }

  /** A tag's indentation: inside a list item, that of the item's text. */
  #indentOf(tag: Tag): string {
    const before = this.#source.slice(this.#lines.get(tag), tag.start)
    return MARKER.test(before) ? ' '.repeat(before.length) : /^[ \t]*/.exec(before)![0]
  }

  #restOfLine(from: number, indent: string): void {
    if (!this.#endsLine(from)) this.#out.add(`\n${indent}`)
  }
}
