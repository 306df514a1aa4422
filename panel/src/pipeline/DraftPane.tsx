// The draft of an iteration: to read with its sources, to compare with the present document, to edit, and what it was
// made from.

import { Paper, Skeleton, Tabs, Text } from '@mantine/core'
import { IconEdit, IconEye, IconFileDiff, IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import type { IterationOut, JobDetailOut } from '../api/schema.ts'
import type { Draft } from '../api/types.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { onDemand } from '../ui/onDemand.tsx'
import { DraftReader } from './DraftReader.tsx'
import { InputsView } from './InputsView.tsx'
import classes from './job.module.css'

const DiffView = onDemand(() => import('../blocks/DiffView.tsx'), 'DiffView')
const DraftEditor = onDemand(() => import('./DraftEditor.tsx'), 'DraftEditor', <Skeleton h={300} />)

export function DraftPane({ job, iteration }: { job: JobDetailOut; iteration: IterationOut }) {
  const { draft } = iteration
  const [tab, setTab] = useState<string | null>('read')
  const editable = iteration.status === 'review' && draft !== null
  const shown = draft === null && tab !== 'inputs' ? 'read' : tab
  return (
    <Paper p={{ base: 'md', sm: 'lg' }}>
      <Tabs value={shown} onChange={setTab} keepMounted={false}>
        <Tabs.List mb="md" className={classes.tabs}>
          <Tabs.Tab value="read" leftSection={<IconEye size={16} aria-hidden />}>
            Draft
          </Tabs.Tab>
          <Tabs.Tab value="changes" leftSection={<IconFileDiff size={16} aria-hidden />} disabled={draft === null}>
            Changes
          </Tabs.Tab>
          {editable && (
            <Tabs.Tab value="edit" leftSection={<IconEdit size={16} aria-hidden />}>
              Edit
            </Tabs.Tab>
          )}
          <Tabs.Tab value="inputs" leftSection={<IconListDetails size={16} aria-hidden />}>
            Made from
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="read">{draft ? <DraftReader draft={draft} /> : <NoDraft status={job.status} />}</Tabs.Panel>
        <Tabs.Panel value="changes">{draft && <Changes job={job} draft={draft} />}</Tabs.Panel>
        <Tabs.Panel value="edit">
          {editable && (
            <DraftEditor jobId={job.job_id} iteration={iteration} draft={draft} onDone={() => setTab('read')} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="inputs">
          <InputsView iteration={iteration} />
        </Tabs.Panel>
      </Tabs>
    </Paper>
  )
}

function NoDraft({ status }: { status: string }) {
  return status === 'queued' || status === 'processing' ? (
    <div role="status" aria-label="The draft is being written">
      <Skeleton h={26} w="55%" mb="lg" />
      {[96, 88, 92, 60].map((width) => (
        <Skeleton key={width} h={13} w={`${width}%`} mb="sm" />
      ))}
      <Text fz="sm" c="dimmed" mt="md">
        The draft appears here as soon as it is written.
      </Text>
    </div>
  ) : (
    <EmptyState icon={IconEye} title="There is no draft">
      The job ended before one was written.
    </EmptyState>
  )
}

function Changes({ job, draft }: { job: JobDetailOut; draft: Draft }) {
  const document = useQuery({
    queryKey: keys.document(job.document_id),
    queryFn: () => call('GET /api/admin/docs/{doc_id}', { path: { doc_id: job.document_id } }),
  })
  if (document.error) return <ErrorNote error={document.error} onRetry={() => void document.refetch()} />
  if (!document.data) return <Skeleton h={240} />
  return (
    <>
      <Text fz="sm" c="dimmed" mb="xs">
        From the present document to this draft: red goes, green comes.
      </Text>
      <DiffView before={document.data} after={{ ...draft, summary: draft.summary ?? null }} />
    </>
  )
}
