// What /metrics shows Prometheus: requests by route, event-loop lag, the queue's depth, the pool, memory and CPU.
// Counting a request is two numbers in memory; everything that must be asked for is asked for when someone scrapes.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { type Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Deps } from '#deps.ts'
import { type App, UNKNOWN_ROUTE } from './kernel.ts'

const REQUESTS = { name: 'galley_http_requests_total', help: 'Requests served.', type: 'counter' }
const DURATIONS = { name: 'galley_http_request_seconds', help: 'Time to respond.', type: 'histogram' }
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const LAG_RESOLUTION_MS = 10

/** A Gatherer brings what a feature knows to the scrape; it may ask the database. */
type Gatherer = () => Promise<GaugeReading[]>
type GaugeReading = { name: string; help: string; labels: Record<string, string>; value: number }

export function metricsRoutes(app: App, { db }: Pick<Deps, 'db'>, gatherers: Gatherer[]): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'galley_' })
  const requests = new RequestCounts(registry)
  const pool = new Gauge({
    name: 'galley_db_connections',
    help: 'Database connections by what they do.',
    labelNames: ['state'],
    registers: [registry],
  })
  const lag = new Gauge({
    name: 'galley_event_loop_lag_seconds',
    help: 'Event-loop delay since the last scrape.',
    labelNames: ['quantile'],
    registers: [registry],
  })
  const delays = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS })
  delays.enable()
  app.addHook('onClose', async () => void delays.disable())

  app.addHook('onResponse', (request, reply, done) => {
    requests.count(request.method, (request.route ?? UNKNOWN_ROUTE).url, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })

  app.get(
    '/metrics',
    { config: { access: 'guarded:admin', uncounted: true }, schema: { hide: true } },
    async (_request, reply) => {
      for (const [state, value] of Object.entries(db.poolUse())) pool.set({ state }, value)
      for (const quantile of [50, 99])
        lag.set(
          { quantile: String(quantile / 100) },
          Math.max(0, delays.percentile(quantile) / 1e9 - LAG_RESOLUTION_MS / 1000),
        )
      delays.reset()
      for (const gather of gatherers) for (const gauge of await gather()) setGauge(registry, gauge)
      return reply.type(registry.contentType).send(await registry.metrics())
    },
  )
}

type RouteFigures = { method: string; route: string; within: number[]; sum: number; statuses: Map<number, number> }

/**
 * RequestCounts keeps by hand what prom-client's own counters would look up by their labels at every request, even through
 * children kept from labels(): some 4 µs where this takes 0.5, and a quick answer some 40. A scrape finds it in prom-client's shape.
 */
class RequestCounts {
  readonly #byMethod = new Map<string, Map<string, RouteFigures>>()

  constructor(registry: Registry) {
    const register = (metric: object) => registry.registerMetric(metric as Counter)
    register({ ...REQUESTS, get: async () => ({ ...REQUESTS, values: [...this.#requests()] }) })
    register({ ...DURATIONS, get: async () => ({ ...DURATIONS, values: [...this.#durations()] }) })
  }

  count(method: string, route: string, status: number, seconds: number): void {
    const routes = this.#byMethod.get(method) ?? new Map<string, RouteFigures>()
    let measured = routes.get(route)
    if (!measured) {
      measured = { method, route, within: Array(SECONDS.length + 1).fill(0), sum: 0, statuses: new Map() }
      this.#byMethod.set(method, routes.set(route, measured))
    }
    const bucket = SECONDS.findIndex((limit) => seconds <= limit)
    measured.within[bucket === -1 ? SECONDS.length : bucket]!++
    measured.sum += seconds
    measured.statuses.set(status, (measured.statuses.get(status) ?? 0) + 1)
  }

  *#measured(): Iterable<RouteFigures> {
    for (const routes of this.#byMethod.values()) yield* routes.values()
  }

  *#requests() {
    for (const { method, route, statuses } of this.#measured())
      for (const [status, value] of statuses) yield { labels: { method, route, status }, value }
  }

  *#durations() {
    for (const { method, route, within, sum } of this.#measured()) {
      const labels = { method, route }
      let value = 0
      for (const [index, count] of within.entries()) {
        value += count
        yield { metricName: `${DURATIONS.name}_bucket`, labels: { le: SECONDS[index] ?? '+Inf', ...labels }, value }
      }
      yield { metricName: `${DURATIONS.name}_sum`, labels, value: sum }
      yield { metricName: `${DURATIONS.name}_count`, labels, value }
    }
  }
}

/** setGauge makes or finds the gauge in the registry. */
function setGauge(registry: Registry, { name, help, labels, value }: GaugeReading): void {
  const known = registry.getSingleMetric(name) as Gauge | undefined
  const gauge = known ?? new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] })
  gauge.set(labels, value)
}
