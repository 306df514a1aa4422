// What happens to a request that no route takes: 405 with Allow where the path is known, 307 where only the
// trailing slash differs, 404 otherwise. Looked up in the table of declared routes; never on the path of a good request.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GalleyError, noSuchAddress } from '#errors.ts'
import { PREFLIGHT_ROUTE } from '../gate/gate.ts'

type DeclaredPath = { pattern: RegExp; methods: Set<string> }

/** Missing shows what is where no route is; the site brings it, and without one everybody gets the JSON. */
export type Missing = {
  show?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  /** isPage: there may be a page, which is not counted. */
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
    // A path that is declared for this method and still came here has an empty part.
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

/** asPattern: a parameter takes one segment, a star takes the rest (but not nothing, so that it declares no other path). */
function asPattern(url: string): RegExp {
  const source = url
    .split('/')
    .map((part) => (part === '*' ? '.+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')))
  return new RegExp(`^${source.join('/')}$`)
}
