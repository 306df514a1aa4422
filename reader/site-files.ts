// Files for machines: site map, robots.txt, feed, llms.txt, and each document as Markdown.

import { oneLine } from 'galley-blocks/text.ts'
import { type Actor, VISITOR } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { readBrand } from '#features/brand/brand.ts'
import { listAddresses, type PageLocation } from '#features/documents/lists/located.ts'
import { listTopCategories } from '#features/documents/lists/outline.ts'
import { markdownOf } from '#features/documents/reading/markdown.ts'
import { listChangedLast, listSheet, listSheets, type SiteItem } from '#features/documents/reading/page.ts'
import type { DocumentView } from '#features/documents/reading/reading.ts'
import { html, markup } from './html.ts'
import { categoryPath, documentPath } from './site.ts'

export type FileDeps = Deps & { locate: (links: readonly string[]) => Promise<PageLocation> }
/** The same for everyone: lists public documents. */
export type SiteFile = {
  path: `/${string}`
  type: string
  make: (deps: FileDeps, base: string) => Promise<string | undefined>
  /** Set if it is in the OpenAPI document. */
  summary?: string
}

const MOST_FOR_MODELS = 2_000
export const FEED_ENTRIES = 30

const XML = markup('<?xml version="1.0" encoding="UTF-8"?>')
const FORMAT = 'http://www.sitemaps.org/schemas/sitemap/0.9'
export const SITE_MAP = 'application/xml; charset=utf-8'

export const SITE_FILES: SiteFile[] = [
  { path: '/sitemap.xml', type: SITE_MAP, make: siteMap, summary: 'List every public address, for search engines' },
  { path: '/feed.xml', type: 'application/atom+xml; charset=utf-8', make: feed },
  {
    path: '/llms.txt',
    type: 'text/plain; charset=utf-8',
    make: forModels,
    summary: 'List every public page, for language models',
  },
  { path: '/robots.txt', type: 'text/plain; charset=utf-8', make: robots },
]

async function robots(_deps: FileDeps, base: string): Promise<string> {
  return `User-agent: *\nDisallow: /api/\nDisallow: /panel/\nDisallow: /read/search\n\nSitemap: ${base}/sitemap.xml\n`
}

/** A document as hand-written Markdown. */
export async function markdownPage(deps: Deps, actor: Actor, { head, blocks }: DocumentView): Promise<string> {
  const summary = head.summary ? `> ${oneLine(head.summary)}\n\n` : ''
  return `# ${oneLine(head.title)}\n\n${summary}${await markdownOf(deps, actor, blocks)}`
}

/** A small site as a whole; of a large one the index of its sheets. */
async function siteMap(deps: FileDeps, base: string): Promise<string> {
  const sheets = await listSheets(deps, VISITOR)
  if (sheets.every((sheet) => sheet === 1)) return (await siteMapSheet(deps, base, 1))!
  const entries = [...new Set([1, ...sheets])].map(
    (sheet) => html`<sitemap><loc>${`${base}/sitemap-${sheet}.xml`}</loc></sitemap>\n`,
  )
  return html`${XML}\n<sitemapindex xmlns="${FORMAT}">\n${entries}</sitemapindex>\n`.toString()
}

/** Undefined for an empty sheet; the first one always has the home page. */
export async function siteMapSheet(deps: FileDeps, base: string, sheet: number): Promise<string | undefined> {
  const brand = await readBrand(deps)
  const addressOf = await listAddresses(deps, VISITOR, brand)
  let entries = sheet === 1 ? html`<url><loc>${base}/</loc></url>\n`.text : ''
  for await (const addresses of listSheet(deps, VISITOR, sheet))
    for (const { updated_at, ...at } of addresses)
      if (at.id !== brand.homeId)
        entries +=
          html`<url><loc>${base + addressOf(at)}</loc><lastmod>${new Date(updated_at).toISOString()}</lastmod></url>\n`
            .text
  return entries === '' ? undefined : html`${XML}\n<urlset xmlns="${FORMAT}">\n${markup(entries)}</urlset>\n`.text
}

async function feed(deps: FileDeps, base: string): Promise<string> {
  const { name } = await readBrand(deps)
  return feedOf(deps, base, { title: name, path: '', documents: await listChangedLast(deps, VISITOR, FEED_ENTRIES) })
}

/** An Atom feed of public documents; `path` is the page that lists them. Entry ids must never change. */
export async function feedOf(
  deps: FileDeps,
  base: string,
  { title, path, documents }: { title: string; path: string; documents: SiteItem[] },
): Promise<string> {
  const { name } = await readBrand(deps)
  const { at } = await deps.locate([path, ...documents.map(({ slug }) => documentPath(slug))])
  const entries = documents.map(({ slug, title, summary, updated_at, created_at }) => {
    const link = documentPath(slug)
    return html`<entry><id>${base + link}</id><title>${title}</title><link href="${base + at(link)}"/><updated>${updated_at}</updated><published>${created_at}</published>${summary && html`<summary>${summary}</summary>`}</entry>\n`
  })
  const page = base + (path || '/')
  return html`${XML}
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${deps.config.siteLang}">
<id>${page}</id><title>${title === name ? name : `${title} · ${name}`}</title><link href="${base + (at(path) || '/')}"/><link rel="self" href="${base}${path}/feed.xml"/>
<author><name>${name}</name></author><updated>${documents[0]?.updated_at ?? new Date(0).toISOString()}</updated>
${entries}</feed>
`.toString()
}

/** The site as llmstxt.org describes: headings, and links to each document's Markdown. */
async function forModels({ config, db, locate }: FileDeps, base: string): Promise<string> {
  const categories = await listTopCategories({ db }, VISITOR)
  const documents = await listChangedLast({ db }, VISITOR, MOST_FOR_MODELS)
  const brand = await readBrand({ config, db })
  const lines = [
    `# ${oneLine(brand.name)}`,
    '',
    `> ${oneLine(brand.description) || 'Documentation as Markdown, at the addresses below.'}`,
    '',
  ]
  const link = ({ slug, title, summary }: (typeof documents)[number]) =>
    `- [${oneLine(title).replace(/([[\]\\])/g, '\\$1')}](${base}${documentPath(slug)}.md)${summary ? `: ${oneLine(summary)}` : ''}`
  const { at } = await locate(categories.map(({ slug }) => categoryPath(slug)))
  const links = categories.map(
    ({ slug, name }) => `- [${oneLine(name).replace(/([[\]\\])/g, '\\$1')}](${base}${at(categoryPath(slug))})`,
  )
  if (links.length > 0) lines.push('## Categories', '', ...links, '')
  if (documents.length > 0) lines.push('## Documents', '', ...documents.map(link), '')
  return lines.join('\n')
}
