// What VitePress adds to Markdown beside containers: text and code of other files, and expressions that its pages compute.
// An include is written as a comment, and an expression would be shown as it is: neither may be left to Markdown.

import type { Include, PageParts } from '../includes.ts'
import { type Rules, type Tag, translateTags } from '../tags.ts'
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
  const [whole, path, region, said = ''] = ADDRESS.exec(address) ?? []
  if (path === undefined) return undefined
  const title = address.slice(whole!.length).trim()
  const lines = /^[\d,-]+/.exec(said)?.[0]
  const code = /[a-z][\w+-]*/i.exec(said)?.[0] ?? ''
  const meta = [lines && `{${lines}}`, title].filter(Boolean).join(' ')
  return { path, part: region === undefined ? undefined : { region }, code, meta: meta && ` ${meta}` }
}

const OPENING = /<!--[ \t]*@include:|<<<[ \t]|\{\{/g
const CONTENTS = /^\[\[toc\]\][ \t]*$/gim

function next(source: string, from: number): Tag | undefined {
  OPENING.lastIndex = from
  for (let found = OPENING.exec(source); found; found = OPENING.exec(source)) {
    const [mark] = found
    const start = found.index
    const name = mark === '{{' ? 'expression' : mark.startsWith('<!--') ? 'include' : 'snippet'
    const lineEnd = (source.indexOf('\n', start) + source.length + 1) % (source.length + 1)
    const closing = { expression: '}}', include: '-->', snippet: '' }[name]
    const end = closing === '' ? lineEnd : source.slice(0, lineEnd).indexOf(closing, start) + closing.length
    const isMidway = name === 'snippet' && source.slice(source.lastIndexOf('\n', start) + 1, start).trim() !== ''
    if (end <= start || isMidway) continue
    const words = [source.slice(start + mark.length, end - closing.length).trim()]
    return { name, kind: 'alone', words, named: {}, start, end, source: source.slice(start, end) }
  }
  return undefined
}

/** translateVitePress leaves pages alone that say of themselves that their braces are only text. */
export function translateVitePress(source: string, parts: PageParts): string {
  const page = source.replace(CONTENTS, '')
  if (page.includes('v-pre')) return page
  return translateTags(page, SYNTAX, parts)
}

const SYNTAX = { name: 'vitepress', rules: RULES, inCode: false, next, whole: vueTemplates }
