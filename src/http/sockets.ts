// WebSockets on the service's own server: an upgrade takes the same way as any request, through the gate to its route, which
// then takes the socket over. Knows nothing of what is said on it.

import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { refuseCrossSite } from './gate/access.ts'
import type { App } from './kernel.ts'

type Upgrade = { socket: Duplex; head: Buffer }
const upgrades = new WeakMap<IncomingMessage, Upgrade>()

export const isUpgrade = (request: FastifyRequest): boolean => upgrades.has(request.raw)

/** Lets `app` take upgrades; returns what a route calls to take one over. */
export function acceptSockets(app: App, mostBytes: number) {
  const server = new WebSocketServer({ noServer: true, maxPayload: mostBytes })
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    // It has left the server, whose limits for slow requests no longer hold.
    const response = new ServerResponse(request)
    response.assignSocket(socket as never)
    response.on('finish', () => socket.end())
    upgrades.set(request, { socket, head })
    app.routing(request, response)
  })
  app.addHook('preClose', async () => {
    for (const client of server.clients) {
      client.close(RESTARTING)
      setTimeout(() => client.terminate(), LONGEST_GOODBYE_MS).unref()
    }
    server.close()
  })

  /** A page of another site can make a browser connect with its cookie, so this is checked as for a write. */
  return (request: FastifyRequest, reply: FastifyReply, take: (socket: WebSocket) => void): void => {
    refuseCrossSite('POST', request.credential.from, request.origin)
    const { socket, head } = upgrades.get(request.raw)!
    reply.hijack()
    server.handleUpgrade(request.raw, socket, head, (client) => {
      let remove = () => {}
      try {
        remove = app.openStreams.add(request, () => client.close(NO_LONGER_ALLOWED))
      } catch {
        client.close(TOO_MANY)
        return
      }
      client.on('close', remove)
      client.on('error', () => client.terminate())
      take(client)
    })
  }
}

const RESTARTING = 1012
const LONGEST_GOODBYE_MS = 1000
const NO_LONGER_ALLOWED = 4403
const TOO_MANY = 4429
