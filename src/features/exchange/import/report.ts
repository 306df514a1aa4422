// What an import did, and what it could not do, by file and line. The command prints it, as text or as JSON.

import { counted } from '#counted.ts'
import type { PresetName } from '../preset-names.ts'

/** A path inside a folder is written with slashes on every system; '' is the folder itself. Lines count from 1. */
export type Finding = { path: string; line?: number; reason: string }

/** An ImportedPage is a file that became a document, or would; `id` is that of the document once there is one. */
type ImportedPage = { path: string; title: string; slug: string } & PageOutcome
export type PageOutcome = { change: 'created' | 'updated' | 'unchanged'; id?: number | undefined }

/** A PrunedPage was brought by a file that is gone, and is in the trash now. */
export type PrunedPage = { path: string; title: string; id: number }

export type ImportReport = {
  preset: PresetName
  /** because is why this preset. */
  because: string
  dry_run: boolean
  created: number
  updated: number
  unchanged: number
  pages: ImportedPage[]
  /** pruned pages are gone from the folder; `galley import --prune` moves them to the trash. */
  pruned: PrunedPage[]
  /** unpublished documents are among the others: their files say that they are not for everyone yet. */
  unpublished: number
  categories: { created: number; updated: number }
  /** pictures are those that documents show, whether new or kept before. */
  pictures: number
  /** files are those that documents link to, whether new or kept before. */
  files: number
  /** comments are those that authors wrote beside their text: no document has them. */
  comments: number
  /** redirects are old addresses that lead to these documents now. */
  redirects: number
  /** failed is content that was left out. */
  failed: Finding[]
  /** skipped files are of no kind to import, or shown by no document, and nothing else was read from them. */
  skipped: Finding[]
  /** unknown is syntax that was kept as it is: editors see its source, readers the text in it; and tags that became text. */
  unknown: Finding[]
  warnings: Finding[]
}

export const newReport = (preset: PresetName, because: string, dryRun: boolean): ImportReport => ({
  preset,
  because,
  dry_run: dryRun,
  created: 0,
  updated: 0,
  unchanged: 0,
  pages: [],
  pruned: [],
  unpublished: 0,
  categories: { created: 0, updated: 0 },
  pictures: 0,
  files: 0,
  comments: 0,
  redirects: 0,
  failed: [],
  skipped: [],
  unknown: [],
  warnings: [],
})

/** A page with more of what is not right is not looked through for where each stands: that takes the square of its length. */
const MOST_FOUND = 500

/** linesIn finds where a text stands, each time that it is asked for at its next place; undefined where it was written otherwise. */
export function linesIn(source: string): (text: string) => number | undefined {
  const found = new Map<string, { at: number; line: number }>()
  let last = { at: 0, line: 1 }
  let left = MOST_FOUND
  return (text) => {
    if (text === '' || left-- <= 0) return undefined
    const before = found.get(text)
    const at = source.indexOf(text, before && before.at + 1)
    if (at === -1) return before?.line
    let { at: from, line } = last.at <= at ? last : { at: 0, line: 1 }
    for (let end = source.indexOf('\n', from); end !== -1 && end < at; end = source.indexOf('\n', end + 1)) line++
    last = { at, line }
    found.set(text, last)
    return line
  }
}

/** A component, shortcode or tag is of a kind by its name; an element of HTML is what it says. */
const NAMED = /^(?:<(?=[A-Z])|\{\{[<%]\s*|\{%\s*)[\w.:-]+/

/** countedOnce names each kind of unknown syntax where it stands first, and says how often it does. */
export function countedOnce(unknown: readonly Finding[]): Finding[] {
  const kinds = Map.groupBy(unknown, ({ reason }) => NAMED.exec(reason)?.[0] ?? reason)
  return [...kinds.values()].map(([first, ...others]) => {
    const files = new Set([first!, ...others].map(({ path }) => path)).size
    const often = `${others.length + 1} times in ${counted(files, 'file')}`
    return others.length === 0 ? first! : { ...first!, reason: `${first!.reason} (${often})` }
  })
}
