// galley worker: a process that claims jobs, drafts documents, sends webhooks and mails, and imports folders.

import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { childEnvironment } from '#config.ts'
import { runImporter } from '#worker/importer.ts'
import { runMailer } from '#worker/mailer.ts'
import { runWorker } from '#worker/run.ts'
import { runSender } from '#worker/sender.ts'
import { type MemberOptions, runMemberCommand } from './member.ts'

/** Where cores are scarce, readers come first; no lower than this, because a worker also holds locks. */
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
    // Linux weighs a process that the service started as a group of its own, whose niceness counts instead.
    writeFileSync('/proc/self/autogroup', String(NICENESS))
  } catch {
    // Some systems let nobody change it, or have no such groups; then it is as important as everything else.
  }
}
