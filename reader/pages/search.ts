// The search page, which needs no script, and the pages for addresses where nothing is and for times when nothing works.

import type { SiteItem } from '#features/documents/reading/page.ts'
import { html, type Markup } from '../html.ts'
import { type Setting, searchPath, signInPath } from '../site.ts'
import { frame } from './frame.ts'
import { documentList } from './listing.ts'

const searchForm = (
  words: string,
  focused: boolean,
): Markup => html`<form class="search" action="/read/search" role="search">
<label class="unseen" for="page-search">Search the documentation</label>
<input id="page-search" type="search" name="q" value="${words}" placeholder="Search the documentation" autocomplete="off" maxlength="200"${focused && html` autofocus`}><button type="submit">Search</button></form>`

export function renderSearch(setting: Setting, words: string, found: SiteItem[]): string {
  const said =
    words === ''
      ? ''
      : found.length === 0
        ? `Nothing found for “${words}”.`
        : `${found.length === 1 ? 'One document' : `${found.length} documents`} for “${words}”`
  return frame(setting, {
    title: words === '' ? 'Search' : `Search: ${words}`,
    kind: 'search',
    back: searchPath(words),
    main: html`<header class="title"><h1>Search</h1></header>
${searchForm(words, words === '')}
${said !== '' && html`<p class="said" role="status" dir="auto">${said}</p>`}
${found.length > 0 && documentList(found, { summaries: true })}
${words !== '' && found.length === 0 && html`<p>Try fewer or other words, or look through the subjects in the menu.</p>`}`,
  })
}

/** renderMissing says the same of what does not exist and of what is hidden from this reader. */
export function renderMissing(setting: Setting, asked: string, guess: string): string {
  return frame(setting, {
    title: 'Page not found',
    kind: 'missing',
    back: asked,
    main: html`<header class="title"><p class="code-404" aria-hidden="true">404</p><h1>This page is not here</h1>
<p class="lead">It may have moved, or it may be open to others only.${setting.viewer === undefined && html` <a href="${signInPath(asked)}">Sign in</a> to see what is yours to read.`}</p></header>
${searchForm(guess, false)}
<p><a href="/">Back to the front page</a></p>`,
  })
}

export const renderTrouble = (setting: Setting, requestId: string): string =>
  frame(setting, {
    title: 'Not available just now',
    kind: 'missing',
    main: html`<header class="title"><h1>This is not available just now</h1>
<p class="lead">Something went wrong on our side. Please try again in a moment.</p></header>
<p class="said">If it stays so, tell whoever runs this site, and name the request <code>${requestId}</code>.</p>`,
  })
