// The home page: pinned, recent and popular documents, and categories.

import type { OutlineCategory, SiteTotals } from '#features/documents/lists/outline.ts'
import type { FrontPage, SiteItem } from '#features/documents/reading/page.ts'
import { html, type Markup } from '../html.ts'
import { icon } from '../icons.ts'
import { categoryPath, documentPath, type PageContext } from '../site.ts'
import { type SiteWords, wordsFor } from '../words.ts'
import { frame } from './frame.ts'
import { documentList } from './listing.ts'

export function renderHome(context: PageContext, front: FrontPage, totals: SiteTotals): string {
  const { site, outline, base } = context
  const words = wordsFor(site.siteLang)
  return frame(context, {
    title: site.brand.name,
    path: '/',
    description: site.brand.description || words.text('describe', { name: site.brand.name }),
    kind: 'home',
    facts: [siteFacts(site.brand.name, base)],
    main: html`<header class="hero">
<h1>${site.brand.name}</h1>
<p class="lead">${site.brand.description && html`<span dir="auto">${site.brand.description}</span> `}${words.say('documents', { count: totals.site })}${outline.categories.length > 1 && [' ', words.say('inCategories', { count: outline.categories.length })]}</p>
<form action="/read/search" role="search"><label class="unseen" for="home-search">${words.say('searchAll')}</label>
<input id="home-search" type="search" name="q" placeholder="${words.say('searchAll')}" autocomplete="off" maxlength="200"><button type="submit">${words.say('search')}</button></form>
</header>
${totals.site === 0 && html`<p class="nothing">${words.say('nothingPublished')} <a href="/panel/">${words.say('writeFirst')}</a></p>`}
${
  front.pinned.length > 0 &&
  html`<section aria-labelledby="pinned"><h2 id="pinned">${icon('pin')}${words.say('startHere')}</h2>
${cards(front.pinned, words)}</section>`
}
${
  outline.categories.length > 0 &&
  html`<section aria-labelledby="categories"><h2 id="categories">${icon('folder')}${words.say('categories')}</h2>
${categoryCards(outline.categories, totals, words)}</section>`
}
<div class="columns">
${
  front.recent.length > 0 &&
  html`<section aria-labelledby="recent"><h2 id="recent">${icon('clock')}${words.say('recentlyUpdated')}</h2>
${documentList(front.recent, { lang: site.siteLang, summaries: false })}</section>`
}
${
  front.mostRead.length > 0 &&
  html`<section aria-labelledby="most-read"><h2 id="most-read">${icon('chart')}${words.say('mostRead')}</h2>
${documentList(front.mostRead, { lang: site.siteLang, summaries: false })}</section>`
}
</div>`,
  })
}

const cards = (documents: SiteItem[], words: SiteWords): Markup => html`<ul class="cards">
${documents.map(
  ({ slug, title, summary, written }) =>
    html`<li><a href="${documentPath(slug)}"><strong dir="auto">${title}</strong>${summary && html`<span dir="auto">${summary}</span>`}${!written && html`<span>${words.say('unwritten')}</span>`}</a></li>\n`,
)}</ul>`

const MOST_INSIDE = 4

const categoryCards = (
  categories: OutlineCategory[],
  { of }: SiteTotals,
  words: SiteWords,
): Markup => html`<ul class="categories">
${categories.map((category) => {
  const inside = [
    ...category.categories.map(({ slug, name }) => ({ href: categoryPath(slug), name, written: true })),
    ...category.documents.map(({ slug, title, written }) => ({ href: documentPath(slug), name: title, written })),
  ]
  return html`<li><a class="category" href="${categoryPath(category.slug)}" dir="auto">${category.name}</a> <span class="count">${of.get(category.id) ?? 0}</span>
${inside.length > 0 && html`<ul>${inside.slice(0, MOST_INSIDE).map(({ href, name, written }) => html`<li><a href="${href}" dir="auto">${name}</a>${!written && html` <small>${words.say('unwritten')}</small>`}</li>`)}</ul>`}</li>\n`
})}</ul>`

/** schema.org's WebSite, which lets search engines offer this site's search. */
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
