// Which documents each page links to, and since when one of them leads nowhere: the owner of the page hears of it.

import { sql } from 'kysely'
import type { MigrationSteps } from '../migration.ts'

const LINK = /"(?:href|link)":"\/read\/([^"/?#\\]+)\/?(?:[?#][^"]*)?"/g

export default {
  statements: ({ id, binaryText }) => [
    `create table page_links (
      id ${id},
      document_id bigint not null references document_rows (id) on delete cascade,
      slug ${binaryText} not null,
      broken_since bigint,
      unique (document_id, slug)
    )`,
    'create index page_links_slug on page_links (slug)',
    'create index page_links_broken on page_links (document_id) where broken_since is not null',
  ],
  batches: [
    {
      from: '(select document_id as id from heads)',
      move: async (tx, ids) => {
        const { rows } = await sql<{ document_id: number; blocks: string }>`select heads.document_id, revisions.blocks
          from heads join revisions on revisions.id = heads.published_id
          where heads.document_id in (${sql.join(ids)})`.execute(tx)
        for (const { document_id, blocks } of rows)
          for (const slug of new Set([...blocks.matchAll(LINK)].map(([, part]) => part!)))
            await sql`insert into page_links (document_id, slug) values (${document_id}, ${slug})`.execute(tx)
      },
    },
  ],
  finish: async (tx) => {
    await sql`update page_links set broken_since = ${Date.now()}
      where slug not in ('search', 'ask', 'tags', 'changes', 'category', 'agent', 'agent-setup')
        and not exists (select 1 from documents where documents.slug = page_links.slug and documents.published = 1)
        and not exists (select 1 from former_slugs where former_slugs.slug = page_links.slug)`.execute(tx)
  },
} satisfies MigrationSteps
