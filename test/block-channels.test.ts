// Every kind of block in every channel: the API, Markdown both ways, the page without script, `.md`, search and the drafters'
// selection. Editor and print need a browser (test/browser/panel-editor-blocks.test.ts, reader.test.ts).

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { BLOCK_TYPES } from 'galley-blocks/block-types.ts'
import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blocksFromMarkdown } from '../src/blocks/markdown/from-markdown.ts'
import { blocksToMarkdown } from '../src/blocks/markdown/to-markdown.ts'
import { builtinDrafter } from '../src/drafting/builtin/builtin.ts'
import { type Built, buildOnce, onEngines } from './build.ts'
import { EVERY_BLOCK } from './every-block.ts'
import { pluck } from './pluck.ts'

/** `word` is in no other kind, `page` what a browser without script shows of it. */
type BlockCase = { type: string; markdown: string; word: string; page: RegExp; props?: Record<string, unknown> }

const KINDS: BlockCase[] = [
  {
    type: 'callout',
    markdown: ':::warning[Mind the gap]\nNever open the hatchway.\n:::',
    word: 'hatchway',
    page: /<div class="callout warning".*Mind the gap.*hatchway/s,
    props: { kind: 'warning', title: 'Mind the gap' },
  },
  { type: 'quote', markdown: '> Written as a quotation.', word: 'quotation', page: /<blockquote.*quotation/s },
  {
    type: 'tabs',
    markdown: '::::tabs\n:::tab[Debian]\nFirst panorama.\n:::\n\n:::tab[Fedora]\nSecond.\n:::\n::::',
    word: 'panorama',
    page: /<input type="radio".*Debian.*panorama.*Fedora.*Second/s,
  },
  {
    type: 'codeBlock',
    markdown: '```js title="zeppelin.js" {1} ins={2} del={3} showLineNumbers\na\nb\nc\n```',
    word: 'zeppelin',
    page: /<figcaption[^>]*>zeppelin\.js.*numbered.*line marked.*<ins.*<del/s,
    props: { language: 'js', title: 'zeppelin.js', highlight: '1', added: '2', removed: '3', lineNumbers: true },
  },
  {
    type: 'details',
    markdown: ':::details[The turbine]\nIt turns.\n:::',
    word: 'turbine',
    page: /<details[^>]*>\s*<summary[^>]*>The turbine.*It turns/s,
    props: { summary: 'The turbine' },
  },
  {
    type: 'hero',
    markdown: ':::hero[The lighthouse]\nIt shines.\n\n- [Go](https://example.com/)\n:::',
    word: 'lighthouse',
    page: /<div class="hero-block">\s*<h1[^>]*>The lighthouse.*It shines.*<li[^>]*><a /s,
    props: { title: 'The lighthouse' },
  },
  {
    type: 'cards',
    markdown: ':::cards\n- Sextant\n\n  It measures.\n:::',
    word: 'sextant',
    page: /<div class="cards-block">\s*<ul>.*Sextant.*It measures/s,
  },
  { type: 'math', markdown: '$$\nquux + F / A\n$$', word: 'quux', page: /<math[^>]*display="block".*<mi>q/s },
  {
    type: 'mermaid',
    markdown: '```mermaid\ngraph TD\n  Draft --> Kraken\n```',
    word: 'kraken',
    page: /<figure class="diagram">.*Kraken/s,
  },
  {
    type: 'file',
    markdown: `[barometer.pdf](/files/${'0a'.repeat(16)}/barometer.pdf "2 MB")`,
    word: 'barometer',
    page: /<a [^>]*href="\/files\/[0a]+\/barometer\.pdf".*barometer\.pdf.*2 MB/s,
    props: { name: 'barometer.pdf', caption: '2 MB' },
  },
  {
    type: 'unknown',
    markdown: ':::steps\nTurn the gyroscope.\n:::',
    word: 'gyroscope',
    page: /<p[^>]*>Turn the gyroscope/,
    props: { source: ':::steps' },
  },
]
/** These are older than the blocks that authors know, or a part of another kind. */
const ELSEWHERE = ['paragraph', 'heading', 'divider', 'table', 'tab', 'image', 'video', 'audio']
const LISTS = ['bulletListItem', 'numberedListItem', 'checkListItem', 'toggleListItem']

const bare = (blocks: Block[]): unknown =>
  JSON.parse(JSON.stringify(blocks, (key, value) => (key === 'id' ? undefined : value)))

test('every type of block is in this test', () => {
  const here = [...KINDS.map(({ type }) => type), ...ELSEWHERE, ...LISTS]
  assert.deepEqual(Object.keys(BLOCK_TYPES).toSorted(), here.toSorted())
})

test('every type of block is in the document that browsers are shown', () => {
  const shown = new Set([...walkBlocks(EVERY_BLOCK)].map(({ type }) => type))
  assert.deepEqual(Object.keys(BLOCK_TYPES).toSorted(), [...shown].toSorted())
})

test('docs/blocks.md has a row for each of them', () => {
  const page = readFileSync('docs/blocks.md', 'utf8')
  assert.deepEqual(
    KINDS.filter(({ type }) => !page.includes(`\n| \`${type}`)).map(({ type }) => type),
    [],
  )
})

onEngines('a block in every channel', (engine) => {
  const site = buildOnce({ engine })
  let writer: Awaited<ReturnType<Built['person']>>
  const get = async (url: string) => (await site().app.inject({ url })).body
  const ask = async (url: string) => (await site().app.inject({ url, headers: writer.headers })).body
  before(async () => {
    writer = await site().person('editor')
    for (const { word, markdown } of KINDS) {
      const payload = { title: `About it`, slug: word, markdown, visibility: 'public' }
      await site().app.inject({ method: 'POST', url: '/api/docs/', headers: writer.headers, payload })
    }
  })

  for (const { type, markdown, word, page, props = {} } of KINDS)
    test(type, async () => {
      const { id, blocks } = JSON.parse(await ask(`/api/docs/${word}`))
      assert.equal(blocks[0].type, type)
      assert.deepEqual({ ...blocks[0].props, ...props }, blocks[0].props)
      assert.equal((await ask(`/api/docs/${id}/markdown`)).replace(/^# .*\n+/, '').trim(), markdown)
      assert.deepEqual(bare(blocksFromMarkdown(markdown)), bare(blocks))
      assert.match(await get(`/read/${word}`), page)
      assert.ok((await get(`/read/${word}.md`)).includes(markdown))
      const found = JSON.parse(await ask(`/api/docs/search?q=${word}`))
      assert.deepEqual(pluck(found, 'slug'), [word])
    })
})

describe('a drafter takes from material, whole', () => {
  const context = { signal: new AbortController().signal, addUsage: () => {} }
  for (const { type, markdown } of KINDS.filter(({ type }) => type !== 'unknown'))
    test(type, async () => {
      const document = { id: 1, title: 'Pumps', summary: null, blocks: [], categoryPath: [] }
      const material = [{ title: 'Pumps', text: `The pump stands in hall 2.\n\n${markdown}\n\nIt holds 6 bar.` }]
      const inputs = { document, material, notes: '', earlierNotes: [], instructions: '', earlierInstructions: [] }
      const rest = { related: [], previous: null, answers: [], openQuestions: [], actions: [], linkExists: () => true }
      const given = { ...inputs, ...rest }
      const plan = await builtinDrafter.plan(given, context)
      const { draft } = await builtinDrafter.draft(
        given,
        plan,
        await builtinDrafter.extract(given, plan, context),
        context,
      )
      assert.ok(draft.blocks.some((block) => block.type === type))
      assert.ok(blocksToMarkdown(draft.blocks).includes(markdown))
      assert.match(blocksToMarkdown(draft.blocks), /holds 6 bar/)
    })
})
