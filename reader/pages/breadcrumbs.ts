// The way from the home page to a document or category.

import { html, type Markup } from '../html.ts'
import { categoryPath } from '../site.ts'

export const breadcrumbs = (
  way: { slug: string; name: string }[],
): Markup => html`<nav class="crumbs" aria-label="Breadcrumbs"><ol>
<li><a href="/">Home</a></li>
${way.map(({ slug, name }) => html`<li><a href="${categoryPath(slug)}" dir="auto">${name}</a></li>\n`)}</ol></nav>`
