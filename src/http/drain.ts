// A graceful stop: a client that keeps its connection open learns with its next response that it will be closed. Without
// this pause, a request that is on its way while an idle connection is closed would be lost. What is still open when the
// time for a stop is up is cut off: a response that nobody reads must not keep the service.

import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const DRAIN_MS = 400
/** Bodies that are under way have 25 s (kernel.ts); what manages processes waits longer than this. */
const LONGEST_MS = 30_000
const LOOK_EVERY_MS = 20

/** drain waits until every connection is gone, or long enough for clients that were about to ask. */
export async function drain(server: Server): Promise<void> {
  if (!server.listening) return
  const giveUpAt = performance.now() + DRAIN_MS
  setTimeout(() => server.closeAllConnections(), LONGEST_MS).unref()
  while (performance.now() < giveUpAt && (await countConnections(server)) > 0) await sleep(LOOK_EVERY_MS)
}

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)))
