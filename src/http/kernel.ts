// The HTTP kernel: what happens to every request before and after its handler, in this order:
//
//   id → CORS → [gate: Host → cross-site → token → rate limit → access] → body → token again → checks (422) → handler → headers → log
//
// Everything up to access is decided from the head of the request, so that nobody who is refused makes the service read a
// body. Knows no feature; who owns a token is asked of `checkToken`.

import { randomUUID } from 'node:crypto'
import { createServer, type ServerOptions } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type preHandlerHookHandler,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
  type RouteOptions,
} from 'fastify'
import type { TSchema } from 'typebox'
import type { Actor, Scope } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { NodeHeartbeat } from '#engine/db/nodes.ts'
import type { Issue } from '#issues.ts'
import { type RequestLine, requestLogger } from '#logging.ts'
import { drain } from './drain.ts'
import {
  ACCESS,
  type Access,
  type Allowance,
  type CheckToken,
  isOpenWrite,
  type Recheck,
  scopesOf,
} from './gate/access.ts'
import { type Admission, allowListedOrigins, createGate, PREFLIGHT_ROUTE, RateLimits, reads } from './gate/gate.ts'
import { passGate, UNKNOWN_ROUTE } from './pass-gate.ts'
import { BODY_LIMIT, checkRequest, checksOf, type RouteChecks, takeBodiesAsBytes } from './requests/requests.ts'
import { errorHandler, frameworkErrors, type Refusals } from './responses/errors.ts'
import { SAFE_HEADERS } from './responses/headers.ts'
import { OpenStreams } from './responses/open-streams.ts'
import { handleUnknownPaths, type Missing } from './responses/paths.ts'
import { refuseExpectations, respondToWireFault } from './responses/wire-faults.ts'
import { schemaOf } from './route-schema.ts'

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** access is who may call the route; a route without it stops the start. */
    access?: Access
    /** allowance is what a visitor may send; a write that is open to visitors stops the start without one. */
    allowance?: Allowance
    /** scopes: an API token needs one of these; where they are not given they follow from the rest (gate/scopes.ts). */
    scopes?: readonly Scope[]
    /** bound routes keep to the categories that an API token is bound to (actor.within); all others refuse such a token. */
    bound?: boolean
    /** enrols routes are for setting up a second factor, for those who must have one before they may do anything else. */
    enrols?: boolean
    /** stepUp routes need a proof of the last minutes that the person at the keyboard is the owner of the session. */
    stepUp?: boolean
    /** audited: a read that stands in the audit trail, with the address that it came from, as all changes do. */
    audited?: boolean
    /** uncounted routes (health, metrics, pages, static files) are outside the rate limits. */
    uncounted?: boolean
    /**
     * budget: what an address may do apart from everything else. Searches count for it whoever asks; what signing in takes (routes
     * without a valid token, so that an office behind one address comes in whatever else asks there) only without one.
     */
    budget?: 'search' | 'sign-in'
    /** anyHost routes (health) accept any Host. */
    anyHost?: boolean
    bodyOptional?: boolean
    takesForm?: boolean
    /** takesVersion routes honour If-Match: 412 when it is stale. A draft's version is a moment. */
    takesVersion?: true | 'moment'
    /** etag routes send an ETag and respond to If-None-Match with 304. */
    etag?: boolean
    /** idempotent routes honour Idempotency-Key (idempotency.ts). */
    idempotent?: boolean
    /** furtherIssues are what the route's service would find wrong with a body that is already refused for other faults. */
    furtherIssues?: (body: unknown) => Issue[]
    /** formSchema checks a form whose fields differ from those of the JSON body. */
    formSchema?: TSchema
    /** secretBody: nothing of the raw body may be echoed. */
    secretBody?: boolean
    checks?: RouteChecks
  }
  interface FastifyInstance {
    openStreams: OpenStreams
    missing: Missing
    refusals: Refusals
    /** stop: once it is near, every response closes its connection, and /readyz is 503. */
    stop: { isNear: boolean }
    /** observe is told of every response. */
    observe: (observer: (line: RequestLine) => void) => void
  }
  interface FastifyRequest {
    /** route: Fastify's routeOptions builds a new object at every access. */
    route: Admission['route']
    actor: Actor
    origin: Admission['origin']
    credential: Admission['credential']
    rate: Admission['rate']
    asOf: Admission['asOf']
  }
}

/** As many people of an address can open the panel and sign in within a minute as GALLEY_RATE_IP says. */
const CALLS_TO_SIGN_IN = 5

export function createKernel(
  deps: Pick<Deps, 'config' | 'db' | 'clock' | 'log'>,
  checkToken: CheckToken,
  recheck: Recheck = async (checked) => checked,
): App {
  const { config, clock, db, log } = deps
  const limits = new RateLimits()
  const budgets = { ip: config.rateIp, search: config.rateSearch, 'sign-in': config.rateIp * CALLS_TO_SIGN_IN }
  const limitOf = (key: string) => budgets[key.slice(0, key.indexOf(':')) as keyof typeof budgets] ?? config.rateToken
  const { gate, lookAgain } = createGate(deps, { checkToken, recheck }, limits, limitOf)
  const observers = [requestLogger(log)]
  const observe = (line: RequestLine) => {
    for (const observer of observers) observer(line)
  }
  const app = newApp(log)
  // Several services may run on one machine, each a node of its own.
  const heartbeat = new NodeHeartbeat(db, `${config.nodeName}/${process.pid}`)

  app.decorate('openStreams', new OpenStreams(db, clock.now, recheck))
  app.setErrorHandler(errorHandler(db.dialect))
  app.addHook('onRoute', prepareRoute)
  app.decorate('missing', {})
  app.decorate('refusals', {})
  app.decorate('stop', { isNear: false })
  app.decorate('observe', (observer) => void observers.push(observer))
  handleUnknownPaths(app, app.missing)
  allowListedOrigins(app, config.corsOrigins)
  // `after`, because a plugin's hooks exist only once it is loaded, and CORS comes first.
  app.after(() => app.addHook('onRequest', passGate(gate, app.missing)))
  // These hooks call back instead of returning promises: a promise per hook and request is a measurable cost.
  app.addHook('preValidation', (request, _reply, done) => {
    const check = () => {
      try {
        checkRequest(request)
      } catch (error) {
        done(error as Error)
        return
      }
      done()
    }
    const looking = reads(request.method) ? undefined : lookAgain(request)
    if (looking) looking.then(check, done)
    else check()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    addHeaders(request, reply)
    // Also of a request that came before the stop: nobody would close its connection after the response.
    if (app.stop.isNear) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    observe(lineOf(request, reply))
    done()
  })

  app.addHook('onReady', () => heartbeat.start())
  app.addHook('preClose', async () => {
    app.stop.isNear = true
  })
  app.addHook('preClose', () => drain(app.server))
  app.addHook('onClose', () => heartbeat.stop())
  return app
}

/** Its types know no validator but Ajv's. */
const ACCEPT = (() => true) as never

/** Slow clients are looked for often enough that none holds its connection longer than half a minute. */
const SERVER: ServerOptions = {
  requireHostHeader: false,
  maxHeaderSize: 16 * 1024,
  headersTimeout: 20_000,
  requestTimeout: 25_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 4_000,
}
/** Whoever stops reading a response does not keep it in memory; a stream says something every 15 s. */
const STALLED_MS = 60_000

/** newApp leaves to the framework what it does better than we could: the router, the hooks, slow and broken connections. */
function newApp(log: Deps['log']): App {
  const app = Fastify({
    loggerInstance: sharedLog(log),
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 2_000, ignoreTrailingSlash: false, querystringParser: parseQuery },
    exposeHeadRoutes: true,
    frameworkErrors,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    serverFactory: (handle) => createServer(SERVER, handle).setTimeout(STALLED_MS),
    clientErrorHandler: respondToWireFault,
    // checkRequest validates. Named here, not set later: Fastify would load its own validator and serializer first, which take 6 MB.
    schemaController: {
      compilersFactory: { buildValidator: () => () => ACCEPT, buildSerializer: () => () => JSON.stringify },
    },
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as App
  app.server.on('checkExpectation', refuseExpectations)
  takeBodiesAsBytes(app)
  for (const name of ['route', 'actor', 'origin', 'credential', 'rate', 'asOf']) app.decorateRequest(name)
  return app
}

/**
 * sharedLog is one logger for all requests: a child for each would cost more than the id that it carries is worth, and what a
 * factory of children returns is checked at every request.
 */
function sharedLog(log: Deps['log']): FastifyBaseLogger {
  const shared: FastifyBaseLogger = Object.create(log, { child: { value: () => shared } })
  return shared
}

function prepareRoute(route: RouteOptions): void {
  if (route.url === PREFLIGHT_ROUTE) route.config = { ...route.config, access: 'open' }
  if (!route.config?.access || !Object.hasOwn(ACCESS, route.config.access))
    throw new Error(`${route.method} ${route.url} does not say who may call it`)
  const { allowance } = route.config
  if (isOpenWrite(route) && !allowance)
    throw new Error(`${route.method} ${route.url} is open to visitors and does not say how much they may send`)
  if (allowance) route.bodyLimit = allowance.bytes
  route.config = { ...route.config, checks: checksOf(route), scopes: scopesOf(route) }
  const status = declaredStatus(route)
  if (status !== 200) route.preHandler = setStatus(status)
}

/** declaredStatus: where a route declares one success, its handler need not say it again. */
function declaredStatus(route: RouteOptions): number {
  const successes = Object.keys(schemaOf(route).response ?? {}).filter((status) => status.startsWith('2'))
  return successes.length === 1 ? Number(successes[0]) : 200
}

const setStatus =
  (status: number): preHandlerHookHandler =>
  (_request, reply, done) => {
    reply.code(status)
    done()
  }

const DEFAULT_HEADERS = Object.entries(SAFE_HEADERS)

function addHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const type = reply.getHeader('content-type')
  for (const [name, value] of DEFAULT_HEADERS) if (!reply.hasHeader(name)) reply.header(name, value)
  if (type === undefined || type === 'application/json; charset=utf-8' || type === 'application/json') {
    if (type !== undefined) reply.header('content-type', 'application/json')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  }
  if (request.origin?.https) reply.header('strict-transport-security', 'max-age=31536000')
}

const lineOf = (request: FastifyRequest, reply: FastifyReply): RequestLine => ({
  id: request.id,
  method: request.method,
  // The pattern, not the address: queries may hold bridge tokens and what people search for.
  route: (request.route ?? UNKNOWN_ROUTE).url,
  status: reply.statusCode,
  ms: reply.elapsedTime,
  user: request.actor?.userId ?? null,
  address: request.origin?.address ?? '',
})

/** parseQuery keeps the last of repeated keys; a null prototype keeps names like `constructor` harmless. */
function parseQuery(text: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  if (text === '') return query
  for (const [key, value] of new URLSearchParams(text)) query[key] = value
  return query
}
