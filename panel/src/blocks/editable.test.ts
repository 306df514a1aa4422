// What the editor does not know goes through it unharmed.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Block } from '../api/open.ts'
import { fromEditor, toEditor, withoutTrailing } from './editable.ts'

const strange: Block = { id: 's', type: 'timeline', props: { from: 1 }, content: 'First, then', children: [] }

describe('toEditor and fromEditor', () => {
  test('an unknown block is shown as its text and comes back as it was', () => {
    const { blocks, strange: kept } = toEditor([strange])
    assert.equal(blocks[0]?.type, 'paragraph')
    assert.deepEqual(fromEditor(blocks, kept), [strange])
  })

  test('an unknown block that someone rewrote is what they wrote', () => {
    const { blocks, strange: kept } = toEditor([strange])
    const rewritten = [{ ...blocks[0]!, content: 'Something else' }]
    assert.deepEqual(fromEditor(rewritten, kept)[0]?.type, 'paragraph')
  })

  test('only an empty last paragraph is dropped', () => {
    const text: Block = { id: 'a', type: 'paragraph', content: 'Text' }
    const empty: Block = { id: 'b', type: 'paragraph', content: [] }
    assert.deepEqual(withoutTrailing([text, empty]), [text])
    assert.deepEqual(withoutTrailing([empty, text]), [empty, text])
  })
})
