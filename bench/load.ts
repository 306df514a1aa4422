// Load on one server and what came of it: as much as some connections can send, or a fixed number of requests per second.

import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { cpuSeconds, type MeasuredServer, treeSeconds } from './servers.ts'
import type { LoadResult, Shot } from './shots.ts'
import { hasWrk, wrkLoad } from './wrk.ts'

const CONNECTIONS = 32
/** UNAVAILABLE: the service turned the request away because it has more to do than it can. */
const UNAVAILABLE = 503

/** From this many requests per connection on, connections don't share requests. */
const OWN_SHOTS = 100

/** load sends the shots in turn for `seconds`, and counts everything that is not a success; the CPU is the server's. */
export async function load(
  target: Pick<MeasuredServer, 'origin' | 'pid' | 'databasePid'>,
  shots: Shot[],
  seconds: number,
  connections = CONNECTIONS,
): Promise<LoadResult> {
  const used = () => [cpuSeconds(target.pid), target.databasePid === undefined ? 0 : treeSeconds(target.databasePid)]
  const before = used()
  const send = hasWrk ? wrkLoad : autocannonLoad
  const { requests, ...sent } = await send(target.origin, shots, seconds, connections)
  const [own, database] = used().map((after, at) => ((after - before[at]!) / Math.max(1, requests)) * 1e6)
  return { ...sent, cpuMicroseconds: own!, databaseMicroseconds: database! }
}

/**
 * autocannonLoad is for machines without wrk. Every connection begins at another shot: in step they would all ask for the
 * same thing at the same time, which no real users do.
 */
async function autocannonLoad(origin: string, shots: Shot[], seconds: number, connections: number) {
  const requests = shots.map(({ method, path, headers, body }) => ({
    method,
    path,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  }))
  let begun = 0
  const setupClient = (client: autocannon.Client) => {
    const from = Math.floor((begun++ * requests.length) / connections)
    const own = Math.floor(requests.length / connections)
    client.setRequests(
      own >= OWN_SHOTS ? requests.slice(from, from + own) : [...requests.slice(from), ...requests.slice(0, from)],
    )
  }
  const result = await autocannon({ url: origin, connections, duration: seconds, setupClient })
  return {
    requests: result.requests.total,
    perSecond: result.requests.total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  }
}

/** SteadyLoad is the milliseconds each request took, sorted, and how many more were turned away with 503. */
export type SteadyLoad = { took: number[]; refused: number }

/**
 * steadily sends the shots at an even pace, whether or not earlier ones have been answered. Times count from when a request
 * was due: a server that stalls also pays for those who arrive meanwhile.
 */
export async function steadily(origin: string, shots: Shot[], aSecond: number, seconds: number): Promise<SteadyLoad> {
  const agent = new Agent({ keepAlive: true })
  const begun = performance.now()
  const sent = Array.from({ length: Math.ceil(aSecond * seconds) }, async (_, index) => {
    const due = begun + (index * 1000) / aSecond
    await sleep(Math.max(0, due - performance.now()))
    const isRefused = (await answered(origin, shots[index % shots.length]!, agent)) === UNAVAILABLE
    return isRefused ? undefined : performance.now() - due
  })
  try {
    const took = (await Promise.all(sent)).filter((ms) => ms !== undefined)
    return { took: took.sort((a, b) => a - b), refused: sent.length - took.length }
  } finally {
    agent.destroy()
  }
}

/** answered sends one request and waits for the whole response; what is neither a success nor a 503 is an error. */
export function answered(origin: string, { method, path, headers, body }: Shot, agent?: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(
      origin + path,
      { ...(agent && { agent }), method, ...(headers && { headers }) },
      (response) => {
        const status = response.statusCode!
        const expected = status < 300 || status === UNAVAILABLE
        response.resume()
        response.on('end', () =>
          expected ? resolve(status) : reject(new Error(`${method} ${path} answered ${status}`)),
        )
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}
