// The page of a preview link: unpublished text as readers will see it. Doesn't reveal anything around the document: no
// category, no neighbours.

import { holdsDiagram } from 'galley-blocks/html/code.ts'
import type { PreviewPage } from '#features/documents/drafts/previews.ts'
import { html, markup } from '../html.ts'
import { icon } from '../icons.ts'
import { dateOf, type PageContext } from '../site.ts'
import { wordsFor } from '../words.ts'
import { contents, smallContents, tagList } from './document.ts'
import { frame } from './frame.ts'

export function renderPreview(context: PageContext, page: PreviewPage): string {
  const words = wordsFor(page.lang, context.site.siteLang)
  const lang = words.dateLang(page.lang ?? context.site.siteLang)
  return frame(context, {
    title: page.title,
    lang: page.lang,
    kind: 'document',
    diagrams: holdsDiagram(page.html),
    main: html`<article>
<p class="drafted">${icon('clock')}<span>${words.say('preview', { date: dateOf(page.expiresAt, lang) })}</span></p>
<header class="title">
<h1 dir="auto">${page.title}</h1>
${page.lead && html`<p class="lead" dir="auto">${page.lead}</p>`}
<p class="facts"><span>${words.say('saved', { date: dateOf(page.savedAt, lang) })}</span></p>
</header>
${smallContents(page, words)}
<div class="content">
${page.html === '' ? html`<p class="nothing">${words.say('noContent')}</p>` : markup(words.filled(page.html))}</div>
${page.tags.length > 0 && tagList(page.tags, words)}
</article>`,
    aside: contents(page, words),
  })
}
