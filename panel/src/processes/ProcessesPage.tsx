// Workers and scheduler: state, start, stop, restart, delete, logs.

import { Button, Group, NativeSelect, Paper, Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHeartbeat, IconPlus, IconRefresh, IconServerCog } from '@tabler/icons-react'
import type { Proc } from 'galley-client/schema.ts'
import { useState } from 'react'
import { Needs } from '../session/Needs.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { lazily } from '../ui/lazily.tsx'
import { Page } from '../ui/Page.tsx'
import { ProcTable } from './ProcTable.tsx'
import { useDeleteProc, useProcs, useRefreshProcs, useStartBeat } from './queries.ts'

const Checks = lazily(() => import('./Checks.tsx'), 'Checks')
const Confirm = lazily(() => import('../ui/Confirm.tsx'), 'Confirm')
const LogDrawer = lazily(() => import('./LogDrawer.tsx'), 'LogDrawer')
const NewWorker = lazily(() => import('./NewWorker.tsx'), 'NewWorker')

export function ProcessesPage() {
  return (
    <Needs least="admin">
      <Processes />
    </Needs>
  )
}

function Processes() {
  const procs = useProcs()
  const refresh = useRefreshProcs()
  const startBeat = useStartBeat()
  const remove = useDeleteProc()
  const [adding, add] = useDisclosure()
  const [reading, setReading] = useState<number>()
  const [node, setNode] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<Proc>()
  const beatRuns = procs.data?.some(
    ({ kind, status }) => kind === 'beat' && status !== 'stopped' && status !== 'crashed',
  )
  // Looked up in each list, so that the open log notices when its process stops or disappears.
  const shown = procs.data?.find(({ id }) => id === reading)
  const nodes = [...new Set(procs.data?.map((proc) => proc.node))].sort()
  // A node without processes is no longer a choice.
  const chosen = node !== null && nodes.includes(node) ? node : null
  return (
    <Page
      title="Processes"
      hint="Workers draft documents; the scheduler runs timed tasks. Each is a process on its machine."
      actions={
        <>
          {nodes.length > 1 && (
            <NativeSelect
              aria-label="Node"
              w={170}
              data={[{ value: '', label: 'All nodes' }, ...nodes]}
              value={chosen ?? ''}
              onChange={(event) => setNode(event.currentTarget.value || null)}
            />
          )}
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={refresh.isPending}
            onClick={() => refresh.mutate()}
          >
            Refresh
          </Button>
          {procs.data && !beatRuns && (
            <Button
              variant="default"
              leftSection={<IconHeartbeat size={16} aria-hidden />}
              loading={startBeat.isPending}
              onClick={() => startBeat.mutate()}
            >
              Start scheduler
            </Button>
          )}
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add.open}>
            New worker
          </Button>
        </>
      }
    >
      <ErrorNote error={procs.error} onRetry={() => void procs.refetch()} />
      {procs.isPending && <Skeleton h={200} radius="md" />}
      {procs.data && (
        <Paper p={0} style={{ overflow: 'hidden' }}>
          {procs.data.length === 0 ? (
            <EmptyState
              icon={IconServerCog}
              title="No processes"
              action={
                <Group>
                  <Button onClick={add.open}>New worker</Button>
                </Group>
              }
            >
              Without a worker, queued documents are not drafted.
            </EmptyState>
          ) : (
            <ProcTable procs={ofNode(procs.data, chosen)} onLog={setReading} onDelete={setDeleting} />
          )}
        </Paper>
      )}
      <Checks />
      {adding && <NewWorker onClose={add.close} />}
      {shown && <LogDrawer proc={shown} onClose={() => setReading(undefined)} />}
      {deleting && (
        <Confirm
          title={`Delete “${deleting.name}”?`}
          action="Delete"
          onClose={() => setDeleting(undefined)}
          onConfirm={() => remove.mutateAsync(deleting.id)}
        >
          {deleting.status === 'running'
            ? 'It is running. It will be stopped first, and its jobs go back to the queue.'
            : 'It is removed from this list, with its log.'}
        </Confirm>
      )}
    </Page>
  )
}

const ofNode = (procs: Proc[], node: string | null) => procs.filter((proc) => node === null || proc.node === node)
