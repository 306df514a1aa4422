// Pictures: uploaded as their bytes, and sent to whoever may read a document that shows them.

import { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Deps } from '#deps.ts'
import { notFound } from '#errors.ts'
import type { App } from '#http/kernel.ts'
import { matches } from '#http/response-cache.ts'
import { PictureOut } from '../schemas.ts'
import { PICTURE_TYPES, PICTURES_PATH } from './kinds.ts'
import { getPicture, keepPicture, LARGEST_PICTURE } from './pictures.ts'

const tags = ['docs']
const types = Object.values(PICTURE_TYPES)
/** A drawing is a document that could run scripts: opened by itself it runs nothing and loads nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

const BYTES = { objectMode: false }

async function* behind(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}

export function pictureRoutes(app: App, deps: Pick<Deps, 'db' | 'clock'>): void {
  app.post(
    '/api/pictures',
    {
      config: { access: 'editor', bound: true },
      bodyLimit: LARGEST_PICTURE,
      schema: {
        tags,
        summary: 'Upload a picture',
        description:
          'The body is the file itself, of at most 10 MiB; its type is told by its bytes. The response names the address to put into a document. The same file has the same address whenever it is sent.',
        consumes: types,
        response: { 201: PictureOut },
      },
    },
    async (request, reply) => {
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      return reply.code(201).send(await keepPicture(deps, request.actor, bytes))
    },
  )

  app.get(
    `${PICTURES_PATH}:name`,
    {
      config: { access: 'open', bound: true, uncounted: true },
      schema: {
        tags,
        summary: 'A picture, for those who may read a document that shows it',
        params: Type.Object({ name: Type.String({ description: 'The last part of the address of a picture.' }) }),
        produces: types,
      },
    },
    async (request, reply) => {
      const { name } = request.params
      // Spelt differently, it is not the address that a document was noted to show.
      if (request.url.split('?')[0] !== PICTURES_PATH + name) throw notFound('Picture')
      const { key, type, size, pieces } = await getPicture(deps, request.actor, name)
      const etag = `W/"${key}"`
      reply.header('cache-control', 'private, no-cache').header('content-security-policy', POLICY).header('etag', etag)
      // Feeds and other sites show pictures of ours; a cookie is not sent for those.
      reply.header('cross-origin-resource-policy', 'cross-origin')
      const known = request.headers['if-none-match']
      if (known !== undefined && matches(known, etag)) return reply.code(304).send()
      reply.type(type).header('content-length', size)
      // The framework takes the length of what it is given for a HEAD, unless that is a stream.
      if (request.method === 'HEAD') return reply.send(Readable.from([], BYTES))
      const rest = pieces()
      const first = await rest.next()
      if (first.done) throw notFound('Picture')
      return reply.send(first.value.length === size ? first.value : Readable.from(behind(first.value, rest), BYTES))
    },
  )
}
