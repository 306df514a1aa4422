// The gate as a hook of the framework: which route a request is for, and what the gate says of it.

import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { Gate } from './gate/gate.ts'
import type { Missing } from './responses/paths.ts'

/** UNKNOWN_ROUTE is what a request that no route takes is checked and counted as. */
export const UNKNOWN_ROUTE: FastifyRequest['route'] = { url: '(none)', access: 'open' }

/** UNKNOWN_PAGE: where addresses come from the tree, no route has them; pages are not counted. */
const UNKNOWN_PAGE: FastifyRequest['route'] = { ...UNKNOWN_ROUTE, uncounted: true }

/** passGate finds out which route a request is for, and lets it go on once the gate has let it in. */
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

/** hasEmptyPart: the router takes an empty part of a path for a parameter, but no path is declared so. */
function hasEmptyPart(params: unknown): boolean {
  for (const name in params as Record<string, string>)
    if ((params as Record<string, string>)[name] === '' && name !== '*') return true
  return false
}
