// How a draft differs from the document as it is now.

import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { JobDetailOut } from 'galley-client/schema.ts'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import type { Draft } from '../../api/types.ts'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { lazily } from '../../ui/lazily.tsx'

const DiffView = lazily(() => import('../../blocks/DiffView.tsx'), 'DiffView')

export function DraftChanges({ job, draft }: { job: JobDetailOut; draft: Draft }) {
  const document = useQuery({
    queryKey: keys.document(job.document_id),
    queryFn: () => call('GET /api/admin/docs/{doc_id}', { path: { doc_id: job.document_id } }),
  })
  if (document.error) return <ErrorNote error={document.error} onRetry={() => void document.refetch()} />
  if (!document.data) return <Skeleton h={240} />
  return (
    <>
      <Text fz="sm" c="dimmed" mb="xs">
        The current document compared with this draft. Red is removed, green is added.
      </Text>
      <DiffView before={document.data} after={{ ...draft, summary: draft.summary ?? null }} />
    </>
  )
}
