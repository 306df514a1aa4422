// Queries over the usage of a model's answers.

import { sql } from 'kysely'
import type { Query, Tx } from '#engine/db/db.ts'

type TokensOfDay = { day: string; calls: number; input_tokens: number; output_tokens: number }

export async function addTokens(tx: Tx, row: TokensOfDay): Promise<void> {
  await tx
    .insertInto('answer_tokens')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet({
        calls: sql<number>`answer_tokens.calls + excluded.calls`,
        input_tokens: sql<number>`answer_tokens.input_tokens + excluded.input_tokens`,
        output_tokens: sql<number>`answer_tokens.output_tokens + excluded.output_tokens`,
      }),
    )
    .execute()
}

/** Newest day first. */
export const listTokens = (query: Query, most: number): Promise<TokensOfDay[]> =>
  query.selectFrom('answer_tokens').selectAll().orderBy('day', 'desc').limit(most).execute()
