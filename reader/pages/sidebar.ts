// The sidebar: the outline, opened at the current page. On a small site the other categories unfold in place. On a large one a
// category brings its branch when it is opened, so that no page carries the whole tree; without script it leads to its own page.

import type { Outline, OutlineCategory, OutlineDocument } from '#features/documents/lists/outline.ts'
import { html, type Markup } from '../html.ts'
import { icon } from '../icons.ts'
import { branchPath, categoryPath, documentPath, UNWRITTEN } from '../site.ts'

/** Here is the current page: a document and the category it is in, or a category. */
export type Here = { document?: OutlineDocument; category?: string }

const CURRENT = html` aria-current="page"`

export const sidebar = (
  outline: Outline,
  here: Here,
): Markup => html`<nav class="sidebar" id="menu" aria-label="Documentation">
<a class="button menu-close" href="#content">${icon('close')}<span class="unseen">Close menu</span></a>
${list(outline.categories, outline.documents, here)}
</nav>`

function list(categories: OutlineCategory[], documents: OutlineDocument[], here: Here): Markup {
  if (categories.length + documents.length === 0) return html``
  return html`<ul>
${categories.map((category) =>
  category.open ? categoryItem(category, here) : madeOnce(category, (closed) => categoryItem(closed, {})),
)}${documents.map((document) => documentItem(document, here))}</ul>`
}

/** What does not show the current page is the same on every page of the same outline, and made once. */
const made = new WeakMap<OutlineCategory | OutlineDocument, Markup>()

function madeOnce<Item extends OutlineCategory | OutlineDocument>(item: Item, make: (item: Item) => Markup): Markup {
  const known = made.get(item)
  if (known) return known
  const markup = make(item)
  made.set(item, markup)
  return markup
}

function documentItem(document: OutlineDocument, here: Here): Markup {
  return here.document?.slug === document.slug ? documentLink(document, CURRENT) : madeOnce(document, documentLink)
}

function documentLink({ slug, title, written }: OutlineDocument, current?: Markup): Markup {
  return html`<li><a href="${documentPath(slug)}"${current} dir="auto">${title}${!written && html` <small>${UNWRITTEN}</small>`}</a></li>\n`
}

function categoryItem(category: OutlineCategory, here: Here): Markup {
  const current = here.document === undefined && here.category === category.slug && CURRENT
  const link = html`<a href="${categoryPath(category.slug)}"${current} dir="auto">${category.name}</a>`
  const documents = withCurrent(category, here)
  if (!category.loaded && category.filled) return html`<li class="folder">${link}\n${unfold(category)}</li>\n`
  if (category.categories.length + documents.length === 0) return html`<li class="folder">${link}</li>\n`
  return html`<li class="folder">${link}\n${branch(category, documents, here)}</li>\n`
}

/** branch is what is in a category, also sent by itself to a sidebar that has only its name. */
export function branch(category: OutlineCategory, documents = category.documents, here: Here = {}): Markup {
  const more = category.count - documents.length
  return html`<details${category.open && html` open`}><summary>${pagesIn(category)}</summary>
${list(category.categories, documents, here)}
${more > 0 && html`<a class="more" href="${categoryPath(category.slug)}">${more} more</a>`}</details>`
}

const pagesIn = ({ name }: OutlineCategory): Markup =>
  html`${icon('chevron')}<span class="unseen">Pages in ${name}</span>`

/** unfold is a link for those without script; reader.js puts the branch in its place. */
const unfold = (category: OutlineCategory): Markup =>
  html`<a class="unfold" href="${categoryPath(category.slug)}" data-branch="${branchPath(category.slug)}">${pagesIn(category)}</a>`

/** withCurrent adds the current document where the list of its category is cut off before it. */
function withCurrent({ slug, documents }: OutlineCategory, here: Here): OutlineDocument[] {
  const { document } = here
  if (document === undefined || here.category !== slug) return documents
  return documents.some((listed) => listed.slug === document.slug) ? documents : [...documents, document]
}
