// The tables of imports. Written by features/exchange.

import type { Generated } from 'kysely'
import type { Flag, TaskColumns } from '../vocabulary.ts'

/**
 * States of an import: uploading → reading → ready (the preview) → importing → done → undoing → undone. Reading may end as
 * failed, importing and undoing as interrupted. A worker takes what is reading, importing or undoing.
 */
type ImportState =
  | 'uploading'
  | 'reading'
  | 'ready'
  | 'importing'
  | 'done'
  | 'undoing'
  | 'undone'
  | 'failed'
  | 'interrupted'

export type ExchangeTables = {
  imports: TaskColumns & {
    /** name is that of the file or folder that was uploaded. */
    name: string
    size: number
    state: ImportState
    /** folder is the one inside the upload that is imported; '' is all of it. */
    folder: Generated<string>
    preset: Generated<string>
    category_id: number | null
    as_drafts: Generated<Flag>
    redirects: Generated<Flag>
    /** source names the folder between its imports, '' if nothing of it is remembered; up to `prune` of its pages may be deleted. */
    source: Generated<string>
    prune: Generated<number>
    pages_done: Generated<number>
    pages_total: Generated<number>
    /** report is JSON: the preview, and once it is imported what became of it. */
    report: string | null
    /** undone is JSON: what an undo reverted and what it kept. */
    undone: string | null
    error: string | null
    /** deletion_id is the deletion that its undo put documents into, also after a crash in the middle. */
    deletion_id: number | null
    created_by: number | null
    /** acting_id is who started the running step. */
    acting_id: number | null
    created_at: number
    started_at: number | null
    ended_at: number | null
  }
  /** The file that a document was imported from: its path inside a folder, whose name says where that is (or `source`) and what it was imported into. */
  folder_pages: { document_id: number; folder: string; path: string }
  /** The upload, in pieces, until it is imported or given up: any worker on any machine can take it up. */
  import_pieces: { import_id: number; number: number; bytes: Buffer }
  /** What an import did to each document. `before` is null of one that it made, else JSON of what it was. */
  import_changes: {
    import_id: number
    document_id: number
    /** version is that of the document afterwards; draft_version that of its working copy, where only that was written. */
    version: number
    draft_version: number | null
    before: string | null
    /** outcome is what its undo did: `undone`, `gone` where someone deleted it, or why it was left as it is. */
    outcome: string | null
  }
  /** The categories that an import made. */
  import_categories: { import_id: number; category_id: number }
}
