// Clients that write documents one after another and remember what the service acknowledged, to be held against what it
// has later. A write is a new document, or a new summary of one's last: the summary only ever counts up.

import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE } from '../../src/time.ts'
import { until } from '../until.ts'

type WriteResponse = {
  status: number
  body: { id: number; summary: string | null; detail?: unknown }
  retryAfter: string | null
}

/** A service that does not respond at all for this long has broken its promise, whatever the fault. */
const LONGEST_MS = 2 * MINUTE

export class Writers {
  /** acknowledged holds, for every document, the count that its summary had reached when the service said so. */
  readonly acknowledged = new Map<number, number>()
  readonly statuses = new Map<number, number>()
  /** refusals are responses of 5xx, `unnamed` those of them without a detail or, for 503, without Retry-After. */
  unnamed = 0
  broken = 0
  writes = 0
  lastSuccessAt = 0
  #running: Promise<void>[] = []
  #stopped = false
  readonly #origin: () => string
  readonly #token: string

  constructor(origin: () => string, token: string) {
    this.#origin = origin
    this.#token = token
  }

  start(count: number, pauseMs = 0): void {
    this.#stopped = false
    this.#running = Array.from({ length: count }, (_, index) => this.#run(index, pauseMs))
  }

  /** reach waits for a number of writes, which takes a while on a slow machine or when there are many. */
  async reach(writes: number): Promise<void> {
    await until(`${writes} writes are acknowledged`, () => this.writes >= writes, 10 * MINUTE)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#running)
  }

  async #run(index: number, pauseMs: number): Promise<void> {
    let current: number | undefined
    for (let count = 1; !this.#stopped; count++) {
      const isNew = current === undefined || count % 4 === 1
      const sent = isNew
        ? this.#send('POST', '/api/docs/', {
            title: `Writer ${index} at ${count}`,
            summary: String(count),
            markdown: 'A text that is **kept**.',
          })
        : this.#send('PUT', `/api/docs/${current}`, { summary: String(count) })
      const response = await sent.catch(() => undefined)
      if (response && response.status < 300) {
        current = response.body.id
        this.acknowledged.set(current, count)
        this.writes++
        this.lastSuccessAt = performance.now()
        if (pauseMs > 0) await sleep(pauseMs)
      } else {
        current = undefined
        if (response === undefined) this.broken++
        await sleep(20)
      }
    }
  }

  async #send(method: string, path: string, body: object): Promise<WriteResponse> {
    const response = await fetch(this.#origin() + path, {
      signal: AbortSignal.timeout(LONGEST_MS),
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` },
    })
    const { status } = response
    const written = {
      status,
      body: (await response.json()) as WriteResponse['body'],
      retryAfter: response.headers.get('retry-after'),
    }
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    if (status >= 500 && (typeof written.body.detail !== 'string' || (status === 503 && !written.retryAfter)))
      this.unnamed++
    return written
  }

  /** lost counts the acknowledged documents that are missing or older at this service now. */
  async lost(origin = this.#origin(), acknowledged: Map<number, number> = this.acknowledged): Promise<number> {
    const found = new Map<number, number>()
    for (let offset = 0; ; offset += 200) {
      const response = await fetch(`${origin}/api/docs/private?limit=200&offset=${offset}`, {
        headers: { authorization: `Bearer ${this.#token}` },
      })
      if (!response.ok) throw new Error(`The list of documents is ${response.status}: ${await response.text()}`)
      const page = (await response.json()) as { id: number; summary: string }[]
      for (const { id, summary } of page) found.set(id, Number(summary))
      if (page.length < 200) break
    }
    return [...acknowledged].filter(([id, count]) => (found.get(id) ?? 0) < count).length
  }

  /** odd lists the statuses other than success and the expected ones. */
  odd(expected: number[]): string {
    return [...this.statuses]
      .filter(([status]) => status >= 300 && !expected.includes(status))
      .map(([status, times]) => `${times} × ${status}`)
      .join(', ')
  }
}
