// A person at an open document, as a program is: the provider of Hocuspocus over a real socket, and the layout of blocks.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { Reader } from 'galley-blocks/live/blocks.ts'
import { Layout } from 'galley-blocks/live/layout.ts'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import WebSocket from 'ws'
import * as Y from 'yjs'
import type { App } from '../src/http/kernel.ts'
import type { Cleaner } from './cleaner.ts'
import { until } from './until.ts'

export type Headers = Record<string, string>

export async function listening(app: App): Promise<string> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

export async function roomOf(base: string, id: number, headers: Headers): Promise<string> {
  const response = await fetch(`${base}/api/docs/${id}/live`, { headers })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return ((await response.json()) as { room: string }).room
}

/** Opens a bare socket; resolves with the status of a refusal, or 101. */
export async function knock(
  base: string,
  id: number,
  headers: Headers,
): Promise<{ status: number; socket: WebSocket }> {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/api/docs/${id}/live`, { headers })
  socket.on('error', () => {})
  const refused = once(socket, 'unexpected-response').then(([, response]) => response.statusCode as number)
  const status = await Promise.race([refused, once(socket, 'open').then(() => 101)])
  return { status, socket }
}

export type Writer = Awaited<ReturnType<typeof join>>

export async function join(t: Cleaner, base: string, id: number, headers: Headers, doc = new Y.Doc()) {
  const name = await roomOf(base, id, headers)
  class Authorized extends WebSocket {
    constructor(url: string) {
      super(url, { headers })
      // Its provider no longer listens when it is closed while it connects.
      this.on('error', () => {})
    }
  }
  const socket = new HocuspocusProviderWebsocket({
    ...{ url: `${base.replace('http', 'ws')}/api/docs/${id}/live`, WebSocketPolyfill: Authorized },
    ...{ delay: 50, minDelay: 50, jitter: false, factor: 1 },
  })
  const provider = new HocuspocusProvider({ websocketProvider: socket, name, document: doc, token: 'cookie' })
  const closes: number[] = []
  const refusals: string[] = []
  provider.on('close', ({ event }: { event: { code: number } }) => closes.push(event.code))
  provider.on('authenticationFailed', ({ reason }: { reason: string }) => refusals.push(reason))
  provider.attach()
  const leave = () => {
    provider.destroy()
    socket.destroy()
  }
  t.after(leave)
  const layout = new Layout(doc)
  const reader = new Reader(layout)
  const read = (): Block[] => reader.read()
  const texts = () => [...walkBlocks(read())].map((block) => textIn(block)).join(' | ')
  const type = (at: number, words: string) => {
    const block = [...walkBlocks(read())][at]!
    const text = layout.text(block.id)
    text.insert(text.length, words)
  }
  const isSaved = () => provider.unsyncedChanges === 0
  await until(`${name} is synced`, () => provider.isSynced || refusals[0])
  return { provider, socket, doc, layout, read, texts, type, leave, closes, refusals, isSaved, name }
}

export const textIn = ({ content }: Pick<Block, 'content'>): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((item) => ('text' in item ? item.text : '')).join('')
      : ''
