// VitePress: addresses follow the files, order follows the sidebar in its configuration.
//
// What VitePress adds to Markdown beside containers: text and code of other files, and expressions that its pages compute.
// An include is written as a comment, and an expression would be shown as it is: neither may be left to Markdown.

import type { Include, PageParts } from '../syntax/includes.ts'
import { type Rules, type Tag, translateTags } from '../syntax/tags.ts'
import { entriesOf, navigationFrom, readConfigured } from './navigation.ts'
import type { Preset } from './preset.ts'
import { vueTemplates } from './vue-templates.ts'

const RULES: Rules = {
  include: { include: ({ words: [address = ''] }) => addressOf(address) },
  snippet: { include: ({ words: [address = ''] }) => codeOf(address) },
}

const ADDRESS = /^([^\s#{[]+)(?:#([\w-]+))?(?:\{([^{}]*)\})?/

/** addressOf reads `./part.md#region` and `./part.md{3,5}`. */
function addressOf(address: string): Include | undefined {
  const [, path, region, lines] = ADDRESS.exec(address) ?? []
  if (path === undefined) return undefined
  const [from, to] = (lines ?? '').split(',').map(Number)
  const part =
    region !== undefined ? { region } : lines === undefined ? undefined : { from: from || 1, to: to || Infinity }
  return { path, part }
}

/** codeOf reads `./file.ts#region{2,4-6 ts} [title]`, where braces mark lines and name the language. */
function codeOf(address: string): Include | undefined {
  const [whole, path, region, options = ''] = ADDRESS.exec(address) ?? []
  if (path === undefined) return undefined
  const title = address.slice(whole!.length).trim()
  const lines = /^[\d,-]+/.exec(options)?.[0]
  const code = /[a-z][\w+-]*/i.exec(options)?.[0] ?? ''
  const meta = [lines && `{${lines}}`, title].filter(Boolean).join(' ')
  return { path, part: region === undefined ? undefined : { region }, code, meta: meta && ` ${meta}` }
}

const OPENING = /<!--[ \t]*@include:|^[ \t]*<<<[ \t]|\{\{/gm
const CONTENTS = /^\[\[toc\]\][ \t]*$/gim
const CLOSINGS = { expression: '}}', include: '-->', snippet: '' }
const LONGEST_TAG = 4000

function next(source: string, from: number): Tag | undefined {
  OPENING.lastIndex = from
  for (let found = OPENING.exec(source); found; found = OPENING.exec(source)) {
    const mark = found[0].trimStart()
    const start = found.index + found[0].length - mark.length
    const name = mark === '{{' ? 'expression' : mark.startsWith('<!--') ? 'include' : 'snippet'
    const closing = CLOSINGS[name]
    const [line = ''] = source.slice(start, start + LONGEST_TAG).split('\n', 1)
    const length = closing === '' ? line.length : line.indexOf(closing) + closing.length
    if (length < mark.length + closing.length) continue
    const words = [line.slice(mark.length, length - closing.length).trim()]
    return { name, kind: 'alone', words, named: {}, start, end: start + length, source: line.slice(0, length) }
  }
  return undefined
}

/** Leaves pages alone that disable interpolation (`v-pre`). */
function translateVitePress(source: string, parts: PageParts): string {
  const page = source.replace(CONTENTS, '')
  if (page.includes('v-pre')) return page
  return translateTags(page, SYNTAX, parts)
}

const SYNTAX = { name: 'vitepress', rules: RULES, inCode: false, next, whole: vueTemplates }

const CONFIGURATIONS = ['ts', 'mts', 'js', 'mjs'].map((ending) => `.vitepress/config.${ending}`)

export const vitepress: Preset = {
  name: 'vitepress',
  files: ['.vitepress'],
  words: /^<script setup\b|^<<< [.@]|<!--[ \t]*@include:/m,
  translate: translateVitePress,
  readNavigation: (folder) => navigationFrom(entriesOf(readConfigured(folder, CONFIGURATIONS, 'sidebar'))),
}
