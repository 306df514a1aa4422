// When a step that could not finish is tried again, as a table: how often, after which pauses, and why.
// Pure numbers; queue.ts writes them to the job.

import { DAY, SECOND } from '#time.ts'

type Retry = { pauses: readonly number[]; because: string }

/** RETRYABLE: a job may fail one more time than it has pauses; the counts start again with every finished step. */
const RETRYABLE = {
  /** The drafter said that trying again later can help. */
  drafter: {
    pauses: [5 * SECOND, 30 * SECOND],
    because: 'a model that is busy or unreachable is usually back within half a minute, and a person waits',
  },
  /** The worker's lease ran out: it was killed, stopped or cut off. */
  lost: {
    pauses: [0, 0, 1 * SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND],
    because: 'a dead worker is rarely the fault of its job, but a job that keeps killing workers has to end',
  },
} as const satisfies Record<string, Retry>

const LONGEST_PAUSE = DAY

/** pauseBefore returns the milliseconds to wait before the next try, or undefined when there is none left. */
export function pauseBefore(kind: keyof typeof RETRYABLE, failures: number, askedSeconds = 0): number | undefined {
  const pause = RETRYABLE[kind].pauses[failures - 1]
  return pause === undefined ? undefined : Math.min(Math.max(pause, askedSeconds * SECOND), LONGEST_PAUSE)
}
