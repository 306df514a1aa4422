// The print view: one or many documents as one text with contents. Links between its documents stay within it, so ids get a
// prefix per document.

import { holdsDiagram } from 'galley-blocks/html/code.ts'
import { decodedPart } from 'galley-blocks/urls.ts'
import type { Article } from '#features/documents/reading/article.ts'
import { html, type Markup, markup } from '../html.ts'
import { icon } from '../icons.ts'
import { iconLink } from '../look.ts'
import { dateOf, type PageContext } from '../site.ts'
import { directionOf, type SiteWords, wordsFor } from '../words.ts'

/** The documents of a category; without a name if it is the page's own. */
export type PrintedPart = { name?: string | undefined; articles: Article[] }
type PrintPage = {
  title: string
  lead: string | null
  lang: string | null
  /** The page that this is a view of. */
  path: string
  parts: PrintedPart[]
  /** Where a long category continues. */
  nextPath?: string | undefined
}

export function renderPrint({ site, base }: PageContext, page: PrintPage): string {
  const { title, lead, path, parts, nextPath } = page
  const lang = page.lang ?? site.siteLang
  const words = wordsFor(lang, site.siteLang)
  const articles = parts.flatMap((part) => part.articles)
  const inside = new Map(articles.map(({ slug, id }) => [slug, id]))
  const body = parts.map((part) => [
    part.name !== undefined && html`<h1 class="part" dir="auto">${part.name}</h1>\n`,
    part.articles.map((article) => printed(article, inside, site.siteLang, articles.length > 1)),
  ])
  return html`<!doctype html>
<html lang="${lang}"${directionOf(lang) === 'rtl' && html` dir="rtl"`} data-theme="light">
<head>
<meta charset="utf-8">
<title>${title} · ${site.brand.name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="canonical" href="${base}${path}">
<link rel="stylesheet" href="${site.colours}">
<link rel="stylesheet" href="${site.assets.style}">
<script src="${site.assets.print}" defer></script>
${articles.some((article) => holdsDiagram(article.html)) && html`<script src="${site.assets.diagrams}" type="module"></script>\n`}${iconLink(site.icon)}
</head>
<body class="page-print">
<nav class="print-bar" aria-label="${words.say('printView')}"><a href="${path}">${icon('left')} ${title}</a><button class="print-now" type="button" hidden>${words.say('print')}</button></nav>
<main id="content">
<header class="title"><p class="facts">${site.brand.name}</p>
<h1 dir="auto">${title}</h1>
${lead && html`<p class="lead" dir="auto">${lead}</p>`}</header>
${articles.length === 1 ? sections(articles[0]!, words) : documents(parts, words)}
${articles.length === 0 && html`<p class="nothing">${words.say('emptyCategory')}</p>`}
${body}
${nextPath && html`<p class="print-more"><a rel="next" href="${nextPath}">${words.say('nextPart')}</a></p>`}
</main>
</body>
</html>
`.text
}

const titled = (words: SiteWords, list: Markup): Markup =>
  html`<nav class="print-contents" aria-labelledby="contents"><h2 id="contents">${words.say('contents')}</h2>\n${list}</nav>`

function documents(parts: PrintedPart[], words: SiteWords): Markup | false {
  const entry = ({ id, title }: Article) => html`<li><a href="#d${id}" dir="auto">${title}</a></li>\n`
  if (parts.length === 0) return false
  return titled(
    words,
    html`${parts.map(({ name, articles }) => html`${name !== undefined && html`<h3 dir="auto">${name}</h3>`}<ol>\n${articles.map(entry)}</ol>\n`)}`,
  )
}

function sections({ id, outline }: Article, words: SiteWords): Markup | false {
  const named = outline.filter(({ text }) => text !== '')
  const top = Math.min(...named.map(({ level }) => level))
  const shown = named.filter(({ level }) => level < top + 2)
  if (shown.length < 3) return false
  const entry = ({ anchor, text, level }: (typeof shown)[number]) =>
    html`<li class="depth-${level - top}"><a href="#d${id}-${anchor}" dir="auto">${text}</a></li>\n`
  return titled(words, html`<ol>\n${shown.map(entry)}</ol>`)
}

function printed(page: Article, inside: ReadonlyMap<string, number>, siteLang: string, isOneOfMany: boolean): Markup {
  const words = wordsFor(page.lang, siteLang)
  const date = dateOf(page.updated_at, words.dateLang(page.lang ?? siteLang))
  const text = words.filled(page.html)
  return html`<article id="d${page.id}" lang="${page.lang ?? siteLang}" dir="${directionOf(page.lang ?? siteLang)}">
${isOneOfMany && html`<h1 dir="auto">${page.title}</h1>\n${page.lead && html`<p class="lead" dir="auto">${page.lead}</p>\n`}`}<p class="facts"><span>${words.say('updated', { date })}</span></p>
<div class="content">
${page.html === '' ? html`<p class="nothing">${words.say('noContent')}</p>` : markup(withinPrint(text, page.id, inside))}</div>
</article>\n`
}

/** Quotes in text and values are escaped, so these matches are attributes. */
const NAMES = / (id|for|name|href|aria-labelledby|aria-describedby)="([^"]*)"/g

function withinPrint(text: string, id: number, inside: ReadonlyMap<string, number>): string {
  // Tables are numbered per document, and landmarks of a page need distinct names.
  return text
    .replaceAll(' role="region"', ' role="group"')
    .replace(NAMES, (whole, attribute: string, value: string) => {
      if (attribute !== 'href') return ` ${attribute}="d${id}-${value}"`
      if (value.startsWith('#')) return ` href="#d${id}-${value.slice(1)}"`
      const [, slug, anchor] = /^\/read\/([^/?#]+)(?:#(.*))?$/.exec(value) ?? []
      const target = slug === undefined ? undefined : inside.get(decodedPart(slug))
      return target === undefined ? whole : ` href="#d${target}${anchor ? `-${anchor}` : ''}"`
    })
}
