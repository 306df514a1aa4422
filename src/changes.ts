// What cached things depend on, and which writes change it. Nobody reports a change: triggers that are made from WRITES
// (engine/db/triggers.ts) add what a transaction changed to the table `changes`, so it is part of the same commit, whoever wrote.
// A change of WRITES takes a migration, an empty one if need be, because triggers are made when a database is migrated.

/** A cached response depends on up to six kinds of things. */
export const TAGS = {
  /** A document as its page shows it. */
  document: (id: number) => `document:${id}`,
  /** What lists in the order of the tree show of the documents of a category; null is in none. */
  category: (id: number | null) => `category:${id ?? 0}`,
  /** The same of any category: titles, slugs, places, who may read them, and so how many there are. */
  index: 'index',
  /** Any document or category in any way that readers see. */
  documents: 'documents',
  /** What only editors see: drafts, imports. */
  work: 'work',
  /** What all pages share: the tree of categories, what people were granted, names, the look. */
  site: 'site',
  /** Who a token belongs to, and what that person may do: no response is cached by it. */
  accounts: 'accounts',
  /** Who is in which group: no response is cached by it, as readers share those of people with equal grants. */
  groups: 'groups',
  /** What waits for anyone: looked for by live updates alone. */
  inbox: 'inbox',
} as const

/**
 * A write changes these tags: `document:id` is the tag of the document that the column `id` names. With `columns` only an update
 * that changes one of them counts, and an insert or a deletion of a row where one is set.
 */
export type Write = {
  table: string
  tags: string
  columns?: readonly string[]
  on?: readonly WriteEvent[]
}
export type WriteEvent = 'insert' | 'update' | 'delete'

const LISTED =
  'slug title title_key category_id path visibility audience published has_content position pinned_at deletion_id'
const ON_THE_PAGE =
  'summary lang tags bucket version first_version author_id created_at updated_at published_at approved_by approved_at by_model published_id'
const waiting = (table: string): Write => ({ table, tags: 'inbox' })

export const WRITES: readonly Write[] = [
  { table: 'document_rows', tags: 'document:id category:category_id index documents', columns: LISTED.split(' ') },
  { table: 'document_rows', tags: 'document:id documents', columns: ON_THE_PAGE.split(' '), on: ['update'] },
  { table: 'document_rows', tags: 'work', columns: ['draft_version'], on: ['update'] },
  // A draft begins and ends; nothing that is cached shows what is being typed.
  { table: 'drafts', tags: 'work', columns: ['scheduled_at', 'scheduled_id', 'fault'], on: ['update'] },
  { table: 'texts', tags: 'document:document_id documents', columns: ['html'], on: ['update'] },
  // What a draft is merged with, and who wrote it.
  { table: 'revisions', tags: 'document:document_id work', columns: ['version'], on: ['delete'] },
  { table: 'document_access', tags: 'site' },
  { table: 'category_rows', tags: 'site documents' },
  { table: 'category_access', tags: 'site' },
  { table: 'category_gates', tags: 'site' },
  { table: 'group_members', tags: 'groups' },
  { table: 'settings', tags: 'accounts site' },
  { table: 'brand', tags: 'site' },
  {
    table: 'users',
    tags: 'site documents',
    columns: ['display_name', 'username', 'email', 'deleted_at'],
    on: ['update'],
  },
  {
    table: 'users',
    tags: 'accounts',
    columns: ['email', 'role', 'disabled', 'proven_by', 'second_factor', 'deleted_at'],
    on: ['update'],
  },
  { table: 'sessions', tags: 'accounts', columns: ['ended_at', 'proved_at', 'factor'], on: ['update', 'delete'] },
  { table: 'session_tokens', tags: 'accounts', columns: ['retired_at'], on: ['update'] },
  {
    table: 'api_tokens',
    tags: 'accounts',
    columns: ['user_id', 'role', 'scopes', 'category_ids', 'expires_at'],
    on: ['update', 'delete'],
  },
  { table: 'evidence', tags: 'document:document_id documents inbox' },
  { table: 'evidence_sources', tags: 'document:document_id documents inbox' },
  // Not the lease, which is renewed every ten seconds.
  { table: 'imports', tags: 'work', columns: 'state folder pages_done pages_total report undone error'.split(' ') },
  { table: 'page_links', tags: 'inbox', columns: ['broken_since'] },
  ...['threads', 'comments', 'comment_mentions', 'questions', 'owners', 'feedback', 'watches', 'inbox_marks'].map(
    waiting,
  ),
  ...['proposals', 'proposal_reviewers', 'proposal_approvals', 'missed_duties', 'team_questions'].map(waiting),
]
