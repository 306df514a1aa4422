// The sidebar, opened at the current page. On a small site other categories unfold in place; on a large one a category's
// branch is loaded when it is opened, so that no page has the whole tree. Without script, categories are links.

import { mergeLevel } from 'galley-blocks/level.ts'
import type { Outline, OutlineCategory, OutlineDocument } from '#features/documents/lists/outline.ts'
import { html, type Markup } from '../html.ts'
import { icon } from '../icons.ts'
import { branchPath, categoryPath, hrefOf } from '../site.ts'
import type { SiteWords } from '../words.ts'

/** A document and its category, or a category. */
export type CurrentPage = { document?: OutlineDocument; category?: string }
type HereInWords = CurrentPage & { words: SiteWords }

const CURRENT = html` aria-current="page"`

export const sidebar = (
  outline: Outline,
  here: CurrentPage,
  words: SiteWords,
): Markup => html`<nav class="sidebar" id="menu" aria-label="${words.say('documentation')}">
<a class="button menu-close" href="#content">${icon('close')}<span class="unseen">${words.say('closeMenu')}</span></a>
${list(outline.categories, outline.documents, { ...here, words })}
</nav>`

function list(categories: OutlineCategory[], documents: OutlineDocument[], here: HereInWords): Markup {
  if (categories.length + documents.length === 0) return html``
  return html`<ul>
${mergeLevel(categories, documents).map((item) => {
  if (!('slot' in item)) return documentItem(item, here)
  return item.open ? categoryItem(item, here) : madeOnce(item, here.words, categoryItem)
})}</ul>`
}

type OutlineItem = OutlineCategory | OutlineDocument
/** Branches without the current page are the same on all pages of an outline and language, so they are rendered once. */
const markups = new WeakMap<SiteWords, WeakMap<OutlineItem, Markup>>()

function madeOnce<Item extends OutlineItem>(
  item: Item,
  words: SiteWords,
  make: (item: Item, here: HereInWords) => Markup,
): Markup {
  const inWords = markups.getOrInsertComputed(words, () => new WeakMap<OutlineItem, Markup>())
  return inWords.getOrInsertComputed(item, () => make(item, { words }))
}

function documentItem(document: OutlineDocument, here: HereInWords): Markup {
  return here.document?.slug === document.slug
    ? documentLink(document, here, CURRENT)
    : madeOnce(document, here.words, documentLink)
}

function documentLink({ title, written, ...at }: OutlineDocument, { words }: HereInWords, current?: Markup): Markup {
  return html`<li><a href="${hrefOf(at)}"${current}><bdi>${title}</bdi>${!written && html` <small>${words.say('unwritten')}</small>`}</a></li>\n`
}

function categoryItem(category: OutlineCategory, here: HereInWords): Markup {
  const { index } = category
  const isHere = index ? here.document?.slug === index.slug : !here.document && here.category === category.slug
  const href = index ? hrefOf(index) : categoryPath(category.slug)
  const link = html`<a href="${href}"${isHere && CURRENT}><bdi>${category.name}</bdi></a>`
  const documents = withCurrent(category, here)
  if (!category.loaded && category.filled)
    return html`<li class="folder">${link}\n${unfold(category, here.words)}</li>\n`
  if (category.categories.length + documents.length === 0) return html`<li class="folder">${link}</li>\n`
  return html`<li class="folder">${link}\n${branch(category, here, documents)}</li>\n`
}

/** A category's content, also sent alone to a sidebar that has only its name. */
export function branch(category: OutlineCategory, here: HereInWords, documents = category.documents): Markup {
  const more = category.count - documents.length - (category.index ? 1 : 0)
  return html`<details${category.open && html` open`}><summary>${pagesIn(category, here.words)}</summary>
${list(category.categories, documents, here)}
${more > 0 && html`<a class="more" href="${categoryPath(category.slug)}">${here.words.say('more', { count: more })}</a>`}</details>`
}

const pagesIn = ({ name }: OutlineCategory, words: SiteWords): Markup =>
  html`${icon('chevron')}<span class="unseen">${words.say('pagesIn', { name })}</span>`

/** A link that reader.js replaces by the branch. */
const unfold = (category: OutlineCategory, words: SiteWords): Markup =>
  html`<a class="unfold" href="${categoryPath(category.slug)}" data-branch="${branchPath(category.slug)}">${pagesIn(category, words)}</a>`

/** Adds the current document if its category's list is cut off before it. */
function withCurrent({ slug, index, documents }: OutlineCategory, here: CurrentPage): OutlineDocument[] {
  const { document } = here
  if (document === undefined || here.category !== slug || document.slug === index?.slug) return documents
  return documents.some((listed) => listed.slug === document.slug) ? documents : [...documents, document]
}
