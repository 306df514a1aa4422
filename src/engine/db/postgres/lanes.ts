// Reads that share connections. A short statement takes longer to send and to receive than to run, so those that several
// requests ask for at the same time travel together, one behind another on a few connections. PostgreSQL answers in order, and
// a failed one takes no other with it. A search costs 17 to 23 % less CPU by it, service and database together (docs/speed.md).

import pg from 'pg'
import type { RunDirectly } from '../prepared.ts'
import { isPatient } from './pools.ts'

/** With so many connections in use, statements are sent behind others; with so many on each of them, on one more. */
const FEW_LANES = 3
const MOST_BEHIND = 8
/** Nobody is sent behind a statement that takes this long already, as long as there are other connections. */
const LONG_MS = 20

/** CorkedClient is what the driver's types leave out: the socket, which can hold back what is written to it. */
type CorkedClient = pg.PoolClient & { connection: { stream: { cork: () => void; uncork: () => void } } }
/** A Lane is a connection that is taken from the pool while statements are under way on it. */
type Lane = { client: Promise<CorkedClient>; underWay: number; isHeld: boolean; movedAt: number }

/** lanesOver runs a statement on the moving lane with the fewest others. */
export function lanesOver(pool: pg.Pool): RunDirectly {
  const lanes = new Set<Lane>()

  function laneFor(): Lane {
    const isFull = pool.idleCount === 0 && pool.totalCount >= pool.options.max
    const movedSince = performance.now() - LONG_MS
    let moving = 0
    let least: Lane | undefined
    for (const lane of lanes) {
      if (lane.movedAt < movedSince && !isFull) continue
      moving++
      if (!least || lane.underWay < least.underWay) least = lane
    }
    const isEnough = moving >= FEW_LANES && least!.underWay < MOST_BEHIND
    return least && (isEnough || isFull) ? least : openLane()
  }

  function openLane(): Lane {
    const client = pool.connect() as Promise<CorkedClient>
    const lane = { client, underWay: 0, isHeld: false, movedAt: performance.now() }
    // What may take long has nobody behind it.
    if (!isPatient.getStore()) lanes.add(lane)
    return lane
  }

  return async (text, values) => {
    const lane = isPatient.getStore() ? openLane() : laneFor()
    lane.underWay++
    try {
      const client = await lane.client
      holdBack(lane, client)
      return (await client.query(text, values)).rows
    } catch (error) {
      // A broken connection has nothing under way, and would be given everything.
      if (!(error instanceof pg.DatabaseError)) lanes.delete(lane)
      throw error
    } finally {
      lane.movedAt = performance.now()
      if (--lane.underWay === 0) {
        lanes.delete(lane)
        await lane.client.then(
          (client) => client.release(),
          () => {},
        )
      }
    }
  }
}

/** holdBack has all that is asked for in this turn of the event loop sent in one write. */
function holdBack(lane: Lane, { connection: { stream } }: CorkedClient): void {
  if (lane.isHeld) return
  lane.isHeld = true
  stream.cork()
  setImmediate(() => {
    lane.isHeld = false
    stream.uncork()
  })
}
