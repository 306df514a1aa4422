// Queries of the public site's pages. Each has the reader's access rule and excludes documents without content, except for
// editors; page.ts presents the rows.

import { LAST_POSITION } from 'galley-blocks/level.ts'
import { type InferResult, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Actor } from '#actor.ts'
import type { Query } from '#engine/db/db.ts'
import { isGrounded } from '#features/evidence/grounded.ts'
import { preparedForReaders, readableBy } from '../access/access.ts'
import { type ListRow, type PageRange, selectListItems } from '../lists/list-item-store.ts'
import { BY_POSITION, PINNED_FIRST } from '../lists/tree-order.ts'

const selectPages = (query: Query) =>
  selectListItems(query)
    .innerJoin('revisions', 'revisions.id', 'documents.published_id')
    .innerJoin('texts', 'texts.document_id', 'documents.id')
    .leftJoin('users as author', 'author.id', 'documents.author_id')
    .leftJoin('users as changer', 'changer.id', 'revisions.author_id')
    .leftJoin('users as approver', 'approver.id', 'documents.approved_by')
    // Display names only: these pages are public, and a username is half of a sign-in.
    .select([
      'author.display_name as author_name',
      'changer.display_name as changer_name',
      'approver.display_name as approver_name',
      'documents.approved_at',
      'documents.by_model',
      'documents.published_at',
      'documents.first_version',
      'documents.lang',
      'documents.path',
      'documents.title_key',
      'revisions.origin',
      'texts.html',
      'revisions.blocks',
      sql<0 | 1>`case when ${isGrounded('documents.id')} then 1 else 0 end`.as('grounded'),
    ])
type PageRow = InferResult<ReturnType<typeof selectPages>>[number]

const selectPage = preparedForReaders<PageRow, { slug: string }>(
  (slot, query, filter) => selectPages(query).where('documents.slug', '=', slot('slug')).where(filter),
  'site',
)

export const findPageRow = async (query: Query, actor: Actor, slug: string): Promise<PageRow | undefined> =>
  (await selectPage(query, actor, { slug }))[0]

/** The current slug of the document that had this one before. */
export const findPresentSlug = async (query: Query, actor: Actor, former: string): Promise<string | undefined> =>
  (
    await query
      .selectFrom('former_slugs')
      .innerJoin('documents', 'documents.id', 'former_slugs.document_id')
      .select('documents.slug')
      .where('former_slugs.slug', '=', former)
      .where(readableBy(actor, 'site'))
      .executeTakeFirst()
  )?.slug

type Neighbour = { id: number; slug: string; title: string; path: string | null; href?: string }
export type Neighbours = { previous: Neighbour | undefined; next: Neighbour | undefined }
/** The document with this path, else the one whose slug is its last segment. */
export async function findSlugAt(query: Query, actor: Actor, path: string): Promise<string | undefined> {
  const slug = path.slice(path.lastIndexOf('/') + 1)
  const by = (column: 'path' | 'slug', value: string) =>
    query
      .selectFrom('documents')
      .select(['documents.slug', sql.lit(column).as('by')])
      .where(`documents.${column}`, '=', value)
      .where(readableBy(actor, 'site'))
  // Two queries by index: for an OR, SQLite scans all documents (5 ms of 10,000).
  const found = await by('path', path).unionAll(by('slug', slug)).orderBy('by').limit(1).executeTakeFirst()
  return found?.slug
}

/** The slug of a site page by id, if it is in the given category. */
export const findSlugOf = async (
  query: Query,
  actor: Actor,
  key: { id: number; category_id?: number },
): Promise<string | undefined> =>
  (
    await query
      .selectFrom('documents')
      .select('documents.slug')
      .where((eb) => eb.and(key))
      .where(readableBy(actor, 'site'))
      .executeTakeFirst()
  )?.slug

export const hasReadableSlug = async (query: Query, actor: Actor, slug: string): Promise<boolean> =>
  (await query
    .selectFrom('documents')
    .select('documents.id')
    .where('documents.slug', '=', slug)
    .where(readableBy(actor, 'site'))
    .executeTakeFirst()) !== undefined || (await findPresentSlug(query, actor, slug)) !== undefined

export type Spot = Pick<PageRow, 'id' | 'category_id' | 'pinned_at' | 'position' | 'title_key'>
type Side = 'before' | 'after'
type SpotSlots = { category: number | null; pinned: 0 | 1; position: number; title: string; id: number }

/**
 * Counting from an end of the category would cost more the larger it is. Instead each side runs up to three queries and stops
 * at the first document: next by title, next position, beyond the pinned ones.
 */
const neighboursQuery = (isLoose: boolean) =>
  preparedForReaders<Neighbour & { side: Side }, SpotSlots>((slot, _query, filter) => {
    const category = isLoose ? sql<SqlBool>`category_id is null` : sql<SqlBool>`category_id = ${slot('category')}`
    const samePin = sql<SqlBool>`${PINNED_FIRST} = ${slot('pinned')}`
    const samePosition = sql<SqlBool>`${BY_POSITION} = ${slot('position')}`
    const order = [PINNED_FIRST, BY_POSITION, sql`documents.title_key`, sql`documents.id`]
    const nearest = (side: Side) => {
      const [beyond, direction] = side === 'before' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
      const first = (where: RawBuilder<SqlBool>, by: RawBuilder<unknown>[]) => sql`select * from (
        select ${sql.lit(side)} as side, documents.id, documents.slug, documents.title, documents.path from documents
        where ${category} and ${filter} and ${where}
        order by ${sql.join(by.map((column) => sql`${column} ${direction}`))} limit 1) as part`
      const byTitle = sql<SqlBool>`(documents.title_key, documents.id) ${beyond} (${slot('title')}, ${slot('id')})`
      return sql`select * from (
        ${first(sql`${samePin} and ${samePosition} and ${byTitle}`, order.slice(2))} union all
        ${first(sql`${samePin} and ${BY_POSITION} ${beyond} ${slot('position')}`, order.slice(1))} union all
        ${first(sql`${PINNED_FIRST} ${beyond} ${slot('pinned')}`, order)} limit 1) as side`
    }
    return sql`${nearest('before')} union all ${nearest('after')}`
  }, 'site')
const [looseNeighbours, filedNeighbours] = [neighboursQuery(true), neighboursQuery(false)]

/** A position after all documents of a category. */
export const endOf = (category_id: number | null): Spot => ({
  id: Number.MAX_SAFE_INTEGER,
  category_id,
  pinned_at: 0,
  position: null,
  title_key: '\u{10ffff}',
})

/** The documents before and after a position in the category's order. */
export async function findNeighbours(
  query: Query,
  actor: Actor,
  { id, category_id, pinned_at, position, title_key }: Spot,
): Promise<Neighbours> {
  const run = category_id === null ? looseNeighbours : filedNeighbours
  const rows = await run(query, actor, {
    category: category_id,
    pinned: pinned_at > 0 ? 0 : 1,
    position: position ?? LAST_POSITION,
    title: title_key,
    id,
  })
  return { previous: rows.find(({ side }) => side === 'before'), next: rows.find(({ side }) => side === 'after') }
}

/** A page of a category in tree order. */
export const listInCategory = preparedForReaders<ListRow, PageRange & { categoryId: number }>(
  (slot, query, filter) =>
    selectListItems(query)
      .where('documents.category_id', '=', slot('categoryId'))
      .where(filter)
      .orderBy(PINNED_FIRST)
      .orderBy(BY_POSITION)
      .orderBy('documents.title_key')
      .orderBy('documents.id')
      .limit(slot('limit'))
      .offset(slot('offset')),
  'site',
)

type Ids = { after: number; upTo: number }

/** All readable documents with content in a range of ids, in order. */
export const listAddressesAmong = (query: Query, actor: Actor, { after, upTo }: Ids, limit: number) =>
  query
    .selectFrom((from) =>
      from
        .selectFrom('documents')
        .selectAll()
        .where('id', '>', after)
        .where('id', '<=', upTo)
        .orderBy('id')
        // The limit makes the planner read by id; without it, it would scan everything public.
        .limit(upTo - after)
        .as('documents'),
    )
    .select(['documents.id', 'documents.slug', 'documents.path', 'documents.category_id', 'documents.updated_at'])
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
