// Runs the panel's imports beside a worker's jobs: one per person, of a few people in parallel, taking turns by batch. Each
// step is a process of its own, because untrusted files may take all memory or time there is. The steps are in
// features/exchange/imports/steps.ts.

import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Deps } from '#deps.ts'
import {
  type ClaimedImport,
  giveUpImport,
  hasWaitingImport,
  keepClaim,
  releaseClaim,
  takeImport,
} from '#features/exchange/imports/claims.ts'
import { MINUTE, SECOND } from '#time.ts'
import { runRounds } from './rounds.ts'

const SCRIPT = fileURLToPath(new URL('../main.ts', import.meta.url))
const POLL_MS = 2 * SECOND
const HEARTBEAT_MS = 5 * SECOND
const MEMORY_MB = 1024
const MOST_AT_ONCE = 3
const LONGEST_STEP_MS = 30 * MINUTE

type ImporterDeps = Pick<Deps, 'db' | 'clock' | 'log'>
/** `env` is the worker's, for the processes it starts. */
type ImporterOptions = { signal: AbortSignal; env: NodeJS.ProcessEnv; pollMs?: number; longestStepMs?: number }

/** Returns after an orderly stop; imports in progress have been handed back. */
export async function runImporter(deps: ImporterDeps, options: ImporterOptions): Promise<void> {
  const { signal, pollMs = POLL_MS } = options
  const running = new Set<Promise<void>>()
  await runRounds(deps, { topic: 'imports', signal, pollMs, failed: 'imports could not be taken' }, async (bell) => {
    const taken = running.size < MOST_AT_ONCE && (await hasWaitingImport(deps)) ? await takeImport(deps) : undefined
    if (!taken) return false
    const done = runProcess(deps, taken, options)
      .catch((error: unknown) => deps.log.error({ err: error, import: taken.id }, 'an import could not be handed back'))
      .finally(() => {
        running.delete(done)
        bell.ring()
      })
    running.add(done)
    return true
  })
  await Promise.all(running)
}

async function runProcess(
  deps: ImporterDeps,
  row: ClaimedImport,
  { signal, env, longestStepMs = LONGEST_STEP_MS }: ImporterOptions,
): Promise<void> {
  const args = [`--max-old-space-size=${MEMORY_MB}`, SCRIPT, 'import-step', String(row.id), String(row.run)]
  // The IPC channel tells the process when its worker is gone.
  const child = spawn(process.execPath, args, { shell: false, env, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const kill = () => child.kill('SIGKILL')
  if (signal.aborted) kill()
  signal.addEventListener('abort', kill, { once: true })
  let isTooLong = false
  const limit = setTimeout(() => {
    isTooLong = kill()
  }, longestStepMs)
  const heartbeat = setInterval(() => {
    keepClaim(deps, row).then(
      (isMine) => isMine || kill(),
      (error: unknown) => deps.log.warn({ err: error, import: row.id }, 'heartbeat of an import failed'),
    )
  }, HEARTBEAT_MS)
  try {
    const complaint = await lastWordsOf(child)
    if (isTooLong) return await giveUpImport(deps, row, `It took longer than ${longestStepMs / MINUTE} minutes`)
    // A process that finished its step has saved that, and there is nothing to hand back.
    const isCutOff = await releaseClaim(deps, row, signal.aborted)
    if (isCutOff && !signal.aborted) deps.log.warn({ import: row.id, complaint }, 'a step of an import was cut off')
  } finally {
    clearTimeout(limit)
    clearInterval(heartbeat)
    signal.removeEventListener('abort', kill)
  }
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
