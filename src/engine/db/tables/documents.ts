// The tables of categories and documents, and who may read them. Written by features/categories and features/documents.

import type { Generated } from 'kysely'
import type { Bucket, DraftKind, DraftState, Flag, RevisionOrigin, Role, Visibility } from '../vocabulary.ts'

export type DocumentTables = {
  /** feedback is what a reader said about a page; `section` is a heading of it, or ''. */
  feedback: {
    id: Generated<number>
    document_id: number
    section: string
    is_helpful: Flag
    said: string | null
    created_at: number
    /** sender is a hash of where it came from, until somebody has looked at it, at `seen_at`. */
    sender: Generated<string | null>
    seen_at: Generated<number | null>
  }
  categories: {
    id: Generated<number>
    parent_id: number | null
    name: string
    slug: string
    description: string | null
    /** position counts from 0 among the siblings, without gaps. */
    position: number
    /** slot: it stands behind the documents of its level whose position is lower (lists/tree-order.ts); null: before them all. */
    slot: number | null
    /** index_id is the category's own page; ignored if that is deleted, moved or not readable. */
    index_id: number | null
    /** depth counts from 0 at the root; parents can so be listed before their children without recursion. */
    depth: number
    visibility: Generated<Visibility>
    /** audience is the narrowest visibility from the root down to here: most reads compare it and nothing else. */
    audience: Generated<Visibility>
    /** review_after is in days; null is as the category above says, 0 is never. */
    review_after: number | null
    created_by: number | null
    created_at: number
    updated_at: number
  }
  /** All categories, the deleted ones too; `categories` is a view of the others. */
  category_rows: DocumentTables['categories'] & { deletion_id: number | null }
  /** Who may enter a restricted category: each row names a role or a person. */
  category_access: { category_id: number; role: Role | null; user_id: number | null; group_id: number | null }
  /** The restricted categories at or above each category: a reader must be let through every one of them. */
  category_gates: { category_id: number; gate_id: number }

  documents: {
    id: Generated<number>
    slug: string
    title: string
    /** title_key is the title as it sorts among its siblings: by text folded here, the same on both engines. */
    title_key: Generated<string>
    summary: string | null
    /** lang is a BCP 47 tag; null is the language of the site. */
    lang: string | null
    category_id: number | null
    /** path is the address that it had on the site it was imported from, as redirectPath() spells it. */
    path: string | null
    /** tags is a JSON list. */
    tags: Generated<string>
    visibility: Generated<Visibility>
    /** audience is the narrowest visibility of the document and of every category above it; restricted while unpublished. */
    audience: Generated<Visibility>
    /** published is 0 while only editors may know of the document, whatever its visibility. */
    published: Generated<Flag>
    bucket: Generated<Bucket>
    has_content: Generated<Flag>
    /** position is null where the title decides the order. */
    position: number | null
    /** pinned_at is 0 where the document is not pinned: null would sort differently on the two engines. */
    pinned_at: Generated<number>
    /** version grows with every change of content or fields; a pin, a view or a job does not raise it. */
    version: Generated<number>
    /** first_version is the one that was published first, which people are shown as version 1; 0 before that. */
    first_version: Generated<number>
    view_count: Generated<number>
    author_id: number | null
    created_at: number
    updated_at: number
    published_at: number | null
    approved_by: number | null
    approved_at: number | null
    /** by_model: whether a model wrote the draft that was approved. */
    by_model: Generated<Flag>
    /** draft_version is the last version that a draft of it had; an open one counts on from here (drafts.version). */
    draft_version: Generated<number>
    /** published_id is the revision that readers see; null only while its first transaction goes on. */
    published_id: Generated<number | null>
  }
  /**
   * All documents, the deleted ones too; `documents` is a view of the others, and no query but the trash's needs this. A migration
   * that adds a column also makes the view anew: PostgreSQL's has the columns that it was made with.
   */
  document_rows: DocumentTables['documents'] & { deletion_id: number | null }
  /** A slug leads to one document: the one that has it, or else the one that had it last. */
  former_slugs: { slug: string; document_id: number; since: number }
  document_access: { document_id: number; role: Role | null; user_id: number | null; group_id: number | null }
  /** What was deleted together: a document, or a category with all that was in it. Its rows stay until they are purged. */
  deletions: { id: Generated<number>; deleted_by: number | null; deleted_at: number }
  /** Every text that a document ever had, published or not. A row is written once; what comes later is how it was published. */
  revisions: {
    id: Generated<number>
    document_id: number
    /** parent_id is the revision that this one was written over, merged_id one that it took up; either may be forgotten since. */
    parent_id: number | null
    merged_id: number | null
    /** version is that of the document which this text made; null until it is published. */
    version: number | null
    /** since is the version whose wording this is: a change of tags or language alone is a revision with the same wording. */
    since: number | null
    /** base_version is that of the document when this text was begun. */
    base_version: number
    /** iteration_id is the iteration whose draft this is: until it is published it is shown there alone. */
    iteration_id: number | null
    title: string
    summary: string | null
    tags: string
    lang: string | null
    blocks: string
    /** evidence is what the blocks rested on, as JSON, from when they were replaced (features/evidence/keep.ts). */
    evidence: string | null
    origin: RevisionOrigin
    author_id: number | null
    /** reason: it was typed and not saved, or lost against what someone else typed. */
    reason: 'autosave' | 'conflict' | null
    created_at: number
    /** behind names the people behind each part, as JSON, until it is published (revisions/behind.ts). */
    behind: Generated<string | null>
    published_by: number | null
    published_at: number | null
  }
  /**
   * What is not published yet. `shared`: what a document's editors write, at most one a document. Closing a shared one deletes
   * its row; the revisions stay.
   */
  drafts: {
    id: Generated<number>
    document_id: number
    kind: DraftKind
    state: DraftState
    /** base_id is the text that it was begun over, or the newest published one that it has taken in. */
    base_id: number
    /** head_id is what it says now. */
    head_id: number
    /** version counts the moves of the head, on from the document's draft_version. */
    version: number
    created_at: number
    updated_at: number
    /** scheduled_id is the revision to be published at scheduled_at, whatever is written until then. */
    scheduled_id: Generated<number | null>
    scheduled_at: Generated<number | null>
    scheduled_by: Generated<number | null>
    /** fault says why it was not published at its time. */
    fault: Generated<string | null>
  }
  /** What readers' queries touch of the published revision, beside its document: lists never read it. */
  texts: {
    document_id: number
    text: string
    /** html is '' where rendering costs less than reading it would. */
    html: string
  }
  /** Who has a document open in the editor, until they leave or their heartbeat stops. */
  presence: { document_id: number; user_id: number; seen_at: number }
  /** Anyone with the link reads the draft, or one revision, until it expires. */
  preview_links: {
    hash: string
    document_id: number
    /** revision_id is null where the link shows the draft as it is when it is opened. */
    revision_id: Generated<number | null>
    created_by: number | null
    /** maker_epoch is the link_epoch of whoever made it, at that time. */
    maker_epoch: Generated<number>
    expires_at: number
  }
  /** Pictures and files. */
  uploads: {
    /** key is made from the bytes, and from the name of a file, so that the same one is kept once. */
    key: string
    /** kind is the ending of its address. */
    kind: string
    /** name is null of a picture, whose address has only the key. */
    name: string | null
    size: number
    uploaded_by: number | null
    uploaded_at: number
  }
  /** In pieces, so that a slow client does not keep a whole one in memory. */
  upload_pieces: { upload: string; number: number; bytes: Buffer }
  /** Whoever may read a document that shows an upload may have it. With `shown` at 0 only a revision shows it. */
  upload_uses: { document_id: number; upload: string; shown: Flag }
  /** A link from a page to a document, and since when it leads nowhere. */
  page_links: { id: Generated<number>; document_id: number; slug: string; broken_since: number | null }
  /** An old address of the site, and where it leads. Paths are decoded, without a slash or .html at the end. */
  redirects: {
    id: Generated<number>
    from_path: string
    to_path: string
    kind: 'exact' | 'prefix'
    status: number
    origin: Generated<'hand' | 'import'>
    hits: Generated<number>
    last_hit_at: number | null
    created_at: number
  }
  views: { document_id: number; day: string; views: number }
  /** Searches that found nothing, by their folded words alone. */
  /** question is as it was last asked; null for a search. */
  missed_searches: { words: string; question: string | null; searches: number; last_at: number }
  /** Those that happened twice, or are a question, and the page that is nearest, since its owner hears of it. */
  missed_duties: { id: Generated<number>; words: string; document_id: number; since: number }
  /** Questions that readers asked the team, and the page that answers; `words` as in missed_searches. */
  team_questions: {
    id: Generated<number>
    words: string
    question: string
    asked_by: number
    asked_at: number
    document_id: number | null
    answered_at: number | null
  }
  /** What a model's answers used on a day (2026-11-18, UTC). */
  answer_tokens: { day: string; calls: number; input_tokens: number; output_tokens: number }
}
