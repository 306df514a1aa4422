// What a person is called beside what they did: the name they gave, or else their username; never their address.

import { sql } from 'kysely'
import type { UserRow } from '../user-store.ts'

export const nameOf = ({ display_name, username }: Pick<UserRow, 'display_name' | 'username'>): string | null =>
  display_name ?? username

/** personName is nameOf inside a query: it takes the name that a query has for its table of users. */
export const personName = (table: string) =>
  sql<string | null>`coalesce(${sql.ref(`${table}.display_name`)}, ${sql.ref(`${table}.username`)})`
