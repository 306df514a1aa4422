// Personal data in categories (creator, grants), for deleting or exporting an account (accounts/users/leaving.ts).

import type { Keeper } from '#features/accounts/users/leaving.ts'
import { forgetGrants, listMadeBy } from './store.ts'

export const categoryKeeper: Keeper = {
  name: 'categories',
  forget: (tx, { id }) => forgetGrants(tx, id),
  collect: (query, userId) => listMadeBy(query, userId),
}
