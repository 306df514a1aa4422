// Print views: a document, or a category's subtree as one text with contents. A long category is split at a hundred documents
// or two million characters, which bounds a request's cost.

import { setImmediate } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { GalleyError, notFound } from '#errors.ts'
import type { BranchPart } from '#features/documents/lists/outline.ts'
import type { Article, Articles } from '#features/documents/reading/article.ts'
import { listCategoryDocuments } from '#features/documents/reading/page.ts'
import { documentTags } from '#features/documents/tags.ts'
import { AnyText, SlugText } from '#http/atoms.ts'
import type { App } from '#http/kernel.ts'
import { type PrintedPart, renderPrint } from './pages/print.ts'
import type { Readers } from './readers.ts'
import { categoryPath, documentPath } from './site.ts'
import { type SiteResponses, searchPage } from './site-responses.ts'

const MOST_PRINTED = 100
const LONGEST_PRINT = 2_000_000
/** Documents rendered before others get a turn. */
const AT_ONCE = 10

const BySlug = Type.Object({ slug: SlugText })
const From = Type.Object({ from: Type.Optional(AnyText) })

type PrintedPage = { parts: PrintedPart[]; next: number | undefined }

/** Rate-limited like searches, because a part may have a hundred documents. */
export function printRoutes(
  app: App,
  deps: Deps,
  readers: Readers,
  responses: SiteResponses,
  articles: Articles,
): void {
  app.get('/read/:slug/print', searchPage({ params: BySlug, querystring: From }), async (request, reply) => {
    const { slug } = request.params
    const response = await responses.cached(request, `print ${slug}`, async () => {
      const article = await articles.articleFor(await readers.variantOf(request), slug)
      const parts = [{ articles: [article] }]
      const { at } = await readers.locate(request.actor, [documentPath(slug)])
      const page = { ...article, path: at(documentPath(slug)), parts }
      const text = renderPrint(await readers.contextForAll(request), page)
      return { text, tags: documentTags(article.id), version: article.version }
    })
    return responses.send(request, reply, response)
  })

  app.get('/read/category/:slug/print', searchPage({ params: BySlug, querystring: From }), async (request, reply) => {
    const { slug } = request.params
    const from = startOf(request.query)
    const response = await responses.cached(request, `print ${from} category ${slug}`, async () => {
      const category = await readers.findCategory(request, slug)
      if (!category) throw notFound('Category')
      const { parts, next } = await gather(request, await readers.branchFor(request, category.id), from)
      if (parts.length === 0 && from > 0) throw notFound('Category')
      const [title, lead, path] = [category.name, category.description, categoryPath(slug)]
      const nextPath = next === undefined ? undefined : `${path}/print?from=${next}`
      const { at } = await readers.locate(request.actor, [path])
      const page = { title, lead, lang: null, path: at(path), parts, nextPath }
      return { text: renderPrint(await readers.contextForAll(request), page), tags: [TAGS.documents] }
    })
    return responses.send(request, reply, response)
  })

  async function gather(request: FastifyRequest, branch: BranchPart[], from: number): Promise<PrintedPage> {
    const variant = await readers.variantOf(request)
    const parts: PrintedPart[] = []
    let [before, taken, length] = [0, 0, 0]
    for (const { id, name, isNamed, slugs, listed, more } of branch) {
      const skipped = Math.max(from - before, 0)
      const count = slugs.length + more
      before += count
      if (skipped >= count) continue
      const room = MOST_PRINTED - taken
      if (room === 0) return { parts, next: from + taken }
      const printed = slugs.slice(skipped, skipped + room)
      if (more > 0 && printed.length < room) {
        const page = { limit: room - printed.length, offset: listed + Math.max(skipped - slugs.length, 0) }
        printed.push(...(await listCategoryDocuments(deps, request.actor, id, page)).map(({ slug }) => slug))
      }
      const found: Article[] = []
      parts.push({ name: isNamed ? name : undefined, articles: found })
      for (const slug of printed) {
        if (length > LONGEST_PRINT) return { parts, next: from + taken }
        if (taken % AT_ONCE === AT_ONCE - 1) await setImmediate()
        const article = await articleOrNothing(() => articles.articleFor(variant, slug))
        if (article) found.push(article)
        length += article?.html.length ?? 0
        taken++
      }
      if (skipped + printed.length < count) return { parts, next: from + taken }
    }
    return { parts, next: undefined }
  }
}

/** A document may have been deleted or closed since it was listed. */
async function articleOrNothing(read: () => Article | Promise<Article>): Promise<Article | undefined> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof GalleyError && error.status === 404) return undefined
    throw error
  }
}

const startOf = ({ from = '' }: Static<typeof From>): number => (/^\d{1,7}$/.test(from) ? Number(from) : 0)
