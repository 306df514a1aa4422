// The experiment with malformed requests, in small, on every run of the tests.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build, onEngines } from '../build.ts'
import { MALFORMED_ENV, sendMalformed } from './malformed.ts'

onEngines('malformed requests made from the OpenAPI document', (engine) => {
  test('get a response that is described, never a 5xx, and a detail with every refusal', async (t) => {
    const built = await build(t, { engine, env: MALFORMED_ENV })
    const { faults, statuses } = await sendMalformed(built, 300, 7)
    assert.deepEqual(faults.slice(0, 5), [])
    assert.ok(statuses[422]! > 40)
  })
})
