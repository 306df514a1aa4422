// The one place that turns errors into responses: always `{"detail": …}`, never a stack, SQL or path.

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Person } from '#actor.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import { GalleyError, invalidValue, storageUnavailable } from '#errors.ts'
import { SAFE_HEADERS } from './headers.ts'

/** Many clients read no response before they have sent their whole body, so the rest of a slightly too large one is read. */
const MOST_DRAINED = 64 * 1024 * 1024
const announcedBytes = ({ headers }: FastifyRequest): number =>
  Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)

/** Records refusals of signed-in people; injected by accounts. */
export type Refusals = { note?: (actor: Person, refused: { method: string; route: string; reason: string }) => void }

export function errorHandler(dialect: Pick<Dialect, 'isOutage'>) {
  return (error: FastifyError | GalleyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const failure = asGalleyError(error, request, dialect)
    if (failure.status >= 500)
      request.log.error({ reqId: request.id, err: failure.cause ?? error, status: failure.status }, failure.message)
    else request.log.debug({ reqId: request.id, err: error }, 'refused')
    if (failure.status === 403) noteRefusal(request, failure)
    if (failure.status === 413 && announcedBytes(request) <= MOST_DRAINED) reply.removeHeader('connection')
    const body = {
      detail: failure.detail,
      ...failure.extra,
      ...(failure.status === 500 ? { request_id: request.id } : {}),
    }
    return reply.code(failure.status).headers(failure.headers).type('application/json').send(JSON.stringify(body))
  }
}

/**
 * Only signed-in people: of others only an address is known. A missing proof is no refusal yet. `what` names a part of the
 * route with its own rule.
 */
export function noteRefusal(
  { server, method, route, credential, origin }: FastifyRequest,
  { message, extra }: GalleyError,
  what = route.url,
): void {
  const checked = credential?.checked
  if (typeof checked !== 'object' || Object.keys(extra).length > 0) return
  server.refusals.note?.({ ...checked.actor, address: origin.address }, { method, route: what, reason: message })
}

function asGalleyError(
  error: FastifyError | GalleyError | Error,
  request: FastifyRequest,
  dialect: Pick<Dialect, 'isOutage'>,
): GalleyError {
  if (error instanceof GalleyError) return error
  const code = 'code' in error ? error.code : ''
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new GalleyError(413, `Request body is larger than ${sizeOf(request.routeOptions.bodyLimit)}`)
  }
  // The sender hung up within the body: nobody reads this response, and it isn't our fault.
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH' || (code === 'ECONNRESET' && !request.raw.complete))
    return invalidValue(['body'], 'the body does not have the length that Content-Length announced', null)
  if (dialect.isOutage(error)) return storageUnavailable(error)
  return new GalleyError(500, 'Internal Server Error', { cause: error })
}

/** For requests that never reach a route, such as an undecodable path. */
export function frameworkErrors(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply
    .code(404)
    .header('x-request-id', request.id)
    .headers(SAFE_HEADERS)
    .type('application/json')
    .send(Buffer.from('{"detail":"Not Found"}'))
}

const sizeOf = (bytes: number): string =>
  bytes < 1024 ** 2 ? `${Math.round(bytes / 1024)} KiB` : `${Math.round(bytes / 1024 ** 2)} MiB`
