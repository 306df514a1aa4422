// Pictures and files: uploaded as bytes, sent to readers of a document that shows them. Files are only downloaded, never
// shown.

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { FILES_PATH } from '#blocks/attachments.ts'
import type { Deps } from '#deps.ts'
import { GalleyError, notFound } from '#errors.ts'
import { LARGEST_FILE, LARGEST_PICTURE, PICTURE_TYPES } from '#file-kinds.ts'
import type { App } from '#http/kernel.ts'
import { matches } from '#http/responses/response-cache.ts'
import { FileOut, PictureOut } from '../schemas.ts'
import { PICTURES_PATH, urlOf } from './addresses.ts'
import { getUpload, keepFile, keepPicture, type Upload } from './uploads.ts'

const tags = ['docs']
const types = Object.values(PICTURE_TYPES)
/** An SVG opened by itself could run scripts, so nothing runs or loads. Files neither. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const FOR_READERS = { access: 'open', bound: true, uncounted: true } as const
const FileName = Type.String({ minLength: 1, maxLength: 255, description: 'The name of the file, with its ending.' })

/** A picture's address is its hash, so only access can change. */
const SHARED = 'public, max-age=86400'

const BYTES = { objectMode: false }

const bytesIn = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

export function uploadRoutes(app: App, deps: Deps): void {
  /** A missing file shows the usual page for unknown addresses. */
  const errorHandler = async (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const isLost = error instanceof GalleyError && error.status === 404
    if (!isLost || !app.missing.show || !request.headers.accept?.includes('text/html')) throw error
    return app.missing.show(request, reply)
  }

  app.post('/api/pictures', {
    config: { access: 'editor', bound: true },
    bodyLimit: LARGEST_PICTURE,
    schema: {
      tags,
      summary: 'Upload a picture',
      description:
        'The body is the file itself, of at most 10 MiB; its type is recognised by its bytes. The response names the address to put into a document. The same file has the same address whenever it is sent.',
      consumes: types,
      response: { 201: PictureOut },
    },
    handler: (request) => keepPicture(deps, request.actor, bytesIn(request)),
  })

  app.post('/api/files', {
    config: { access: 'editor', bound: true },
    bodyLimit: LARGEST_FILE,
    schema: {
      tags,
      summary: 'Upload a file',
      description:
        'The body is the file itself, of at most 25 MiB; its type is taken from its extension and checked against its bytes. The response names the address to put into a document, as the `url` of a `file` block or in a link. Visitors can only save it, never open it on this site.',
      querystring: Type.Object({ name: FileName }),
      consumes: ['application/octet-stream'],
      response: { 201: FileOut },
    },
    handler: (request) => keepFile(deps, request.actor, request.query.name, bytesIn(request)),
  })

  app.get(`${PICTURES_PATH}:name`, {
    config: FOR_READERS,
    errorHandler,
    schema: {
      tags,
      summary: 'Get a picture, for those who may read a document that shows it',
      params: Type.Object({ name: Type.String({ description: 'The last part of the address of a picture.' }) }),
      produces: types,
      site: true,
    },
    handler: async (request, reply) => {
      const upload = await getUpload(deps, request.actor, PICTURES_PATH + request.params.name)
      // For feeds and other sites that show our pictures, without cookies.
      reply.header('cross-origin-resource-policy', 'cross-origin')
      return sendUpload(request, reply, upload)
    },
  })

  app.get(`${FILES_PATH}:key/:name`, {
    config: FOR_READERS,
    errorHandler,
    schema: {
      tags,
      summary: 'Get a file, for those who may read a document that shows it',
      params: Type.Object({ key: Type.String(), name: Type.String() }),
      // There are as many content types as kinds of files.
      produces: ['*/*'],
      site: true,
    },
    handler: async (request, reply) => {
      const { key, name } = request.params
      const upload = await getUpload(deps, request.actor, `${FILES_PATH}${key}/${name}`)
      return sendUpload(request, reply, upload)
    },
  })
}

/** Names the file twice: in ASCII for old clients, and in full (RFC 6266). */
const attachmentAs = (name: string): string =>
  `attachment; filename="${name.replace(/[^ -~]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)}`

export async function sendUpload(request: FastifyRequest, reply: FastifyReply, upload: Upload): Promise<FastifyReply> {
  const { key, name, type, size, shared, pieces } = upload
  // Another spelling isn't the address that the document shows.
  if (!request.url.split('?')[0]!.endsWith(urlOf(upload))) throw notFound('Upload')
  const etag = `W/"${key}"`
  if (name !== null) reply.header('content-disposition', attachmentAs(name))
  reply
    .header('cache-control', shared ? SHARED : 'private, no-cache')
    .header('content-security-policy', POLICY)
    .header('etag', etag)
  const ifNoneMatch = request.headers['if-none-match']
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag)) return reply.code(304).send()
  reply.type(type).header('content-length', size)
  // For a HEAD request, Fastify sets the length of the payload unless it is a stream.
  if (request.method === 'HEAD') return reply.send(Readable.from([], BYTES))
  const rest = pieces()
  const first = await rest.next()
  if (first.done) throw notFound('Upload')
  return reply.send(first.value.length === size ? first.value : Readable.from(behind(first.value, rest), BYTES))
}

async function* behind(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield first
  yield* rest
}
