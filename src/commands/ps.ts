// galley ps: lists the background processes of all nodes.

import { openDeps } from '#compose.ts'
import { requireCurrentSchema } from '#engine/db/schema.ts'
import { listProcesses } from '#features/processes/processes.ts'

type TableColumn = {
  title: string
  of: (process: Awaited<ReturnType<typeof listProcesses>>[number], now: number) => string
}

const COLUMNS: TableColumn[] = [
  { title: 'ID', of: ({ id }) => String(id) },
  { title: 'KIND', of: ({ kind }) => kind },
  { title: 'NAME', of: ({ name }) => name },
  { title: 'NODE', of: ({ node }) => node },
  { title: 'STATUS', of: ({ status }) => status },
  { title: 'PID', of: ({ pid }) => (pid === null ? '-' : String(pid)) },
  {
    title: 'QUEUES',
    of: ({ queues, concurrency, kind }) => (kind === 'beat' ? '-' : `${queues.join(',')} x${concurrency}`),
  },
  { title: 'JOBS', of: ({ running_jobs }) => running_jobs.join(',') || '-' },
  { title: 'RESTARTS', of: ({ restarts }) => String(restarts) },
  { title: 'UP', of: ({ started_at, pid }, now) => (pid === null ? '-' : since(started_at, now)) },
  { title: 'HEARTBEAT', of: ({ heartbeat_at }, now) => since(heartbeat_at, now) },
  { title: 'REASON', of: ({ reason }) => reason ?? '' },
]

export async function psCommand(options: { json?: boolean }): Promise<void> {
  const deps = await openDeps({ migrate: false, existing: true })
  await requireCurrentSchema(deps.db)
  const processes = await listProcesses(deps)
  const now = deps.clock.now()
  await deps.close()
  if (options.json) return void process.stdout.write(`${JSON.stringify(processes, null, 2)}\n`)
  if (processes.length === 0) return void process.stdout.write('No background processes. `galley serve` starts them.\n')
  const cells = [COLUMNS.map(({ title }) => title), ...processes.map((one) => COLUMNS.map(({ of }) => of(one, now)))]
  const widths = COLUMNS.map((_, at) => Math.max(...cells.map((row) => row[at]!.length)))
  for (const row of cells)
    process.stdout.write(
      `${row
        .map((cell, at) => cell.padEnd(widths[at]!))
        .join('  ')
        .trimEnd()}\n`,
    )
}

function since(stamp: string | null, now: number): string {
  if (stamp === null) return '-'
  const seconds = Math.max(0, Math.round((now - Date.parse(stamp)) / 1000))
  if (seconds < 60) return `${seconds}s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)}h` : `${Math.floor(seconds / 86_400)}d`
}
