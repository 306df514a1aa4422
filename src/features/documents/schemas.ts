// Schemas of documents. Jobs are in job-status-schemas.ts, rules of blocks in src/blocks.

import { type Static, Type } from 'typebox'
import { VISIBILITIES } from '#engine/db/vocabulary.ts'
import { MaybePerson } from '#features/accounts/schemas.ts'
import { AccessField, SlugField, VisibilityField } from '#features/categories/schemas.ts'
import { closed, Id, Nullable, named, Omittable, Timestamp } from '#http/atoms.ts'
import { LONGEST_TAG } from '#languages/tag.ts'
import { MAX_POSITION, MAX_SUMMARY, MAX_TAG, MAX_TAGS, MAX_TITLE } from '#limits.ts'
import { BlocksOut, DraftOut } from './draft-schemas.ts'
import { StatusOut } from './job-status-schemas.ts'

export const BUCKETS = ['empty', 'queued', 'processing', 'approved', 'failed'] as const
const ORIGINS = ['hand', 'approval', 'restore', 'import'] as const
const REASONS = ['autosave', 'conflict'] as const
const Title = Type.String({ minLength: 1, maxLength: MAX_TITLE, trim: true })
const Summary = Nullable(Type.String({ maxLength: MAX_SUMMARY }))
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: MAX_TAG, trim: true }), { maxItems: MAX_TAGS })
/** Checked by src/blocks, which knows more than a schema can express. */
export const BlocksIn = Type.Array(Type.Unknown(), { description: "Blocks as BlockNote's editor writes them." })
const Markdown = Type.String({ description: 'GitHub-flavoured Markdown, made into blocks. Not together with blocks.' })

const Lang = Nullable(
  Type.String({
    maxLength: LONGEST_TAG,
    description: 'Language as a BCP 47 tag, such as pt-BR; null is the language of the site.',
  }),
)

/** Omittable: null equals leaving the field out. Optional(Nullable): null is a value, such as no category. */
const givenFields = {
  slug: Omittable(SlugField),
  category_id: Type.Optional(Nullable(Type.Integer())),
  summary: Type.Optional(Summary),
  visibility: Omittable(VisibilityField),
  access: Omittable(AccessField),
  published: Omittable(Type.Boolean({ description: 'False: only editors know of it, whatever its visibility.' })),
  lang: Type.Optional(Lang),
  tags: Omittable(Tags),
  position: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: MAX_POSITION }))),
  blocks: Omittable(BlocksIn),
  markdown: Omittable(Markdown),
}
const EXAMPLE = {
  title: 'Backups',
  summary: 'How long backups are kept.',
  tags: ['operations'],
  markdown: '## Keeping\n\nBackups are kept for 30 days.',
}
export const DocumentCreate = named('DocumentCreate', { title: Title, ...givenFields }, { examples: [EXAMPLE] })
export type DocumentCreate = Static<typeof DocumentCreate>

export const DocumentUpdate = named(
  'DocumentUpdate',
  { title: Omittable(Title), ...givenFields },
  { examples: [EXAMPLE] },
)
export type DocumentUpdate = Static<typeof DocumentUpdate>

/** The whole text, so that others' concurrent changes can be told from it. */
export const AutosaveIn = named('AutosaveIn', {
  parent: Type.Integer({ minimum: 1, description: 'The revision that the text was typed over.' }),
  title: Title,
  summary: Summary,
  tags: Tags,
  blocks: BlocksIn,
})
export type AutosaveIn = Static<typeof AutosaveIn>

const listFields = {
  id: Id,
  slug: Type.String(),
  title: Type.String(),
  summary: Nullable(Type.String()),
  category_id: Nullable(Id),
  category: Nullable(Type.String({ description: "The category's name." })),
  tags: Type.Array(Type.String()),
  pinned: Type.Boolean(),
  bucket: closed(BUCKETS),
  visibility: VisibilityField,
  audience: Type.Optional(
    closed(VISIBILITIES, {
      description: 'Who reaches it: its visibility, or that of a category above it when narrower.',
    }),
  ),
  published: Type.Boolean({ description: 'False: only editors know of it, whatever its visibility.' }),
  position: Nullable(Type.Integer()),
  version: Type.Integer({ minimum: 1 }),
  created_at: Timestamp,
  updated_at: Timestamp,
}

export const DocumentListOut = named('DocumentListOut', {
  ...listFields,
  edited_at: Type.Optional(
    Type.String({ description: 'In the order `edited`: when its text was last written, published or not.' }),
  ),
  snippet: Type.Optional(Type.String({ description: 'In search: text with the matches in <mark>, all else escaped.' })),
  score: Type.Optional(Type.Number({ description: 'In search: how well it matches.' })),
  section: Type.Optional(
    Nullable(
      Type.Object(
        { id: Type.String(), heading: Type.String() },
        { description: 'In search: the section that matches best; its id is the anchor on the page of the reader.' },
      ),
    ),
  ),
})
export type DocumentListOut = Static<typeof DocumentListOut>

const STATUSES = ['changed', 'scheduled', 'in_review', 'draft'] as const
export const DocumentStatusOut = named('DocumentStatus', {
  id: Id,
  status: closed(STATUSES, {
    description:
      'It is published and has a text that is not; that text has a time; a draft of it is in review; `draft`: nothing is published, and someone has written a text.',
  }),
})
export type DocumentStatusOut = Static<typeof DocumentStatusOut>

export const LIST_ORDERS = ['updated', 'title', 'created', 'edited'] as const
export type ListOrder = (typeof LIST_ORDERS)[number]

/** For lists that can be narrowed to a part of the tree. */
export const CategoryFilter = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: 'Only documents of this category and those below it; 0: only documents without a category.',
  }),
)

export const DocumentSearchOut = named('DocumentSearchOut', {
  id: Id,
  slug: Type.String(),
  title: Type.String(),
  category: Nullable(Type.String({ description: "The category's name." })),
  snippet: Type.String({
    description: 'The title, or the heading, with what was typed in <mark>, all else escaped.',
  }),
  section: Type.Optional(
    Type.Object(
      { id: Type.String(), heading: Type.String() },
      { description: 'Where a heading is suggested; its id is the anchor on the page of the reader.' },
    ),
  ),
})

export const PROPOSAL_STATES = ['draft', 'open', 'approved', 'rejected', 'withdrawn', 'merged'] as const
export const ProposalRefOut = Type.Optional(
  Type.Object(
    { id: Id, state: closed(PROPOSAL_STATES) },
    { description: 'In the response to a save that waits for approval; the rest is what stands.' },
  ),
)

const documentHead = {
  ...listFields,
  lang: Lang,
  access: AccessField,
  author: MaybePerson,
  category_path: Type.Array(Type.Object({ id: Id, name: Type.String(), slug: Type.String() })),
  pinned_at: Nullable(Timestamp),
  published_at: Nullable(Timestamp),
  first_version: Nullable(
    Type.Integer({ description: 'The version that was published first; people are shown it as version 1.' }),
  ),
  job: Nullable(StatusOut),
  saved: Type.Optional(
    Type.Object(
      { at: Timestamp, by: MaybePerson, origin: closed(ORIGINS) },
      { description: 'To editors: who saved the title, summary or content last, and how it came about.' },
    ),
  ),
  draft: Type.Optional(Nullable(DraftOut)),
  proposal: ProposalRefOut,
}
/** A DocumentOut without its blocks, which are sent as saved JSON. */
const DocumentHead = Type.Object(documentHead)
export type DocumentHead = Static<typeof DocumentHead>

export const DocumentOut = named('DocumentOut', { ...documentHead, blocks: BlocksOut })
export type DocumentOut = Static<typeof DocumentOut>

export const BlocksPayload = named('BlocksPayload', {
  blocks: BlocksIn,
  document_id: Type.Optional(Type.Integer({ description: 'In the response.' })),
  version: Type.Optional(Type.Integer({ description: 'In the response.' })),
  updated_at: Type.Optional(Type.String({ description: 'In the response.' })),
  draft_version: Type.Optional(Type.Integer({ description: 'In the response, with publish=false.' })),
  proposal: ProposalRefOut,
})

/** The next item of the target level; without one the item goes last. */
const nextFields = {
  before: Type.Optional(Nullable(Type.Integer({ description: 'The document of that level that comes next.' }))),
  before_category: Type.Optional(
    Nullable(Type.Integer({ description: 'The category of that level that comes next.' })),
  ),
}
/** PlaceIn is a document's target in the tree, PlaceCategoryIn a category's. */
export const PlaceIn = named('PlaceIn', { category_id: Nullable(Type.Integer()), ...nextFields })
export const PlaceCategoryIn = named('PlaceCategoryIn', { parent_id: Nullable(Type.Integer()), ...nextFields })

const MOST_AT_ONCE = 100

export const ManyIn = named('ManyIn', {
  action: closed(['change', 'publish', 'delete', 'restore'], {
    description: '`change` writes the fields that are given with each document; `restore` is from the trash.',
  }),
  documents: Type.Array(
    Type.Object({
      id: Id,
      category_id: givenFields.category_id,
      position: givenFields.position,
      visibility: givenFields.visibility,
      published: givenFields.published,
      tags: givenFields.tags,
    }),
    { minItems: 1, maxItems: MOST_AT_ONCE },
  ),
})
export type ManyIn = Static<typeof ManyIn>
export const ManyOut = named('ManyOut', {
  done: Type.Array(Id, { description: 'The documents that it was done to.' }),
  proposed: Type.Array(Id, { description: 'Those under review: what was asked for waits for approval.' }),
  failed: Type.Array(Type.Object({ id: Id, detail: Type.String() }), {
    description: 'Those that were refused, and why. One that is in no list has not been tried: send it again.',
  }),
})
export type ManyOut = Static<typeof ManyOut>

export const RevisionOut = Type.Object({
  id: Id,
  version: Type.Integer({ minimum: 0, description: 'The last version that it stood for; 0: never published.' }),
  title: Type.String(),
  origin: closed(ORIGINS, { description: 'How this content had come about.' }),
  reason: Nullable(
    closed(REASONS, { description: 'Why it was kept although nobody saved it; null of what was saved or published.' }),
  ),
  author: MaybePerson,
  created_at: Timestamp,
})
export const RevisionDetailOut = Type.Object({
  ...RevisionOut.properties,
  summary: Nullable(Type.String()),
  blocks: BlocksOut,
})
export type RevisionOut = Static<typeof RevisionOut>

export const TrashOut = Type.Object({
  id: Id,
  slug: Type.String(),
  title: Type.String(),
  summary: Nullable(Type.String()),
  category: Nullable(Type.String()),
  category_gone: Type.Boolean({ description: 'Restored, it has no category and is restricted.' }),
  visibility: VisibilityField,
  deleted_by: MaybePerson,
  deleted_at: Timestamp,
})
export type TrashOut = Static<typeof TrashOut>

export const PictureOut = named('PictureOut', {
  url: Type.String({ description: 'The address to put into a document.' }),
  type: Type.String(),
  size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
})
export type PictureOut = Static<typeof PictureOut>
export const FileOut = named('FileOut', { ...PictureOut.properties, name: Type.String() })
export type FileOut = Static<typeof FileOut>

export const DayViews = Type.Object({ day: Type.String({ description: 'YYYY-MM-DD, UTC.' }), views: Type.Integer() })
const BucketCountsFields = Object.fromEntries(
  BUCKETS.map((bucket) => [bucket, Type.Integer({ minimum: 0 })]),
) as Record<(typeof BUCKETS)[number], ReturnType<typeof Type.Integer>>
export const BucketCounts = Type.Object(BucketCountsFields)
export type BucketCounts = Static<typeof BucketCounts>

export const BucketPage = Type.Object({
  bucket: closed(BUCKETS),
  q: Type.String(),
  page: Type.Integer(),
  page_size: Type.Integer(),
  total: Type.Integer(),
  pages: Type.Integer(),
  items: Type.Array(Type.Object({ ...listFields, job: Nullable(StatusOut) })),
})
export type BucketPage = Static<typeof BucketPage>

export const DashboardOut = Type.Object({
  totals: Type.Object({ documents: Type.Integer(), categories: Type.Integer(), views: Type.Integer() }),
  buckets: BucketCounts,
  recent: Type.Array(DocumentListOut),
  top: Type.Array(Type.Object({ ...listFields, views_in_period: Type.Integer() })),
  views_by_day: Type.Array(DayViews),
  pinned: Type.Array(DocumentListOut),
  top_days: Type.Integer(),
  generated_at: Timestamp,
})
export type DashboardOut = Static<typeof DashboardOut>

const TreeFields = Type.Object({
  type: closed(['category', 'document'] as const),
  id: Id,
  title: Type.String(),
  slug: Type.String(),
  pinned: Type.Optional(Type.Boolean({ description: 'Of a document.' })),
  position: Type.Optional(Nullable(Type.Integer({ description: 'Of a document: null where its title decides.' }))),
  published: Type.Optional(Type.Boolean({ description: 'Of a document: false while only editors can see it.' })),
  document_count: Type.Optional(Type.Integer({ description: 'Of a category: its own documents that you may read.' })),
  truncated: Type.Optional(Type.Boolean({ description: 'Of a category: it holds more documents than are listed.' })),
  children: Type.Array(Type.Ref('TreeNode'), { description: 'What is below a category; a document has none.' }),
})
/** A category with its descendants, or a document. */
export type TreeNode = Omit<Static<typeof TreeFields>, 'children'> & { children: TreeNode[] }
export const TreeOut = Type.Array(Type.Cyclic({ TreeNode: TreeFields }, 'TreeNode'))
