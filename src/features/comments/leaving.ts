// Personal data in comments (own comments, mentions), for deleting or exporting an account (accounts/users/leaving.ts).

import type { Keeper } from '#features/accounts/users/leaving.ts'
import { stamp } from '#time.ts'
import { deleteMentionsOf, listSaid } from './store.ts'

export const commentKeeper: Keeper = {
  name: 'comments',
  forget: (tx, { id }) => deleteMentionsOf(tx, id),
  collect: async (query, userId) =>
    (await listSaid(query, userId)).map((row) => ({ ...row, created_at: stamp(row.created_at) })),
}
