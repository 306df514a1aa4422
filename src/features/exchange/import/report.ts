// What an import did, and what it could not do, by file and line. The command prints it, as text or as JSON.

import type { PresetName } from '#convert/preset-names.ts'
import type { ConversionReport } from '#convert/report.ts'

/** A file and its document; `id` is missing in a dry run. */
type ImportedPage = { path: string; title: string; slug: string } & PageOutcome
/** Where a page is published after review, it is unchanged, or new and empty, and `proposal` has what the file says. */
export type PageOutcome = {
  change: 'created' | 'updated' | 'unchanged'
  id?: number | undefined
  proposal?: number | undefined
}

/** A page in the trash because its file is gone, or proposed for it. */
export type PrunedPage = { path: string; title: string; id: number; proposal?: number }

export type ImportReport = ConversionReport & {
  preset: PresetName
  /** Why this preset was chosen. */
  because: string
  dry_run: boolean
  created: number
  updated: number
  unchanged: number
  pages: ImportedPage[]
  /** proposed are pages whose change waits for approval; a dry run counts those that would. */
  proposed: number
  /** pruned pages are gone from the folder; `--prune` moves them to the trash. */
  pruned: PrunedPage[]
  categories: { created: number; updated: number }
  /** Pictures that documents show, new or already uploaded. */
  pictures: number
  /** Files that documents link to, new or already uploaded. */
  files: number
  /** Old addresses that redirect to these documents. */
  redirects: number
}
