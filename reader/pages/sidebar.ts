// The sidebar: the outline, opened at the current page. On a small site the other categories unfold in place; on a large one
// they are links to their own pages, so that no page carries the whole tree.

import type { Outline, OutlineCategory, OutlineDocument } from '#features/documents/lists/outline.ts'
import { html, type Markup } from '../html.ts'
import { icon } from '../icons.ts'
import { categoryPath, documentPath, UNWRITTEN } from '../site.ts'

/** Here is the current page: a document and the category it is in, or a category. */
export type Here = { document?: OutlineDocument; category?: string }

export function sidebar(outline: Outline, here: Here): Markup {
  return html`<nav class="sidebar" id="menu" aria-label="Documentation">
<a class="button menu-close" href="#content">${icon('close')}<span class="unseen">Close menu</span></a>
${list(outline.categories, outline.documents, here)}
</nav>`
}

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
  return here.document?.slug === document.slug
    ? documentLink(document, html` aria-current="page"`)
    : madeOnce(document, documentLink)
}

function documentLink({ slug, title, written }: OutlineDocument, current?: Markup): Markup {
  return html`<li><a href="${documentPath(slug)}"${current} dir="auto">${title}${!written && html` <small>${UNWRITTEN}</small>`}</a></li>\n`
}

function categoryItem(category: OutlineCategory, here: Here): Markup {
  const current = here.document === undefined && here.category === category.slug && html` aria-current="page"`
  const link = html`<a href="${categoryPath(category.slug)}"${current} dir="auto">${category.name}</a>`
  const documents = withCurrent(category, here)
  if (!category.loaded || category.categories.length + documents.length === 0) {
    return html`<li class="folder">${link}</li>\n`
  }
  const more = category.count - documents.length
  return html`<li class="folder">${link}
<details${category.open && html` open`}><summary>${icon('chevron')}<span class="unseen">Pages in ${category.name}</span></summary>
${list(category.categories, documents, here)}
${more > 0 && html`<a class="more" href="${categoryPath(category.slug)}">${more} more</a>`}</details></li>\n`
}

/** withCurrent adds the current document where the list of its category is cut off before it. */
function withCurrent({ slug, documents }: OutlineCategory, here: Here): OutlineDocument[] {
  const { document } = here
  if (document === undefined || here.category !== slug) return documents
  return documents.some((listed) => listed.slug === document.slug) ? documents : [...documents, document]
}
