// Lists across the tree: documents with a tag, and feeds of categories and tags, with public documents only.

import { Type } from 'typebox'
import { VISITOR } from '#actor.ts'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { notFound } from '#errors.ts'
import { findReadableCategory } from '#features/categories/reading.ts'
import { listChangedLast } from '#features/documents/reading/page.ts'
import type { FindingDeps } from '#features/documents/search/finding/readers-index.ts'
import { listTagged } from '#features/documents/search/tagged.ts'
import { AnyText, SlugText } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { renderTag } from './pages/listing.ts'
import type { Readers } from './readers.ts'
import { categoryPath, tagPath } from './site.ts'
import { FEED_ENTRIES, feedOf } from './site-files.ts'
import { pageWith, type SiteResponses, searchPage } from './site-responses.ts'
import { wordsFor } from './words.ts'

const ByTag = Type.Object({ tag: AnyText })
const BySlug = Type.Object({ slug: SlugText })
const FEED = 'application/atom+xml; charset=utf-8'

type ListDeps = Deps & FindingDeps

export function listRoutes(app: App, deps: ListDeps, readers: Readers, responses: SiteResponses): void {
  const tagged = searchPage({ params: ByTag, querystring: Type.Object({}) })

  app.get('/read/tag/:tag', tagged, async (request, reply) => {
    const tag = tagOf(request)
    const response = await responses.cached(request, `tag ${tag}`, async () => {
      const documents = await listTagged(deps, request.actor, tag)
      if (documents.length === 0) throw notFound('Document')
      return { text: renderTag(await readers.contextFor(request, null), tag, documents), tags: [TAGS.documents] }
    })
    return responses.send(request, reply, response)
  })

  app.get('/read/tag/:tag/feed.xml', tagged, (request, reply) => {
    const tag = tagOf(request)
    return responses.sendFile(request, reply, {
      path: `${tagPath(tag)}/feed.xml`,
      type: FEED,
      make: async (files, base) => {
        const documents = (await listTagged(deps, VISITOR, tag)).slice(0, FEED_ENTRIES)
        const title = wordsFor(files.config.siteLang).text('tagged', { tag })
        return documents.length === 0 ? undefined : feedOf(files, base, { title, path: tagPath(tag), documents })
      },
    })
  })

  app.get('/read/category/:slug/feed.xml', pageWith({ params: BySlug }), (request, reply) => {
    const path = categoryPath(request.params.slug)
    return responses.sendFile(request, reply, {
      path: `${path}/feed.xml`,
      type: FEED,
      make: async (files, base) => {
        const category = await findReadableCategory(deps, VISITOR, request.params.slug)
        if (!category) return undefined
        const documents = await listChangedLast(deps, VISITOR, FEED_ENTRIES, category.id)
        return documents.length === 0 ? undefined : feedOf(files, base, { title: category.name, path, documents })
      },
    })
  })
}

/** No tag contains NUL, which PostgreSQL refuses. */
function tagOf({ params }: { params: { tag: string } }): string {
  if (params.tag.includes('\0')) throw notFound('Document')
  return params.tag
}
