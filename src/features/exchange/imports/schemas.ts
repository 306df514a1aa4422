// An import as JSON: how far it is, its preview, and what became of it.

import { type Static, Type } from 'typebox'
import { PRESET_NAMES } from '#convert/preset-names.ts'
import { MaybePerson } from '#features/accounts/schemas.ts'
import { closed, Id, Nullable, named, Timestamp } from '#http/atoms.ts'

const STATES = [
  'uploading',
  'reading',
  'ready',
  'importing',
  'done',
  'undoing',
  'undone',
  'failed',
  'interrupted',
] as const

const MEBIBYTE = 1024 * 1024
const LARGEST_UPLOAD = 500 * MEBIBYTE
const MOST_PRUNED_EVER = 1_000_000
export const MOST_UPLOADS_ASKED = 10_000
/** A piece is what a slow connection sends within the time that a request has. */
export const PIECE_BYTES = 2 * MEBIBYTE

export const ImportIn = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255, description: 'The name of the folder or file.' }),
  size: Type.Integer({ minimum: 1, maximum: LARGEST_UPLOAD, description: 'The length of the zip file in bytes.' }),
})

export const ReadIn = Type.Object({
  folder: Type.Optional(
    Type.String({ maxLength: 1024, description: 'The folder inside the upload to import. Default: all of it.' }),
  ),
  preset: Type.Optional(
    closed(['auto', ...PRESET_NAMES], { description: 'The tool it was written for. Default: auto.' }),
  ),
  category_id: Type.Optional(Nullable(Id)),
  as_drafts: Type.Optional(Type.Boolean({ description: 'Default: true.' })),
  redirects: Type.Optional(
    Type.Boolean({ description: 'Whether addresses of the old site lead to the pages. Default: false.' }),
  ),
  source: Type.Optional(
    Type.String({
      maxLength: 120,
      pattern: '^[^\\n]*$',
      description: 'A name for the folder, by which a later import finds the pages that came from it. Default: none.',
    }),
  ),
  prune: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MOST_PRUNED_EVER,
      description:
        'With `source`: how many of its pages may go to the trash because their files are gone; if more are, all stay. Under review each becomes a proposal. Default: 0.',
    }),
  ),
})
export type ReadIn = Static<typeof ReadIn>

export const UploadsIn = Type.Object({
  uploads: Type.Array(Type.String({ maxLength: 400 }), {
    maxItems: MOST_UPLOADS_ASKED,
    description: 'Addresses of pictures and files: `/pictures/<key>.png`, `/files/<key>/<name>`.',
  }),
})
export const UploadsOut = Type.Object({ uploads: Type.Array(Type.String()) })

const FindingOut = Type.Object({
  path: Type.String({ description: 'The file, from the top of the folder.' }),
  line: Type.Optional(Type.Integer({ minimum: 1 })),
  reason: Type.String(),
})
const findings = (description: string) => Type.Array(FindingOut, { description })
const count = Type.Integer({ minimum: 0 })

const ImportReportOut = named('ImportReportOut', {
  preset: closed(PRESET_NAMES, { description: 'The tool that the folder was read as one of.' }),
  because: Type.String({ description: 'Why this one.' }),
  folders: Type.Array(Type.String(), { description: 'The folders of the upload that hold pages.' }),
  created: count,
  updated: count,
  unchanged: count,
  unpublished: count,
  categories: Type.Object({ created: count, updated: count }),
  pictures: count,
  files: count,
  comments: count,
  redirects: Type.Optional(count),
  proposed: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Pages whose change waits for approval, also those that an earlier import proposed.',
    }),
  ),
  pruned: Type.Optional(
    Type.Array(Type.Object({ path: Type.String(), title: Type.String(), id: Id, proposal: Type.Optional(Id) }), {
      description: 'Up to 1,000 of the pages whose files are gone: in the trash, or proposed for it.',
    }),
  ),
  pages: Type.Array(
    Type.Object({
      path: Type.String(),
      title: Type.String(),
      slug: Type.String(),
      change: closed(['created', 'updated', 'unchanged']),
      id: Type.Optional(Id),
      proposal: Type.Optional(Id),
    }),
    { description: 'Up to 1,000 of the pages; `created`, `updated` and `unchanged` count all.' },
  ),
  failed: findings('Content that can’t be imported.'),
  unknown: findings('Syntax that is kept as it is.'),
  warnings: findings('What is imported with a loss.'),
  skipped: findings('Files that are no pages, or that no page shows.'),
  totals: Type.Object(
    { failed: count, unknown: count, warnings: count, skipped: count },
    { description: 'How many there are; the lists have up to 1,000 each.' },
  ),
})

const UndoneOut = named('ImportUndoneOut', {
  deleted: Type.Integer({ description: 'Documents that the import made, now in the trash.' }),
  restored: Type.Integer({ description: 'Documents that are as they were before.' }),
  categories: Type.Integer({ description: 'Categories that the import made, deleted.' }),
  kept: Type.Array(Type.Object({ document_id: Id, title: Type.String(), reason: Type.String() }), {
    description: 'Documents that are left as they are, and why.',
  }),
})
export type UndoneOut = Static<typeof UndoneOut>

const fields = {
  id: Id,
  name: Type.String(),
  size: Type.Integer(),
  state: closed(STATES, {
    description:
      '`ready` is the preview. A worker does what is `reading`, `importing` or `undoing`. `interrupted` can be started again or undone.',
  }),
  waiting: Type.Boolean({ description: 'No worker has taken it up yet.' }),
  folder: Type.String(),
  preset: Type.String({ description: 'As it was asked for; the report says which one it was read as.' }),
  category_id: Nullable(Id),
  as_drafts: Type.Boolean(),
  redirects: Type.Boolean(),
  source: Type.String(),
  pages_done: count,
  pages_total: count,
  error: Nullable(Type.String()),
  created_by: MaybePerson,
  created_at: Timestamp,
  started_at: Nullable(Timestamp),
  ended_at: Nullable(Timestamp),
  undone: Nullable(UndoneOut),
}

export const ImportListOut = named('ImportListOut', fields)
export type ImportListOut = Static<typeof ImportListOut>
export const ImportOut = named('ImportOut', {
  ...fields,
  pieces: Type.Array(Type.Integer(), { description: 'The pieces that have arrived, while it is being uploaded.' }),
  report: Nullable(ImportReportOut),
})
export type ImportOut = Static<typeof ImportOut>
export type ImportReportOut = Static<typeof ImportReportOut>
