// The experiment with kills under all that writes texts, in small, on every run of the tests.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshPostgres, onEngines } from '../build.ts'
import { folderOf } from '../folder.ts'
import { killUnderRevisers } from './revisions.ts'

onEngines('a service that is killed', (engine) => {
  test('loses no text that it has acknowledged', { timeout: 600_000 }, async (t) => {
    const DATABASE_URL = engine === 'postgres' ? await freshPostgres(t) : ''
    const env = { GALLEY_DATA: folderOf(t, {}), DATABASE_URL }
    const { faults, texts } = await killUnderRevisers(env, { kills: 2, requests: 120, clients: 4, seed: 1 })
    assert.deepEqual(faults, [])
    assert.ok(texts > 40)
  })
})
