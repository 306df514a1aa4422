// The client's types are those of the OpenAPI document that this service gives.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'

test('packages/client/schema.ts is what scripts/api-types.ts would write', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/api-types.ts', '--check'], {
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
})
