// The pipeline's personal data (answers, events with names), for deleting or exporting an account
// (accounts/users/leaving.ts).

import type { Keeper } from '#features/accounts/users/leaving.ts'
import { forgetAssignee, listAnswersOf } from './points-store.ts'
import { renameInEvents } from './store.ts'

export const pipelineKeeper: Keeper = {
  name: 'pipeline',
  forget: async (tx, { id, email, instead }) => {
    await forgetAssignee(tx, id)
    await renameInEvents(tx, email, instead)
  },
  collect: (query, userId) => listAnswersOf(query, userId),
}
