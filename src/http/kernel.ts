// The HTTP kernel: what happens to every request before and after its handler, in this order:
//
//   id → CORS → [gate: Host → cross-site → token → rate limit → access] → body → token again → checks (422) → handler → headers → log
//
// Everything up to access uses only the head of the request, so a refused request's body is never read. Knows no feature;
// tokens are checked by the injected `checkToken`.

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
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
import { type Issue, valueError } from '#issues.ts'
import { type RequestLine, requestLogger } from '#logging.ts'
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
import { schemaOf } from './route-schema.ts'

/** Responses to bytes that aren't HTTP, and to unsupported expectations. */
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const ENCODE = 'the address has characters that have to be percent-encoded'
/** By Node's error code: the status, its name and the detail. */
const WIRE_FAULTS: Record<string, [number, string, Issue[]?]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  HPE_INVALID_METHOD: [405, 'Method Not Allowed'],
  HPE_INVALID_URL: [422, 'Unprocessable Content', [valueError(['path'], ENCODE, null)]],
}

/** Writes to the socket, because there is no request and no reply yet. */
function respondToWireFault(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const [status, name, detail = name] = WIRE_FAULTS[error.code ?? ''] ?? [400, 'Bad Request']
  const body = JSON.stringify({ detail })
  const allow = status === 405 ? `Allow: ${METHODS}\r\n` : ''
  socket.end(
    `HTTP/1.1 ${status} ${name}\r\n${allow}Content-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** Only `100-continue` is supported. */
function refuseExpectations(_request: IncomingMessage, response: ServerResponse): void {
  const body = '{"detail":"Expectation Failed"}'
  response.writeHead(417, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route; required, else the service doesn't start. */
    access?: Access
    /** What a visitor may send; required for writes that visitors may make. */
    allowance?: Allowance
    /** An API token needs one of these; by default derived by scopesOf (gate/access.ts). */
    scopes?: readonly Scope[]
    /** The route respects the categories that an API token is bound to (actor.within); other routes refuse such a token. */
    bound?: boolean
    /** Open to people who must set up a second factor before anything else. */
    enrols?: boolean
    /** Requires a recent proof that the person at the keyboard owns the session. */
    stepUp?: boolean
    /** A read that is recorded in the audit trail with its address, like all writes. */
    audited?: boolean
    /** Exempt from rate limits: health, metrics, pages, static files. */
    uncounted?: boolean
    /**
     * A separate rate limit per address. 'search' counts everyone; 'sign-in' only requests without a valid token, so that an
     * office behind one address can sign in whatever else it requests.
     */
    budget?: 'search' | 'sign-in'
    /** Accepts any Host (health). */
    anyHost?: boolean
    bodyOptional?: boolean
    takesForm?: boolean
    /** Honours If-Match: 412 if it is outdated. A draft's version is a time ('moment'). */
    takesVersion?: true | 'moment'
    /** Sends an ETag and answers If-None-Match with 304. */
    etag?: boolean
    /** Honours Idempotency-Key (idempotency.ts). */
    idempotent?: boolean
    /** Further errors that the route's service would find in a body that is already invalid. */
    furtherIssues?: (body: unknown) => Issue[]
    /** For a form whose fields differ from the JSON body's. */
    formSchema?: TSchema
    /** Nothing of the raw body may be echoed. */
    secretBody?: boolean
    checks?: RouteChecks
  }
  interface FastifyInstance {
    openStreams: OpenStreams
    missing: Missing
    refusals: Refusals
    /** Once near, every response closes its connection, and /readyz is 503. */
    stop: { isNear: boolean }
    /** Observers see every response. */
    observe: (observer: (line: RequestLine) => void) => void
  }
  interface FastifyRequest {
    /** Cached, because Fastify's routeOptions builds a new object at every access. */
    route: Admission['route']
    actor: Actor
    origin: Admission['origin']
    credential: Admission['credential']
    rate: Admission['rate']
    asOf: Admission['asOf']
  }
}

/** Requests for opening the panel and signing in, so that GALLEY_RATE_IP people of an address can do so within a minute. */
const CALLS_TO_SIGN_IN = 5

export function createKernel(deps: Deps, checkToken: CheckToken, recheck: Recheck = async (checked) => checked): App {
  const { config, clock, db, log } = deps
  const limits = new RateLimits()
  const budgets = { ip: config.rateIp, search: config.rateSearch, 'sign-in': config.rateIp * CALLS_TO_SIGN_IN }
  const limitOf = (key: string) => budgets[key.slice(0, key.indexOf(':')) as keyof typeof budgets] ?? config.rateToken
  const { gate, recheckAccess } = createGate(deps, { checkToken, recheck }, limits, limitOf)
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
  // Callbacks instead of promises: a promise per hook and request is a measurable cost.
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
    const looking = reads(request.method) ? undefined : recheckAccess(request)
    if (looking) looking.then(check, done)
    else check()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    addHeaders(request, reply)
    // Also for requests that began before the stop, as nothing else would close their connection.
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

/** Fastify's types know no validator but Ajv's. */
const ACCEPT = (() => true) as never

/** Checked often enough that no slow client holds its connection longer than half a minute. */
const SERVER: ServerOptions = {
  requireHostHeader: false,
  maxHeaderSize: 16 * 1024,
  headersTimeout: 20_000,
  requestTimeout: 25_000,
  keepAliveTimeout: 72_000,
  connectionsCheckingInterval: 4_000,
}
/** A client that stops reading is cut off, to free memory; streams send something every 15 s. */
const STALLED_MS = 60_000

/** The framework handles routing, hooks, slow and broken connections. */
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
    // checkRequest validates. Set here, because otherwise Fastify would load its own validator and serializer (6 MB).
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
 * One logger for all requests: a child for each would cost more than its request id is worth, and Fastify checks what a child
 * factory returns at every request.
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

/** A route's only declared success is its default status. */
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
  // The pattern, not the address: queries may contain bridge tokens and search terms.
  route: (request.route ?? UNKNOWN_ROUTE).url,
  status: reply.statusCode,
  ms: reply.elapsedTime,
  user: request.actor?.userId ?? null,
  address: request.origin?.address ?? '',
})

/** The last of repeated keys wins; a null prototype makes names like `constructor` harmless. */
function parseQuery(text: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  if (text === '') return query
  for (const [key, value] of new URLSearchParams(text)) query[key] = value
  return query
}

/**
 * Graceful stop: tells clients with open connections, in their next response, that theirs will be closed; a request sent
 * while an idle connection closes would be lost. Connections still open when time is up are cut.
 */
const DRAIN_MS = 400
/** Requests in progress have 25 s for their body (kernel.ts); process managers wait longer than this. */
const LONGEST_MS = 30_000
const LOOK_EVERY_MS = 20

/** Waits until every connection has closed, or until keep-alive clients had time to ask again. */
async function drain(server: Server): Promise<void> {
  if (!server.listening) return
  const giveUpAt = performance.now() + DRAIN_MS
  setTimeout(() => server.closeAllConnections(), LONGEST_MS).unref()
  while (performance.now() < giveUpAt && (await countConnections(server)) > 0) await sleep(LOOK_EVERY_MS)
}

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)))
