// Preview images of shared pages without an image of their own: drawn in the sandbox on first request, and cached by content.
// Whoever may read a page may have its image.

import { accentVariants } from 'galley-look/accent.ts'
import { Type } from 'typebox'
import { VISITOR } from '#actor.ts'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { GalleyError, notFound } from '#errors.ts'
import { type Logo, makeSharingPicture } from '#features/brand/sharing-picture.ts'
import type { Articles } from '#features/documents/reading/article.ts'
import { getUpload } from '#features/documents/uploads/uploads.ts'
import { SlugText } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { ResponseCache } from '#http/responses/response-cache.ts'
import { findAsset } from './assets.ts'
import type { Look } from './look.ts'
import type { Readers } from './readers.ts'
import { type SiteResponses, searchPage, slugOf } from './site-responses.ts'

/** A separate cache for some 300 images: crawlers must not evict pages. */
const KEPT_BYTES = 8 * 1024 * 1024
const LARGEST_LOGO = 512 * 1024

const BySlug = Type.Object({ slug: SlugText })
const Nothing = Type.Object({})
/** Rate-limited like searches, because each may have to be drawn. */
const ofPage = searchPage({ params: BySlug, querystring: Nothing })

type SharingDeps = Deps & { look: Look }

export function sharingRoutes(
  app: App,
  deps: SharingDeps,
  readers: Readers,
  responses: SiteResponses,
  articles: Articles,
): void {
  const pictures = new ResponseCache(deps.db, KEPT_BYTES)

  const pictureOf = (title: string) =>
    pictures.get(title, async () => {
      const { brand, logo } = await deps.look.get()
      const accent = accentVariants(brand.accent).light
      const picture = { title, name: brand.name, accent, logo: await findLogo(deps, logo) }
      return { text: await makeSharingPicture(deps, picture), tags: [TAGS.site] }
    })
  const sent = { type: 'image/png' }

  app.get('/read/sharing.png', searchPage({ querystring: Nothing }), async (request, reply) =>
    responses.send(request, reply, await pictureOf(''), sent),
  )

  app.get('/read/:slug/sharing.png', ofPage, async (request, reply) => {
    const { title } = await articles.articleFor(await readers.variantOf(request), slugOf(request))
    return responses.send(request, reply, await pictureOf(title), sent)
  })

  app.get('/read/category/:slug/sharing.png', ofPage, async (request, reply) => {
    const category = await readers.findCategory(request, slugOf(request))
    if (!category) throw notFound('Category')
    return responses.send(request, reply, await pictureOf(category.name), sent)
  })
}

/** Undefined if visitors see no logo, or it is too large to draw. */
async function findLogo({ db, look }: SharingDeps, path: string): Promise<Logo | undefined> {
  const asset = findAsset(look.assets, path.replace('/read/assets/', ''))?.asset
  if (asset) return { type: asset.type, bytes: asset.response.body }
  try {
    const { type, size, pieces } = await getUpload({ db }, VISITOR, path)
    if (size > LARGEST_LOGO) return undefined
    return { type, bytes: Buffer.concat(await Array.fromAsync(pieces())) }
  } catch (error) {
    if (error instanceof GalleyError && error.status === 404) return undefined
    throw error
  }
}
