// Runs the panel's imports beside a worker's jobs: one per person, of a few people in parallel, taking turns by batch. Each
// step is a process of its own, because untrusted files may take all memory or time there is. The steps are in
// features/exchange/imports/steps.ts.

import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Deps } from '#deps.ts'
import { IMPORTS } from '#engine/tasks/kinds.ts'
import { runTasks, type TaskWork } from '#engine/tasks/run.ts'
import { endTask, handBack } from '#engine/tasks/tasks.ts'
import { type ClaimedImport, claimImport, giveUpImport } from '#features/exchange/imports/claims.ts'
import { MINUTE, SECOND } from '#time.ts'

const SCRIPT = fileURLToPath(new URL('../main.ts', import.meta.url))
const POLL_MS = 2 * SECOND
const MEMORY_MB = 1024
const MOST_AT_ONCE = 3
const LONGEST_STEP_MS = 30 * MINUTE

/** `env` is the worker's, for the processes it starts. */
type ImporterOptions = { signal: AbortSignal; env: NodeJS.ProcessEnv; pollMs?: number; longestStepMs?: number }

/** Returns after an orderly stop; imports in progress have been handed back. */
export function runImporter(deps: Deps, { signal, pollMs = POLL_MS, ...how }: ImporterOptions): Promise<void> {
  const work: TaskWork<'imports'> = {
    kind: IMPORTS,
    claim: async (running) => {
      const row = running.length < MOST_AT_ONCE ? await claimImport(deps) : undefined
      return row ? [row] : []
    },
    perform: (row, stop) => runProcess(deps, row, { ...how, signal: stop }),
  }
  return runTasks(deps, work, { topic: 'imports', signal, pollMs })
}

async function runProcess(
  deps: Deps,
  row: ClaimedImport,
  { signal, env, longestStepMs = LONGEST_STEP_MS }: ImporterOptions,
): Promise<void> {
  const args = [`--max-old-space-size=${MEMORY_MB}`, SCRIPT, 'import-step', String(row.id), String(row.fence)]
  // The IPC channel tells the process when its worker is gone.
  const child = spawn(process.execPath, args, { shell: false, env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const tooLong = AbortSignal.timeout(longestStepMs)
  const end = AbortSignal.any([signal, tooLong])
  const kill = () => child.kill('SIGKILL')
  end.addEventListener('abort', kill)
  if (end.aborted) kill()
  const complaint = await lastWordsOf(child)
  if (tooLong.aborted) return giveUpImport(deps, row, `It took longer than ${longestStepMs / MINUTE} minutes`)
  // A process that finished its step has ended the claim, and this one fails.
  await deps.db.inTransaction(async (tx) => {
    const now = deps.clock.now()
    if (signal.aborted) await handBack(tx, IMPORTS, row, now)
    else await endTask(tx, IMPORTS, row, { run_at: now })
    tx.notify('imports')
  })
  if (!signal.aborted) deps.log.warn({ import: row.id, complaint }, 'a step of an import was cut off')
}

/** The last stderr output of an ended process. */
function lastWordsOf(child: ChildProcess): Promise<string> {
  let words = ''
  child.stderr?.on('data', (text: Buffer) => {
    words = `${words}${text}`.slice(-1000)
  })
  return new Promise((resolve) => {
    child.once('exit', () => resolve(words))
    child.once('error', (error) => resolve(error.message))
  })
}
