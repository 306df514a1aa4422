// The table of processes.

import { ActionIcon, Group, Text } from '@mantine/core'
import { IconDots, IconFileText, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Proc } from 'galley-client/schema.ts'
import type { ReactNode } from 'react'
import { counted } from '../counted.ts'
import { Ago } from '../ui/Ago.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Dot } from '../ui/Dot.tsx'
import { lazyMenu } from '../ui/lazily.tsx'
import { useProcAction } from './queries.ts'

const ProcMenu = lazyMenu(() => import('./ProcMenu.tsx'), 'ProcMenu')

type Props = { procs: Proc[]; onLog: (id: number) => void; onDelete: (proc: Proc) => void }

export function ProcTable({ procs, onLog, onDelete }: Props) {
  const columns: Column<Proc>[] = [
    {
      key: 'Name',
      cell: ({ name, kind, concurrency, queues }) => (
        <Two
          first={
            <Text span fz="sm" fw={550}>
              {name}
            </Text>
          }
          second={
            kind === 'beat' ? 'scheduler' : `worker, ${counted(concurrency, 'job')} at once, ${queues.join(', ')}`
          }
        />
      ),
    },
    { key: 'Status', cell: (proc) => <Two first={<Dot state={proc.status} />} second={detailOf(proc)} /> },
    {
      key: 'Node',
      from: 'sm',
      cell: ({ node, pid }) => <Two first={node} second={pid === null ? '' : `PID ${pid}`} />,
    },
    { key: 'Running jobs', from: 'sm', cell: ({ running_jobs }) => <RunningJobs ids={running_jobs} /> },
    { key: 'Started', from: 'sm', cell: ({ started_at }) => <Ago at={started_at} /> },
    {
      key: 'Actions',
      unseen: true,
      width: 120,
      cell: (proc) => <ProcActions proc={proc} onLog={() => onLog(proc.id)} onDelete={() => onDelete(proc)} />,
    },
  ]
  return <DataTable columns={columns} rows={procs} keyOf={({ id }) => id} mark="proc" minWidth={700} />
}

/** Two lines in a cell: the value and an explanation. */
function Two({ first, second }: { first: ReactNode; second: string }) {
  return (
    <>
      <div>{first}</div>
      <Text fz="xs" c="dimmed" className="tabular">
        {second}
      </Text>
    </>
  )
}

function RunningJobs({ ids }: { ids: number[] }) {
  if (ids.length === 0)
    return (
      <Text fz="sm" c="dimmed">
        none
      </Text>
    )
  return (
    <Group gap={6}>
      {ids.map((id) => (
        <Link key={id} to="/pipeline/jobs/$id" params={{ id: String(id) }}>
          {id}
        </Link>
      ))}
    </Group>
  )
}

/** Why a process is down, or whether it will restart. */
function detailOf(proc: Proc): string {
  if (proc.status === 'crashed') return proc.exit_code === null ? 'exited' : `exit code ${proc.exit_code}`
  if (proc.status === 'stopped') return 'stays stopped until started'
  if (proc.restarts > 0) return `restarted ${counted(proc.restarts, 'time')}`
  return proc.autorestart ? 'restarts automatically' : ''
}

type ActionProps = { proc: Proc; onLog: () => void; onDelete: () => void }

function ProcActions({ proc, onLog, onDelete }: ActionProps) {
  const act = useProcAction()
  const up = proc.status === 'running' || proc.status === 'starting'
  const StateIcon = up ? IconPlayerStop : IconPlayerPlay
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <ActionIcon title="Log" aria-label={`Log of ${proc.name}`} onClick={onLog}>
        <IconFileText size={17} aria-hidden />
      </ActionIcon>
      <ActionIcon
        title={up ? 'Stop' : 'Start'}
        aria-label={`${up ? 'Stop' : 'Start'} ${proc.name}`}
        // While draining, a second stop has no effect and a start would race with the exit.
        disabled={proc.status === 'stopping'}
        onClick={() => act.mutate({ id: proc.id, action: up ? 'stop' : 'restart' })}
      >
        <StateIcon size={17} aria-hidden />
      </ActionIcon>
      <ProcMenu
        onRestart={() => act.mutate({ id: proc.id, action: 'restart' })}
        onDelete={onDelete}
        button={
          <ActionIcon aria-label={`More actions for ${proc.name}`} aria-haspopup="menu">
            <IconDots size={17} aria-hidden />
          </ActionIcon>
        }
      />
    </Group>
  )
}
