// Endpoints about the service: time, disk space, health, readiness, live changes.

import { access, constants } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import { type Config, describeConfig } from '#config.ts'
import type { Deps } from '#deps.ts'
import { noSuchAddress, unavailable } from '#errors.ts'
import { hasAdmin } from '#features/accounts/users/users.ts'
import type { App } from '#http/kernel.ts'
import { eventStreams, readLastEventId } from '#http/responses/event-stream.ts'
import { DAY, stamp } from '#time.ts'
import { VERSION } from '#version.ts'
import { runChecks } from './checks.ts'
import { LiveChanges } from './live.ts'
import { CheckOut, HealthOut, ReadyOut, SettingOut, SetupOut, TimeOut, WelcomeOut } from './schemas.ts'

/** RFC 9116 requires an expiry; as the file is generated per request, it is always the same time away. */
const SECURITY_TXT_DAYS = 30

export function serviceRoutes(app: App, deps: Deps): void {
  const { db, clock, config } = deps
  app.get('/api/time', {
    config: { access: 'open' },
    schema: { tags: ['time'], summary: 'Read the server time', response: { 200: TimeOut } },
    handler: async () => {
      const now = clock.now()
      return { utc: stamp(now), unix_ms: now, timezone: 'UTC' as const }
    },
  })

  app.get('/dataroom/dataroom/', {
    config: { access: 'open' },
    schema: { tags: ['dataroom'], summary: 'Greet in the data room', response: { 200: WelcomeOut } },
    handler: async () => ({ message: 'Welcome to the data room' }),
  })

  app.get('/api/setup', {
    config: { access: 'open', budget: 'sign-in' },
    schema: { tags: ['auth'], summary: 'Get setup options for the panel', response: { 200: SetupOut } },
    handler: async (request) => ({
      first_run: !(await hasAdmin(db.read)) && request.origin.network(),
      registration: config.registration,
      providers: config.oidc.map(({ id, name }) => ({ id, name })),
      sign_in: config.signIn,
      trash_days: config.keepTrashDays,
      version: VERSION,
    }),
  })

  app.get('/api/admin/settings', {
    config: { access: 'admin' },
    schema: { tags: ['admin'], summary: "List the service's settings", response: { 200: Type.Array(SettingOut) } },
    handler: async () => describeConfig(),
  })

  app.get('/api/admin/checks', {
    config: { access: 'admin' },
    schema: {
      tags: ['admin'],
      summary: 'Check the installation',
      description:
        'What `galley doctor` prints: settings, files, disk, database, clocks, mail, the last verified backup.',
      response: { 200: Type.Array(CheckOut) },
    },
    handler: async () => runChecks(deps),
  })

  const stream = eventStreams(app)
  const changes = new LiveChanges(db)
  app.get('/api/admin/live', {
    config: { access: 'editor' },
    schema: {
      tags: ['admin'],
      summary: 'Stream changes (server-sent events)',
      description:
        'Each message is `{"changed": ["documents" | "categories" | "jobs" | "processes" | "inbox", …]}`, at most two a second. The first one names what has changed since `Last-Event-ID`. A stream ends after five minutes: connect again.',
      produces: ['text/event-stream'],
      response: { 200: Type.Unsafe<Readable | undefined>(Type.String()) },
    },
    handler: async (request, reply) =>
      stream(request, reply, (signal) => changes.follow(readLastEventId(request), signal)),
  })

  app.get('/.well-known/security.txt', {
    config: { access: 'open', uncounted: true },
    schema: { hide: true, response: { 200: Type.String() } },
    handler: async (_request, reply) => {
      if (config.securityContact === '') throw noSuchAddress()
      const expires = stamp(clock.now() + SECURITY_TXT_DAYS * DAY)
      return reply.type('text/plain; charset=utf-8').send(`Contact: ${config.securityContact}\nExpires: ${expires}\n`)
    },
  })

  app.get('/healthz', {
    config: { access: 'open', uncounted: true, anyHost: true },
    schema: { tags: ['time'], summary: 'Check that the process is alive', response: { 200: HealthOut } },
    handler: async () => ({ status: 'ok' as const }),
  })

  app.get('/readyz', {
    config: { access: 'open', uncounted: true, anyHost: true },
    schema: {
      tags: ['time'],
      summary:
        'Check readiness: the database can be reached, the data folder can be written, and the service is not about to stop',
      response: { 200: ReadyOut },
    },
    handler: async () => {
      if (app.stop.isNear) throw unavailable('Stopping')
      await db.ping()
      await checkDataFolder(config)
      return { status: 'ready' as const, database: db.dialect.name, version: VERSION }
    },
  })
}

/** Only checks write permission: on a full disk reads go on, so the service is ready. */
async function checkDataFolder({ dataDir, databaseUrl }: Config): Promise<void> {
  try {
    await access(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    // With PostgreSQL the folder is created on first use.
    if (databaseUrl !== '' && (error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw unavailable("The data folder can't be written", 1, error)
  }
}
