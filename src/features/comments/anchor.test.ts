// A thread is found again however its document is rewritten, as long as the words that it is about stand somewhere.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Block } from 'galley-blocks/model.ts'
import { AnchoredText, type ThreadAnchor } from './anchor.ts'

const paragraph = (id: string, text: string): Block => ({
  id,
  type: 'paragraph',
  props: {},
  content: [{ type: 'text', text, styles: {} }],
  children: [],
})
const page = (...texts: string[]) => texts.map((text, nth) => paragraph(`b${nth}`, text))
const PAGE = page('The kiln is on.', 'It heats for forty minutes before the first plate.', 'Then the fan starts.')
const anchored = (blockId: string, quote: string, blocks = PAGE): ThreadAnchor =>
  new AnchoredText(blocks).anchor(blockId, quote)!
const spotIn = (blocks: Block[], anchor: ThreadAnchor) => new AnchoredText(blocks).spot(anchor)

describe('where a thread stands', () => {
  test('is where its words are, in its own block first', () => {
    const spot = spotIn(PAGE, anchored('b1', 'forty minutes'))
    assert.deepEqual(spot, { block_id: 'b1', from: 13, to: 26, isExact: true })
    const twice = page('Wait forty minutes.', 'Heat it for forty minutes.')
    assert.equal(spotIn(twice, anchored('b1', 'forty minutes', twice))!.block_id, 'b1')
  })

  test('is another block that has the words, once its own has them no more', () => {
    const moved = page('It heats for forty minutes before the first plate.', 'Rewritten.', 'Then the fan starts.')
    assert.deepEqual(spotIn(moved, anchored('b1', 'forty minutes')), {
      ...{ block_id: 'b0', from: 13, to: 26, isExact: true },
    })
  })

  test('is its block where the words were changed, and one that is alike where the block is another', () => {
    const reworded = page(
      'The kiln is on.',
      'It heats for half an hour before the first plate.',
      'Then the fan starts.',
    )
    assert.deepEqual(spotIn(reworded, anchored('b1', 'forty minutes')), {
      ...{ block_id: 'b1', from: 0, to: 49, isExact: false },
    })
    const imported = reworded.map((block, nth) => ({ ...block, id: `new${nth}` }))
    assert.equal(spotIn(imported, anchored('b1', 'forty minutes'))!.block_id, 'new1')
  })

  test('is between its neighbours where nothing else is left of it, and else gone', () => {
    const replaced = [PAGE[0]!, paragraph('x', 'Nobody may enter.'), PAGE[2]!]
    assert.equal(spotIn(replaced, anchored('b1', 'forty minutes'))!.block_id, 'x')
    assert.equal(spotIn([PAGE[0]!, PAGE[2]!], anchored('b1', 'forty minutes')), null)
    assert.equal(spotIn([], anchored('b1', '')), null)
  })

  test('can be begun only at words that are there', () => {
    assert.equal(new AnchoredText(PAGE).anchor('b1', 'fifty minutes'), undefined)
    assert.equal(new AnchoredText(PAGE).anchor('b9', ''), undefined)
  })
})
