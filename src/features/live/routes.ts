// The room of an open document, and the socket into it: one address for both.

import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { named, PathId } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { acceptSockets, isUpgrade } from '#http/sockets.ts'
import { LiveRooms, MOST_MESSAGE } from './rooms.ts'

const LiveOut = named('LiveOut', {
  room: Type.String({
    description: 'Names the document to the socket. Another one than the last time: the state was made anew.',
  }),
})

export function liveRoutes(app: App, deps: Pick<Deps, 'db' | 'clock' | 'log'>): void {
  const rooms = new LiveRooms(deps)
  const takeOver = acceptSockets(app, MOST_MESSAGE)
  app.addHook('onReady', async () => rooms.start())
  app.addHook('onClose', () => rooms.close())

  app.get('/api/docs/:doc_id/live', {
    config: { access: 'editor', bound: true, scopes: ['write'] },
    schema: {
      tags: ['docs'],
      summary: 'Get the room of a document for live editing',
      description:
        'Several people write in it at once. The response names the room; a WebSocket to the same address joins it, with the protocol of Hocuspocus (see the page about live editing in the manual).',
      params: Type.Object({ doc_id: PathId('The id of a document.') }),
      response: { 200: LiveOut },
    },
    handler: async (request, reply) => {
      const { actor, params, credential, route, origin } = request
      const room = await rooms.open(actor, params.doc_id)
      if (!isUpgrade(request)) return { room }
      const confirm = () => app.openStreams.callerNow({ credential, route, origin })
      const person = { ...actor, userId: actor.userId! }
      takeOver(request, reply, (socket) => rooms.join(socket, params.doc_id, person, confirm))
      return reply
    },
  })
}
