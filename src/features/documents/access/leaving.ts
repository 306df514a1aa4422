// Documents' personal data (authored documents, grants), for deleting or exporting an account (accounts/users/leaving.ts).

import type { Keeper } from '#features/accounts/users/leaving.ts'
import { forgetGrants, listAuthored, listGrants } from './store.ts'

export const documentKeeper: Keeper = {
  name: 'documents',
  forget: (tx, { id }) => forgetGrants(tx, id),
  collect: async (query, userId) => ({
    ...(await listAuthored(query, userId)),
    grants: await listGrants(query, userId),
  }),
}
