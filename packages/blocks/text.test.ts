// The words of blocks: as text, as inline text, and as an outline with anchors.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { block, EDITOR_BLOCKS, EDITOR_WORDS, text } from '../../test/blocks.ts'
import { outlineOf } from './outline.ts'
import { blocksToText, inlineText } from './text.ts'

describe('blocksToText', () => {
  test('has every word of every kind of block', () => {
    const plain = blocksToText(EDITOR_BLOCKS)
    for (const words of EDITOR_WORDS) assert.ok(plain.includes(words), words)
  })

  test('gives a line a block in reading order, and a line a table row', () => {
    const blocks = [
      block('heading', [text('One')]),
      block('quote', [text('Two')], { children: [block('paragraph', [text('Three')])] }),
      block('table', {
        type: 'tableContent',
        rows: [{ cells: ['a', [text('b')]] }, { cells: ['', ''] }, { cells: ['c'] }],
      }),
      block('paragraph', []),
      block('image', undefined, { props: { name: 'pic', caption: 'seen', url: '/x.png' } }),
    ]
    assert.equal(blocksToText(blocks), 'One\nTwo\nThree\na b\nc\npic seen')
  })

  test('keeps code as it is', () => {
    assert.equal(blocksToText([block('codeBlock', [text('a\n\n  b')])]), 'a\n\n  b')
  })
})

describe('inlineText', () => {
  test('reads strings, links and unknown items', () => {
    const link = { type: 'link', href: '/x', content: [text('b')] }
    assert.equal(inlineText([text('a'), link, { type: 'mention', props: { name: 'c' } }, 7, null]), 'abc')
    assert.equal(inlineText('plain'), 'plain')
    assert.equal(inlineText(undefined), '')
  })
})

describe('outlineOf', () => {
  const heading = (words: string, level?: number) => block('heading', [text(words)], { props: level ? { level } : {} })

  test('finds headings everywhere, with their levels', () => {
    const inside = heading('Inside', 3)
    const blocks = [heading('Top'), block('toggleListItem', [], { children: [inside] })]
    assert.deepEqual(outlineOf(blocks), [
      { id: blocks[0]!.id, level: 1, text: 'Top', anchor: 'top', aliases: [] },
      { id: inside.id, level: 3, text: 'Inside', anchor: 'inside', aliases: [] },
    ])
  })

  test('makes anchors as GitHub does, of any script, and of none', () => {
    const words = [
      ...['Hello, World!', 'Установка и ёлка', '日本語の見出し', 'עברית', 'हिन्दी', '???', '  C++ & Co.  ', 'ﬁne Ⅷ'],
    ]
    assert.deepEqual(
      outlineOf(words.map((word) => heading(word))).map(({ anchor, aliases }) => [anchor, ...aliases]),
      [
        ['hello-world'],
        ['установка-и-ёлка'],
        ['日本語の見出し'],
        ['עברית'],
        ['हिन्दी'],
        ['section'],
        ['c--co', 'c-co'],
        ['ﬁne-ⅷ', 'fine-viii'],
      ],
    )
  })

  test('never gives an anchor twice', () => {
    const words = ['Foo', 'Foo-2', 'foo', 'FOO', 'Foo 2', ...Array.from({ length: 5_000 }, () => 'same')]
    const anchors = outlineOf(words.map((word) => heading(word))).map(({ anchor }) => anchor)
    assert.equal(new Set(anchors).size, words.length)
    assert.deepEqual(anchors.slice(0, 5), ['foo', 'foo-2', 'foo-1', 'foo-3', 'foo-2-1'])
  })

  test("takes an author's own name, and what was made of the words stays valid", () => {
    const own = block('heading', [text('The v2.0 API')], { props: { level: 2, anchor: 'api' } })
    const [entry] = outlineOf([own])
    assert.deepEqual([entry?.anchor, entry?.aliases], ['api', ['the-v20-api', 'the-v2-0-api']])
  })
})
