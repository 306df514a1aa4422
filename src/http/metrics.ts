// Prometheus metrics: requests by route, event-loop lag, queue depth, pool, memory, CPU. Expensive values are computed on
// scrape. Counting by hand would save 3 % of a cached response, which isn't worth it.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { skewOf } from '#engine/db/db.ts'
import type { App } from './kernel.ts'

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const LAG_RESOLUTION_MS = 10

/** A feature's values at scrape time; may query the database. */
type Gatherer = () => Promise<GaugeReading[]>
type GaugeReading = { name: string; help: string; labels: Record<string, string>; value: number }

export function metricsRoutes(app: App, { db }: Deps, gatherers: Gatherer[]): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'galley_' })
  // Gauges with a counter's suffix, which promtool warns about; the metrics without it have the same numbers by kind.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`galley_nodejs_active_${kind}_total`)
  const requests = new Counter({
    name: 'galley_http_requests_total',
    help: 'Requests served.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'galley_http_request_seconds',
    help: 'Time to respond.',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers: [registry],
  })
  const pool = new Gauge({
    name: 'galley_db_connections',
    help: 'Database connections by what they do.',
    labelNames: ['state'],
    registers: [registry],
  })
  const lag = new Gauge({
    name: 'galley_event_loop_lag_seconds',
    help: 'Event-loop delay since the last scrape.',
    labelNames: ['percentile'],
    registers: [registry],
  })
  const skew = new Gauge({
    name: 'galley_clock_skew_seconds',
    help: "How far this machine's clock is ahead of the database's.",
    registers: [registry],
  })
  const delays = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS })
  delays.enable()
  app.addHook('onClose', async () => void delays.disable())

  app.observe(({ method, route, status, ms }) => {
    requests.inc({ method, route, status })
    durations.observe({ method, route }, ms / 1000)
  })

  app.get('/metrics', {
    config: { access: 'guarded:admin', uncounted: true, scopes: ['metrics', 'admin'] },
    schema: {
      tags: ['time'],
      summary: 'Get metrics for Prometheus',
      produces: ['text/plain'],
      response: { 200: Type.String() },
    },
    handler: async (_request, reply) => {
      for (const [state, value] of Object.entries(db.poolUse())) pool.set({ state }, value)
      skew.set(skewOf(db) / 1000)
      for (const percentile of [50, 99])
        lag.set({ percentile }, Math.max(0, delays.percentile(percentile) / 1e9 - LAG_RESOLUTION_MS / 1000))
      delays.reset()
      for (const gather of gatherers) for (const gauge of await gather()) setGauge(registry, gauge)
      return reply.type(registry.contentType).send(await registry.metrics())
    },
  })
}

function setGauge(registry: Registry, { name, help, labels, value }: GaugeReading): void {
  const existing = registry.getSingleMetric(name) as Gauge | undefined
  const gauge = existing ?? new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] })
  gauge.set(labels, value)
}
