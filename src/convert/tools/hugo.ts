// Hugo: `_index.md` describes a folder, weights are in front matter, addresses begin where `content/` or a language ends, and
// pages may show the parameters of the site.
//
// Hugo's shortcodes, and what those of Hugo itself and of the themes that documentation uses mean.

import { escapeHtml } from 'galley-blocks/html/inline.ts'
import { slug } from 'github-slugger'
import { parse as parseToml } from 'smol-toml'
import { attributesOf } from '../syntax/attributes.ts'
import type { Include, PageParts } from '../syntax/includes.ts'
import { withDefinitionLists, withoutAttributes } from '../syntax/markdown-extra.ts'
import { plainText } from '../syntax/plain-text.ts'
import { type Rules, type Tag, titleOf, translateTags, wordOf } from '../syntax/tags.ts'
import { readYaml } from './navigation.ts'
import type { Preset, SourceFolder } from './preset.ts'

const callout = (kind: string) => ({ container: kind, title: titleOf('title', 0) })

/** Callout types by the themes' parameter values (colours or types). */
const KINDS: Readonly<Record<string, string>> = {
  primary: 'note',
  info: 'info',
  secondary: 'note',
  success: 'success',
  warning: 'warning',
  danger: 'danger',
  error: 'danger',
  tip: 'tip',
  caution: 'caution',
  important: 'important',
  note: 'note',
}
const kindOf = (tag: Tag): string => KINDS[wordOf(tag, 'color', 'type', 'style', 'context', 0) ?? ''] ?? 'note'
/** Some themes name the kind first and the title after it. */
const chosen = { container: kindOf, title: titleOf('title', 'heading', 1) }

const address = (tag: Tag): string | undefined => wordOf(tag, 'path', 0)

/** A figure as HTML, because it may be inside other HTML, where Markdown is not parsed. */
function figure(tag: Tag): string | undefined {
  const src = wordOf(tag, 'src', 'link', 0)
  if (src === undefined) return undefined
  const caption = escapeHtml(plainText(wordOf(tag, 'caption', 'title') ?? ''))
  const alt = escapeHtml(plainText(wordOf(tag, 'alt', 'caption', 'title') ?? ''))
  const picture = `<img src="${escapeHtml(src)}" alt="${alt}">`
  return caption === '' ? picture : `<figure>${picture}<figcaption>${caption}</figcaption></figure>`
}

const since = (words: string, { words: [version] }: Tag) =>
  version === undefined ? undefined : `${words} ${/^\d/.test(version) ? 'v' : ''}${version}`

const video = (site: string) => (tag: Tag) => {
  const id = wordOf(tag, 'id', 0)
  return id === undefined ? undefined : `![${wordOf(tag, 'title') ?? ''}](${site}${encodeURIComponent(id)})`
}

const file = (tag: Tag): Include | undefined => {
  const path = wordOf(tag, 'file', 'path', 'include', 0)
  return path === undefined ? undefined : { path }
}
const codeFile = (tag: Tag): Include | undefined => {
  const include = file(tag)
  return include && { ...include, code: wordOf(tag, 'language', 'lang') ?? '' }
}
const RULES: Rules = {
  note: callout('note'),
  tip: callout('tip'),
  info: callout('info'),
  important: callout('important'),
  warning: callout('warning'),
  caution: callout('caution'),
  danger: callout('danger'),
  alert: { container: kindOf, title: titleOf('title', 'heading') },
  pageinfo: { container: kindOf, title: titleOf('title') },
  admonition: chosen,
  callout: chosen,
  hint: chosen,
  notice: chosen,
  details: { container: 'details', title: titleOf('summary', 'title', 0) },
  expand: { container: 'details', title: titleOf('title', 0) },
  collapse: { container: 'details', title: titleOf('title', 'summary', 0) },
  tabs: {
    container: 'tabs',
    anchors: ({ named }) => (named.name === undefined ? undefined : slug(named.name.replaceAll('_', '-'))),
  },
  tabpane: { container: 'tabs' },
  tab: {
    container: 'tab',
    title: titleOf('name', 'header', 'title', 'label', 0),
    code: (tag) => wordOf(tag, 'codelang', 'lang'),
    include: ({ named: { include } }) => (include === undefined ? undefined : { path: include }),
  },
  include: { include: file },
  readfile: { include: (tag) => (tag.named.code === 'true' ? codeFile(tag) : file(tag)) },
  code: { include: codeFile },
  codenew: { include: codeFile },
  code_sample: { include: codeFile },
  highlight: { fence: (tag) => [tag.words[0] ?? '', tag.words[1] ?? ''].join(' ').trim() },
  mermaid: { fence: () => 'mermaid' },
  'code-toggle': { fence: (tag) => `toml ${tag.named.file === undefined ? '' : `title="${tag.named.file}"`}`.trim() },
  'new-in': { text: (tag) => since('New in', tag) },
  'deprecated-in': { text: (tag) => since('Deprecated in', tag) },
  figure: { text: figure, isBlock: true },
  param: { text: ({ words: [name = ''] }, { value }) => value(name) },
  ref: { text: address },
  relref: { text: address },
  youtube: { text: video('https://www.youtube.com/watch?v=') },
  vimeo: { text: video('https://vimeo.com/') },
  comment: { dropped: true },
  table: { transparent: true },
  columns: { transparent: true },
  column: { transparent: true },
  cards: { transparent: true },
  cardpane: { transparent: true },
  steps: { transparent: true },
}

const OPENING = /\{\{([<%])/g

/** next finds `{{< name … >}}` and `{{% name … %}}`; quotes inside may hold anything. */
function next(source: string, from: number): Tag | undefined {
  OPENING.lastIndex = from
  for (let found = OPENING.exec(source); found; found = OPENING.exec(source)) {
    const start = found.index
    const end = endOf(source, start + 3, found[1] === '<' ? '>}}' : '%}}')
    if (end === -1) continue
    OPENING.lastIndex = end
    const inner = source
      .slice(start + 3, end - 3)
      .replace(/^-/, '')
      .trim()
    const isClosing = inner.startsWith('/')
    const named = isClosing ? inner.slice(1).trimStart() : inner
    const name = /^[\w-]+(?:[./][\w-]+)*/.exec(named)?.[0]
    if (name === undefined) continue
    const words = named.slice(name.length)
    const isAlone = words.trimEnd().endsWith('/')
    const given = attributesOf(isAlone ? words.trimEnd().slice(0, -1) : words)
    const kind = isClosing ? 'close' : isAlone ? 'alone' : 'open'
    return { name, kind, ...given, start, end, source: source.slice(start, end) }
  }
  return undefined
}

const LONGEST_TAG = 4000

function endOf(source: string, from: number, closing: string): number {
  const text = source.slice(from, from + LONGEST_TAG)
  if (!text.includes(closing)) return -1
  let quote = ''
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!
    if (quote !== '') {
      if (character === '\\' && quote === '"') at++
      else if (character === quote) quote = ''
    } else if (character === '"' || character === '`') quote = character
    else if (text.startsWith(closing, at)) return from + at + closing.length
  }
  return -1
}

// Unescapes examples of shortcodes, which Hugo writes as comments.
const unescaped = (source: string): string =>
  source.replaceAll(/(\{\{[<%])\/\*/g, '$1').replaceAll(/\*\/([>%]\}\})/g, '$1')

const translateHugo = (source: string, parts: PageParts): string =>
  unescaped(
    withDefinitionLists(
      withoutAttributes(translateTags(source, { name: 'hugo', rules: RULES, inCode: true, next }, parts), true),
      true,
    ),
  )

const CONFIGURATIONS = ['hugo.toml', 'hugo.yaml', 'hugo.json', 'config.toml']

export const hugo: Preset = {
  name: 'hugo',
  files: CONFIGURATIONS,
  isSlashed: true,
  translate: translateHugo,
  words: /\{\{[<%]-? ?\/? ?[a-z]|^\+\+\+$/m,
  readValues: (folder) => {
    const params = paramsOf(folder)
    return (name) => {
      const value = name.split('.').reduce<unknown>((from, key) => (from as Params | undefined)?.[key], params)
      return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
    }
  },
}

type Params = Readonly<Record<string, unknown>>

/** Values of the configuration; none if it can't be read, and its shortcodes are kept and reported. */
function paramsOf({ readAbove }: SourceFolder): unknown {
  for (const name of CONFIGURATIONS) {
    const text = readAbove(name)
    if (!text) continue
    try {
      return (name.endsWith('.toml') ? parseToml(text) : (readYaml(text) as Params | undefined))?.params
    } catch {
      return undefined
    }
  }
  return undefined
}
