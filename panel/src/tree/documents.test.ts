// Where documents stand in the tree, and where they go when they are moved.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { TreeNode } from 'galley-client/schema.ts'
import { documentsOf, droppedDocument, placed, type TreeDocumentRow } from './documents.ts'

const document = (id: number, pinned = false): TreeNode => ({
  type: 'document',
  id,
  title: `d${id}`,
  slug: `d${id}`,
  pinned,
  children: [],
})
const category = (id: number, children: TreeNode[]): TreeNode => ({
  type: 'category',
  id,
  title: `c${id}`,
  slug: `c${id}`,
  children,
})
// Documents and categories may have the same id.
const tree = [category(1, [category(2, [document(1)]), document(2, true), document(3), document(4)]), document(5)]
const documents = documentsOf(tree)
function row(id: number): TreeDocumentRow {
  for (const [parentId, own] of documents) {
    const index = own.findIndex((one) => one.id === id)
    if (index >= 0) return { document: own[index]!, depth: 1, parentId, index, siblings: own.length }
  }
  throw new Error(`no document ${id}`)
}

describe('documents of the tree', () => {
  test('are found by their category', () => {
    const ids = [...documents].map(([parent, own]) => [parent, own.map(({ id }) => id)])
    assert.deepEqual(ids, [
      [null, [5]],
      [1, [2, 3, 4]],
      [2, [1]],
    ])
  })

  test('are dropped beside one another, but not across what is pinned', () => {
    assert.deepEqual(droppedDocument(documents, row(5), row(3), 'before'), { id: 5, categoryId: 1, before: 3 })
    assert.deepEqual(droppedDocument(documents, row(5), row(3), 'after'), { id: 5, categoryId: 1, before: 4 })
    assert.deepEqual(droppedDocument(documents, row(3), row(4), 'after'), { id: 3, categoryId: 1, before: null })
    assert.equal(droppedDocument(documents, row(3), row(2), 'before'), undefined)
    assert.equal(droppedDocument(documents, row(3), row(3), 'before'), undefined)
  })

  test('stand where they were put, until the service says the same', () => {
    const after = documentsOf(placed(tree, { id: 5, categoryId: 1, before: 3 }))
    assert.deepEqual(
      after.get(1)?.map(({ id }) => id),
      [2, 5, 3, 4],
    )
    assert.deepEqual(after.get(null), [])
    assert.deepEqual(
      documentsOf(placed(tree, { id: 1, categoryId: null, before: null }))
        .get(null)
        ?.map(({ id }) => id),
      [5, 1],
    )
  })
})
