// The fast reading of plain Markdown, held to what the full parser reads.

import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Nodes, Parent } from 'mdast'
import { tameContainers } from './markdown-lines.ts'
import { parseFully, parseMarkdown } from './parse-markdown.ts'
import { parsePlainText } from './parse-plain-text.ts'

const corpus = new URL('../corpus/', import.meta.url)

/** essence is what the blocks are made of: without positions and looseness, with neighbouring texts joined. */
function essence(nodes: Nodes[]): unknown[] {
  const result: Record<string, unknown>[] = []
  for (const node of nodes) {
    const { position: _, spread: __, ...rest } = node as Nodes & { spread?: boolean }
    const last = result.at(-1)
    if (rest.type === 'text' && last?.type === 'text') last.value = `${last.value}${rest.value}`
    else {
      const given = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined)
      result.push({ ...Object.fromEntries(given), ...('children' in node && { children: essence(node.children) }) })
    }
  }
  return result
}

function assertSameAsFullParser(source: string): void {
  assert.deepEqual(essence(parseMarkdown(source).children), essence(parseFully(source)))
}

const PIECES = [
  ...['Plain words', 'word', ' ', '. ', ', ', '\n', '\n', '\n\n', '\n\n', '\n\n', '\n  ', '\n    ', '  \n', '\\'],
  ...['\\\n', '\t', '**bold**', '*it*', '**Note:** ', '`code`', 'a_b', '[link](https://x.y/z_1)', '[a](b)', '![a](b)'],
  ...['*', '**', '_', '`', '``', '\n# H\n', '\n## Head', '#', '\n- item', '\n- item', '\n  - sub', '\n   - sub'],
  ...['\n1. one', '\n2. two', '- [ ] t', '- ', '1. ', '\n```js\n', '\n```\n', '\n  ```\n', '~~~', '\n---\n', '***'],
  ...['\n===', '\n-\n', '\n=\n', '\n-a', '\n+1', '\n&b', '\n> q', '> ', '<b>', '<id>', 'List<String>', '</T>'],
  ...['\n<Card x>\n', '<svg>', '](<a b>)', '\n<div>\n', '<!-- c -->', '<!--', '\n|a|b|\n|-|:-:|\n|c|d|\n', '|'],
  ...['\n<pre>\n', '&amp;', '&', 'http://x.y', 'www.x.y', 'a@b.c', '[', ']', '](', '!', '(', ')'],
  ...['漢', '。', 'ё', '1', '10.', '~~', '+', '=', '\n===\n', ' & ', '&copy', ' < b', '<= 1', ' @ann', '@', '(@x/y)'],
  ...['\n:::note\n', '\n:::\n', '\n::::tabs\n', '\n::::\n', '\n  ::: tip Words\n', '\n:::x[a]{b}', ':tada:', '$x$'],
  ...['$5', '$$'],
  ...['\n<script setup>\n', '</script>', '\n<!--\n', '-->', '`<pre>`', '\n[a]: b\n', '[a]', '\n```vue{6} [M.vue]\n'],
  ...['\n$$\n', '\n  $$\n', '\n```js {1} title="x"\n', '\n``` a\n', '\n```js  \n'],
]

describe('parseMarkdown', () => {
  for (const name of readdirSync(corpus)) {
    test(`reads corpus/${name} as the full parser does`, () => {
      assertSameAsFullParser(readFileSync(new URL(name, corpus), 'utf8'))
    })
  }

  test('reads whatever people type as the full parser does', () => {
    const source = fc.array(fc.constantFrom(...PIECES), { maxLength: 25 }).map((pieces) => pieces.join(''))
    fc.assert(fc.property(source, assertSameAsFullParser), { numRuns: 600 })
  })

  test('a paragraph of thousands of lines keeps its words, its lines and what interrupts it', () => {
    const source = `${'!a & *b* and the rest of it\nor a@b.c here\n'.repeat(1_000)}- c`
    const [paragraph, list] = parseFully(source) as Parent[]
    assert.deepEqual({ first: paragraph!.type, second: list!.type }, { first: 'paragraph', second: 'list' })
    assert.equal(JSON.stringify(essence([paragraph as Nodes])).match(/\\n/g)?.length, 1_999)
    assert.equal(paragraph!.children.filter(({ type }) => type === 'emphasis').length, 1_000)
    const typesOf = (text: string) => parseFully('x &\n'.repeat(1_200) + text).map(({ type }) => type)
    assert.deepEqual(typesOf('a\n---\nb'), ['heading', 'paragraph'])
    assert.deepEqual(typesOf('# a\nb\n***\nc'), ['paragraph', 'heading', 'paragraph', 'thematicBreak', 'paragraph'])
    assert.deepEqual(typesOf('<div>\n# a\n\n-b\n12 c'), ['paragraph', 'html', 'paragraph'])
  })

  test('thousands of quotes and lists that something ends at once keep their words', () => {
    for (const unit of ['> a &\n\n', '- a &\n# b\n']) {
      const source = unit.repeat(2_500)
      const text = (nodes: Nodes[]): string =>
        nodes.map((node) => ('children' in node ? text(node.children) : 'value' in node ? node.value : '')).join(' ')
      assert.equal(text(parseFully(source)).match(/a &/g)?.length, 2_500)
    }
  })

  test('takes the short way where it can', () => {
    assert.ok(
      parsePlainText('Words with **bold**, *italic*, `code`, snake_case and a [link](https://example.org/a_b).'),
    )
    for (const doubtful of ['a **b', 'a\\*', '&amp;', 'see www.example.org', '![a](b)', '**a *b* c**', '`` ` ``']) {
      assert.equal(parsePlainText(doubtful), undefined, doubtful)
    }
  })
})

test('a container that opens inside twelve others is text', () => {
  const nested = Array.from({ length: 20 }, (_, level) => `${':'.repeat(30 - level)}note`).join('\n')
  const opening = tameContainers(nested).match(/^:{3,}note$/gm) ?? []
  assert.equal(opening.length, 12)
})
