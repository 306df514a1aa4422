// A job's history as a live stream: the same events as the list, resumable after any of them. Woken by the database's signal,
// and polls every second because a signal may get lost. Knows no HTTP.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { Bell } from '#engine/bell.ts'
import { isEnded } from '#engine/queue/states.ts'
import { notFound } from '#errors.ts'
import { SECOND } from '#time.ts'
import { requireJob } from './jobs.ts'
import { presentEvent } from './present.ts'
import type { EventOut } from './schemas.ts'
import * as store from './store.ts'

const LOOK_EVERY_MS = 1 * SECOND
/** Signals that come close together cause one query. */
const SHORTEST_PAUSE_MS = 25

/** The event id to resume after; anything but a number means from the beginning. */
export const readEventId = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

/** The job has ended and the client has seen its last event. */
export async function isOver(deps: Pick<Deps, 'db'>, actor: Actor, jobId: number, afterId: number): Promise<boolean> {
  await requireJob(deps.db.read, actor, jobId)
  const status = await store.findJobStatus(deps.db.read, jobId)
  if (status === undefined) throw notFound('Job')
  return isEnded(status) && (await store.findEvents(deps.db.read, jobId, afterId)).length === 0
}

/** Yields each event once; ends with the job or the signal. */
export async function* followEvents(
  deps: Pick<Deps, 'db'>,
  jobId: number,
  afterId: number,
  signal: AbortSignal,
): AsyncGenerator<{ id: number; data: EventOut }> {
  let seen = afterId
  const bell = new Bell()
  const stop = deps.db.on('events', () => bell.ring())
  signal.addEventListener('abort', () => bell.ring(), { once: true })
  try {
    while (!signal.aborted) {
      // The status is read before the events: once it says ended, all events are written.
      const status = await store.findJobStatus(deps.db.read, jobId)
      for (const row of await store.findEvents(deps.db.read, jobId, seen)) {
        seen = row.id
        yield { id: row.id, data: presentEvent(row) }
      }
      if (status === undefined || isEnded(status)) return
      await sleep(SHORTEST_PAUSE_MS)
      await bell.wait(LOOK_EVERY_MS)
    }
  } finally {
    stop()
  }
}
