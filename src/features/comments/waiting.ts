// Comments' part of the inbox: mentions, and open threads on owned pages. Readers see no comments.

import { hasRole } from '#actor.ts'
import type { WaitingSource } from '#features/inbox/waiting.ts'
import { selectMentions, selectOwnThreads } from './store.ts'

export const commentsWaiting: WaitingSource = (asker) =>
  hasRole(asker.person, 'editor') ? [selectMentions(asker), ...selectOwnThreads(asker)] : []
