// galley worker: claims jobs, drafts, sends webhooks and mails, imports folders.

import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { childEnvironment } from '#config.ts'
import { runImporter } from '#worker/importer.ts'
import { runMailer } from '#worker/mailer.ts'
import { runWorker } from '#worker/run.ts'
import { runSender } from '#worker/sender.ts'
import { type MemberOptions, runMemberCommand } from './member.ts'

/** Requests come first where CPU is scarce; not lower, because a worker also holds locks. */
const NICENESS = 5

export async function workerCommand(options: MemberOptions): Promise<void> {
  yieldToReaders()
  await runMemberCommand('worker', options, (deps) => ({ row, signal, onJobs }) => {
    const queues = JSON.parse(row.queues) as string[]
    const working = runWorker(deps, { name: row.name, queues, concurrency: row.concurrency, signal, onJobs })
    const importing = runImporter(deps, { signal, env: childEnvironment() })
    return Promise.all([working, runSender(deps, signal), importing, runMailer(deps, signal)]).then(() => {})
  })
}

function yieldToReaders(): void {
  try {
    setPriority(NICENESS)
    // Linux schedules a session as a group, whose niceness counts instead of the process's.
    writeFileSync('/proc/self/autogroup', String(NICENESS))
  } catch {
    // Some systems don't allow changing it, or have no such groups.
  }
}
