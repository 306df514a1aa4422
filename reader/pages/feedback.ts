// Feedback on a page and suggested edits, as forms that need no script.

import type { Article } from '#features/documents/reading/article.ts'
import { html, type Markup } from '../html.ts'
import { canSuggest, documentPath, type PageContext } from '../site.ts'
import { type SiteWords, wordsFor } from '../words.ts'
import { frame } from './frame.ts'

export const LONGEST_FEEDBACK = 2_000
/** More sections aren't offered. */
const MOST_SECTIONS = 60

type HelpedPage = Pick<Article, 'slug' | 'outline'>

/** Shown at the end of a page; empty if the site doesn't ask for feedback. */
export function feedbackPart(context: PageContext, page: HelpedPage, words: SiteWords): Markup {
  const path = documentPath(page.slug)
  const suggestion = canSuggest(context) && html`<a href="${path}/suggest">${words.say('suggestEdit')}</a>`
  if (context.site.siteFeedback !== 'on') return html`${suggestion && html`<p class="feedback">${suggestion}</p>`}`
  const sections = page.outline.filter(({ text }) => text !== '').slice(0, MOST_SECTIONS)
  return html`<section class="helped" aria-labelledby="helped"><form class="feedback" method="post" action="${path}/feedback">
<span id="helped">${words.say('pageHelpful')}</span><button type="submit" name="helped" value="yes">${words.say('yes')}</button></form>
<details><summary>${words.say('no')}</summary><form class="reply" method="post" action="${path}/feedback">
<input type="hidden" name="helped" value="no">
${sections.length > 1 && html`<label for="helped-part">${words.say('whichPart')}</label><select id="helped-part" name="section"><option value="">${words.say('wholePage')}</option>${sections.map(({ text }) => html`<option>${text}</option>`)}</select>`}
<label for="helped-text">${words.say('whatIsMissing')}</label><textarea id="helped-text" name="text" rows="3" maxlength="${LONGEST_FEEDBACK}"></textarea>
<button type="submit">${words.say('send')}</button></form></details>
${suggestion}</section>`
}

/** `said`: what happens with the input. */
export function renderThanks(
  context: PageContext,
  { slug, title, lang }: Pick<Article, 'slug' | 'title' | 'lang'>,
  outcome: 'thanks' | 'suggested' | 'nothingChanged',
): string {
  const words = wordsFor(lang, context.site.siteLang)
  return frame(context, {
    title,
    kind: 'search',
    lang,
    main: html`<header class="title"><h1 dir="auto">${title}</h1></header>
<p role="status">${words.say(outcome)}</p><p><a href="${documentPath(slug)}">${words.say('backToPage')}</a></p>`,
  })
}

export function renderSuggest(
  context: PageContext,
  { slug, title, lang }: Pick<Article, 'slug' | 'title' | 'lang'>,
  markdown: string,
): string {
  const words = wordsFor(lang, context.site.siteLang)
  return frame(context, {
    title: `${words.text('suggestEdit')}: ${title}`,
    kind: 'search',
    lang,
    main: html`<header class="title"><h1>${words.say('suggestEdit')}</h1><p class="lead"><a href="${documentPath(slug)}" dir="auto">${title}</a></p></header>
<p>${words.say('suggestHint')}</p>
<form class="reply" method="post" action="${documentPath(slug)}/suggest">
<label for="suggested">${words.say('suggestText')}</label><textarea id="suggested" name="markdown" rows="24" required dir="auto" spellcheck="true">
${markdown}</textarea>
<label for="why">${words.say('suggestWhy')}</label><input id="why" name="reason" maxlength="1000">
<button type="submit">${words.say('send')}</button></form>`,
  })
}
