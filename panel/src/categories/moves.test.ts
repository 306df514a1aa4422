// Where categories end up when they are moved.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { CategoryOut } from 'galley-client/schema.ts'
import { dropped, moved } from './moves.ts'
import { movedBelow, rowsOf, type TreeRow, withSiblings } from './tree.ts'

function node(id: number, parentId: number | null, children: CategoryOut[] = []): CategoryOut {
  return {
    id,
    name: `c${id}`,
    slug: `c${id}`,
    description: null,
    parent_id: parentId,
    order: 0,
    depth: 0,
    visibility: 'public',
    review_after: null,
    access: { roles: [], users: [] },
    document_count: 0,
    created_at: '',
    updated_at: '',
    children,
  }
}
// 1, 2 (holding 3 and 4), 5
const tree = [node(1, null), node(2, null, [node(3, 2), node(4, 2)]), node(5, null)]
const row = (id: number): TreeRow => rowsOf(tree, new Set()).find((one) => one.node.id === id)!

describe('moved', () => {
  test('up and down swap with the neighbour and stop at the ends', () => {
    assert.deepEqual(moved(tree, row(2), 'ArrowUp')?.siblings, [2, 1, 5])
    assert.deepEqual(moved(tree, row(3), 'ArrowDown')?.siblings, [4, 3])
    assert.equal(moved(tree, row(1), 'ArrowUp'), undefined)
    assert.equal(moved(tree, row(4), 'ArrowDown'), undefined)
  })

  test('right goes last into the sibling above, left comes out after the parent', () => {
    const into = moved(tree, row(5), 'ArrowRight')
    assert.deepEqual([into?.parentId, into?.siblings, into?.reparent], [2, [3, 4, 5], true])
    const out = moved(tree, row(3), 'ArrowLeft')
    assert.deepEqual([out?.parentId, out?.siblings, out?.reparent], [null, [1, 2, 3, 5], true])
    assert.equal(moved(tree, row(1), 'ArrowLeft'), undefined)
  })
})

describe('dropped', () => {
  test('beside a row takes its parent, on it goes inside, and never into itself', () => {
    assert.deepEqual(dropped(tree, row(5).node, row(3), 'before')?.siblings, [5, 3, 4])
    assert.deepEqual(dropped(tree, row(1).node, row(5), 'after')?.siblings, [2, 5, 1])
    assert.deepEqual(dropped(tree, row(1).node, row(2), 'inside')?.siblings, [3, 4, 1])
    assert.equal(dropped(tree, row(2).node, row(3), 'inside'), undefined)
  })

  test('the tree shown meanwhile is the tree that will be', () => {
    const target = dropped(tree, row(5).node, row(3), 'before')!
    const shown = withSiblings(movedBelow(tree, target.id, target.parentId), target.parentId, target.siblings)
    assert.deepEqual(
      rowsOf(shown, new Set()).map((one) => [one.node.id, one.depth]),
      [
        [1, 0],
        [2, 0],
        [5, 1],
        [3, 1],
        [4, 1],
      ],
    )
  })
})
