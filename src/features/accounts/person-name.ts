// What a person is called beside what they did: the name they gave, or else their username; never their address.

import { sql } from 'kysely'

/** personName takes the name that a query has for its table of users. */
export const personName = (table: string) =>
  sql<string | null>`coalesce(${sql.ref(`${table}.display_name`)}, ${sql.ref(`${table}.username`)})`
