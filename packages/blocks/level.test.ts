// What is written for an order of documents and categories, and that it gives that order.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pluck } from '../../test/pluck.ts'
import { isCategory, type LevelItem, mergeLevel, positionsFor } from './level.ts'

const page = (id: number, position: number | null = null, pinned = false) => ({ id, position, pinned })
const category = (id: number, slot: number | null = null) => ({ id, slot })
const names = (items: LevelItem[]) => items.map((item) => (isCategory(item) ? `c${item.id}` : `d${item.id}`)).join(' ')

test('positions change only where the order needs them', () => {
  const changed = (positions: (number | null)[], own: number) => {
    const order = positions.map((position, index) => page(index + 1, position))
    return positionsFor(order, order[own - 1]!).positions
  }
  assert.deepEqual(changed([null, null, null], 1), [{ id: 1, position: 0 }])
  assert.deepEqual(pluck(changed([null, null, null], 2), 'position'), [0, 1])
  // What comes behind moves only as far as it must.
  assert.deepEqual(changed([2, 9, 3, 7], 2), [
    { id: 2, position: 3 },
    { id: 3, position: 4 },
  ])
  assert.deepEqual(changed([0, 1, 2], 3), [])
})

test('categories stand before all documents until one has a slot, and never overtake each other', () => {
  const pages = [page(1, 1, true), page(2, 3), page(3)]
  assert.equal(names(mergeLevel([category(1), category(2)], pages)), 'c1 c2 d1 d2 d3')
  assert.equal(names(mergeLevel([category(1), category(2, 4)], pages)), 'c1 d1 d2 c2 d3')
  assert.equal(names(mergeLevel([category(1, 4), category(2, 1)], pages)), 'd1 d2 c1 c2 d3')
})

test('what is written for an order gives that order', () => {
  const order = [page(1), category(1), page(2, 7), category(2), page(3, 2), page(4)]
  const { positions, slots } = positionsFor(order, order[0]!)
  const documents = order
    .filter((item) => !isCategory(item))
    .map((item) => ({ ...item, ...positions.find(({ id }) => id === item.id) }))
  assert.equal(names(mergeLevel(slots, documents as ReturnType<typeof page>[])), 'd1 c1 d2 c2 d3 d4')
  assert.deepEqual({ documents: documents.at(-1), slotsLength: slots.length }, { documents: page(4), slotsLength: 2 })
})
