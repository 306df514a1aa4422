// The frame around every page: head, top bar, sidebar, footer.

import { SHARING_SIZE } from '#features/brand/sharing-picture.ts'
import { dataBlock, html, type Markup, type Value } from '../html.ts'
import { icon } from '../icons.ts'
import { iconLink } from '../look.ts'
import { type PageContext, type SiteSettings, signInPath } from '../site.ts'
import { directionOf, type SiteWords, wordsFor } from '../words.ts'
import { type CurrentPage, sidebar } from './sidebar.ts'

type FramedPage = {
  title: string
  /** The page's path; pages without one (404, search) aren't indexed. */
  path?: string
  /** Where to return after signing in, if the page has no path. */
  back?: string
  description?: string | null
  /** The preview image when the page is shared; without one it is drawn (sharing.ts). */
  picture?: string | null
  drawn?: string
  /** The page's language, if it isn't the site's. */
  lang?: string | null
  kind: 'home' | 'document' | 'listing' | 'search' | 'missing'
  main: Value
  aside?: Value
  /** The current page in the sidebar. */
  here?: CurrentPage
  /** The page contains diagrams. */
  diagrams?: boolean
  /** JSON-LD objects. */
  facts?: object[]
  /** The page's own feed. */
  feed?: string | false
  /** The same page as Markdown. */
  markdown?: string
}

export function frame(context: PageContext, page: FramedPage): string {
  const { brand, siteLang } = context.site
  const lang = page.lang ?? siteLang
  const words = wordsFor(lang, siteLang)
  const { scheme } = brand
  return html`<!doctype html>
<html lang="${lang}"${directionOf(lang) === 'rtl' && html` dir="rtl"`}${scheme !== 'auto' && html` data-theme="${scheme}"`}>
${head(context, page, words)}
<body class="page-${page.kind}">
<a class="skip" href="#content">${words.say('skip')}</a>
${context.site.isAnnounced && announcement(brand, words)}
${topBar(context, page, words)}
<div class="frame">
${sidebar(context.outline, page.here ?? {}, words)}
<main id="content" tabindex="-1">
${page.main}
</main>
${page.aside}
</div>
${footer(context, words)}
</body>
</html>
`.text
}

function head({ site, base }: PageContext, page: FramedPage, words: SiteWords): Markup {
  const { name } = site.brand
  const title = page.kind === 'home' ? name : `${page.title} · ${name}`
  const address = page.path === undefined ? undefined : base + page.path
  const { assets, colours } = site
  return html`<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<script src="${assets.theme}"></script>
<link rel="stylesheet" href="${colours}">
<link rel="stylesheet" href="${assets.style}">
<script src="${assets.scripts[words.lang]}" defer></script>
${page.diagrams && html`<script src="${assets.diagrams}" type="module"></script>\n`}${iconLink(site.icon)}
<link rel="alternate" type="application/atom+xml" title="${name}" href="/feed.xml">
${page.feed && html`<link rel="alternate" type="application/atom+xml" title="${page.title}" href="${page.feed}">\n`}${page.markdown && html`<link rel="alternate" type="text/markdown" href="${page.markdown}">\n`}${
  page.description && html`<meta name="description" content="${page.description}">\n`
}${
  address === undefined
    ? html`<meta name="robots" content="noindex">`
    : html`<link rel="canonical" href="${address}">
<meta property="og:url" content="${address}">`
}
<meta property="og:title" content="${page.title}">
<meta property="og:type" content="${page.kind === 'document' ? 'article' : 'website'}">
<meta property="og:site_name" content="${name}">
${address !== undefined && sharedWith(page, base)}${page.description && html`<meta property="og:description" content="${page.description}">\n`}${page.facts?.map(
  (fact) => html`<script type="application/ld+json">${dataBlock(fact)}</script>\n`,
)}</head>`
}

function sharedWith({ picture, drawn = '/read/sharing.png' }: FramedPage, base: string): Markup {
  const { width, height } = SHARING_SIZE
  return html`<meta property="og:image" content="${URL.parse(picture || drawn, `${base}/`)?.href}">
${!picture && html`<meta property="og:image:width" content="${width}">\n<meta property="og:image:height" content="${height}">\n`}<meta name="twitter:card" content="summary_large_image">
`
}

function announcement({ announcement: { text, url } }: SiteSettings['brand'], words: SiteWords): Markup {
  const line = html`<span dir="auto">${text}</span>`
  return html`<aside class="announcement" aria-label="${words.say('announcement')}">${url === '' ? line : html`<a href="${url}">${line}</a>`}</aside>`
}

/** With a dark logo, the style sheet shows one of two; lazy loading fetches only that one. */
function logoOf({ logo, logoDark }: SiteSettings): Markup | false {
  const shown = (src: string, attributes: Markup) =>
    src !== '' && html`<img src="${src}" alt="" height="28"${attributes}>`
  if (logo === logoDark) return shown(logo, html``)
  return html`${shown(logo, html` class="on-light" loading="lazy"`)}${shown(logoDark, html` class="on-dark" loading="lazy"`)}`
}

function topBar({ site, viewer }: PageContext, page: FramedPage, words: SiteWords): Markup {
  const { brand } = site
  const back = page.path ?? page.back ?? '/'
  return html`<header class="top">
<a class="button menu-open" href="#menu">${icon('menu')}<span class="unseen">${words.say('menu')}</span></a>
<a class="brand" href="/">${logoOf(site)}<span>${brand.name}</span></a>
${brand.links.length > 0 && html`<nav class="site-links" aria-label="${words.say('site')}">${linksOf(site)}</nav>\n`}<a class="search-open" href="/read/search${page.lang && `?lang=${page.lang}`}" aria-label="${words.say('search')}" aria-keyshortcuts="/ Control+K">${icon('search')}<span>${words.say('search')}</span><kbd aria-hidden="true">/</kbd></a>
<button class="button theme-switch" type="button" hidden>${icon('theme')}<span class="unseen">${words.say('theme')}</span></button>
${
  viewer === undefined
    ? html`<a class="account" href="${signInPath(back)}">${words.say('signIn')}</a>`
    : html`<a class="account" href="/panel/" title="${words.say('openPanel')}"><span class="initial" aria-hidden="true">${[...viewer.name][0]?.toUpperCase()}</span><span class="account-name">${viewer.name}</span></a>`
}
</header>`
}

const linksOf = ({ brand }: PageContext['site']): Markup[] =>
  brand.links.map(({ label, url }) => html`<a href="${url}">${label}</a> `)

function footer({ site }: PageContext, words: SiteWords): Markup {
  return html`<footer class="bottom">
<p>${site.brand.footer || site.brand.name}</p>
<nav aria-label="${words.say('aboutSite')}"><a href="/">${words.say('home')}</a> ${linksOf(site)} <a href="/feed.xml">${words.say('feed')}</a> <a href="/llms.txt">${words.say('forModels')}</a></nav>
</footer>`
}
