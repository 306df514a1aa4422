// The HTTP kernel: what happens to every request before and after its handler, in this order:
//
//   id → CORS → [gate: Host → cross-site → token → rate limit → access] → body → checks (422) → handler → headers → log
//
// Everything up to access is decided from the head of the request, so that nobody who is refused makes the service read a
// body. Knows no feature; who owns a token is asked of `checkToken`.

import { randomUUID } from 'node:crypto'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onRequestHookHandler,
  type preHandlerHookHandler,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
  type RouteOptions,
} from 'fastify'
import type { TSchema } from 'typebox'
import type { Actor, Scope } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Issue } from '#issues.ts'
import { requestLogger } from '#logging.ts'
import { drain } from './drain.ts'
import { ACCESS, type Access, type CheckToken, type Credential } from './gate/access.ts'
import { allowListedOrigins, PREFLIGHT_ROUTE } from './gate/cors.ts'
import { createGate, type Gate } from './gate/gate.ts'
import { RateLimits } from './gate/rate-limits.ts'
import { RateSettling } from './gate/rate-settling.ts'
import { scopesOf } from './gate/scopes.ts'
import type { RequestOrigin } from './gate/trust.ts'
import { BODY_LIMIT, checkRequest, checksOf, type RouteChecks, takeBodiesAsBytes } from './requests/requests.ts'
import { errorHandler, frameworkErrors } from './responses/errors.ts'
import { JSON_POLICY, SAFE_HEADERS } from './responses/headers.ts'
import { OpenStreams, type Recheck } from './responses/open-streams.ts'
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
    /** scopes: an API token needs one of these; where they are not given they follow from the rest (gate/scopes.ts). */
    scopes?: readonly Scope[]
    /** bound routes keep to the categories that an API token is bound to (actor.within); all others refuse such a token. */
    bound?: boolean
    /** enrols routes are for setting up a second factor, for those who must have one before they may do anything else. */
    enrols?: boolean
    /** stepUp routes need a proof of the last minutes that the person at the keyboard is the owner of the session. */
    stepUp?: boolean
    /** uncounted routes (health, metrics, pages, static files) are outside the rate limits. */
    uncounted?: boolean
    /** budget: counted by address alone, apart from everything else. */
    budget?: 'search'
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
  }
  interface FastifyRequest {
    /** route is the matched pattern and its settings; Fastify's routeOptions builds a new object at every access. */
    route: FastifyContextConfig & { url: string }
    actor: Actor
    origin: RequestOrigin
    credential: Credential
  }
}

/** UNKNOWN_ROUTE is what a request that no route takes is checked and counted as. */
export const UNKNOWN_ROUTE: FastifyRequest['route'] = { url: '(none)', access: 'open' }

export function createKernel(
  deps: Pick<Deps, 'config' | 'db' | 'clock' | 'log'>,
  checkToken: CheckToken,
  recheck: Recheck = async (checked) => checked,
): App {
  const { config, clock, db, log } = deps
  const app = newApp(log)
  const limits = new RateLimits()
  const limitOf = (key: string) =>
    key.startsWith('ip:') ? config.rateIp : key.startsWith('search:') ? config.rateSearch : config.rateToken
  const gate = createGate(deps, checkToken, limits, limitOf)
  const logResponse = responseLogger(log)
  // Several services may run on one machine, each a node of its own.
  const settling = new RateSettling(limits, limitOf, db, `${config.nodeName}/${process.pid}`, clock.now)

  app.decorate('openStreams', new OpenStreams(db, clock.now, recheck))
  app.setErrorHandler(errorHandler(db.dialect))
  app.addHook('onRoute', prepareRoute)
  app.decorate('missing', {})
  handleUnknownPaths(app, app.missing)
  allowListedOrigins(app, config.corsOrigins)
  // `after`, because a plugin's hooks exist only once it is loaded, and CORS comes first.
  app.after(() => app.addHook('onRequest', passGate(gate)))
  // These hooks call back instead of returning promises: a promise per hook and request is a measurable cost.
  app.addHook('preValidation', (request, _reply, done) => {
    try {
      checkRequest(request)
    } catch (error) {
      done(error as Error)
      return
    }
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    addHeaders(request, reply)
    done(null, payload)
  })
  app.addHook('onResponse', (request, reply, done) => {
    logResponse(request, reply)
    done()
  })

  app.addHook('onReady', () => settling.start())
  app.addHook('preClose', () => drain(app.server))
  app.addHook('onClose', () => settling.stop())
  return app
}

/** passGate finds out which route a request is for, and lets it go on once the gate has let it in. */
function passGate(gate: Gate): onRequestHookHandler {
  return (request, reply, done) => {
    const isUnknown = request.is404 || hasEmptyPart(request.params)
    request.route = isUnknown ? UNKNOWN_ROUTE : request.routeOptions.config
    const goOn = () => (isUnknown && !request.is404 ? reply.callNotFound() : done())
    try {
      const passing = gate(request, reply)
      if (passing) passing.then(goOn, done)
      else goOn()
    } catch (error) {
      done(error as Error)
    }
  }
}

/** Its types know no validator but Ajv's. */
const ACCEPT = (() => true) as never

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
    // Whoever stops reading a response does not keep it in memory; a stream says something every 15 s.
    connectionTimeout: 60_000,
    requestTimeout: 25_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // Slow clients are looked for often enough that none holds its connection longer than half a minute.
    http: {
      requireHostHeader: false,
      maxHeaderSize: 16 * 1024,
      headersTimeout: 20_000,
      connectionsCheckingInterval: 4_000,
    },
    clientErrorHandler: respondToWireFault,
    // checkRequest validates. Named here, not set later: Fastify would load its own validator and serializer first, which take 6 MB.
    schemaController: {
      compilersFactory: { buildValidator: () => () => ACCEPT, buildSerializer: () => () => JSON.stringify },
    },
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as App
  app.server.on('checkExpectation', refuseExpectations)
  takeBodiesAsBytes(app)
  for (const name of ['route', 'actor', 'origin', 'credential']) app.decorateRequest(name)
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

function addHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const type = reply.getHeader('content-type')
  reply.headers(SAFE_HEADERS)
  if (!reply.hasHeader('cross-origin-resource-policy')) reply.header('cross-origin-resource-policy', 'same-origin')
  // A page says what it may load; whatever says nothing is data.
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', JSON_POLICY)
  if (type === undefined || type === 'application/json; charset=utf-8' || type === 'application/json') {
    if (type !== undefined) reply.header('content-type', 'application/json')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  }
  if (request.origin?.https) reply.header('strict-transport-security', 'max-age=31536000')
}

function responseLogger(log: Deps['log']): (request: FastifyRequest, reply: FastifyReply) => void {
  const logRequest = requestLogger(log)
  return (request, reply) =>
    logRequest({
      id: request.id,
      method: request.method,
      // The pattern, not the address: queries may hold bridge tokens and what people search for.
      route: (request.route ?? UNKNOWN_ROUTE).url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 100) / 100,
      user: request.actor?.userId ?? null,
      address: request.origin?.address ?? '',
    })
}

/** hasEmptyPart: the router takes an empty part of a path for a parameter, but no path is declared so. */
function hasEmptyPart(params: unknown): boolean {
  for (const name in params as Record<string, string>)
    if ((params as Record<string, string>)[name] === '' && name !== '*') return true
  return false
}

/** parseQuery keeps the last of repeated keys; a null prototype keeps names like `constructor` harmless. */
function parseQuery(text: string): Record<string, string> {
  const query: Record<string, string> = Object.create(null)
  if (text === '') return query
  for (const [key, value] of new URLSearchParams(text)) query[key] = value
  return query
}
