// What the pipeline relies on in the contract.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOCUMENT_KINDS, DrafterFailure, LEAD, STEPS } from './contract.ts'

test('a failure says whether trying again can help', () => {
  const failure = new DrafterFailure('The model is busy.', { retryable: true, retryAfterSeconds: 3 })
  assert.deepEqual([failure.retryable, failure.retryAfterSeconds], [true, 3])
  assert.deepEqual([STEPS.at(-1), DOCUMENT_KINDS.length, LEAD], ['draft', 8, 'lead'])
})
