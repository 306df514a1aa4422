// Proposals' part of the inbox: reviews. Readers have none.

import { hasRole } from '#actor.ts'
import type { WaitingSource } from '#features/inbox/waiting.ts'
import { selectProposals } from './store.ts'

export const proposalsWaiting: WaitingSource = (addressee) =>
  hasRole(addressee.person, 'editor') ? selectProposals(addressee) : []
