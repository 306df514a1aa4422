// The steady mix of reads by which it is measured what other work costs those who only read.

import { type BenchSite, casesFor } from './cases.ts'
import { steadily } from './load.ts'
import type { Galley } from './servers.ts'

export const RATE = 200
export const READS = ['list', 'slug + token', 'tree', 'blocks', 'search 2 %', 'suggest']

/** reads sends the mix and returns the p99, in milliseconds. */
export const reads = async (target: Galley, known: BenchSite, seconds: number): Promise<number> =>
  p99Of(await readTimes(target, known, seconds))

export const p99Of = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!

/** readTimes sends the mix and returns how long each request took, in milliseconds. */
export async function readTimes(target: Galley, known: BenchSite, seconds: number): Promise<number[]> {
  const shots = casesFor(known)
    .filter(({ name }) => READS.includes(name))
    .flatMap(({ shots: all }) => all(0).slice(0, 40))
    .map((shot) => ({ ...shot, headers: { 'accept-encoding': 'gzip', ...shot.headers } }))
  const mixed = shots.map((_, index) => shots[(index * 61) % shots.length]!)
  const { took, refused } = await steadily(target.origin, mixed, RATE, seconds)
  if (refused > 0) throw new Error(`${refused} requests were turned away`)
  return took
}
