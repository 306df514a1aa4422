// What the panel asks before and beside everything else: is anyone here yet, and how is the service set.

import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { build, OUTSIDE, onEngines } from '../../../test/build.ts'

onEngines('GET /api/setup', (engine) => {
  test('says first_run until an account exists, and only to a trusted network', async (t) => {
    const { app, person } = await build(t, { engine })
    const firstRun = async (headers = {}) => (await app.inject({ url: '/api/setup', headers })).json().first_run
    assert.equal(await firstRun(), true)
    assert.equal(await firstRun(OUTSIDE), false)
    await person('admin')
    assert.equal(await firstRun(), false)
  })
})

onEngines('GET /api/admin/settings', (engine) => {
  test('lists every setting', async (t) => {
    const { app, person } = await build(t, { engine })
    const admin = await person('admin')
    const rows = (await app.inject({ url: '/api/admin/settings', headers: admin.headers })).json()
    assert.ok(rows.some((row: { name: string }) => row.name === 'GALLEY_PORT'))
  })
})

onEngines('GET /readyz', (engine) => {
  test('is 503 while the data folder cannot be written', async (t) => {
    const { app, config } = await build(t, { engine })
    assert.equal((await app.inject({ url: '/readyz' })).statusCode, 200)
    rmSync(config.dataDir, { recursive: true, force: true })
    writeFileSync(config.dataDir, '')
    const response = await app.inject({ url: '/readyz' })
    assert.deepEqual([response.statusCode, response.json()], [503, { detail: "The data folder can't be written" }])
  })
})
