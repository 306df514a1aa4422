// Graceful stop: tells clients with open connections, in their next response, that theirs will be closed; a request sent
// while an idle connection closes would be lost. Connections still open when time is up are cut.

import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const DRAIN_MS = 400
/** Requests in progress have 25 s for their body (kernel.ts); process managers wait longer than this. */
const LONGEST_MS = 30_000
const LOOK_EVERY_MS = 20

/** Waits until every connection has closed, or until keep-alive clients had time to ask again. */
export async function drain(server: Server): Promise<void> {
  if (!server.listening) return
  const giveUpAt = performance.now() + DRAIN_MS
  setTimeout(() => server.closeAllConnections(), LONGEST_MS).unref()
  while (performance.now() < giveUpAt && (await countConnections(server)) > 0) await sleep(LOOK_EVERY_MS)
}

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)))
