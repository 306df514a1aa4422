// The pipeline's part of the inbox. Questions may be assigned to anyone who can read the document; the rest is for editors.

import { hasRole } from '#actor.ts'
import type { WaitingSource } from '#features/inbox/waiting.ts'
import { selectActions, selectOwnJobs, selectQuestions } from './waiting-store.ts'

export const pipelineWaiting: WaitingSource = (asker) => [
  selectQuestions(asker),
  ...(hasRole(asker.person, 'editor') ? [selectActions(asker), selectOwnJobs(asker)] : []),
]
