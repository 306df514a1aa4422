// A small app on the real kernel: one route for each kind of parameter, body and access, and three known tokens.

import { before } from 'node:test'
import pino from 'pino'
import { Type } from 'typebox'
import type { Role } from '../../src/engine/db/vocabulary.ts'
import { ACCESS, type Access, type CheckedCaller } from '../../src/http/gate/access.ts'
import { type App, createKernel } from '../../src/http/kernel.ts'
import { BODY_LIMIT, CONTENT_BODY_LIMIT } from '../../src/http/requests/requests.ts'
import { buildDeps, TestClock } from '../build.ts'
import { type Cleaner, suiteCleaner } from '../cleaner.ts'

const Item = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 300, trim: true }),
    count: Type.Optional(Type.Integer({ minimum: 0 })),
    tags: Type.Optional(Type.Array(Type.String())),
    done: Type.Optional(Type.Boolean()),
    meta: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { $id: 'Item' },
)
const Login = Type.Object({ username: Type.String(), password: Type.String({ secret: true }) }, { $id: 'Login' })

const PEOPLE: Record<string, Role> = { reads: 'reader', edits: 'editor', runs: 'admin' }

/** checkToken knows the tokens `reads`, `edits` and `runs`, one that is expired, and no other. */
function checkToken(token: string): CheckedCaller | 'expired' | 'invalid' {
  if (token === 'old') return 'expired'
  const role = PEOPLE[token]
  if (!role) return 'invalid'
  const userId = Object.keys(PEOPLE).indexOf(token) + 1
  return {
    actor: { userId, role, label: token, member: true },
    countKey: `session:${userId}`,
    ...SESSION,
    sessionId: userId,
  }
}

const SESSION = { provedAt: 0, needsFactor: false, tokenId: null, scopes: null } as const

type SmallAppOptions = { env?: Record<string, string>; lines?: string[] }

export async function smallApp(t: Cleaner, { env, lines }: SmallAppOptions = {}) {
  const clock = new TestClock()
  const deps = await buildDeps(t, { env: env ?? {}, clock })
  const log = lines ? pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }) : deps.log
  const app = createKernel({ ...deps, log }, checkToken)
  addRoutes(app)
  t.after(() => app.close())
  await app.ready()
  return { app, clock, deps }
}

/** oneSmallApp is an app that all tests of a suite share. */
export function oneSmallApp(options: SmallAppOptions = {}): () => App {
  const t = suiteCleaner()
  let app: App
  before(async () => {
    app = (await smallApp(t, options)).app
  })
  return () => app
}

function addRoutes(app: App): void {
  const open = { access: 'open', allowance: { bytes: BODY_LIMIT } } as const
  app.get(
    '/search',
    {
      config: open,
      schema: {
        querystring: Type.Object({
          q: Type.String({ minLength: 1 }),
          limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
          direction: Type.Optional(Type.Enum(['up', 'down'])),
        }),
      },
    },
    async (request) => request.query,
  )
  app.get(
    '/docs/:doc_id',
    { config: open, schema: { params: Type.Object({ doc_id: Type.Integer({ minimum: 1 }) }) } },
    async (request) => request.params,
  )
  app.get(
    '/slugs/:slug',
    { config: open, schema: { params: Type.Object({ slug: Type.String() }) } },
    async (request) => request.params,
  )
  app.put(
    '/docs/:doc_id',
    {
      config: open,
      schema: {
        params: Type.Object({ doc_id: Type.Integer({ minimum: 1 }) }),
        querystring: Type.Object({ limit: Type.Optional(Type.Integer({ maximum: 200 })) }),
        body: Item,
      },
    },
    async (request) => request.body,
  )
  app.post('/items/', { config: open, schema: { body: Item } }, async (request) => request.body)
  app.post(
    '/large',
    { config: { ...open, allowance: { bytes: CONTENT_BODY_LIMIT } }, schema: { body: Item } },
    async () => ({ ok: true }),
  )
  app.post(
    '/any',
    { config: open, schema: { body: Type.Record(Type.String(), Type.Unknown()) } },
    async (request) => request.body,
  )
  app.post('/optional', { config: { ...open, bodyOptional: true }, schema: { body: Item } }, async (request) => ({
    body: request.body ?? null,
  }))
  app.post(
    '/login',
    { config: { ...open, takesForm: true, secretBody: true }, schema: { body: Login } },
    async (request) => ({ username: request.body.username }),
  )
  app.delete(
    '/items/:id',
    { config: open, schema: { params: Type.Object({ id: Type.Integer() }) } },
    (_request, reply) => reply.code(204).send(),
  )
  app.get('/broken', { config: open }, async () => {
    throw new Error('select secret from /etc/passwd')
  })
  app.get('/healthz', { config: { access: 'open', uncounted: true, anyHost: true } }, async () => ({ ok: true }))
  for (const access of Object.keys(ACCESS) as Access[]) {
    const url = `/for/${access.replace(':', '-')}`
    const whoActs = { config: { ...open, access } }
    app.get(url, whoActs, async (request) => request.actor)
    app.post(url, whoActs, async (request) => request.actor)
  }
}
