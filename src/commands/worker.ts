// galley worker: a process that claims jobs and drafts documents.

import { SECOND } from '../time.ts'
import { runWorker } from '../worker/run.ts'
import { type MemberOptions, runMemberCommand } from './member.ts'

/** A step that has not ended by then is handed back: containers are commonly given ten seconds to stop. */
const DRAIN_MS = 8 * SECOND

export async function workerCommand(options: MemberOptions): Promise<void> {
  await runMemberCommand('worker', options, (deps) => ({ row, signal, onJobs }) => {
    const queues = JSON.parse(row.queues) as string[]
    return runWorker(deps, {
      name: row.name,
      queues,
      concurrency: row.concurrency,
      signal,
      onJobs,
      drainMs: DRAIN_MS,
    })
  })
}
