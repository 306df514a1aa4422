// One case against the floor: floor and Galley in turn, several rounds, medians. The floor sends the very bytes of the case.

import type { Case, CaseBudget } from './cases.ts'
import { load } from './load.ts'
import { type Floor, type MeasuredServer, residentMegabytes } from './servers.ts'
import type { LoadResult } from './shots.ts'

export type BenchRow = {
  name: string
  budget: CaseBudget | undefined
  perSecond: number
  floorPerSecond: number
  /** The floor's CPU time per request divided by ours; the load generator's isn't counted. */
  share: number
  p50: number
  p99: number
  cpuMicroseconds: number
  databaseMicroseconds: number
  floorCpuMicroseconds: number
  failures: number
  bytes: number
  residentMegabytes: number
}

/**
 * V8 keeps compiling for many seconds: a cached list took 263 µs in the first four, 166 from the sixteenth on. Without this
 * the cases that come after heavier ones looked slower from run to run. Writes have less: they make the site larger.
 */
const [READ_WARM_UP_SECONDS, WRITE_WARM_UP_SECONDS] = [6, 3]

export async function measure(
  one: Case,
  galley: MeasuredServer,
  floor: Floor,
  rounds: number,
  seconds: number,
): Promise<BenchRow> {
  const { body, type, status } = await typicalResponse(one, galley)
  await floor.sendLike(body, type, status)

  const isRead = one.shots(0)[0]!.method === 'GET'
  for (const server of [floor, galley])
    await load(server, one.shots(0), isRead ? READ_WARM_UP_SECONDS : WRITE_WARM_UP_SECONDS)
  const pairs: { floor: LoadResult; galley: LoadResult }[] = []
  for (let round = 1; round <= rounds; round++) {
    const shots = one.shots(round)
    pairs.push({ floor: await load(floor, shots, seconds), galley: await load(galley, shots, seconds) })
  }
  const middle = (pick: (pair: (typeof pairs)[number]) => number) => median(pairs.map(pick))
  return {
    name: one.name,
    budget: one.budget,
    perSecond: Math.round(middle((pair) => pair.galley.perSecond)),
    floorPerSecond: Math.round(middle((pair) => pair.floor.perSecond)),
    share: middle((pair) => pair.floor.cpuMicroseconds / pair.galley.cpuMicroseconds),
    p50: middle((pair) => pair.galley.p50),
    p99: middle((pair) => pair.galley.p99),
    cpuMicroseconds: Math.round(middle((pair) => pair.galley.cpuMicroseconds)),
    databaseMicroseconds: Math.round(middle((pair) => pair.galley.databaseMicroseconds)),
    floorCpuMicroseconds: Math.round(middle((pair) => pair.floor.cpuMicroseconds)),
    failures: pairs.reduce((sum, pair) => sum + pair.galley.failures, 0),
    bytes: body.length,
    residentMegabytes: residentMegabytes(galley.pid),
  }
}

const SAMPLES = 25

/** typicalResponse is of middle length among the responses to the first requests; of those that write, one is enough. */
async function typicalResponse({ name, shots }: Case, { origin }: MeasuredServer) {
  const responses: { body: Buffer; type: string; status: number }[] = []
  const all = shots(0)
  for (const { method, path, headers, body } of all.slice(0, all[0]!.method === 'GET' ? SAMPLES : 1)) {
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...headers,
        'accept-encoding': 'identity',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    if (!response.ok)
      throw new Error(`${name}: ${method} ${path} answered ${response.status} ${bytes.subarray(0, 200)}`)
    responses.push({
      body: bytes,
      type: response.headers.get('content-type') ?? 'application/json',
      status: response.status,
    })
  }
  responses.sort((a, b) => a.body.length - b.body.length)
  return responses[Math.floor(responses.length / 2)]!
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}
