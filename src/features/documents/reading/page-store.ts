// Queries behind the public site's pages. Each carries the reader's access rule, and lists leave out what is not written yet
// for all but editors; what is shown of a row is decided in page.ts.

import { sql } from 'kysely'
import type { Actor } from '#actor.ts'
import type { Query } from '#engine/db/db.ts'
import { readableBy } from '../access/access.ts'
import { type ListRow, selectListItems } from '../lists/list-item-store.ts'
import { BY_POSITION, LAST_POSITION, PINNED_FIRST } from '../lists/tree-order.ts'

export const findPageRow = (query: Query, actor: Actor, slug: string) =>
  selectListItems(query)
    .innerJoin('blocks', 'blocks.document_id', 'documents.id')
    .leftJoin('users as author', 'author.id', 'documents.author_id')
    .leftJoin('users as approver', 'approver.id', 'documents.approved_by')
    // Only names that were given to be shown, no usernames: everyone may read these pages, and a username is half a sign-in.
    .select([
      'author.display_name as author_name',
      'approver.display_name as approver_name',
      'documents.approved_at',
      'documents.published_at',
      'documents.title_key',
      'blocks.origin',
      'blocks.html',
      'blocks.blocks',
    ])
    .where('documents.slug', '=', slug)
    .where(readableBy(actor))
    .executeTakeFirst()

/** findPresentSlug is the slug of the document that had this one before. */
export const findPresentSlug = async (query: Query, actor: Actor, former: string): Promise<string | undefined> =>
  (
    await query
      .selectFrom('former_slugs')
      .innerJoin('documents', 'documents.id', 'former_slugs.document_id')
      .select('documents.slug')
      .where('former_slugs.slug', '=', former)
      .where(readableBy(actor))
      .executeTakeFirst()
  )?.slug

type Spot = { id: number; category_id: number | null; pinned_at: number; position: number | null; title_key: string }

/** findNeighbour is the document before or after a place, in the order of the tree, within its category. */
export const findNeighbour = (query: Query, actor: Actor, place: Spot, side: 'before' | 'after') => {
  const here = sql`(${place.pinned_at > 0 ? 0 : 1}, ${place.position ?? LAST_POSITION}, ${place.title_key}, ${place.id})`
  const there = sql`(${PINNED_FIRST}, ${BY_POSITION}, documents.title_key, documents.id)`
  const direction = side === 'before' ? 'desc' : 'asc'
  return query
    .selectFrom('documents')
    .select(['documents.slug', 'documents.title'])
    .where('documents.category_id', place.category_id === null ? 'is' : '=', place.category_id)
    .where(readableBy(actor, 'site'))
    .where(side === 'before' ? sql<boolean>`${there} < ${here}` : sql<boolean>`${there} > ${here}`)
    .orderBy(PINNED_FIRST, direction)
    .orderBy(BY_POSITION, direction)
    .orderBy('documents.title_key', direction)
    .orderBy('documents.id', direction)
    .limit(1)
    .executeTakeFirst()
}

/** listInCategory is a page of a category in the order of the tree. */
export const listInCategory = (
  query: Query,
  actor: Actor,
  categoryId: number,
  page: { limit: number; offset: number },
): Promise<ListRow[]> =>
  selectListItems(query)
    .where('documents.category_id', '=', categoryId)
    .where(readableBy(actor, 'site'))
    .orderBy(PINNED_FIRST)
    .orderBy(BY_POSITION)
    .orderBy('documents.title_key')
    .orderBy('documents.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()

export type Ids = { after: number; upTo: number }

/** listAddressesAmong is every readable document with content among some ids, in their order. */
export const listAddressesAmong = (query: Query, actor: Actor, { after, upTo }: Ids, limit: number) =>
  query
    .selectFrom((from) =>
      from
        .selectFrom('documents')
        .selectAll()
        .where('id', '>', after)
        .where('id', '<=', upTo)
        .orderBy('id')
        // Read by id, whatever else the planner would like: without a limit it goes through all that is public.
        .limit(upTo - after)
        .as('documents'),
    )
    .select(['documents.slug', 'documents.updated_at'])
    .where(readableBy(actor))
    .where('documents.has_content', '=', 1)
    .orderBy('documents.id')
    .limit(limit)
    .execute()

export const findLastId = async (query: Query): Promise<number> =>
  Number(
    (
      await query
        .selectFrom('documents')
        .select((eb) => eb.fn.max('id').as('id'))
        .executeTakeFirst()
    )?.id ?? 0,
  )
