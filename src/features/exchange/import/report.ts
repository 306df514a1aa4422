// What an import did, and what it could not do, by file and line. The command prints it, as text or as JSON.

import type { PresetName } from '#convert/preset-names.ts'
import type { ConversionReport } from '#convert/report.ts'

/** An ImportedPage is a file that became a document, or would; `id` is that of the document once there is one. */
type ImportedPage = { path: string; title: string; slug: string } & PageOutcome
export type PageOutcome = { change: 'created' | 'updated' | 'unchanged'; id?: number | undefined }

/** A PrunedPage was brought by a file that is gone, and is in the trash now. */
export type PrunedPage = { path: string; title: string; id: number }

export type ImportReport = ConversionReport & {
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
  categories: { created: number; updated: number }
  /** pictures are those that documents show, whether new or kept before. */
  pictures: number
  /** files are those that documents link to, whether new or kept before. */
  files: number
  /** redirects are old addresses that lead to these documents now. */
  redirects: number
}
