// Real processes with real heaps: what is given back at rest, and that nothing is while they work.

import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'

const MODULE = new URL('./spare-memory.ts', import.meta.url).href
const LOOK_MS = 50

/** megabytesAfter is the heap of a process that made 60 MB of garbage, half a second later. */
function megabytesAfter(meanwhile: string): number {
  const script = `
    const { giveBackAtRest } = await import('${MODULE}')
    let garbage = Array.from({ length: 60 }, () => new Array(131_072).fill(0))
    garbage = undefined
    giveBackAtRest(${LOOK_MS})
    ${meanwhile}
    setTimeout(() => {
      process.stdout.write(String(process.memoryUsage().heapTotal / 2 ** 20))
      process.exit()
    }, ${10 * LOOK_MS})`
  return Number(
    execFileSync(process.execPath, ['--expose-gc', '--input-type=module', '--eval', script], { encoding: 'utf8' }),
  )
}

test('what a burst left behind is given back at rest', () => {
  assert.ok(megabytesAfter('') < 30)
})

test('nothing is collected while the process works', () => {
  const half = `setInterval(() => { const end = Date.now() + ${LOOK_MS / 5}; while (Date.now() < end); }, ${LOOK_MS / 5})`
  assert.ok(megabytesAfter(half) > 50)
})
