// A person's public name: their display name or else their username; never their address.

import { sql } from 'kysely'
import type { UserRow } from '../user-store.ts'

export const nameOf = ({ display_name, username }: Pick<UserRow, 'display_name' | 'username'>): string | null =>
  display_name ?? username

/** nameOf as SQL; `table` is the alias of the users table. */
export const personName = (table: string) =>
  sql<string | null>`coalesce(${sql.ref(`${table}.display_name`)}, ${sql.ref(`${table}.username`)})`
