// Starts a redraft: sends unsaved input first, then opens the new job.

import { useNavigate } from '@tanstack/react-router'
import type { IterationOut, RedraftIn } from 'galley-client/schema.ts'
import type { OwnDraft } from '../draft/ownDraft.ts'
import { useUnsent } from '../points/unsent.ts'
import { redraft } from '../queries.ts'

export function useRedraft(iteration: IterationOut, own: OwnDraft) {
  const unsent = useUnsent(iteration)
  const navigate = useNavigate()
  return async (body: RedraftIn, onStarted?: () => void): Promise<void> => {
    await unsent.send()
    if (own.isIncluded) await own.save()
    const { job_id } = await redraft(iteration.id, body)
    onStarted?.()
    void navigate({ to: '/pipeline/jobs/$id', params: { id: String(job_id) } })
  }
}
