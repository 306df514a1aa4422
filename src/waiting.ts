// The features' parts of the inbox, for the inbox itself, its mails and digests.

import { commentsWaiting } from './features/comments/waiting.ts'
import { readableBy } from './features/documents/access/access.ts'
import { feedbackWaiting } from './features/documents/feedback/feedback.ts'
import { linksWaiting } from './features/documents/links/links.ts'
import { proposalsWaiting } from './features/documents/review/waiting.ts'
import { missedWaiting } from './features/documents/search/missed/missed.ts'
import { answersWaiting } from './features/documents/search/missed/team.ts'
import { evidenceWaiting } from './features/evidence/stale.ts'
import { type WaitingDeps, watchedWaiting } from './features/inbox/inbox.ts'
import { ownedBy } from './features/owners/owners.ts'
import { pipelineWaiting } from './features/pipeline/waiting.ts'

export const WAITING: WaitingDeps = {
  readableBy,
  ownedBy,
  waiting: [
    pipelineWaiting,
    commentsWaiting,
    proposalsWaiting,
    answersWaiting,
    evidenceWaiting,
    feedbackWaiting,
    missedWaiting,
    linksWaiting,
    watchedWaiting,
  ],
}
