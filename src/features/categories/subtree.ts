// A category with everything below it, as a condition on the documents of a query. Queries that walk the tree use `union`, which
// ends even in a circle; `union all` would not.

import { type Expression, type SqlBool, sql } from 'kysely'

/** NO_CATEGORY stands for documents that are in none. */
export const NO_CATEGORY = 0

/** inSubtree takes a category's id, or the parameter of a prepared query that stands for one. */
export const inSubtree = (categoryId: unknown): Expression<SqlBool> =>
  categoryId === NO_CATEGORY
    ? sql<SqlBool>`documents.category_id is null`
    : sql<SqlBool>`documents.category_id in (
        with recursive below (id) as (
          select id from categories where id = ${categoryId}
          union select categories.id from categories inner join below on categories.parent_id = below.id
        ) select id from below)`

/** inSubtrees is about a column that holds a category's id: whether it is one of these, or below one of them. */
export const inSubtrees = (column: string, categoryIds: readonly number[]): Expression<SqlBool> =>
  sql<SqlBool>`${sql.ref(column)} in (
    with recursive below (id) as (
      select id from categories where id in (${sql.join(categoryIds)})
      union select categories.id from categories inner join below on categories.parent_id = below.id
    ) select id from below)`
