// A graceful stop: a client that keeps its connection open learns with its next response that it will be closed. Without
// this pause, a request that is on its way while an idle connection is closed would be lost.

import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const DRAIN_MS = 400
const LOOK_EVERY_MS = 20

/** drain waits until every connection is gone, or long enough for clients that were about to ask. */
export async function drain(server: Server): Promise<void> {
  if (!server.listening) return
  const giveUpAt = performance.now() + DRAIN_MS
  while (performance.now() < giveUpAt && (await countConnections(server)) > 0) await sleep(LOOK_EVERY_MS)
}

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)))
