// Pieces that are joined are the same bytes, with the same print, whether or not some of them were kept.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { joined, keptPiece } from './bytes.ts'

const PIECES = ['<p>Grüße</p>', '', '日本', 'end']

test('joined pieces have one print, whichever of them are kept', () => {
  const plain = joined(PIECES)
  assert.equal(plain.bytes.toString(), PIECES.join(''))
  assert.equal(plain.bytes.buffer.byteLength, plain.bytes.length)
  assert.deepEqual(joined(PIECES.map(keptPiece)), plain)
  assert.deepEqual(joined(PIECES.map((piece, at) => (at % 2 ? keptPiece(piece) : piece))), plain)
})

test('another text or another order has another print', () => {
  const { print } = joined(PIECES)
  assert.notEqual(joined(PIECES.toReversed()).print, print)
  assert.notEqual(joined([...PIECES.slice(0, -1), 'End']).print, print)
})
