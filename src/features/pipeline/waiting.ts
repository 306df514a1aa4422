// What of the pipeline waits for a person. A question may be asked of anyone who can read its document; the rest is for editors.

import { hasRole } from '#actor.ts'
import type { WaitingSource } from '#features/inbox/waiting.ts'
import { selectActions, selectOwnJobs, selectQuestions } from './waiting-store.ts'

export const pipelineWaiting: WaitingSource = (asker) => [
  selectQuestions(asker),
  ...(hasRole(asker.person, 'editor') ? [selectActions(asker), selectOwnJobs(asker)] : []),
]
