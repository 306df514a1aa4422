// What machines read: site map, robots, the feed, the list for language models, and each document as Markdown.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#actor.ts'
import { blocksToMarkdown } from '#blocks/to-markdown.ts'
import type { Deps } from '#deps.ts'
import { siteOutline } from '#features/documents/outline.ts'
import { listAddresses, listNewest } from '#features/documents/page.ts'
import { getDocument } from '#features/documents/reading.ts'
import type { Answer, Made } from '#http/answers.ts'
import type { App } from '#http/kernel.ts'
import { html, markup } from './html.ts'
import { categoryPath, documentPath } from './site.ts'

type Tools = {
  options: { config: { access: 'open'; uncounted: true }; schema: { hide: true; response: object } }
  send: (request: FastifyRequest, reply: FastifyReply, answer: Answer, type: string) => Promise<FastifyReply>
  kept: (request: FastifyRequest, key: string, make: () => Promise<Made>) => Promise<Answer>
  baseOf: (request: FastifyRequest) => string
  /** visitor: these files are for everyone, whoever asks. */
  visitor: Actor
}

/** MOST_ADDRESSES is the longest site map that the format allows. */
const MOST_ADDRESSES = 50_000
const MOST_FOR_MODELS = 2_000
const FEED_ENTRIES = 30
const TEXT = 'text/plain; charset=utf-8'

export function siteFiles(app: App, deps: Pick<Deps, 'config' | 'db'>, tools: Tools): void {
  const { options, send, kept, baseOf, visitor } = tools

  app.get('/read/:slug.md', options, async (request, reply) => {
    const { slug } = request.params as { slug: string }
    const answer = await kept(request, `markdown ${slug}`, async () => {
      const { head, blocks } = await getDocument(deps, request.actor, { slug })
      return { text: markdownPage(head.title, head.summary, blocksToMarkdown(JSON.parse(blocks))), lead: head.version }
    })
    return send(request, reply, answer, 'text/markdown; charset=utf-8')
  })

  app.get('/sitemap.xml', options, async (request, reply) => {
    const answer = await kept(request, 'sitemap', async () => ({ text: await siteMap(deps, visitor, baseOf(request)) }))
    return send(request, reply, answer, 'application/xml; charset=utf-8')
  })

  app.get('/feed.xml', options, async (request, reply) => {
    const answer = await kept(request, 'feed', async () => ({ text: await feed(deps, visitor, baseOf(request)) }))
    return send(request, reply, answer, 'application/atom+xml; charset=utf-8')
  })

  app.get('/llms.txt', options, async (request, reply) => {
    const answer = await kept(request, 'llms', async () => ({ text: await forModels(deps, visitor, baseOf(request)) }))
    return send(request, reply, answer, TEXT)
  })

  app.get('/robots.txt', options, async (request, reply) => {
    const text = `User-agent: *\nDisallow: /api/\nDisallow: /panel/\nDisallow: /read/search\n\nSitemap: ${baseOf(request)}/sitemap.xml\n`
    return send(request, reply, await kept(request, 'robots', async () => ({ text })), TEXT)
  })
}

const markdownPage = (title: string, summary: string | null, content: string): string =>
  `# ${oneLine(title)}\n\n${summary ? `> ${oneLine(summary)}\n\n` : ''}${content}`

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

async function siteMap(deps: Pick<Deps, 'db'>, visitor: Actor, base: string): Promise<string> {
  const addresses = await listAddresses(deps, visitor, MOST_ADDRESSES - 1)
  const entries = addresses.map(
    ({ slug, updated_at }) =>
      html`<url><loc>${base + documentPath(slug)}</loc><lastmod>${new Date(updated_at).toISOString()}</lastmod></url>\n`,
  )
  return html`${markup('<?xml version="1.0" encoding="UTF-8"?>')}
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${base}/</loc></url>
${entries}</urlset>
`.toString()
}

async function feed({ config, db }: Pick<Deps, 'config' | 'db'>, visitor: Actor, base: string): Promise<string> {
  const documents = await listNewest({ db }, visitor, FEED_ENTRIES)
  const entries = documents.map(({ slug, title, summary, updated_at, created_at }) => {
    const address = base + documentPath(slug)
    return html`<entry><id>${address}</id><title>${title}</title><link href="${address}"/><updated>${updated_at}</updated><published>${created_at}</published>${summary && html`<summary>${summary}</summary>`}</entry>\n`
  })
  return html`${markup('<?xml version="1.0" encoding="UTF-8"?>')}
<feed xmlns="http://www.w3.org/2005/Atom">
<id>${base}/</id><title>${config.siteName}</title><link href="${base}/"/><link rel="self" href="${base}/feed.xml"/>
<author><name>${config.siteName}</name></author><updated>${documents[0]?.updated_at ?? new Date(0).toISOString()}</updated>
${entries}</feed>
`.toString()
}

/** forModels is the site in the form of llmstxt.org: headings, and links to the Markdown of each document. */
async function forModels({ config, db }: Pick<Deps, 'config' | 'db'>, visitor: Actor, base: string): Promise<string> {
  const { categories } = await siteOutline({ db }, visitor, null)
  const addresses = await listAddresses({ db }, visitor, MOST_FOR_MODELS)
  const lines = [
    `# ${oneLine(config.siteName)}`,
    '',
    `> Documentation, readable as Markdown at the addresses below.`,
    '',
  ]
  const link = ({ slug, title, summary }: (typeof addresses)[number]) =>
    `- [${oneLine(title).replace(/([[\]\\])/g, '\\$1')}](${base}${documentPath(slug)}.md)${summary ? `: ${oneLine(summary)}` : ''}`
  const subjects = categories.map(
    ({ slug, name }) => `- [${oneLine(name).replace(/([[\]\\])/g, '\\$1')}](${base}${categoryPath(slug)})`,
  )
  if (subjects.length > 0) lines.push('## Subjects', '', ...subjects, '')
  if (addresses.length > 0) lines.push('## Documents', '', ...addresses.map(link), '')
  return lines.join('\n')
}
