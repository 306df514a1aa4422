// The live history of a job: the same events as the list, sent as they are written, resumable after any of them.
// Wakes by the database's signal and polls every second, because a signal may get lost. Knows no HTTP.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#deps.ts'
import { Bell } from '#engine/bell.ts'
import { isEnded } from '#engine/queue/states.ts'
import { notFound } from '#errors.ts'
import { SECOND } from '#time.ts'
import { presentEvent } from './present.ts'
import type { EventOut } from './schemas.ts'
import * as store from './store.ts'

const LOOK_EVERY_MS = 1 * SECOND
/** Signals that come close together cause one query. */
const SHORTEST_PAUSE_MS = 25

/** readEventId reads the number after which a client wants to go on; anything else means from the beginning. */
export const readEventId = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0)

/** isOver is true when the job has ended and no event follows the last one that the client has seen. */
export async function isOver(deps: Pick<Deps, 'db'>, jobId: number, afterId: number): Promise<boolean> {
  const status = await store.findJobStatus(deps.db.read, jobId)
  if (status === undefined) throw notFound('Job')
  return isEnded(status) && (await store.findEvents(deps.db.read, jobId, afterId)).length === 0
}

/** followEvents yields each event once; it ends with the job or the signal. */
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
      // The status is read before the events: an end that is seen has all its events written.
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
