// One case against the floor: floor and Galley in turn, several rounds, medians. The floor sends the very bytes of the case.

import type { Case } from './cases.ts'
import { type Load, load } from './load.ts'
import { type Floor, type Measured, residentMegabytes } from './servers.ts'

export type Row = {
  name: string
  target: number | null
  perSecond: number
  floorPerSecond: number
  ratio: number
  p50: number
  p99: number
  cpuMicroseconds: number
  failures: number
  bytes: number
  residentMegabytes: number
}

export async function measure(
  one: Case,
  galley: Measured,
  floor: Floor,
  rounds: number,
  seconds: number,
): Promise<Row> {
  const [shot] = one.shots
  const sample = await fetch(galley.origin + shot!.path, {
    method: shot!.method,
    headers: {
      ...shot!.headers,
      'accept-encoding': 'identity',
      ...(shot!.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(shot!.body !== undefined && { body: shot!.body }),
  })
  const body = Buffer.from(await sample.arrayBuffer())
  if (!sample.ok)
    throw new Error(
      `${one.name}: ${shot!.method} ${shot!.path} answered ${sample.status} ${body.toString().slice(0, 200)}`,
    )
  await floor.sendLike(body, sample.headers.get('content-type') ?? 'application/json', sample.status)

  await load(galley, one.shots, 1)
  const pairs: { floor: Load; galley: Load }[] = []
  for (let round = 0; round < rounds; round++) {
    pairs.push({ floor: await load(floor, one.shots, seconds), galley: await load(galley, one.shots, seconds) })
  }
  const middle = (pick: (pair: (typeof pairs)[number]) => number) => median(pairs.map(pick))
  return {
    name: one.name,
    target: one.target,
    perSecond: Math.round(middle((pair) => pair.galley.perSecond)),
    floorPerSecond: Math.round(middle((pair) => pair.floor.perSecond)),
    ratio: middle((pair) => pair.galley.perSecond / pair.floor.perSecond),
    p50: middle((pair) => pair.galley.p50),
    p99: middle((pair) => pair.galley.p99),
    cpuMicroseconds: Math.round(middle((pair) => pair.galley.cpuMicroseconds)),
    failures: pairs.reduce((sum, pair) => sum + pair.galley.failures, 0),
    bytes: body.length,
    residentMegabytes: residentMegabytes(galley.pid),
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}
