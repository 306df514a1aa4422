// GitBook: SUMMARY.md lists the pages; it is no page itself.

import { translateGitBook } from '../syntax/tools/gitbook.ts'
import { type NavEntry, saidByNavigation } from './navigation.ts'
import type { Preset, SourceFolder } from './preset.ts'

const SUMMARY = 'SUMMARY.md'

export const gitbook: Preset = {
  name: 'gitbook',
  files: [SUMMARY, '.gitbook.yaml', 'book.json'],
  translate: translateGitBook,
  words: /\{% (?:hint|tabs|content-ref|endhint)\b/,
  isPart: (path) => path === SUMMARY,
  readNavigation: ({ read }: SourceFolder) => saidByNavigation(entriesOf(read(SUMMARY) ?? '')),
}

const ITEM = /^( *)[*+-] +\[([^\]]*)\]\(<?([^)>\s]*)/

/** entriesOf reads headings as groups and items, each below the one that it is indented under. */
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
