// The gate as a Fastify hook.

import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Gate } from './gate/gate.ts'
import type { Missing } from './responses/paths.ts'

/** Rules for requests that match no route. */
export const UNKNOWN_ROUTE: FastifyRequest['route'] = { url: '(none)', access: 'open' }

/** Site pages match no route, because their addresses come from the tree; pages aren't counted. */
const UNKNOWN_PAGE: FastifyRequest['route'] = { ...UNKNOWN_ROUTE, uncounted: true }

/** Finds the request's route and lets the gate decide. */
export function passGate(gate: Gate, missing: Missing): onRequestHookHandler {
  return (request, reply, done) => {
    reply.header('x-request-id', request.id)
    const isUnknown = request.is404 || hasEmptyPart(request.params)
    const unknown = isUnknown && missing.isPage?.(request) ? UNKNOWN_PAGE : UNKNOWN_ROUTE
    request.route = isUnknown ? unknown : request.routeOptions.config
    const enter = () => {
      setRateHeaders(request, reply)
      if (isUnknown && !request.is404) reply.callNotFound()
      else done()
    }
    const refuse = (error: unknown) => {
      setRateHeaders(request, reply)
      done(error as Error)
    }
    try {
      const passing = gate(request.raw, request)
      if (passing) passing.then(enter, refuse)
      else enter()
    } catch (error) {
      refuse(error)
    }
  }
}

function setRateHeaders({ rate }: FastifyRequest, reply: FastifyReply): void {
  if (!rate) return
  reply
    .header('x-ratelimit-limit', rate.limit)
    .header('x-ratelimit-remaining', rate.remaining)
    .header('x-ratelimit-reset', rate.resetSeconds)
}

/** The router accepts an empty path segment as a parameter; the API has none. */
function hasEmptyPart(params: unknown): boolean {
  for (const name in params as Record<string, string>)
    if ((params as Record<string, string>)[name] === '' && name !== '*') return true
  return false
}
