// A process's log as it grows: its last lines first, then whatever is appended. Knows no HTTP.

import { setTimeout as sleep } from 'node:timers/promises'
import type { LogEnd, LogLimit } from '#engine/supervisor/log-tail.ts'

/** What comes faster than this between two looks is not followed line by line: the end is sent again. */
const MOST_BYTES = 1024 * 1024

/** A FollowedLog of another node is looked at less often: each look is a question through the database. */
export type FollowedLog = { read: (most: LogLimit) => Promise<LogEnd>; lookEveryMs: number }
/** `anew` lines replace all before them; others follow them. */
type LogLines = { id: number; data: { anew: boolean; lines: string[] } }

export async function* followLog(
  { read, lookEveryMs }: FollowedLog,
  lines: number,
  tailBytes: number,
  signal: AbortSignal,
): AsyncGenerator<LogLines> {
  let size = -1
  while (!signal.aborted) {
    const now = (await read({ lines: 1, bytes: 1 })).size
    const grown = now - size
    if (size < 0 || grown < 0 || grown > MOST_BYTES) {
      const end = await read({ lines, bytes: tailBytes })
      size = end.size
      yield { id: size, data: { anew: true, lines: end.lines } }
    } else if (grown > 0) {
      // One byte more: the newline before the first new line, without which that line would count as cut.
      const end = await read({ lines: Number.MAX_SAFE_INTEGER, bytes: grown + 1 })
      size = now
      yield { id: size, data: { anew: false, lines: end.lines } }
    }
    await sleep(lookEveryMs, undefined, { signal }).catch(() => {})
  }
}
