// Warns that no worker is running. Admins see processes; editors get a hint when a job has waited unusually long.

import { Alert, Anchor } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useProcs } from '../processes/queries.ts'
import { hasRole, useMe } from '../session/session.ts'

const LONG_MS = 60_000
const LOOK_MS = 10_000

/** When the first queued job began to wait. */
export function NoWorker({ since }: { since: string }) {
  return hasRole(useMe(), 'admin') ? <ByProcesses /> : <ByTime since={since} />
}

function ByProcesses() {
  const procs = useProcs()
  if (!procs.data || procs.data.some(({ kind, status }) => kind === 'worker' && isUp(status))) return null
  return (
    <Note title="No worker is running">
      Queued jobs start once a worker is running. Start one in{' '}
      <Anchor inherit renderRoot={(props) => <Link {...props} to="/processes" />}>
        Processes
      </Anchor>
      .
    </Note>
  )
}

function ByTime({ since }: { since: string }) {
  const [now, setNow] = useState(() => Date.now())
  useInterval(() => setNow(Date.now()), LOOK_MS, { autoInvoke: true })
  if (now - Date.parse(since) < LONG_MS) return null
  return (
    <Note title="No worker has picked this up yet">
      Workers may be busy, or none may be running. An admin can check in Processes.
    </Note>
  )
}

const isUp = (status: string) => status === 'running' || status === 'starting'

const Note = ({ title, children }: { title: string; children: ReactNode }) => (
  <Alert color="yellow" variant="light" mb="lg" icon={<IconAlertTriangle size={18} aria-hidden />} title={title}>
    {children}
  </Alert>
)
