// A worker: claims jobs, renews their leases, runs their steps and stops in good order. No HTTP, no SQL of its own. The
// process around it (log file, heartbeat, signals) is commands/worker.ts; several may share a database.

import type { Deps } from '#deps.ts'
import type { Drafter } from '#drafting/contract.ts'
import { type ClaimedJob, extendLeases, HEARTBEAT_MS, hasDueJob } from '#engine/queue/queue.ts'
import { runRounds } from '#engine/tasks/run.ts'
import { recoverLostJobs } from '#features/pipeline/recovery.ts'
import { SECOND } from '#time.ts'

const POLL_MS = 2 * SECOND
/** A step still running this long after a stop was requested is handed back: containers usually get ten seconds. */
export const DRAIN_MS = 8 * SECOND

export type WorkerOptions = {
  name: string
  queues?: readonly string[]
  concurrency?: number
  /** Requests an orderly stop: no new jobs, running steps finish, unfinished jobs are handed back. */
  signal: AbortSignal
  /** Called whenever the set of running jobs changes. */
  onJobs?: (jobIds: number[]) => void
  /** For tests; by default the settings choose it. */
  drafter?: Drafter
  heartbeatMs?: number
  pollMs?: number
  drainMs?: number
}
type Work = Awaited<ReturnType<typeof loadWork>>
type Running = { job: ClaimedJob; lost: AbortController; done: Promise<void> }

/** Returns after an orderly stop, once nothing is running. */
export async function runWorker(deps: Deps, options: WorkerOptions): Promise<void> {
  const { name, queues = ['docs'], concurrency = 2, signal, onJobs = () => {} } = options
  const { heartbeatMs = HEARTBEAT_MS, pollMs = POLL_MS, drainMs = DRAIN_MS } = options
  const running = new Map<number, Running>()
  const hurry = new AbortController()
  const heartbeat = setInterval(() => void keepClaims(deps, running), heartbeatMs)

  let work: Work | undefined
  function start({ runClaimedJob, drafter }: Work, job: ClaimedJob, onEnd: () => void): void {
    const lost = new AbortController()
    const done = runClaimedJob({ ...deps, drafter }, job, {
      lost: lost.signal,
      stopping: signal,
      hurry: hurry.signal,
    }).finally(() => {
      running.delete(job.jobId)
      onJobs([...running.keys()])
      onEnd()
    })
    running.set(job.jobId, { job, lost, done })
  }

  deps.log.info({ worker: name, queues, concurrency, drafter: deps.config.llmProvider || 'builtin' }, 'worker started')
  await recoverLostJobs(deps).catch((error: unknown) => deps.log.error({ err: error }, 'lost jobs not looked for'))
  await runRounds(deps, { topic: 'jobs', signal, pollMs, failed: 'jobs could not be taken' }, async (bell) => {
    const free = concurrency - running.size
    if (free <= 0 || !(await hasDueJob(deps.db.read, queues, deps.clock.now())) || signal.aborted) return
    work ??= await loadWork(deps.config, options.drafter)
    const jobs = await work.claimJobs(deps, { worker: name, queues, limit: free })
    for (const job of jobs) start(work, job, () => bell.ring())
    if (jobs.length > 0) onJobs([...running.keys()])
  })

  deps.log.info({ worker: name, jobs: [...running.keys()] }, 'worker stopping')
  const drain = setTimeout(() => hurry.abort(), drainMs)
  await Promise.all([...running.values()].map(({ done }) => done))
  clearTimeout(drain)
  clearInterval(heartbeat)
  deps.log.info({ worker: name }, 'worker stopped')
}

/** Loads the drafting code with the first due job: an idle worker takes 20 MB less without it. */
async function loadWork(config: Deps['config'], given: Drafter | undefined) {
  const { claimJobs, runClaimedJob } = await import('#features/pipeline/work.ts')
  const { createDrafter } = await import('#drafting/choose.ts')
  return { claimJobs, runClaimedJob, drafter: given ?? (await createDrafter(config)) }
}

/** Renews leases, gives up jobs that this worker has lost, and frees those of lost workers. */
async function keepClaims(deps: Deps, running: Map<number, Running>): Promise<void> {
  try {
    const held = [...running.values()]
    if (held.length > 0) {
      const claims = held.map(({ job }) => job)
      const extended = await deps.db.inTransaction((tx) => extendLeases(tx, claims, deps.clock.now()))
      for (const { job, lost } of held) if (!extended.has(job.jobId)) lost.abort()
    }
    await recoverLostJobs(deps)
  } catch (error) {
    deps.log.warn({ err: error }, 'heartbeat failed')
  }
}
