// Code and headings in the HTML that is saved with a document.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blocksFromMarkdown } from '#blocks/markdown/from-markdown.ts'
import { renderHtml } from './html.ts'

const codeOf = (html: string): string[] => [...html.matchAll(/<code>(.*?)<\/code><\/pre>/gs)].map((match) => match[1]!)
const plain = (html: string): string => html.replace(/<\/?span[^>]*>/g, '')
const fenced = (language: string, code: string) => blocksFromMarkdown(`\`\`\`${language}\n${code}\n\`\`\``)

describe('code in saved HTML', () => {
  test('is coloured by classes, escaped, and otherwise as it was written', async () => {
    const code = 'const tag = "<b>" // less & more\nlet next = tag'
    const [coloured] = codeOf(await renderHtml(fenced('JavaScript', code)))
    assert.match(coloured!, /<span class="tk-keyword">const<\/span>/)
    assert.match(coloured!, /<span class="tk-comment">\/\/ less &amp; more<\/span>/)
    assert.doesNotMatch(coloured!, /style=/)
    const [uncoloured] = codeOf(await renderHtml(fenced('no-such-language', code)))
    assert.equal(plain(coloured!), uncoloured)
  })

  test('stays plain in unknown languages, and where it is too long to be worth the time', async () => {
    assert.equal(codeOf(await renderHtml(fenced('constructor', 'a < b')))[0], 'a &lt; b')
    const long = 'let a = 1\n'.repeat(3_000)
    const [html] = codeOf(await renderHtml(fenced('js', long)))
    assert.ok(!html!.includes('<span'))
  })

  test('a document with a first-level heading moves its headings below the page title', async () => {
    assert.match(await renderHtml(blocksFromMarkdown('# One\n\n## Two')), /<h2 id="one".*<h3 id="two"/s)
    assert.match(await renderHtml(blocksFromMarkdown('## One\n\n### Two')), /<h2 id="one".*<h3 id="two"/s)
  })
})
