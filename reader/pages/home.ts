// The home page: what is pinned, recently updated and most read, and the categories.

import type { OutlineCategory, SiteTotals } from '#features/documents/lists/outline.ts'
import type { FrontPage, SiteItem } from '#features/documents/reading/page.ts'
import { html, type Markup } from '../html.ts'
import { icon } from '../icons.ts'
import { categoryPath, documentPath, type PageContext, UNWRITTEN } from '../site.ts'
import { frame } from './frame.ts'
import { documentList } from './listing.ts'

export function renderHome(context: PageContext, front: FrontPage, totals: SiteTotals): string {
  const { site, outline, base } = context
  return frame(context, {
    title: site.brand.name,
    path: '/',
    description: `Documentation of ${site.brand.name}.`,
    kind: 'home',
    facts: [siteFacts(site.brand.name, base)],
    main: html`<header class="hero">
<h1>${site.brand.name}</h1>
<p class="lead">${totals.site === 1 ? 'One document' : `${totals.site.toLocaleString('en')} documents`}${outline.categories.length > 1 && ` in ${outline.categories.length} categories`}</p>
<form action="/read/search" role="search"><label class="unseen" for="home-search">Search the documentation</label>
<input id="home-search" type="search" name="q" placeholder="Search documents" autocomplete="off" maxlength="200"><button type="submit">Search</button></form>
</header>
${totals.site === 0 && html`<p class="nothing">Nothing has been published yet. <a href="/panel/">Write the first document</a>.</p>`}
${
  front.pinned.length > 0 &&
  html`<section aria-labelledby="pinned"><h2 id="pinned">${icon('pin')}Start here</h2>
${cards(front.pinned)}</section>`
}
${
  outline.categories.length > 0 &&
  html`<section aria-labelledby="categories"><h2 id="categories">${icon('folder')}Categories</h2>
${categoryCards(outline.categories, totals)}</section>`
}
<div class="columns">
${
  front.recent.length > 0 &&
  html`<section aria-labelledby="recent"><h2 id="recent">${icon('clock')}Recently updated</h2>
${documentList(front.recent, { lang: site.siteLang, summaries: false })}</section>`
}
${
  front.mostRead.length > 0 &&
  html`<section aria-labelledby="most-read"><h2 id="most-read">${icon('chart')}Most read this week</h2>
${documentList(front.mostRead, { lang: site.siteLang, summaries: false })}</section>`
}
</div>`,
  })
}

const cards = (documents: SiteItem[]): Markup => html`<ul class="cards">
${documents.map(
  ({ slug, title, summary, written }) =>
    html`<li><a href="${documentPath(slug)}"><strong dir="auto">${title}</strong>${summary && html`<span dir="auto">${summary}</span>`}${!written && html`<span>${UNWRITTEN}</span>`}</a></li>\n`,
)}</ul>`

const MOST_INSIDE = 4

const categoryCards = (categories: OutlineCategory[], { of }: SiteTotals): Markup => html`<ul class="categories">
${categories.map((category) => {
  const inside = [
    ...category.categories.map(({ slug, name }) => ({ href: categoryPath(slug), name, written: true })),
    ...category.documents.map(({ slug, title, written }) => ({ href: documentPath(slug), name: title, written })),
  ]
  return html`<li><a class="category" href="${categoryPath(category.slug)}" dir="auto">${category.name}</a> <span class="count">${of.get(category.id) ?? 0}</span>
${inside.length > 0 && html`<ul>${inside.slice(0, MOST_INSIDE).map(({ href, name, written }) => html`<li><a href="${href}" dir="auto">${name}</a>${!written && html` <small>${UNWRITTEN}</small>`}</li>`)}</ul>`}</li>\n`
})}</ul>`

/** siteFacts is schema.org's WebSite: with it a search engine can offer this site's own search under its result. */
const siteFacts = (name: string, base: string): object => ({
  '@context': 'https://schema.org',
  '@type': 'WebSite',
  name,
  url: `${base}/`,
  potentialAction: {
    '@type': 'SearchAction',
    target: `${base}/read/search?q={search_term_string}`,
    'query-input': 'required name=search_term_string',
  },
})
