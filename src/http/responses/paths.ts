// Requests that match no route: 405 with Allow if the path is known, 307 if only the trailing slash differs, else 404.
// Searches the declared routes, off the path of valid requests.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GalleyError, noSuchAddress } from '#errors.ts'
import { PREFLIGHT_ROUTE } from '../gate/gate.ts'

type DeclaredPath = { pattern: RegExp; methods: Set<string> }

/** What to show for an unknown address, injected by the site; without it everybody gets JSON. */
export type Missing = {
  show?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  /** There may be a page, so the request isn't counted. */
  isPage?: (request: FastifyRequest) => boolean
}

export function handleUnknownPaths(app: FastifyInstance, missing: Missing): void {
  const declared = new Map<string, DeclaredPath>()
  app.addHook('onRoute', ({ url, method }) => {
    if (url === PREFLIGHT_ROUTE) return
    const path = declared.get(url) ?? { pattern: asPattern(url), methods: new Set() }
    for (const one of [method].flat()) path.methods.add(one)
    declared.set(url, path)
  })

  const methodsOf = (path: string): string[] => {
    const exact = [...declared.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(exact.flatMap(({ methods }) => [...methods]))].sort()
  }

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const [path = '', query] = request.raw.url!.split(/\?(.*)/s)
    const methods = methodsOf(path)
    // The method is declared for this path, so the request has an empty segment.
    if (methods.includes(request.method)) throw noSuchAddress()
    if (methods.length > 0) {
      throw new GalleyError(405, 'Method Not Allowed', { headers: { allow: methods.join(', ') } })
    }
    const toggled = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
    if (toggled !== '' && !toggled.startsWith('//') && methodsOf(toggled).length > 0) {
      return reply
        .code(307)
        .header('location', query === undefined ? toggled : `${toggled}?${query}`)
        .send()
    }
    if (!missing.show) throw noSuchAddress()
    return missing.show(request, reply)
  })
}

/** A parameter matches one segment, a star the rest (but not nothing). */
function asPattern(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part === '*' ? '.+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')))
  return new RegExp(`^${source.join('/')}$`)
}
