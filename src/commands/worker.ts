// galley worker: a process that claims jobs, drafts documents and sends webhooks.

import { setPriority } from 'node:os'
import { runWorker } from '#worker/run.ts'
import { runSender } from '#worker/sender.ts'
import { type MemberOptions, runMemberCommand } from './member.ts'

/** Where cores are scarce, readers come first; no lower than this, because a worker also holds locks. */
const NICENESS = 5

export async function workerCommand(options: MemberOptions): Promise<void> {
  try {
    setPriority(NICENESS)
  } catch {
    // Some systems let nobody change it; then workers are as important as everything else.
  }
  await runMemberCommand('worker', options, (deps) => ({ row, signal, onJobs }) => {
    const queues = JSON.parse(row.queues) as string[]
    const working = runWorker(deps, { name: row.name, queues, concurrency: row.concurrency, signal, onJobs })
    return Promise.all([working, runSender(deps, signal)]).then(() => {})
  })
}
