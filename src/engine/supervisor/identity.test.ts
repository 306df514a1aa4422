// A process is known by its pid and its start time, so that no stranger gets its signals.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { findStart, isAlive, ownIdentity, sendSignal } from './identity.ts'

const sleeper = () => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })

test('this process is alive under its own pid and start time', () => {
  assert.equal(isAlive(ownIdentity()), true)
})

test('a process that has ended is not alive', async () => {
  const child = sleeper()
  const identity = { pid: child.pid!, pid_started: findStart(child.pid!)! }
  assert.equal(isAlive(identity), true)
  assert.equal(sendSignal(identity, 'SIGKILL'), true)
  await once(child, 'exit')
  assert.equal(isAlive(identity), false)
  assert.equal(sendSignal(identity, 'SIGKILL'), false)
})

test('a pid that now belongs to another process gets no signal', async (t) => {
  const stranger = sleeper()
  t.after(() => stranger.kill('SIGKILL'))
  const recycled = { pid: stranger.pid!, pid_started: 'an earlier moment' }
  assert.equal(isAlive(recycled), false)
  assert.equal(sendSignal(recycled, 'SIGKILL'), false)
  assert.notEqual(findStart(stranger.pid!), undefined)
})

test('no pid, and a pid that nobody has, are not alive', () => {
  assert.equal(isAlive({ pid: null, pid_started: null }), false)
  assert.equal(isAlive({ pid: 2 ** 30, pid_started: 'x' }), false)
})
