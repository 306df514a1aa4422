// A document's page: breadcrumbs, content and everything around it.

import { holdsDiagram } from 'galley-blocks/html/code.ts'
import { HERO } from 'galley-blocks/html/containers.ts'
import type { ApprovedDraft, Article, Neighbourhood } from '#features/documents/reading/article.ts'
import type { PageEvidence } from '#features/evidence/reading.ts'
import { html, type Markup, markup } from '../html.ts'
import { icon } from '../icons.ts'
import {
  categoryPath,
  dateOf,
  documentPath,
  editPath,
  historyPath,
  hrefOf,
  type PageContext,
  type SiteSettings,
  tagPath,
} from '../site.ts'
import { type SiteWords, wordsFor } from '../words.ts'
import { breadcrumbs } from './breadcrumbs.ts'
import { feedbackPart } from './feedback.ts'
import { frame } from './frame.ts'
import { citations, sourcesList } from './sources.ts'

/** A longer table of contents shows fewer levels. */
const MOST_LISTED = 60
const LEVELS = [4, 3, 2, 1]

export function renderDocument(
  context: PageContext,
  article: Article,
  around: Neighbourhood,
  evidence: Pick<PageEvidence, 'notes' | 'checked_at'>,
  path = documentPath(article.slug),
): string {
  const { notes } = evidence
  const isHome = path === '/'
  const page = { ...article, way: around.path, isLanding: article.html.startsWith(HERO), isHome }
  const category = page.way.at(-1)
  const words = wordsFor(page.lang, context.site.siteLang)
  return frame(context, {
    title: page.title,
    path,
    description: (isHome && context.site.brand.description) || page.description,
    picture: page.picture,
    drawn: `${documentPath(page.slug)}/sharing.png`,
    lang: page.lang,
    kind: isHome ? 'home' : 'document',
    diagrams: holdsDiagram(page.html),
    markdown: `${documentPath(page.slug)}.md`,
    here: { document: article, ...(category && { category: category.slug }) },
    facts: [
      { ...articleFacts(context, page, path), ...(notes.length > 0 && { citation: citations(notes, context.base) }) },
      crumbFacts(context, page, path, words),
    ],
    main: html`${mainPart(context, page, evidence, words)}
${!page.isLanding && neighbours(around, words)}`,
    aside: !page.isLanding && contents(page, words),
  })
}

/** A landing page begins with a hero, which has the title; the home page is in no category. */
type PathedArticle = Article & { way: Neighbourhood['path']; isLanding: boolean; isHome: boolean }

function mainPart(
  context: PageContext,
  page: PathedArticle,
  { notes, checked_at }: Pick<PageEvidence, 'notes' | 'checked_at'>,
  words: SiteWords,
): Markup {
  const lang = words.dateLang(page.lang ?? context.site.siteLang)
  const shown = markup(words.filled(page.html))
  if (page.isLanding) {
    const heading = shown.text.replace('<h2 ', '<h1 ').replace('</h2>', '</h1>')
    return html`<article class="landing">${!page.isHome && breadcrumbs(page.way, words)}<div class="content">
${markup(heading)}</div>
${page.drafted && draftNote(page.drafted, lang, context.site.siteApprovers === 'on', words)}${sourcesList(notes, lang, words)}</article>`
  }
  return html`<article>
${!page.isHome && breadcrumbs(page.way, words)}
<header class="title">
<h1 dir="auto">${page.title}</h1>
${page.lead && html`<p class="lead" dir="auto">${page.lead}</p>`}
${factsOf(context, { ...page, checked_at }, notes.length > 0, words)}
</header>
${page.drafted && draftNote(page.drafted, lang, context.site.siteApprovers === 'on', words)}
${smallContents(page, words)}
<div class="content">
${page.html === '' ? html`<p class="nothing">${words.say('noContent')}</p>` : shown}</div>
${sourcesList(notes, lang, words)}
${page.tags.length > 0 && tagList(page.tags, words)}
${page.html !== '' && feedbackPart(context, page, words)}
</article>`
}

/** The facts that the site wants to show about a page (GALLEY_SITE_PAGE_FACTS), and its menu. */
function factsOf(
  { site, base, viewer }: PageContext,
  page: Article & Pick<PageEvidence, 'checked_at'>,
  isGrounded: boolean,
  words: SiteWords,
): Markup {
  const shows = (fact: SiteSettings['sitePageFacts'][number]) => site.sitePageFacts.includes(fact)
  const lang = words.dateLang(page.lang ?? site.siteLang)
  const date = dateOf(page.updated_at, lang)
  const who = shows('author') && page.changedBy
  return html`<div class="facts">${shows('updated') && html`<span>${who ? words.say('updatedBy', { date, who }) : words.say('updated', { date })}</span>`}${shows('version') && page.edition && html`<span>${words.say('version', { number: page.edition })}</span>`}${page.checked_at && html`<span>${words.say('checked', { date: dateOf(page.checked_at, lang) })}</span>`}${!page.public && html`<span class="closed">${words.say(page.published ? 'notPublic' : 'notPublished')}</span>`}${isGrounded && html`<a class="sources-link" href="#source-1">${words.say('sources')}</a>`}${viewer?.edits && [shows('edit') && html`<a href="${editPath(page.id)}">${words.say('edit')}</a>`, shows('history') && html`<a href="${historyPath(page.id)}">${words.say('history')}</a>`]}${pageMenu(documentPath(page.slug), page.public ? site.siteAssistants : [], base, words)}</div>`
}

const ASSISTANTS = {
  chatgpt: { name: 'ChatGPT', address: 'https://chatgpt.com/?hints=search&q=' },
  claude: { name: 'Claude', address: 'https://claude.ai/new?q=' },
}

/** Works without script, except for copying. Assistants fetch the address themselves, so only public pages offer them. */
function pageMenu(path: string, assistants: SiteSettings['siteAssistants'], base: string, words: SiteWords): Markup {
  const asked = encodeURIComponent(words.text('readForMe', { url: `${base}${path}.md` }))
  return html`<details class="page-menu"><summary>${words.say('copyOrPrint')}${icon('chevron')}</summary><div>
<button type="button" data-copy="${path}.md" hidden>${words.say('copyMarkdown')}</button>
<a href="${path}.md">${words.say('viewMarkdown')}</a>
<a href="${path}/print">${words.say('printView')}</a>
${assistants.map((name) => html`<a href="${ASSISTANTS[name].address}${asked}" target="_blank" rel="noopener noreferrer">${words.say('openIn', { name: ASSISTANTS[name].name })}</a>\n`)}</div></details>`
}

function draftNote(
  { by, at, isByModel, changedSince }: ApprovedDraft,
  lang: string,
  isNamed: boolean,
  words: SiteWords,
): Markup {
  const who = (isNamed && by) || words.say('anEditor')
  const told = words.say(isByModel ? 'aiDrafted' : 'fromNotes', { who, date: dateOf(at, lang) })
  return html`<p class="drafted">${icon('spark')}<span>${told}${changedSince && [', ', words.say('editedSince')]}</span></p>`
}

type TocEntry = { anchor: string; text: string; depth: number }

type ArticleOutline = Pick<Article, 'outline'>

function entriesOf({ outline }: ArticleOutline): TocEntry[] {
  const named = outline.filter((entry) => entry.text !== '')
  const top = Math.min(...named.map((entry) => entry.level))
  const entries = named.map(({ anchor, text, level }) => ({ anchor, text, depth: level - top }))
  const within = (levels: number) => entries.filter(({ depth }) => depth < levels)
  const levels = LEVELS.find((most) => within(most).length <= MOST_LISTED) ?? 1
  return within(levels).slice(0, 2 * MOST_LISTED)
}

const entryList = (entries: TocEntry[]): Markup => html`<ul>
${entries.map(({ anchor, text, depth }) => html`<li class="depth-${depth}"><a href="#${anchor}"><bdi>${text}</bdi></a></li>\n`)}</ul>`

export function contents(page: ArticleOutline, words: SiteWords): Markup {
  const entries = entriesOf(page)
  if (entries.length < 2) return html``
  return html`<aside class="toc" aria-labelledby="toc-title">
<nav aria-labelledby="toc-title"><h2 id="toc-title">${words.say('onThisPage')}</h2>
${entryList(entries)}
</nav></aside>`
}

/** The table of contents for narrow screens. */
export function smallContents(page: ArticleOutline, words: SiteWords): Markup {
  const entries = entriesOf(page)
  if (entries.length < 3) return html``
  return html`<details class="toc-small"><summary>${words.say('onThisPage')}</summary>
${entryList(entries)}
</details>`
}

export const tagList = (
  tags: string[],
  words: SiteWords,
): Markup => html`<ul class="tags" aria-label="${words.say('tags')}">
${tags.map((tag) => html`<li><a href="${tagPath(tag)}" rel="tag" dir="auto">${tag}</a></li>\n`)}</ul>`

function neighbours({ previous, next }: Neighbourhood, words: SiteWords): Markup {
  if (!previous && !next) return html``
  const link = (neighbour: NonNullable<Neighbourhood['next']>, kind: 'previous' | 'next') =>
    html`<a class="${kind}" rel="${kind === 'previous' ? 'prev' : 'next'}" href="${hrefOf(neighbour)}">${icon(kind === 'previous' ? 'left' : 'right')}<span><small>${words.say(kind)}</small><span dir="auto">${neighbour.title}</span></span></a>`
  return html`<nav class="neighbours" aria-label="${words.say('previousAndNext')}">
${previous && link(previous, 'previous')}${next && link(next, 'next')}
</nav>`
}

function articleFacts({ base, site }: PageContext, page: Article, path: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'TechArticle',
    headline: page.title,
    inLanguage: page.lang ?? site.siteLang,
    url: base + path,
    dateModified: page.updated_at,
    ...(page.publishedAt !== null && { datePublished: new Date(page.publishedAt).toISOString() }),
    ...(page.description && { description: page.description }),
    ...(page.tags.length > 0 && { keywords: page.tags.join(', ') }),
    ...(page.author && { author: { '@type': 'Person', name: page.author } }),
    publisher: { '@type': 'Organization', name: site.brand.name },
  }
}

function crumbFacts({ base }: PageContext, page: PathedArticle, path: string, words: SiteWords): object {
  const crumbs = [
    { name: words.text('home'), item: `${base}/` },
    ...page.way.map(({ name, slug, index }) => ({ name, item: base + (index ? hrefOf(index) : categoryPath(slug)) })),
    { name: page.title, item: base + path },
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map((crumb, index) => ({ '@type': 'ListItem', position: index + 1, ...crumb })),
  }
}
