// The draft of an iteration: to read with its sources, to compare with the present document, to edit, and what it was
// made from.

import { Alert, Button, Group, Paper, Skeleton, Tabs, Text } from '@mantine/core'
import { IconEdit, IconEye, IconFileDiff, IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { keys } from '../api/queries.ts'
import type { IterationOut, JobDetailOut } from '../api/schema.ts'
import type { Draft } from '../api/types.ts'
import { sayAgo } from '../ui/Ago.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { onDemand } from '../ui/onDemand.tsx'
import { DraftReader } from './DraftReader.tsx'
import { InputsView } from './InputsView.tsx'
import classes from './job.module.css'
import type { OwnDraft } from './ownDraft.ts'

const CompareDialog = onDemand(() => import('../blocks/CompareDialog.tsx'), 'CompareDialog')
const DiffView = onDemand(() => import('../blocks/DiffView.tsx'), 'DiffView')
const DraftEditor = onDemand(() => import('./DraftEditor.tsx'), 'DraftEditor', <Skeleton h={300} />)

type Props = { job: JobDetailOut; iteration: IterationOut; own: OwnDraft }

export function DraftPane({ job, iteration, own }: Props) {
  const { draft } = iteration
  const [tab, setTab] = useState<string | null>('read')
  const editable = iteration.status === 'review' && draft !== null
  // A decision takes the editor away, and with no draft there is nothing to compare.
  const isThere = tab === 'inputs' || (draft !== null && (tab !== 'edit' || editable))
  const shown = isThere ? tab : 'read'
  return (
    <Paper p={{ base: 'md', sm: 'lg' }}>
      {draft && !editable && own.isUnsaved && <Leftover status={iteration.status} draft={draft} own={own} />}
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
              {own.isUnsaved && (
                <span role="img" aria-label="not saved" title="Not saved" className={classes.unsaved} />
              )}
            </Tabs.Tab>
          )}
          <Tabs.Tab value="inputs" leftSection={<IconListDetails size={16} aria-hidden />}>
            Made from
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="read">{draft ? <DraftReader draft={draft} /> : <NoDraft status={job.status} />}</Tabs.Panel>
        <Tabs.Panel value="changes">{draft && <Changes job={job} draft={draft} />}</Tabs.Panel>
        <Tabs.Panel value="edit">
          {editable && <DraftEditor iteration={iteration} draft={draft} own={own} onDone={() => setTab('read')} />}
        </Tabs.Panel>
        <Tabs.Panel value="inputs">
          <InputsView iteration={iteration} />
        </Tabs.Panel>
      </Tabs>
      {own.theirs?.draft && own.shown && (
        <CompareDialog
          title="Someone else saved this draft meanwhile"
          mine={own.shown}
          theirs={own.theirs.draft}
          saving={own.saving}
          onKeepMine={async () => (await own.trySave(own.theirs)) && setTab('read')}
          onTakeTheirs={own.drop}
          onClose={() => own.compare(undefined)}
        >
          It was saved {sayAgo(own.theirs.updated_at)}. A draft has no revisions: what you do not choose is gone.
        </CompareDialog>
      )}
    </Paper>
  )
}

/** Leftover is what someone typed into a draft that was decided on meanwhile: it can be read and copied, not saved. */
function Leftover({ status, draft, own }: { status: string; draft: Draft; own: OwnDraft }) {
  const [isShown, setShown] = useState(false)
  return (
    <Alert color="yellow" mb="md" title="What you typed into this draft was not saved">
      <Text fz="sm">The draft is {status} and takes no more changes. Your text is still kept in this browser.</Text>
      <Group mt="sm" gap="xs">
        <Button size="compact-sm" variant="default" onClick={() => setShown(!isShown)} aria-expanded={isShown}>
          {isShown ? 'Hide it' : 'Show it'}
        </Button>
        <Button size="compact-sm" variant="default" onClick={own.drop}>
          Throw it away
        </Button>
      </Group>
      {isShown && own.shown && <DiffView before={{ ...draft, summary: draft.summary ?? null }} after={own.shown} />}
    </Alert>
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
