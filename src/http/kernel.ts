// The HTTP kernel: what happens to every request before and after its handler, in this order:
// id and log → Host → token → rate limit → access → body → checks → handler → headers.
// Knows no feature; who owns a token is asked of `checkToken`.

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import type { TSchema } from 'typebox'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { GalleyError, type Issue, tooManyRequests } from '#errors.ts'
import { requestLogger } from '#logging.ts'
import { addressKey } from '#networks.ts'
import { ACCESS, type Access, admit, type CheckToken, type Credential, findToken } from './access.ts'
import { answerListedOrigins } from './cors.ts'
import { drain } from './drain.ts'
import { errorHandler, frameworkErrors } from './errors.ts'
import { JSON_POLICY, SAFE_HEADERS } from './headers.ts'
import { answerUnknownPaths } from './paths.ts'
import { RateLimits } from './rate-limits.ts'
import { RateSettling } from './rate-settling.ts'
import {
  BODY_LIMIT,
  checkRequest,
  checksOf,
  type RouteChecks,
  settleContentType,
  takeBodiesAsBytes,
} from './requests.ts'
import { type Origin, originReader } from './trust.ts'

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
    /** uncounted routes (health, metrics, pages, static files) are outside the rate limits. */
    uncounted?: boolean
    /** anyHost routes (health) answer whatever name they are called by. */
    anyHost?: boolean
    bodyOptional?: boolean
    takesForm?: boolean
    /** takesVersion routes honour If-Match, and answer 412 when it is stale; a draft's version is a moment. */
    takesVersion?: true | 'moment'
    /** furtherIssues are those that the route's service would find in a body which is refused for others already. */
    furtherIssues?: (body: unknown) => Issue[]
    /** formSchema checks a form whose fields differ from those of the JSON body. */
    formSchema?: TSchema
    /** secretBody: nothing of the raw body may be echoed. */
    secretBody?: boolean
    checks?: RouteChecks
  }
  interface FastifyRequest {
    /** route is the pattern and the settings of what answers; the framework would put them together at every look. */
    route: FastifyContextConfig & { url: string }
    actor: Actor
    origin: Origin
    credential: Credential
  }
}

/** UNKNOWN_ROUTE is what a request that no route takes is checked and counted as. */
export const UNKNOWN_ROUTE: FastifyRequest['route'] = { url: '(none)', access: 'open' }

export function createKernel(deps: Pick<Deps, 'config' | 'db' | 'clock' | 'log'>, checkToken: CheckToken): App {
  const { config, clock } = deps
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    routerOptions: { maxParamLength: 2_000, ignoreTrailingSlash: false, querystringParser: parseQuery },
    exposeHeadRoutes: true,
    frameworkErrors,
    connectionTimeout: 0,
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
    clientErrorHandler,
  }).withTypeProvider<TypeBoxTypeProvider>() as unknown as App

  app.server.on('checkExpectation', refuseExpectations)

  // One logger for all: a child a request would cost more than the id that it carries.
  app.setChildLoggerFactory((logger) => logger)

  const readOrigin = originReader(config)
  const logRequest = requestLogger(deps.log)
  const limits = new RateLimits()
  const limitOf = (key: string) => (key.startsWith('ip:') ? config.rateIp : config.rateToken)

  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => JSON.stringify)
  app.setErrorHandler(errorHandler(deps.db.dialect))
  takeBodiesAsBytes(app)
  app.decorateRequest('route')
  app.decorateRequest('actor')
  app.decorateRequest('origin')
  app.decorateRequest('credential')

  app.addHook('onRoute', (route) => {
    if (!route.config?.access || !ACCESS.includes(route.config.access))
      throw new Error(`${route.method} ${route.url} does not say who may call it`)
    route.config = { ...route.config, checks: checksOf(route) }
  })
  answerUnknownPaths(app)
  answerListedOrigins(app, config.corsOrigins)

  // These hooks call back instead of returning promises: a promise a hook a request is a cost that shows.
  app.addHook('onRequest', (request, reply, done) => {
    const isUnknown = request.is404 || hasEmptyPart(request.params)
    const route = isUnknown ? UNKNOWN_ROUTE : request.routeOptions.config
    const goOn = () => (isUnknown && !request.is404 ? reply.callNotFound() : done())
    request.route = route
    const settle = (found: ReturnType<typeof findToken>, checked: Credential['checked']) => {
      request.credential = { ...found, checked }
      if (!route.uncounted) count(request, reply)
      request.actor = admit(route.access!, request.method, request.credential, request.origin)
    }
    try {
      reply.header('x-request-id', request.id)
      request.origin = readOrigin(request.raw)
      settleContentType(request.raw)
      if (!request.origin.hostAllowed && !route.anyHost) throw new GalleyError(421, 'Host not allowed')
      const found = findToken(request)
      const checked = found.from === 'none' ? undefined : found.token === '' ? 'invalid' : checkToken(found.token)
      if (checked instanceof Promise) {
        checked.then((known) => settle(found, known)).then(goOn, done)
        return
      }
      settle(found, checked)
    } catch (error) {
      done(error as Error)
      return
    }
    goOn()
  })

  function count(request: FastifyRequest, reply: FastifyReply): void {
    const { checked } = request.credential
    const key = typeof checked === 'object' ? checked.countKey : `ip:${addressKey(request.origin.address)}`
    const { allowed, limit, remaining, resetSeconds } = limits.take(key, limitOf(key), clock.now())
    reply
      .header('x-ratelimit-limit', limit)
      .header('x-ratelimit-remaining', remaining)
      .header('x-ratelimit-reset', resetSeconds)
    if (!allowed) throw tooManyRequests(resetSeconds)
  }

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
    const type = reply.getHeader('content-type')
    reply.headers(SAFE_HEADERS)
    if (type === undefined || type === 'application/json; charset=utf-8' || type === 'application/json') {
      if (type !== undefined) reply.header('content-type', 'application/json')
      if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', JSON_POLICY)
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    }
    if (request.origin?.https) reply.header('strict-transport-security', 'max-age=31536000')
    done(null, payload)
  })

  app.addHook('onResponse', (request, reply, done) => {
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
    done()
  })

  // Several services may run on one machine, each a node of its own.
  const settling = new RateSettling(limits, limitOf, deps.db, `${config.nodeName}/${process.pid}`, clock.now)
  app.addHook('onReady', () => settling.start())
  app.addHook('preClose', () => drain(app.server))
  app.addHook('onClose', () => settling.stop())
  return app
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

/** What is not HTTP, by Node's code: the status, its name and what to tell. */
const WIRE_FAULTS: Record<string, [number, string, string?]> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  HPE_INVALID_URL: [422, 'Unprocessable Content', 'The address has characters that have to be percent-encoded'],
}

/** clientErrorHandler answers what is not HTTP at all; there is no request to speak of yet. */
function clientErrorHandler(error: Error & { code?: string }, socket: import('node:net').Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  const [status, name, detail = name] = WIRE_FAULTS[error.code ?? ''] ?? [400, 'Bad Request']
  const body = JSON.stringify({ detail })
  socket.end(
    `HTTP/1.1 ${status} ${name}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** refuseExpectations: there is nothing to expect of us but that a request goes on. */
function refuseExpectations(_request: IncomingMessage, response: ServerResponse): void {
  const body = '{"detail":"Expectation Failed"}'
  response.writeHead(417, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
}
