// Memory that a burst left behind goes back to the system while the process rests: V8 keeps the room of its heap for the next
// burst, however long that takes. Collecting it holds the process up for a tenth of a second or two, so nobody may be asking.

import { performance } from 'node:perf_hooks'
import { getHeapStatistics } from 'node:v8'
import { SECOND } from '#time.ts'

const LOOK_MS = 5 * SECOND
/** Up to this share of the time since the last look, a process rests: its own ticks take about a hundredth. */
const AT_REST = 0.03
/** Less than this is not worth the time. */
const WORTH_BYTES = 12 * 1024 * 1024

const heapBytes = (): number => getHeapStatistics().total_heap_size

/** giveBackAtRest looks every few seconds. Only a Node started with --expose-gc, as the launcher does, can collect. */
export function giveBackAtRest(lookMs = LOOK_MS, collect = globalThis.gc): void {
  if (collect === undefined) return
  let before = performance.eventLoopUtilization()
  let left = 0
  const look = () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > AT_REST || heapBytes() - left < WORTH_BYTES) return
    // Only the last resort of V8's ways to collect gives memory back.
    collect({ type: 'major', flavor: 'last-resort', execution: 'sync' })
    left = heapBytes()
  }
  setInterval(look, lookMs).unref()
}
