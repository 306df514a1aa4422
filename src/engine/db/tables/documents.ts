// The tables of categories and documents, and who may read them. Written by features/categories and features/documents.

import type { Generated } from 'kysely'
import type { Bucket, Flag, RevisionOrigin, Role, Visibility } from '../vocabulary.ts'

export type DocumentTables = {
  categories: {
    id: Generated<number>
    parent_id: number | null
    name: string
    slug: string
    description: string | null
    /** position counts from 0 among the siblings, without gaps. */
    position: number
    /** depth counts from 0 at the root; parents can so be listed before their children without recursion. */
    depth: number
    visibility: Generated<Visibility>
    /** audience is the narrowest visibility from the root down to here: most reads compare it and nothing else. */
    audience: Generated<Visibility>
    /** source_file is a JSON object: the file that described its folder, where that is no document. */
    source_file: string | null
    /** review_after is in days; null is as the category above says, 0 is never. */
    review_after: number | null
    created_by: number | null
    created_at: number
    updated_at: number
  }
  /** Who may enter a restricted category: each row names a role or a person. */
  category_access: { category_id: number; role: Role | null; user_id: number | null }
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
    /** front_matter is a JSON object: what an imported file said of itself that we have no field for. */
    front_matter: string | null
    /** source_file is a JSON object: the file that the document was imported from. */
    source_file: string | null
    published_at: number | null
    approved_by: number | null
    approved_at: number | null
    /** by_model: whether a model wrote the draft that was approved. */
    by_model: Generated<Flag>
    /** draft_version is that of the working copy, while there is one; it only grows. */
    draft_version: Generated<number>
  }
  /** A slug leads to one document: the one that has it, or else the one that had it last. */
  former_slugs: { slug: string; document_id: number; since: number }
  document_access: { document_id: number; role: Role | null; user_id: number | null }
  /** The content beside its document: lists never read it. `text`, `html` and the search index are derived when it is saved. */
  blocks: {
    document_id: number
    blocks: Generated<string>
    text: Generated<string>
    /** html is '' where rendering costs less than reading it would. */
    html: Generated<string>
    /** version is that of the document when this content was saved, so it may be older than the document's. */
    version: Generated<number>
    origin: Generated<RevisionOrigin>
    author_id: number | null
    saved_at: Generated<number>
  }
  /** What a document said before each change, with who had written that. The current content is in `blocks`. */
  revisions: {
    id: Generated<number>
    document_id: number
    version: number
    title: string
    summary: string | null
    blocks: string
    origin: RevisionOrigin
    author_id: number | null
    created_at: number
    /** evidence is what the blocks rested on, as JSON (features/evidence/keep.ts). */
    evidence: string | null
  }
  trash: {
    /** document_id is the id that the document had, which no other gets. */
    document_id: number
    slug: string
    title: string
    summary: string | null
    category_id: number | null
    tags: string
    visibility: Visibility
    access: string
    position: number | null
    blocks: string
    author_id: number | null
    created_at: number
    deleted_by: number | null
    deleted_at: number
    version: number
    first_version: Generated<number>
    former_slugs: string
    published: Generated<Flag>
    lang: string | null
    front_matter: string | null
    source_file: string | null
    published_at: number | null
    pinned_at: number
    approved_by: number | null
    approved_at: number | null
    by_model: Generated<Flag>
    evidence: string | null
    /** working_copy is what was not published yet, as JSON. */
    working_copy: string | null
  }
  trash_revisions: Omit<DocumentTables['revisions'], 'id'> & { id: number }
  /** What editors have written and not published yet. It was begun over version `base_version` of the document. */
  working_copies: {
    document_id: number
    title: string
    summary: string | null
    tags: string
    blocks: string
    base_version: number
    /** base_tags: tags are no part of revisions. */
    base_tags: string
    author_id: number | null
    created_at: number
    updated_at: number
    scheduled_at: number | null
    scheduled_by: number | null
    /** fault says why it was not published at its time. */
    fault: string | null
  }
  /** Whoever has the link reads the working copy until it expires. */
  preview_links: { hash: string; document_id: number; created_by: number | null; expires_at: number }
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
  /** An old address of the site, and where it leads. Paths are decoded, without a slash or .html at the end. */
  redirects: {
    id: Generated<number>
    from_path: string
    to_path: string
    kind: 'exact' | 'prefix'
    status: number
    hits: Generated<number>
    last_hit_at: number | null
    created_at: number
  }
  views: { document_id: number; day: string; views: number }
  /** Searches that found nothing, by their folded words alone. */
  missed_searches: { words: string; searches: number; last_at: number }
}
