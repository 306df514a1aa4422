// Where documents and categories go when they are moved, and what the tree is until the service says the same.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CategoryOut, TreeNode } from 'galley-client/schema.ts'
import { type AnyRow, documentsOf, isDocument, nameOf, visibleRows } from './documents.ts'
import { nameOfItem, type Placement, placementForDrop, placementForKey, treeWith } from './placing.ts'

const document = (id: number, position: number | null = null, pinned = false): TreeNode => ({
  type: 'document',
  id,
  title: `d${id}`,
  slug: `d${id}`,
  pinned,
  position,
  children: [],
})
const node = (id: number, children: TreeNode[]): TreeNode => ({
  type: 'category',
  id,
  title: `c${id}`,
  slug: `c${id}`,
  children,
})
const category = (id: number, parent_id: number | null, children: CategoryOut[] = []) =>
  ({ id, parent_id, name: `c${id}`, slot: null, visibility: 'public', children }) as CategoryOut

// Documents and categories may have the same id.
const nodes = [
  node(1, [node(2, [document(1)]), document(2, null, true), document(3), document(4)]),
  node(3, []),
  document(5),
]
const tree = [category(1, null, [category(2, 1)]), category(3, null)]
const both = { tree, documents: documentsOf(nodes) }
type ShownTree = { tree: CategoryOut[]; nodes: TreeNode[] }
const rowsOf = (shown: ShownTree) => visibleRows(shown.tree, documentsOf(shown.nodes), new Set(), '')
const row = (name: string): AnyRow => rowsOf({ tree, nodes }).find((one) => nameOf(one) === name)!
const shownAs = (shown: ShownTree) => rowsOf(shown).map((one) => '·'.repeat(one.depth) + nameOf(one))
const described = (placement: Placement | undefined) =>
  placement && [placement.level, placement.next && nameOfItem(placement.next)]

describe('the tree', () => {
  test('has the documents of a level behind its categories until they are ordered', () => {
    assert.deepEqual(shownAs({ tree, nodes }), ['c1', '·c2', '··d1', '·d2', '·d3', '·d4', 'c3', 'd5'])
  })

  test('takes a page between categories, by keys and by pointer', () => {
    const up = placementForKey(both, row('d5'), 'ArrowUp')!
    assert.deepEqual(described(up), [null, 'c3'])
    const between = treeWith({ tree, nodes }, up)
    assert.deepEqual(shownAs(between).slice(-2), ['d5', 'c3'])
    const first = treeWith({ tree, nodes }, placementForDrop(both, row('d5'), row('c1'), 'before')!)
    assert.deepEqual(shownAs(first)[0], 'd5')
    const again = rowsOf(between).find((one) => isDocument(one) && one.document.id === 5)!
    const back = placementForKey({ tree: between.tree, documents: documentsOf(between.nodes) }, again, 'ArrowDown')!
    assert.deepEqual(shownAs(treeWith(between, back)).slice(-2), ['c3', 'd5'])
  })

  test('moves categories among pages, in and out', () => {
    assert.deepEqual(described(placementForKey(both, row('c3'), 'ArrowDown')), [null, undefined])
    assert.deepEqual(described(placementForKey(both, row('c3'), 'ArrowRight')), [1, undefined])
    assert.deepEqual(described(placementForKey(both, row('c2'), 'ArrowLeft')), [null, 'c3'])
    assert.deepEqual(described(placementForKey(both, row('d3'), 'ArrowLeft')), [null, 'c3'])
    const out = treeWith({ tree, nodes }, placementForKey(both, row('c2'), 'ArrowLeft')!)
    assert.deepEqual(shownAs(out), ['c1', '·d2', '·d3', '·d4', 'c2', '··d1'.slice(1), 'c3', 'd5'])
    assert.equal(placementForKey(both, row('c1'), 'ArrowUp'), undefined)
  })

  test('keeps what is pinned by itself, and no category in itself', () => {
    assert.equal(placementForDrop(both, row('d3'), row('d2'), 'before'), undefined)
    assert.equal(placementForDrop(both, row('d3'), row('d3'), 'before'), undefined)
    assert.equal(placementForDrop(both, row('c1'), row('c2'), 'inside'), undefined)
    assert.equal(placementForKey(both, row('d2'), 'ArrowDown'), undefined)
    assert.deepEqual(described(placementForDrop(both, row('d5'), row('c2'), 'inside')), [2, undefined])
  })
})
