// Jobs that need attention: drafts in review, and failures.

import { useQuery } from '@tanstack/react-query'
import type { StatusOut } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'

type WaitingJob = { id: number; title: string; job: StatusOut }

/** Reads the two buckets concerned. */
export const useWaitingJobs = () =>
  useQuery({
    queryKey: keys.waiting,
    queryFn: async (): Promise<WaitingJob[]> => {
      const read = (bucket: 'processing' | 'failed') =>
        call('GET /api/admin/docs/buckets/{bucket}', { path: { bucket }, query: { page_size: 50 } })
      const [working, failures] = await Promise.all([read('processing'), read('failed')])
      return [...working.items.filter(({ job }) => job?.status === 'review'), ...failures.items].flatMap(
        ({ id, title, job }) => (job ? [{ id, title, job }] : []),
      )
    },
  })
