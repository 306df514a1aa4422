// What categories know of a person: those they made, and those they were let into. For leaving (accounts/users/leaving.ts).

import type { Keeper } from '#features/accounts/users/leaving.ts'
import { forgetGrants, listMadeBy } from './store.ts'

export const categoryKeeper: Keeper = {
  name: 'categories',
  forget: (tx, { id }) => forgetGrants(tx, id),
  collect: (query, userId) => listMadeBy(query, userId),
}
