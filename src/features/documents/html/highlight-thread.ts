// The highlighting thread: loads grammars on demand and turns code into spans with classes, because the site's policy forbids
// inline styles.

import { parentPort } from 'node:worker_threads'
import { escapeHtml } from 'galley-blocks/html/inline.ts'
import { createHighlighterCore, type ThemeRegistration } from 'shiki/core'
import { createOnigurumaEngine } from 'shiki/engine/oniguruma'
import { bundledLanguages } from 'shiki/langs'
import type { CodeBlock, ThreadReply } from './highlight-queue.ts'

/** Each kind of token has a class in the style sheet; the theme's colours here only carry its number through the grammar. */
const KINDS = [
  ['tk-comment', ['comment', 'punctuation.definition.comment']],
  ['tk-string', ['string', 'markup.inline.raw', 'punctuation.definition.string']],
  ['tk-number', ['constant.numeric', 'constant.language', 'constant.character', 'constant.other', 'support.constant']],
  ['tk-keyword', ['keyword', 'storage', 'punctuation.definition.keyword', 'variable.language']],
  ['tk-function', ['entity.name.function', 'support.function', 'meta.function-call entity.name']],
  [
    'tk-type',
    ['entity.name.type', 'entity.name.class', 'support.type', 'support.class', 'entity.other.inherited-class'],
  ],
  [
    'tk-name',
    ['entity.name.tag', 'support.type.property-name', 'punctuation.support.type.property-name', 'entity.name.section'],
  ],
  [
    'tk-attribute',
    [
      'entity.other.attribute-name',
      'variable.parameter',
      'variable.other.property',
      'variable.other.normal.shell',
      'punctuation.definition.variable.shell',
    ],
  ],
  ['tk-added', ['markup.inserted', 'punctuation.definition.inserted']],
  ['tk-removed', ['markup.deleted', 'punctuation.definition.deleted']],
  ['tk-keyword', ['keyword.operator.new', 'keyword.operator.expression', 'keyword.operator.logical.python']],
  ['tk-text', ['keyword.operator', 'punctuation', 'meta.brace']],
] as const

const PLAIN = '#000000'
const colourOf = (kind: number): string => `#${String(kind + 1).padStart(6, '0')}`
const classes = new Map(KINDS.map(([name], kind) => [colourOf(kind), name === 'tk-text' ? undefined : name]))

const theme: ThemeRegistration = {
  name: 'classes',
  type: 'light',
  fg: PLAIN,
  bg: '#ffffff',
  settings: [
    { settings: { foreground: PLAIN } },
    ...KINDS.map(([, scope], kind) => ({ scope: [...scope], settings: { foreground: colourOf(kind) } })),
  ],
}

const highlighter = await createHighlighterCore({
  themes: [theme],
  langs: [],
  engine: createOnigurumaEngine(import('shiki/wasm')),
})

async function colour(code: string, language: string): Promise<string | null> {
  try {
    await highlighter.loadLanguage(bundledLanguages[language as keyof typeof bundledLanguages])
    const lines = highlighter.codeToTokensBase(code, {
      lang: language,
      theme: 'classes',
      tokenizeMaxLineLength: 1_000,
      // The first line waits for its grammar; the queue ends this thread if it takes too long.
      tokenizeTimeLimit: 0,
    })
    return lines.map((line) => line.map(tokenHtml).join('')).join('\n')
  } catch {
    // A failing grammar costs only this block's colour.
    return null
  }
}

function tokenHtml({ content, color }: { content: string; color?: string }): string {
  const name = classes.get(color?.toLowerCase() ?? '')
  return name === undefined ? escapeHtml(content) : `<span class="${name}">${escapeHtml(content)}</span>`
}

parentPort!.on('message', async ({ code, language }: CodeBlock) => {
  parentPort!.postMessage({ html: await colour(code, language) } satisfies ThreadReply)
})
parentPort!.postMessage('ready' satisfies ThreadReply)
