// Every text is a revision: what is published, what is saved and not published, what was before, and what is deleted. Deleted
// documents and categories keep their rows; `documents` and `categories` become views of the others.
// Former tables stay under other names until `galley migrate --drop-former` removes them.

import { sql } from 'kysely'
import { dropFormerTables, FORMER } from '../former.ts'
import type { MigrationSteps } from '../migration.ts'
import type { Tx } from '../tx.ts'

/** What was deleted is in no index. Lists read their indexes alone, so each has the column that the view asks for. */
const LIVING = 'where deletion_id is null'

const DOCUMENT_INDEXES = {
  documents_list: '(pinned_at desc, updated_at desc, id desc, audience, deletion_id)',
  documents_public_list: '(audience, pinned_at desc, updated_at desc, id desc, deletion_id)',
  documents_tree: `(category_id, (case when pinned_at > 0 then 0 else 1 end), (coalesce(position, 2147483647)), title_key, id,
    audience, deletion_id)`,
  documents_category: '(category_id, audience, deletion_id)',
  documents_bucket: '(bucket, updated_at desc, id desc, audience, deletion_id)',
  documents_title: '(title_key, id, deletion_id)',
  documents_created: '(created_at desc, id desc, deletion_id)',
}

export default {
  phase: 'contract',
  copies: true,
  statements: ({ id, ownedId }) => [
    `create table deletions (
      id ${id},
      deleted_by bigint references users (id) on delete set null,
      deleted_at bigint not null
    )`,
    'create index deletions_time on deletions (deleted_at)',

    'alter table documents rename to document_rows',
    'alter table document_rows add column deletion_id bigint references deletions (id)',
    'alter table document_rows add column scheduled_at bigint',
    'alter table document_rows add column scheduled_by bigint references users (id) on delete set null',
    'alter table document_rows add column fault text check (fault is null or scheduled_at is null)',
    ...Object.entries(DOCUMENT_INDEXES).flatMap(([name, columns]) => [
      `drop index ${name}`,
      `create index ${name} on document_rows ${columns} ${LIVING}`,
    ]),
    'drop index documents_slug',
    `create unique index documents_slug on document_rows (slug) ${LIVING}`,
    'drop index documents_views',
    `create index documents_views on document_rows (audience, view_count, deletion_id) ${LIVING} and view_count > 0`,
    'drop index documents_unpublished',
    `create index documents_unpublished on document_rows (id, deletion_id) ${LIVING} and published = 0`,
    'create index documents_due on document_rows (scheduled_at) where scheduled_at is not null',
    'create index documents_deletion on document_rows (deletion_id) where deletion_id is not null',
    `create view documents as select * from document_rows ${LIVING}`,

    'alter table categories rename to category_rows',
    'alter table category_rows add column deletion_id bigint references deletions (id)',
    'drop index categories_slug',
    `create unique index categories_slug on category_rows (slug) ${LIVING}`,
    'drop index categories_order',
    `create unique index categories_order on category_rows (coalesce(parent_id, 0), position) ${LIVING}`,
    'create index categories_deletion on category_rows (deletion_id) where deletion_id is not null',
    `create view categories as select * from category_rows ${LIVING}`,

    ...FORMER.map((table) => `alter table ${table.replace('former_', '')} rename to ${table}`),
    'drop index revisions_version',
    'create index former_revisions_version on former_revisions (document_id, version)',
    `create table revisions (
      id ${id},
      document_id bigint not null references document_rows (id) on delete cascade,
      parent_id bigint,
      merged_id bigint,
      version integer,
      since integer,
      base_version integer not null,
      title text not null,
      summary text,
      tags text not null,
      lang text,
      origin text not null check (origin in ('hand', 'approval', 'restore', 'import')),
      author_id bigint references users (id) on delete set null,
      reason text,
      created_at bigint not null,
      published_by bigint references users (id) on delete set null,
      published_at bigint,
      evidence text,
      blocks text not null,
      check ((version is null) = (since is null)),
      check ((version is null) = (published_at is null)),
      check (since <= version)
    )`,
    'create unique index revisions_version on revisions (document_id, version)',
    'create index revisions_unpublished on revisions (document_id, id) where version is null',
    `create table heads (
      document_id ${ownedId} references document_rows (id) on delete cascade,
      published_id bigint not null references revisions (id),
      saved_id bigint references revisions (id),
      saved_since bigint,
      working_id bigint references revisions (id),
      check ((saved_id is null) = (saved_since is null))
    )`,
    'create unique index heads_published on heads (published_id)',
    'create index heads_saved on heads (saved_id, document_id) where saved_id is not null',
    'create index heads_working on heads (working_id) where working_id is not null',
    `create table texts (
      document_id ${ownedId} references document_rows (id) on delete cascade,
      text text not null,
      html text not null
    )`,
  ],
  fill: async (tx, catalog) => {
    // An id that was given out once never means another revision.
    const last = (await catalog.lastIds(tx)).find(({ table }) => table === 'former_revisions')
    if (last) await catalog.setLastId(tx, 'revisions', last.last)
  },
  batches: [
    {
      from: `(select id from document_rows ${LIVING})`,
      move: async (tx, ids) => {
        await moveRevisions(tx, 'former_revisions', ids)
        await movePublished(tx, ids)
        await moveCopies(tx, ids)
      },
    },
    {
      from: '(select document_id as id from former_trash)',
      move: async (tx, ids) => {
        await moveDeleted(tx, ids)
        await moveRevisions(tx, 'former_trash_revisions', ids)
        await pointAtNewest(tx, ids)
        await moveDeletedRules(tx, ids)
      },
    },
  ],
  finish: async (tx) => {
    const { rows } = await sql`select 1 from former_blocks union all select 1 from former_trash limit 1`.execute(tx)
    if (rows.length === 0) await dropFormerTables(tx)
  },
} satisfies MigrationSteps

/** moveDeleted: what a deleted document says, and whether it says anything, is found out when it comes back. */
async function moveDeleted(tx: Tx, ids: number[]): Promise<void> {
  const { rows } = await sql<FormerTrash>`select document_id, deleted_by, deleted_at from former_trash
    where document_id in (${sql.join(ids)}) order by document_id`.execute(tx)
  for (const { document_id, deleted_by, deleted_at } of rows) {
    const made = tx.insertInto('deletions').values({ deleted_by, deleted_at }).returning('id')
    const { id } = await made.executeTakeFirstOrThrow()
    // Without its category nobody reads it unasked.
    await sql`
      insert into document_rows (id, slug, title, summary, lang, category_id, tags, visibility, audience, published,
        position, pinned_at, version, first_version, author_id, created_at, updated_at, front_matter, source_file, published_at,
        approved_by, approved_at, by_model, deletion_id)
      select document_id, slug, title, summary, lang, (select id from category_rows where id = category_id), tags,
        case when category_id is null or category_id in (select id from category_rows) then visibility else 'restricted' end,
        'restricted', published, position, pinned_at, version, first_version, (select id from users where id = author_id), created_at,
        deleted_at, front_matter, source_file, published_at, (select id from users where id = approved_by), approved_at,
        by_model, cast(${id} as bigint)
      from former_trash where document_id = ${document_id}`.execute(tx)
  }
}

/** moveRevisions: a former revision had the last version that its text stood for, and now has the first one. */
async function moveRevisions(
  tx: Tx,
  from: 'former_revisions' | 'former_trash_revisions',
  ids: number[],
): Promise<void> {
  await sql`
    insert into revisions (id, document_id, parent_id, version, since, base_version, title, summary, tags, origin,
      author_id, created_at, published_by, published_at, evidence, blocks)
    select id, document_id, previous, start, start, start - 1, title, summary, tags, origin,
      author_id, created_at, author_id, created_at, evidence, blocks
    from (
      select former.*, document_rows.tags, lag(former.id) over each_document as previous,
        coalesce(lag(former.version) over each_document, 0) + 1 as start
      from ${sql.table(from)} as former join document_rows on document_rows.id = former.document_id
      where former.document_id in (${sql.join(ids)})
      window each_document as (partition by former.document_id order by former.version)
    ) as numbered`.execute(tx)
}

async function movePublished(tx: Tx, ids: number[]): Promise<void> {
  await sql`
    insert into revisions (document_id, parent_id, version, since, base_version, title, summary, tags, lang, origin,
      author_id, created_at, published_by, published_at, blocks)
    select id, previous, start, start, start - 1, title, summary, tags, lang, origin, writer, saved_at, writer, saved_at,
      blocks
    from (
      select document_rows.*, content.origin, content.author_id as writer, content.saved_at, content.blocks,
        (select max(revisions.id) from revisions where revisions.document_id = document_rows.id) as previous,
        case when content.version > replaced then content.version else replaced + 1 end as start
      from document_rows join former_blocks as content on content.document_id = document_rows.id
      join (
        select document_rows.id as of, coalesce(max(former_revisions.version), 0) as replaced
        from document_rows left join former_revisions on former_revisions.document_id = document_rows.id
        where document_rows.id in (${sql.join(ids)})
        group by document_rows.id
      ) as known on known.of = document_rows.id
    ) as published order by id`.execute(tx)
  await pointAtNewest(tx, ids)
  await sql`insert into texts (document_id, text, html)
    select document_id, text, html from former_blocks where document_id in (${sql.join(ids)})
    order by document_id`.execute(tx)
}

async function pointAtNewest(tx: Tx, ids: number[]): Promise<void> {
  await sql`
    insert into heads (document_id, published_id)
    select document_id, id from revisions
    where document_id in (${sql.join(ids)})
      and version = (select max(version) from revisions as newer where newer.document_id = revisions.document_id)`.execute(
    tx,
  )
}

/** moveCopies: where only tags changed since a copy was begun, what it rests on is a revision of its own. */
async function moveCopies(tx: Tx, all: number[]): Promise<void> {
  const { rows } = await sql<{ document_id: number }>`
    select document_id from former_working_copies where document_id in (${sql.join(all)})`.execute(tx)
  if (rows.length === 0) return
  const ids = sql.join(rows.map(({ document_id }) => document_id))
  await sql`
    update revisions set tags = (select base_tags from former_working_copies as copy where copy.document_id = revisions.document_id)
    where document_id in (${ids}) and version = (select max(older.version) from revisions as older
      join former_working_copies as copy on copy.document_id = older.document_id
      where older.document_id = revisions.document_id and older.version <= copy.base_version)`.execute(tx)
  await sql`
    insert into revisions (document_id, parent_id, version, since, base_version, title, summary, tags, lang, origin,
      author_id, created_at, published_by, published_at, blocks)
    select revisions.document_id, revisions.id, document_rows.version, since, document_rows.version - 1, revisions.title,
      revisions.summary, document_rows.tags, document_rows.lang, origin, revisions.author_id, revisions.created_at,
      published_by, revisions.published_at, blocks
    from heads join revisions on revisions.id = published_id join document_rows on document_rows.id = revisions.document_id
    where heads.document_id in (${ids}) and revisions.tags <> document_rows.tags
      and revisions.version < document_rows.version`.execute(tx)
  await sql`
    update heads set published_id = (select id from revisions where revisions.document_id = heads.document_id
      order by version desc limit 1)
    where document_id in (${ids})`.execute(tx)
  await sql`
    insert into revisions (document_id, parent_id, base_version, title, summary, tags, lang, origin, author_id, created_at, blocks)
    select copy.document_id, published_id, base_version, copy.title, copy.summary, copy.tags, document_rows.lang, 'hand',
      copy.author_id, copy.updated_at, copy.blocks
    from former_working_copies as copy join heads on heads.document_id = copy.document_id
    join document_rows on document_rows.id = copy.document_id
    where copy.document_id in (${ids}) order by copy.document_id`.execute(tx)
  await sql`
    update heads set
      saved_id = (select id from revisions where revisions.document_id = heads.document_id and version is null),
      saved_since = (select created_at from former_working_copies as copy where copy.document_id = heads.document_id)
    where document_id in (${ids})`.execute(tx)
  await sql`
    update document_rows set scheduled_at = copy.scheduled_at, scheduled_by = copy.scheduled_by, fault = copy.fault
    from former_working_copies as copy where copy.document_id = document_rows.id
      and document_rows.id in (${ids})`.execute(tx)
}

type FormerTrash = {
  document_id: number
  access: string
  former_slugs: string
  working_copy: string | null
  deleted_by: number | null
  deleted_at: number
  is_homeless: boolean | 0 | 1
}
type FormerCopy = {
  version: number
  title: string
  summary: string | null
  tags: string
  blocks: string
  created_at: number
} & { base: { version: number; tags: string } | null; updated_at: number }

async function moveDeletedRules(tx: Tx, ids: number[]): Promise<void> {
  const { rows } = await sql<FormerTrash>`
    select former_trash.*, category_id is not null and category_id not in (select id from category_rows) as is_homeless
    from former_trash where document_id in (${sql.join(ids)}) order by document_id`.execute(tx)
  for (const row of rows) await moveRules(tx, row)
}

async function moveRules(tx: Tx, row: FormerTrash): Promise<void> {
  const { document_id } = row
  const access = JSON.parse(row.access) as { roles: ('admin' | 'editor' | 'reader')[]; users: number[] }
  if (row.is_homeless) Object.assign(access, { roles: [], users: [] })
  for (const role of access.roles) await tx.insertInto('document_access').values({ document_id, role }).execute()
  for (const user of access.users)
    await sql`insert into document_access (document_id, user_id)
      select ${document_id}, id from users where id = ${user}`.execute(tx)
  for (const { slug, since } of JSON.parse(row.former_slugs) as { slug: string; since: number }[])
    await tx
      .insertInto('former_slugs')
      .values({ slug, document_id, since })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .execute()
  if (row.working_copy === null) return
  const { version, base, created_at, updated_at, ...said } = JSON.parse(row.working_copy) as FormerCopy
  const document = await tx
    .selectFrom('document_rows')
    .innerJoin('heads', 'heads.document_id', 'document_rows.id')
    .select(['document_rows.version', 'lang', 'published_id'])
    .where('id', '=', document_id)
    .executeTakeFirstOrThrow()
  const { id: saved_id } = await tx
    .insertInto('revisions')
    .values({
      ...said,
      document_id,
      parent_id: document.published_id,
      base_version: base?.version ?? document.version,
      lang: document.lang,
      origin: 'hand',
      author_id: row.deleted_by,
      created_at: updated_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('heads')
    .set({ saved_id, saved_since: created_at })
    .where('document_id', '=', document_id)
    .execute()
  await tx.updateTable('document_rows').set({ draft_version: version }).where('id', '=', document_id).execute()
}
