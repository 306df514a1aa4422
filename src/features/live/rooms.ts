// The open documents of this node: who is in them, what they may send, and when it is written. Hocuspocus speaks with the
// clients and Yjs merges what they type; log.ts keeps it. Whatever is sent is bounded and its sender's right confirmed before
// it is applied; names come from the connection.

import type { Hocuspocus, Document as OpenDocument } from '@hocuspocus/server'
import { fieldsIn, Reader } from 'galley-blocks/live/blocks.ts'
import { Layout } from 'galley-blocks/live/layout.ts'
import { isRecord } from 'galley-blocks/model.ts'
import * as decoding from 'lib0/decoding'
import type { WebSocket } from 'ws'
import * as Y from 'yjs'
import type { Actor } from '#actor.ts'
import { TAGS } from '#changes.ts'
import { notFound } from '#errors.ts'
import { listDraftRevisions, mayOpenDraft } from '#features/documents/drafts/open-text.ts'
import { MINUTE, SECOND } from '#time.ts'
import * as log from './log.ts'
import * as store from './store.ts'

/** Clients of another layout (packages/blocks/live/layout.ts) are refused. */
const LAYOUT = 1
export const MOST_MESSAGE = 1024 * 1024
const MOST_STATE = 16 * 1024 * 1024
const MOST_STRUCTS = 20_000
const MOST_CURSOR = 2000
/** A connection may send so much at once, and so much a second. */
const BURST = { bytes: 4 * MOST_MESSAGE, messages: 600 }
const PER_SECOND = { bytes: MOST_MESSAGE / 4, messages: 60 }
const MOST_UNSENT = 16 * 1024 * 1024

const APPEND_MS = 20
const REVISE_MS = 2 * SECOND
const LOOK_MS = 1 * SECOND
const SWEEP_MS = 15 * SECOND
const LEFT_MS = 10 * SECOND
const PAUSE_MS = 1 * SECOND
const MOST_SWEPT = 20

/** Whether someone may open a document depends on these. */
const RIGHTS = [TAGS.accounts, TAGS.site, TAGS.index, TAGS.groups]
/** Updates that are in the log already. */
const FROM_LOG = { source: 'local', skipStoreHooks: true, isFromLog: true } as const
const CLOSED = { gone: 4404, wrong: 4400, forbidden: 4403, tooLarge: 4413, tooFast: 4429 } as const
/** Sync, awareness, sign-in, whose awareness, sync as reply, stateless, close, ping and pong. */
const SPOKEN: ReadonlySet<number> = new Set([0, 1, 2, 3, 4, 5, 7, 9, 10])
const [SYNC, SYNC_REPLY] = [0, 4]

type Member = {
  actor: Actor & { userId: number }
  documentId: number
  name: string
  /** Looks the caller up again: undefined when their token is no longer good. */
  confirm: () => Promise<Actor | undefined>
  asOf: number | undefined
  /** By us: nothing more of it counts. What arrived before others closed it does. */
  isClosed: boolean
  close: (reason: keyof typeof CLOSED) => void
}

type Room = {
  id: number
  epoch: number
  document: OpenDocument
  reader: Reader
  /** The newest update that was read from the log. */
  seen: number
  /** Bytes of all updates; more than the state has. */
  bytes: number
  waiting: log.Update[]
  appending: Promise<void> | undefined
  reading: Promise<void>
}

const roomName = (id: number, epoch: number) => `${LAYOUT}/${id}/${epoch}`
function parseRoom(name: string): { id: number; epoch: number } | undefined {
  const [layout, id, epoch] = name.split('/').map(Number)
  return layout === LAYOUT && Number.isSafeInteger(id) && Number.isSafeInteger(epoch)
    ? { id: id!, epoch: epoch! }
    : undefined
}

export class LiveRooms {
  readonly #deps: log.LogDeps
  readonly #rooms = new Map<string, Room>()
  readonly #members = new Set<Member>()
  readonly #stops: (() => void)[] = []
  #server: Promise<Hocuspocus> | undefined
  #isClosing = false

  constructor(deps: log.LogDeps) {
    this.#deps = deps
  }

  start(): void {
    const every = (ms: number, run: () => Promise<void>) => {
      let isRunning = false
      const timer = setInterval(() => {
        if (isRunning) return
        isRunning = true
        run()
          .catch((err) => this.#deps.log.error({ err }, 'open documents could not be looked after'))
          .finally(() => {
            isRunning = false
          })
      }, ms).unref()
      this.#stops.push(() => clearInterval(timer))
    }
    every(LOOK_MS, () => this.#look())
    every(SWEEP_MS, () => this.#sweep())
    this.#stops.push(this.#deps.db.on('live', () => void this.#readNews().catch(() => {})))
  }

  /** Writes everything down; sockets are closed before. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const stop of this.#stops) stop()
    await Promise.all([...this.#rooms.values()].map((room) => this.#write(room)))
  }

  /** The room of a document, which a client names when it connects. */
  async open(actor: Actor, id: number): Promise<string> {
    if (!(await mayOpenDraft(this.#deps.db.read, id, actor))) throw notFound('Document')
    const epoch = await log.openDocument(this.#deps, id)
    if (epoch === undefined) throw notFound('Document')
    return roomName(id, epoch)
  }

  /** Takes a connection over that was let in. */
  join(socket: WebSocket, documentId: number, actor: Member['actor'], confirm: Member['confirm']): void {
    const { log } = this.#deps
    const member: Member = {
      ...{ actor, documentId, name: '', confirm, asOf: undefined, isClosed: false },
      close: (reason) => {
        if (member.isClosed) return
        member.isClosed = true
        log.warn({ document: documentId, user: actor.userId, reason }, 'a connection to an open document is closed')
        socket.close(CLOSED[reason], reason)
      },
    }
    const entering = this.#enter(socket, member)
    const limit = new Flow()
    // One after the other: a message whose sender is being looked up holds up those after it.
    let turn: Promise<unknown> = entering
    socket.on('message', (data: Buffer) => {
      if (!limit.allows(data.length)) return member.close('tooFast')
      if (socket.bufferedAmount > MOST_UNSENT) return socket.terminate()
      turn = turn.then(async () => {
        if (member.isClosed) return
        const fault = await this.#faultOf(data, member)
        if (fault) member.close(fault)
        else (await entering)?.handleMessage(new Uint8Array(data))
      })
      turn.catch((err) => {
        log.error({ err, document: documentId }, 'a message of an open document failed')
        socket.terminate()
      })
    })
    socket.on('close', (code, reason) => {
      this.#members.delete(member)
      void turn.finally(async () => (await entering)?.handleClose({ code, reason: String(reason) })).catch(() => {})
    })
  }

  async #enter(socket: WebSocket, member: Member) {
    this.#server ??= this.#load()
    const server = await this.#server
    member.name = await store.findName(this.#deps.db.read, member.actor.userId)
    if (socket.readyState === socket.OPEN) this.#members.add(member)
    return server.handleConnection(socket as never, new Request('http://galley/live'), { member })
  }

  async #load(): Promise<Hocuspocus> {
    const { Hocuspocus } = await import('@hocuspocus/server')
    return new Hocuspocus<{ member: Member }>({
      ...{ quiet: true, debounce: REVISE_MS, maxDebounce: REVISE_MS, timeout: MINUTE, maxPendingDocuments: 1 },
      maxUnauthenticatedQueueSize: 2 * MOST_MESSAGE,
      onAuthenticate: ({ documentName }) => this.#admit(documentName),
      onLoadDocument: ({ document, documentName }) => this.#loadDocument(document, documentName),
      onChange: async ({ documentName, update, transactionOrigin, context }) => {
        if (isRecord(transactionOrigin) && transactionOrigin.isFromLog) return
        const room = this.#rooms.get(documentName)
        if (room) this.#keep(room, { author: context.member.actor.userId, bytes: update })
      },
      onStoreDocument: async ({ documentName }) => {
        const room = this.#rooms.get(documentName)
        if (room) await this.#write(room)
      },
      onStateless: async ({ documentName, connection, payload }) => {
        const room = this.#rooms.get(documentName)
        if (payload !== 'save' || !room) return
        await this.#write(room)
        connection.sendStateless('saved')
      },
      beforeHandleAwareness: async ({ states, connection, document, context }) => {
        const others = [...document.connections].filter(([other]) => other !== connection)
        for (const [client, { cursor }] of states) {
          const isAnothers = others.some(([, { clients }]) => clients.has(client))
          const isLong = JSON.stringify(cursor ?? null).length > MOST_CURSOR
          if (isAnothers || isLong || !context) states.delete(client)
          else states.set(client, { user: { id: context.member.actor.userId, name: context.member.name }, cursor })
        }
      },
      afterUnloadDocument: async ({ documentName }) => {
        const room = this.#rooms.get(documentName)
        this.#rooms.delete(documentName)
        room?.reader.stop()
        if (room && !this.#isClosing) await log.closeDocument(this.#deps, room.id, room.epoch)
      },
    }) as Hocuspocus
  }

  async #admit(name: string): Promise<void> {
    const room = parseRoom(name)
    // Refused with a reason alone: what has a message is printed.
    if (!room) throw { reason: 'layout' }
    if ((await log.openDocument(this.#deps, room.id)) !== room.epoch) throw { reason: 'epoch' }
  }

  async #loadDocument(document: OpenDocument, name: string): Promise<void> {
    const { id, epoch } = parseRoom(name)!
    const kept = await log.readDocument(this.#deps, id, epoch)
    if (!kept) throw { reason: 'epoch' }
    for (const update of kept.updates) Y.applyUpdate(document, update, FROM_LOG)
    const bytes = kept.updates.reduce((sum, update) => sum + update.length, 0)
    const reader = new Reader(new Layout(document), kept.saved)
    const own = { waiting: [], appending: undefined, reading: Promise.resolve() }
    this.#rooms.set(name, { ...{ id, epoch, document, reader, seen: kept.seq, bytes }, ...own })
  }

  /** What is wrong with a message, or with its sender. */
  async #faultOf(data: Uint8Array, member: Member): Promise<keyof typeof CLOSED | undefined> {
    let update: Uint8Array | undefined
    let name: string
    try {
      const decoder = decoding.createDecoder(data)
      name = decoding.readVarString(decoder).split('\0')[0]!
      const type = decoding.readVarUint(decoder)
      if (!SPOKEN.has(type)) return 'wrong'
      if ((type === SYNC || type === SYNC_REPLY) && decoding.readVarUint(decoder) > 0) {
        update = decoding.readVarUint8Array(decoder)
        if (Y.decodeUpdate(update).structs.length > MOST_STRUCTS) return 'tooLarge'
      }
    } catch {
      return 'wrong'
    }
    if (parseRoom(name)?.id !== member.documentId && name.startsWith(`${LAYOUT}/`)) return 'wrong'
    if (!(await this.#mayStill(member))) return 'forbidden'
    const room = this.#rooms.get(name)
    if (!room || !update) return undefined
    room.bytes += update.length
    if (room.bytes <= MOST_STATE) return undefined
    room.bytes = Y.encodeStateAsUpdate(room.document).length + update.length
    return room.bytes > MOST_STATE ? 'tooLarge' : undefined
  }

  async #mayStill(member: Member): Promise<boolean> {
    const { db } = this.#deps
    if (member.asOf !== undefined && db.isCurrent(member.asOf, RIGHTS)) return true
    const asOf = db.sequence()
    const actor = await member.confirm()
    const may = actor !== undefined && (await mayOpenDraft(db.read, member.documentId, actor))
    if (may) member.asOf = asOf
    return may
  }

  #keep(room: Room, update: log.Update): void {
    const last = room.waiting.at(-1)
    if (last?.author === update.author) last.bytes = Y.mergeUpdates([last.bytes, update.bytes])
    else room.waiting.push({ ...update })
    room.appending ??= this.#append(room)
  }

  /** Tries until it is written: meanwhile the document stays open. */
  async #append(room: Room): Promise<void> {
    await pause(APPEND_MS)
    while (room.waiting.length > 0) {
      const updates = room.waiting.splice(0)
      try {
        const last = await log.append(this.#deps, room.id, room.epoch, updates)
        if (last === undefined) this.#end(room, 'gone')
        else if (last - updates.length === room.seen) room.seen = last
      } catch (err) {
        this.#deps.log.error({ err, document: room.id }, 'what is typed could not be written; trying again')
        room.waiting.unshift(...updates)
        await pause(PAUSE_MS)
      }
    }
    room.appending = undefined
  }

  /** Writes what was typed into the log, and revisions of it. */
  async #write(room: Room): Promise<void> {
    while (room.appending) await room.appending
    const { id, epoch, reader, document } = room
    const read = () => ({ blocks: reader.read(), fields: fieldsIn(document) })
    // What comes in meanwhile is not in the log, and may be another's.
    const open = { seq: room.seen, read, isQuiet: () => room.waiting.length === 0 }
    if (!(await log.revise(this.#deps, { id, epoch, open }))) this.#end(room, 'gone')
  }

  #end(room: Room, reason: keyof typeof CLOSED): void {
    for (const member of this.#members) if (member.documentId === room.id) member.close(reason)
  }

  async #readNews(): Promise<void> {
    await this.#forRooms(async (room, news) => {
      if (news.seq <= room.seen) return
      const { upTo, updates } = await log.readNews(this.#deps, room.id, room.seen)
      room.document.transact(() => {
        for (const update of updates) Y.applyUpdate(room.document, update, FROM_LOG)
      }, FROM_LOG)
      room.seen = Math.max(room.seen, upTo)
    })
  }

  /** In case a signal was lost; and for saves from elsewhere, and rights that ended. */
  async #look(): Promise<void> {
    if (this.#rooms.size === 0) return
    await this.#readNews()
    for (const member of this.#members) if (!(await this.#mayStill(member))) member.close('forbidden')
    const ids = [...this.#rooms.values()].map(({ id }) => id)
    const heads = await listDraftRevisions(this.#deps.db.read, ids)
    await this.#forRooms(async (room, news) => {
      const head = heads.get(room.id)
      if (head === undefined) this.#end(room, 'gone')
      else if (head !== news.revision_id) await this.#write(room)
    })
  }

  async #forRooms(visit: (room: Room, news: Awaited<ReturnType<typeof store.listNews>>[number]) => Promise<void>) {
    const rooms = [...this.#rooms.values()]
    if (rooms.length === 0) return
    const news = await store.listNews(
      this.#deps.db.read,
      rooms.map(({ id }) => id),
    )
    const byId = new Map(news.map((row) => [row.document_id, row]))
    await Promise.all(
      rooms.map((room) => {
        const row = byId.get(room.id)
        if (row?.epoch !== room.epoch) return this.#end(room, 'gone')
        // One reader at a time, in order.
        room.reading = room.reading.then(() => visit(room, row))
        return room.reading.finally(() => {
          room.reading = Promise.resolve()
        })
      }),
    )
  }

  /** Revisions of what was typed on nodes that have died. */
  async #sweep(): Promise<void> {
    const left = await store.listLeft(this.#deps.db.read, this.#deps.clock.now() - LEFT_MS, MOST_SWEPT)
    for (const { document_id: id, epoch } of left) {
      const room = this.#rooms.get(roomName(id, epoch))
      if (room) await this.#write(room)
      else await log.revise(this.#deps, { id, epoch })
    }
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** How much a connection has sent lately. */
class Flow {
  #bytes = BURST.bytes
  #messages = BURST.messages
  #at = performance.now()

  allows(bytes: number): boolean {
    const seconds = (performance.now() - this.#at) / SECOND
    this.#at = performance.now()
    this.#bytes = Math.min(BURST.bytes, this.#bytes + seconds * PER_SECOND.bytes) - bytes
    this.#messages = Math.min(BURST.messages, this.#messages + seconds * PER_SECOND.messages) - 1
    return this.#bytes >= 0 && this.#messages >= 0
  }
}
