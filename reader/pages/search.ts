// The search page, which works without scripts, and the pages for 404 and 5xx.

import type { SiteResults } from '#features/documents/search/search.ts'
import { html, type Markup } from '../html.ts'
import { type PageContext, searchPath, signInPath } from '../site.ts'
import { frame } from './frame.ts'
import { documentList } from './listing.ts'

const searchForm = (
  words: string,
  focused: boolean,
  lang?: string,
): Markup => html`<form class="search" action="/read/search" role="search">
<label class="unseen" for="page-search">Search the documentation</label>
<input id="page-search" type="search" name="q" value="${words}" placeholder="Search the documentation" autocomplete="off" maxlength="200"${focused && html` autofocus`}>${lang && html`<input type="hidden" name="lang" value="${lang}">`}<button type="submit">Search</button></form>`

/** renderSearch: `lang` is the language of the page that the search began on, where it is not the site's. */
export function renderSearch(
  context: PageContext,
  { words, lang }: { words: string; lang?: string | undefined },
  { found, dropped, used }: SiteResults,
): string {
  const said =
    words === ''
      ? ''
      : found.length === 0
        ? `No results for “${words}”.`
        : `${found.length === 1 ? '1 result' : `${found.length} results`} for “${dropped.length > 0 ? used.join(' ') : words}”`
  return frame(context, {
    title: words === '' ? 'Search' : `Search: ${words}`,
    kind: 'search',
    back: searchPath(words, lang),
    main: html`<header class="title"><h1>Search</h1></header>
${searchForm(words, words === '', lang)}
${found.length > 0 && dropped.length > 0 && html`<p class="said" dir="auto">No results for ${asList(dropped)}. Showing results for <em>${used.join(' ')}</em>.</p>`}
${said !== '' && html`<p class="said" role="status" dir="auto">${said}</p>`}
${found.length > 0 && documentList(found, { lang: context.site.siteLang, summaries: true })}
${words !== '' && found.length === 0 && html`<p>Try fewer or different words, or browse the categories in the menu.</p>`}`,
  })
}

const asList = (words: string[]): Markup => html`${words.map((word, nth) => html`${nth > 0 && ', '}<em>${word}</em>`)}`

/** whyMissing: a preview link that nobody made looks like one that has ended, so that none can be guessed. */
function whyMissing({ viewer }: PageContext, asked: string): Markup {
  if (asked.startsWith('/read/preview/'))
    return html`This preview link has expired or was revoked. Ask the person who sent it for a new one.`
  return html`The page may have moved, or it may be private.${viewer === undefined && html` <a href="${signInPath(asked)}">Sign in</a> to see pages shared with you.`}`
}

/** renderMissing says the same of what does not exist and of what is hidden from this reader. */
export function renderMissing(context: PageContext, asked: string, guess: string): string {
  return frame(context, {
    title: 'Page not found',
    kind: 'missing',
    back: asked,
    main: html`<header class="title"><p class="code-404" aria-hidden="true">404</p><h1>Page not found</h1>
<p class="lead">${whyMissing(context, asked)}</p></header>
${searchForm(guess, false)}
<p><a href="/">Back to the home page</a></p>`,
  })
}

export const renderTrouble = (context: PageContext, requestId: string): string =>
  frame(context, {
    title: 'Temporarily unavailable',
    kind: 'missing',
    main: html`<header class="title"><h1>Temporarily unavailable</h1>
<p class="lead">Something went wrong on our side. Please try again in a moment.</p></header>
<p class="said">If the problem persists, contact the administrator of this site and mention request <code>${requestId}</code>.</p>`,
  })
