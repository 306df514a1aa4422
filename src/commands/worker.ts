// galley worker: a process that claims jobs and drafts documents.

import { runWorker } from '../worker/run.ts'
import { type MemberOptions, runMemberCommand } from './member.ts'

export async function workerCommand(options: MemberOptions): Promise<void> {
  await runMemberCommand('worker', options, (deps) => ({ row, signal, onJobs }) => {
    const queues = JSON.parse(row.queues) as string[]
    return runWorker(deps, { name: row.name, queues, concurrency: row.concurrency, signal, onJobs })
  })
}
