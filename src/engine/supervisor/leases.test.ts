// A lease has one holder: by turns, by time, and when the holder dies.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildDeps, onEngines } from '../../../test/build.ts'
import { ownIdentity } from './identity.ts'
import { dropLease, holderName, isHeld, takeLease } from './leases.ts'

onEngines('leases', (engine) => {
  test('of twenty who want it at once, one gets it', async (t) => {
    const { db } = await buildDeps(t, { engine })
    const wanting = Array.from({ length: 20 }, (_, at) => takeLease(db, 'beat', `node${at} 1 x`, 1000, 5000))
    assert.equal((await Promise.all(wanting)).filter(Boolean).length, 1)
  })

  test('the holder renews it, others wait until it runs out or is dropped', async (t) => {
    const { db } = await buildDeps(t, { engine })
    assert.equal(await takeLease(db, 'beat', 'a 1 x', 1000, 5000), true)
    assert.equal(await takeLease(db, 'beat', 'b 1 x', 2000, 5000), false)
    assert.equal(await takeLease(db, 'beat', 'a 1 x', 4000, 5000), true)
    assert.equal(await takeLease(db, 'beat', 'b 1 x', 6500, 5000), false)
    assert.equal(await isHeld(db.read, 'beat', 6500, 'c'), true)
    assert.equal(await takeLease(db, 'beat', 'b 1 x', 9500, 5000), true)
    await dropLease(db, 'beat', 'a 1 x')
    assert.equal(await isHeld(db.read, 'beat', 9600, 'c'), true)
    await dropLease(db, 'beat', 'b 1 x')
    assert.equal(await isHeld(db.read, 'beat', 9600, 'c'), false)
  })

  test('a holder on the same machine that has died loses it at once, one that lives keeps it', async (t) => {
    const { db } = await buildDeps(t, { engine })
    const living = holderName('here', ownIdentity())
    assert.equal(await takeLease(db, 'beat', 'here 1073741824 x', 1000, 5000), true)
    assert.equal(await isHeld(db.read, 'beat', 1100, 'here'), false)
    assert.equal(await takeLease(db, 'beat', living, 1100, 5000), true)
    assert.equal(await takeLease(db, 'beat', 'here 7 y', 1200, 5000), false)
  })
})
