// Which blocks of a document count as changed, and which differences are none.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BASE_PROPS, block, EDITOR_BLOCKS, text } from '../../test/blocks.ts'
import { blocksEqual, changedBlocks } from './compare.ts'
import type { Block } from './model.ts'

function ids(before: Block[], after: Block[]): Record<string, string[]> {
  const { edited, deleted, added } = changedBlocks(before, after)
  return { edited: [...edited], deleted: [...deleted], added: [...added] }
}

describe('blocksEqual', () => {
  test('ignores the order of keys and keys without a value', () => {
    assert.ok(blocksEqual([{ a: 1, b: { c: [2], d: undefined } }], [{ b: { c: [2] }, a: 1 }]))
  })

  test('sees every other difference', () => {
    for (const [a, b] of [
      [
        [1, 2],
        [2, 1],
      ],
      [{ a: 1 }, { a: '1' }],
      [{ a: null }, {}],
      [[], {}],
      [{ a: 1 }, { a: 1, b: 2 }],
    ]) {
      assert.ok(!blocksEqual(a, b), JSON.stringify([a, b]))
      assert.ok(!blocksEqual(b, a))
    }
  })
})

describe('changedBlocks', () => {
  const a = block('paragraph', [text('a')], { id: 'a' })
  const b = block('paragraph', [text('b')], { id: 'b' })
  const parent = block('quote', [text('q')], { id: 'q', children: [a, b] })

  test('finds nothing in an unchanged document', () => {
    assert.deepEqual(ids(EDITOR_BLOCKS, structuredClone(EDITOR_BLOCKS)), { edited: [], deleted: [], added: [] })
  })

  test('tells edited, deleted and added blocks apart, at any depth', () => {
    const c = block('divider', undefined, { id: 'c' })
    const after = [{ ...parent, children: [{ ...a, content: [text('A')] }, c] }]
    assert.deepEqual(ids([parent], after), { edited: ['a'], deleted: ['b'], added: ['c'] })
  })

  test('counts a new type and a new prop as edits', () => {
    assert.deepEqual(
      ids(
        [a, b],
        [
          { ...a, type: 'heading' },
          { ...b, props: { textColor: 'red' } },
        ],
      ).edited,
      ['a', 'b'],
    )
  })

  test('a move is not an edit, of the moved or of its parents', () => {
    assert.deepEqual(ids([parent], [b, { ...parent, children: [] }, a]), { edited: [], deleted: [], added: [] })
  })

  test('what the editor adds on opening is not an edit', () => {
    const drafted = [
      block('paragraph', 'words', { id: '1' }),
      block('heading', [text('a'), text('b')], { id: '2', props: { level: 2 } }),
      block('image', undefined, { id: '3', props: { url: '/a.png', link: '/b' } }),
      block('table', { type: 'tableContent', rows: [{ cells: ['x'] }] }, { id: '4' }),
      block('paragraph', [{ type: 'link', href: '/a', content: [text('l')], title: 'tip' }], { id: '5' }),
    ]
    const cell = { type: 'tableCell' as const, content: [text('x')], props: { colspan: 1, rowspan: 1, ...BASE_PROPS } }
    const opened = [
      block('paragraph', [text('words')], { id: '1', props: BASE_PROPS }),
      block('heading', [text('ab')], { id: '2', props: { ...BASE_PROPS, level: 2, isToggleable: false } }),
      block('image', undefined, { id: '3', props: { url: '/a.png', name: '', caption: '', showPreview: true } }),
      block('table', { type: 'tableContent', columnWidths: [null], rows: [{ cells: [cell] }] }, { id: '4' }),
      block('paragraph', [{ type: 'link', href: '/a', content: [text('l')] }], { id: '5', props: BASE_PROPS }),
    ]
    assert.deepEqual(ids(drafted, opened), { edited: [], deleted: [], added: [] })
  })

  test('a width that someone gave a column is an edit, one that the editor writes for all is not', () => {
    const table = (columnWidths: (number | null)[]) =>
      block('table', { type: 'tableContent', columnWidths, rows: [{ cells: ['x', 'y'] }] }, { id: 't' })
    assert.deepEqual(ids([table([])], [table([null, null])]).edited, [])
    assert.deepEqual(ids([table([])], [table([null, 120])]).edited, ['t'])
  })
})
