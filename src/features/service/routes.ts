// Time, data room, health and readiness: endpoints that tell about the service itself.

import type { Deps } from '../../deps.ts'
import type { App } from '../../http/kernel.ts'
import { stamp } from '../../time.ts'
import { VERSION } from '../../version.ts'
import { HealthOut, ReadyOut, TimeOut, WelcomeOut } from './schemas.ts'

export function serviceRoutes(app: App, { db, clock }: Pick<Deps, 'db' | 'clock'>): void {
  app.get(
    '/api/time',
    { config: { access: 'open' }, schema: { tags: ['time'], summary: 'Server time', response: { 200: TimeOut } } },
    async () => {
      const now = clock.now()
      return { utc: stamp(now), unix_ms: now, timezone: 'UTC' as const }
    },
  )

  app.get(
    '/dataroom/dataroom/',
    {
      config: { access: 'open' },
      schema: { tags: ['dataroom'], summary: 'Welcome to the data room', response: { 200: WelcomeOut } },
    },
    async () => ({ message: 'Welcome to the data room' }),
  )

  app.get(
    '/healthz',
    {
      config: { access: 'open', uncounted: true, anyHost: true },
      schema: { hide: true, response: { 200: HealthOut } },
    },
    async () => ({ status: 'ok' as const }),
  )

  app.get(
    '/readyz',
    { config: { access: 'open', uncounted: true, anyHost: true }, schema: { hide: true, response: { 200: ReadyOut } } },
    async () => {
      await db.ping()
      return { status: 'ready' as const, database: db.dialect.name, version: VERSION }
    },
  )
}
