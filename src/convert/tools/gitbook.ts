// GitBook: SUMMARY.md is the navigation, not a page.
//
// GitBook's tags: `{% hint style="info" %} … {% endhint %}`.

import { attributesOf } from '../syntax/attributes.ts'
import { codeRanges, isInside } from '../syntax/code-ranges.ts'
import type { PageParts } from '../syntax/includes.ts'
import { type Rules, type Tag, titleOf, translateTags, wordOf } from '../syntax/tags.ts'
import { type NavEntry, navigationFrom } from './navigation.ts'
import type { Preset, SourceFolder } from './preset.ts'

const link = (tag: Tag): string | undefined => {
  const url = wordOf(tag, 'url', 'src', 0)
  return url === undefined ? undefined : `[${wordOf(tag, 'caption', 'title') ?? url}](<${url}>)`
}

/** Hints have no title, so the container's default title is suppressed. */
const HINTS: Readonly<Record<string, string>> = { success: 'tip', warning: 'warning', danger: 'danger' }

const RULES: Rules = {
  hint: { container: (tag) => HINTS[wordOf(tag, 'style') ?? ''] ?? 'note', title: titleOf('title') },
  tabs: { container: 'tabs' },
  tab: { container: 'tab', title: titleOf('title', 0) },
  code: { transparent: true },
  'content-ref': { transparent: true },
  columns: { transparent: true },
  column: { transparent: true },
  stepper: { transparent: true },
  step: { transparent: true },
  raw: { transparent: true },
  embed: { text: link },
  file: { text: link },
  include: { include: ({ words: [path] }) => (path === undefined ? undefined : { path }) },
}

const LONGEST_TAG = 4000

function next(source: string, from: number): Tag | undefined {
  let end = from
  for (let start = source.indexOf('{%', from); start !== -1; start = source.indexOf('{%', start + 2)) {
    // A distant end is searched once, not from every start.
    if (end <= start) end = source.indexOf('%}', start) + 2
    if (end === 1) return undefined
    const inner = source.slice(start + 2, end - 2).trim()
    const word = /^[\w-]+/.exec(inner)?.[0]
    if (word === undefined || end - start > LONGEST_TAG) continue
    const isEnd = word.startsWith('end')
    const name = isEnd ? word.slice(3) : word
    const given = attributesOf(inner.slice(word.length))
    return { name, kind: isEnd ? 'close' : 'open', ...given, start, end, source: source.slice(start, end) }
  }
  return undefined
}

/** Its editor leaves bold with nothing in it, or with only a stop: Markdown would show the asterisks. */
const EMPTY_BOLD = /(?<!\*)\*\*([.,:;!?]?)\*\*(?!\*)/g

export function translateGitBook(source: string, parts: PageParts): string {
  const code = codeRanges(source)
  const plain = source.replace(EMPTY_BOLD, (written, stop: string, at: number) => (isInside(code, at) ? written : stop))
  return translateTags(plain, { name: 'gitbook', rules: RULES, inCode: false, next }, parts)
}

const SUMMARY = 'SUMMARY.md'

export const gitbook: Preset = {
  name: 'gitbook',
  files: [SUMMARY, '.gitbook.yaml', 'book.json'],
  translate: translateGitBook,
  words: /\{% (?:hint|tabs|content-ref|endhint)\b/,
  isPart: (path) => path === SUMMARY,
  readNavigation: ({ read }: SourceFolder) => navigationFrom(entriesOf(read(SUMMARY) ?? '')),
}

const ITEM = /^( *)[*+-] +\[([^\]]*)\]\(<?([^)>\s]*)/

/** Reads headings as groups, and items as entries nested by indentation. */
function entriesOf(summary: string): NavEntry[] {
  const top: NavEntry[] = []
  let group: NavEntry[] = top
  let open: { indent: number; entries: NavEntry[] }[] = []
  for (const line of summary.split('\n')) {
    const heading = /^#{2,6} (.+)$/.exec(line)?.[1]
    if (heading !== undefined) {
      group = []
      open = []
      top.push({ title: heading.trim(), entries: group })
    }
    const [, indent, title, page] = ITEM.exec(line) ?? []
    if (indent === undefined || page === undefined) continue
    open = open.filter((above) => above.indent < indent.length)
    const entry = { title: title ?? '', page, entries: [] }
    ;(open.at(-1)?.entries ?? group).push(entry)
    open.push({ indent: indent.length, entries: entry.entries })
  }
  return top
}
