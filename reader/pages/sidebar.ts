// The sidebar: the outline, opened at the current page. On a small site the other categories unfold in place. On a large one a
// category brings its branch when it is opened, so that no page carries the whole tree; without script it leads to its own page.

import { type BodyPiece, type KeptPiece, keptPiece } from '#bytes.ts'
import type { Outline, OutlineCategory, OutlineDocument } from '#features/documents/lists/outline.ts'
import { html, type Markup, markup } from '../html.ts'
import { icon } from '../icons.ts'
import { branchPath, categoryPath, documentPath, UNWRITTEN } from '../site.ts'

/** Here is the current page: a document and the category it is in, or a category. */
export type Here = { document?: OutlineDocument; category?: string }

const OPENING = html`<nav class="sidebar" id="menu" aria-label="Documentation">
<a class="button menu-close" href="#content">${icon('close')}<span class="unseen">Close menu</span></a>
`
const CLOSING = html`
</nav>`

const CURRENT = html` aria-current="page"`
const KEPT = {
  opening: keptPiece(OPENING.text),
  current: keptPiece(CURRENT.text),
  closing: keptPiece(CLOSING.text),
}

export const sidebar = (outline: Outline, here: Here): Markup =>
  html`${OPENING}${list(outline.categories, outline.documents, here)}${CLOSING}`

/** sidebarPieces: the documents of a category have the same outline: its list is made once, and each page marks itself there. */
export function sidebarPieces(outline: Outline, here: Here & { document: OutlineDocument }): BodyPiece[] {
  const { bytes, print } = plainList(outline)
  const link = openingOf(here.document.slug)
  const at = bytes.indexOf(link)
  if (at === -1) return [sidebar(outline, here).text]
  const end = at + Buffer.byteLength(link)
  const [upTo, rest] = [
    { bytes: bytes.subarray(0, end), print },
    { bytes: bytes.subarray(end), print: String(end) },
  ]
  return [KEPT.opening, upTo, KEPT.current, rest, KEPT.closing]
}

const plainLists = new WeakMap<Outline, KeptPiece>()

function plainList(outline: Outline): KeptPiece {
  const known = plainLists.get(outline)
  if (known) return known
  const plain = keptPiece(list(outline.categories, outline.documents, {}).text)
  plainLists.set(outline, plain)
  return plain
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
  return here.document?.slug === document.slug ? documentLink(document, CURRENT) : madeOnce(document, documentLink)
}

/** openingOf is how the link to a document begins, and no other. */
const openingOf = (slug: string): string => html`<li><a href="${documentPath(slug)}"`.text

function documentLink({ slug, title, written }: OutlineDocument, current?: Markup): Markup {
  return html`${markup(openingOf(slug))}${current} dir="auto">${title}${!written && html` <small>${UNWRITTEN}</small>`}</a></li>\n`
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
