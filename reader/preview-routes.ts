// Preview links: a page with its uploads, under one unguessable address. Never cached or indexed, and not sent to other sites
// as a referrer (http/responses/headers.ts).

import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { FILES_PATH } from '#blocks/attachments.ts'
import type { Deps } from '#deps.ts'
import { getPreview, getPreviewUpload } from '#features/documents/drafts/previews.ts'
import { PICTURES_PATH, UPLOAD_PATHS } from '#features/documents/uploads/addresses.ts'
import { sendUpload } from '#features/documents/uploads/routes.ts'
import { AnyText } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { prepareUntagged, sendResponse } from '#http/responses/response-cache.ts'
import { renderPreview } from './pages/preview.ts'
import type { Readers } from './readers.ts'
import { documentPath } from './site.ts'
import { BY_READER, HTML, PAGE_POLICY, pageWith } from './site-responses.ts'

const NO_STORE = 'no-store'
const ByToken = { token: AnyText }

const unlisted = (reply: FastifyReply): FastifyReply => reply.header('x-robots-tag', 'noindex, nofollow')

export function previewRoutes(app: App, deps: Deps, readers: Readers): void {
  app.get('/read/preview/:token', pageWith({ params: Type.Object(ByToken) }), async (request, reply) => {
    const { token } = request.params
    unlisted(reply).header('cache-control', NO_STORE)
    const { slug, page } = await getPreview(deps, request.actor, token)
    if (!page) return reply.code(302).header('location', documentPath(slug)).send()
    const shown = { ...page, html: below(page.html, `/read/preview/${token}`) }
    const text = renderPreview(await readers.contextFor(request, null), shown)
    reply.header('content-security-policy', PAGE_POLICY)
    return sendResponse(request, reply, prepareUntagged(text), { type: HTML, cache: NO_STORE, vary: BY_READER })
  })

  app.get(
    `/read/preview/:token${PICTURES_PATH}:name`,
    pageWith({ params: Type.Object({ ...ByToken, name: AnyText }) }),
    async (request, reply) => {
      const { token, name } = request.params
      return sendUpload(request, unlisted(reply), await getPreviewUpload(deps, token, PICTURES_PATH + name))
    },
  )

  app.get(
    `/read/preview/:token${FILES_PATH}:key/:name`,
    pageWith({ params: Type.Object({ ...ByToken, key: AnyText, name: AnyText }) }),
    async (request, reply) => {
      const { token, key, name } = request.params
      const upload = await getPreviewUpload(deps, token, `${FILES_PATH}${key}/${name}`)
      return sendUpload(request, unlisted(reply), upload)
    },
  )
}

/** Serves uploads below the link, because link holders can't read them elsewhere. */
const below = (html: string, path: string): string =>
  UPLOAD_PATHS.reduce((text, uploads) => text.replaceAll(`="${uploads}`, `="${path}${uploads}`), html)
