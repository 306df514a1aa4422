// The search page, which works without script, and the pages for 404 and 5xx.

import type { SiteResults } from '#features/documents/search/search.ts'
import { html, type Markup } from '../html.ts'
import { type PageContext, searchPath, signInPath } from '../site.ts'
import { type SiteWords, wordsFor } from '../words.ts'
import { frame } from './frame.ts'
import { documentList } from './listing.ts'

const searchForm = (
  asked: string,
  focused: boolean,
  words: SiteWords,
  lang?: string,
): Markup => html`<form class="search" action="/read/search" role="search">
<label class="unseen" for="page-search">${words.say('searchAll')}</label>
<input id="page-search" type="search" name="q" value="${asked}" placeholder="${words.say('searchAll')}" autocomplete="off" maxlength="200"${focused && html` autofocus`}>${lang && html`<input type="hidden" name="lang" value="${lang}">`}<button type="submit">${words.say('search')}</button></form>`

/** `lang` is the language of the page where the search began, if it isn't the site's. */
export function renderSearch(
  context: PageContext,
  { words: asked, lang }: { words: string; lang?: string | undefined },
  { found, dropped, used }: SiteResults,
  answer: Markup | false,
): string {
  const words = wordsFor(lang, context.site.siteLang)
  const sought = dropped.length > 0 ? used.join(' ') : asked
  const summary =
    found.length === 0
      ? words.text('noResults', { words: asked })
      : words.text('resultsFor', { count: found.length, words: sought })
  return frame(context, {
    title: asked === '' ? words.text('search') : words.text('searchFor', { words: asked }),
    kind: 'search',
    back: searchPath(asked, lang),
    main: html`<header class="title"><h1>${words.say('search')}</h1></header>
${searchForm(asked, asked === '', words, lang)}
${answer}
${found.length > 0 && dropped.length > 0 && html`<p class="said" dir="auto">${words.say('dropped', { dropped: asList(dropped), used: html`<em>${used.join(' ')}</em>` })}</p>`}
${asked !== '' && html`<p class="said" role="status" dir="auto">${summary}</p>`}
${found.length > 0 && documentList(found, { lang: context.site.siteLang, summaries: true })}
${asked !== '' && found.length === 0 && html`<p>${words.say('tryOthers')}</p>`}`,
  })
}

const asList = (words: string[]): Markup => html`${words.map((word, nth) => html`${nth > 0 && ', '}<em>${word}</em>`)}`

/** An unknown preview link looks like an expired one, so that links can't be guessed. */
function whyMissing({ viewer }: PageContext, asked: string, words: SiteWords): Markup {
  if (asked.startsWith('/read/preview/')) return html`${words.say('previewEnded')}`
  const signIn = html`<a href="${signInPath(asked)}">${words.say('signIn')}</a>`
  return html`${words.say('maybeMoved')}${viewer === undefined && [' ', words.say('signInToSee', { signIn })]}`
}

/** The same for missing and hidden pages. */
export function renderMissing(
  context: PageContext,
  asked: string,
  { guess, found }: { guess: string; found: SiteResults['found'] },
): string {
  const words = wordsFor(context.site.siteLang)
  return frame(context, {
    title: words.text('notFound'),
    kind: 'missing',
    back: asked,
    main: html`<header class="title"><p class="code-404" aria-hidden="true">404</p><h1>${words.say('notFound')}</h1>
<p class="lead">${whyMissing(context, asked, words)}</p></header>
${found.length > 0 && html`<section aria-labelledby="likely"><h2 id="likely">${words.say('didYouMean')}</h2>\n${documentList(found, { lang: context.site.siteLang, summaries: false })}</section>`}
${searchForm(guess, false, words)}
<p><a href="/">${words.say('backHome')}</a></p>`,
  })
}

export function renderTrouble(context: PageContext, requestId: string): string {
  const words = wordsFor(context.site.siteLang)
  return frame(context, {
    title: words.text('unavailable'),
    kind: 'missing',
    main: html`<header class="title"><h1>${words.say('unavailable')}</h1>
<p class="lead">${words.say('ourFault')}</p></header>
<p class="said">${words.say('askAdmin', { request: html`<code>${requestId}</code>` })}</p>`,
  })
}
