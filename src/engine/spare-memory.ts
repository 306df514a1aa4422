// Memory that a burst left behind goes back to the system while the process rests: V8 keeps the room of its heap for the next
// burst, however long that takes. Collecting it holds the process up for some tenths of a second, so nobody may be asking.

import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { SECOND } from '#time.ts'

const LOOK_MS = 5 * SECOND
/** Up to this share of the time since the last look, a process rests: its own ticks take about a hundredth. */
const AT_REST = 0.02
/** Less than this is not worth the time; the space for what is new alone comes to 16 MB and goes again. */
const WORTH_BYTES = 24 * 1024 * 1024

const heapBytes = (): number => getHeapStatistics().total_heap_size

/** giveBackAtRest looks every few seconds. Only a Node started with --expose-gc, as the launcher does, can collect. */
export function giveBackAtRest(lookMs = LOOK_MS, collect = globalThis.gc): void {
  if (collect === undefined) return
  let before = performance.eventLoopUtilization()
  // The first rest after a start is always worth it.
  let left = Number.NEGATIVE_INFINITY
  const look = () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > AT_REST || heapBytes() - left < WORTH_BYTES) return
    // A plain collection frees half as much.
    collect({ type: 'major', flavor: 'last-resort', execution: 'sync' })
    left = heapBytes()
  }
  setInterval(look, lookMs).unref()
}
