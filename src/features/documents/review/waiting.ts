// What of proposals waits for a person: those that they are to review. Readers review nothing.

import { hasRole } from '#actor.ts'
import type { WaitingSource } from '#features/inbox/waiting.ts'
import { selectProposals } from './store.ts'

export const proposalsWaiting: WaitingSource = (addressee) =>
  hasRole(addressee.person, 'editor') ? selectProposals(addressee) : []
