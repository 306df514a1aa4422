// Lists of documents, and the page of a category.

import { withoutBidiControls } from 'galley-blocks/html/inline.ts'
import type { ReadableCategory } from '#features/categories/reading.ts'
import type { OutlineCategory, SiteTotals } from '#features/documents/lists/outline.ts'
import type { SiteItem } from '#features/documents/reading/page.ts'
import type { SectionLink } from '#features/documents/search/search.ts'
import { html, type Markup, markup } from '../html.ts'
import { categoryPath, dateOf, type PageContext, sectionPath, tagPath } from '../site.ts'
import { type SiteWords, wordsFor } from '../words.ts'
import { breadcrumbs } from './breadcrumbs.ts'
import { frame } from './frame.ts'

/** If it was found in a section, the link leads there. */
type ListedItem = SiteItem & { section?: SectionLink | null }

type ListOptions = {
  lang: string
  summaries: boolean
  categories?: boolean
}

/** Shows the snippet, or else the summary. Snippets are escaped, and are in the document's language. */
export const documentList = (documents: ListedItem[], { lang, summaries, categories = true }: ListOptions): Markup =>
  html`<ul class="documents">
${documents.map(
  ({ slug, title, summary, snippet, category, updated_at, written, published, section }) =>
    html`<li><a href="${sectionPath(slug, section)}" dir="auto">${title}${section && section.heading !== title && html` <span class="section">${section.heading}</span>`}</a>
${summaries && (snippet ? html`<p dir="auto">${markup(withoutBidiControls(snippet))}</p>` : summary && html`<p dir="auto">${summary}</p>`)}
<p class="facts">${categories && category && html`<span dir="auto">${category}</span>`}<span>${dateOf(updated_at, lang)}</span>${!written && html`<span class="closed">${wordsFor(lang).say('unwritten')}</span>`}${!published && html`<span class="closed">${wordsFor(lang).say('notPublished')}</span>`}</p></li>\n`,
)}</ul>`

type CategoryPage = {
  category: ReadableCategory
  node: OutlineCategory | undefined
  way: { name: string; slug: string }[]
  documents: SiteItem[]
  page: number
  pages: number
  totals: SiteTotals
}

export function renderCategory(
  context: PageContext,
  { category, node, way, documents, page, pages, totals }: CategoryPage,
): string {
  const path = categoryPath(category.slug)
  const feed = category.audience === 'public' && `${path}/feed.xml`
  const below = node?.categories ?? []
  const words = wordsFor(context.site.siteLang)
  return frame(context, {
    title: category.name,
    path: page === 1 ? path : `${path}?page=${page}`,
    description: category.description,
    drawn: `${path}/sharing.png`,
    kind: 'listing',
    here: { category: category.slug },
    feed,
    main: html`${breadcrumbs(way, words)}
<header class="title"><h1 dir="auto">${category.name}</h1>
${category.description && html`<p class="lead" dir="auto">${category.description}</p>`}
<p class="facts">${category.audience !== 'public' && html`<span class="closed">${words.say('notPublic')}</span>`}<a href="${path}/print">${words.say('printView')}</a>${feed && html`<a href="${feed}">${words.say('feed')}</a>`}</p></header>
${below.length > 0 && html`<ul class="categories">${below.map(({ id, slug, name }) => html`<li><a class="category" href="${categoryPath(slug)}" dir="auto">${name}</a> <span class="count">${totals.of.get(id) ?? 0}</span></li>\n`)}</ul>`}
${documents.length > 0 ? documentList(documents, { lang: context.site.siteLang, summaries: true, categories: false }) : below.length === 0 && html`<p class="nothing">${words.say('emptyCategory')}</p>`}
${pages > 1 && pager(path, page, pages, words)}`,
  })
}

/** Feeds are public, so a tag of restricted documents alone would have an empty one. */
export function renderTag(context: PageContext, tag: string, documents: SiteItem[]): string {
  const words = wordsFor(context.site.siteLang)
  const path = tagPath(tag)
  const feed = documents.some(({ audience, published }) => audience === 'public' && published) && `${path}/feed.xml`
  return frame(context, {
    title: words.text('tagged', { tag }),
    path,
    description: `${words.text('tagged', { tag })} · ${context.site.brand.name}`,
    kind: 'listing',
    feed,
    main: html`<header class="title"><h1>${words.say('tagged', { tag: html`<bdi>${tag}</bdi>` })}</h1>
<p class="facts"><span>${words.say('documents', { count: documents.length })}</span>${feed && html`<a href="${feed}">${words.say('feed')}</a>`}</p></header>
${documentList(documents, { lang: context.site.siteLang, summaries: true })}`,
  })
}

const pager = (
  path: string,
  page: number,
  pages: number,
  words: SiteWords,
): Markup => html`<nav class="pager" aria-label="${words.say('pages')}">
${page > 1 && html`<a rel="prev" href="${page === 2 ? path : `${path}?page=${page - 1}`}">${words.say('previousPage')}</a>`}
<span>${words.say('pageOf', { number: page, count: pages })}</span>
${page < pages && html`<a rel="next" href="${path}?page=${page + 1}">${words.say('nextPage')}</a>`}
</nav>`
