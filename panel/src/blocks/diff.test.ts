// What the comparison of two documents says.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Block } from 'galley-blocks/model.ts'
import { countChanges, diffBlocks } from './diff.ts'

const paragraph = (id: string, text: string): Block => ({
  id,
  type: 'paragraph',
  props: {},
  content: [{ type: 'text', text, styles: {} }],
  children: [],
})
const kinds = (before: Block[], after: Block[]) =>
  diffBlocks(before, after).map(({ kind, flat }) => `${kind} ${flat.block.id}`)

describe('diffBlocks', () => {
  test('equal text under another id is no change', () => {
    assert.deepEqual(kinds([paragraph('a', 'One')], [paragraph('b', 'One')]), ['same b'])
  })

  test('a block that came, went or changed is named so, in the order of the text', () => {
    const before = [paragraph('a', 'The first line'), paragraph('b', 'goes away'), paragraph('c', 'stays')]
    const after = [paragraph('a', 'The first long line'), paragraph('c', 'stays'), paragraph('d', 'is new')]
    assert.deepEqual(kinds(before, after), ['changed a', 'removed b', 'same c', 'added d'])
    assert.deepEqual(countChanges(diffBlocks(before, after)), { same: 1, added: 1, removed: 1, changed: 1 })
  })

  test('a changed block tells which words', () => {
    const [change] = diffBlocks([paragraph('a', 'wait 30 seconds')], [paragraph('a', 'wait 60 seconds')])
    assert.ok(change && 'pieces' in change)
    assert.deepEqual(
      change.pieces.filter(({ kind }) => kind !== 'same').map(({ kind, text }) => `${kind} ${text}`),
      ['removed 30', 'added 60'],
    )
  })

  test('a changed table tells which rows and cells', () => {
    const table = (...rows: string[][]): Block => ({
      id: 't',
      type: 'table',
      props: {},
      content: { type: 'tableContent', rows: rows.map((cells) => ({ cells })) },
      children: [],
    })
    const [change] = diffBlocks(
      [table(['Phase', 'Time'], ['drain', '30 s'], ['start', '60 s'], ['gone', '1 s'])],
      [table(['Phase', 'Time'], ['drain', '30 s'], ['start', '90 s'], ['warm up', '5 s'])],
    )
    assert.ok(change && 'rows' in change)
    assert.deepEqual(
      change.rows.map(({ kind, cells }) => [kind, ...cells.map((pieces) => pieces.map(({ text }) => text).join('|'))]),
      [
        ['same', 'Phase', 'Time'],
        ['same', 'drain', '30 s'],
        ['changed', 'start', '60|90| s'],
        ['added', 'warm up', '5 s'],
        ['removed', 'gone', '1 s'],
      ],
    )
  })

  test('blocks without a common word are not taken for one that changed', () => {
    assert.deepEqual(kinds([paragraph('a', 'red green')], [paragraph('b', 'one two')]), ['added b', 'removed a'])
  })

  test('another level of a heading, a tick and nesting are changes', () => {
    const heading = (level: number): Block => ({
      id: 'h',
      type: 'heading',
      props: { level },
      content: 'Title',
      children: [],
    })
    assert.deepEqual(kinds([heading(2)], [heading(3)]), ['changed h'])
    const nested: Block = { ...paragraph('a', 'Out'), children: [paragraph('b', 'In')] }
    assert.deepEqual(kinds([nested], [paragraph('a', 'Out'), paragraph('b', 'In')]), ['same a', 'changed b'])
  })
})
