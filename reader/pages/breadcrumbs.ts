// The breadcrumbs of a document or category.

import { html, type Markup } from '../html.ts'
import { categoryPath } from '../site.ts'
import type { SiteWords } from '../words.ts'

export const breadcrumbs = (
  way: { slug: string; name: string }[],
  words: SiteWords,
): Markup => html`<nav class="crumbs" aria-label="${words.say('breadcrumbs')}"><ol>
<li><a href="/">${words.say('home')}</a></li>
${way.map(({ slug, name }) => html`<li><a href="${categoryPath(slug)}" dir="auto">${name}</a></li>\n`)}</ol></nav>`
