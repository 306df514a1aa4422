// A text that takes all the memory of a process that reads it is a refused request: nothing is written, the service goes on,
// and others save meanwhile and afterwards.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build } from '../../../../../test/build.ts'

const LONGEST = 8 * 1024 * 1024
const FORMULAS = 'x $a$ '

test('a text that costs too much is refused, saved or previewed, and holds up nobody else', {
  timeout: 300_000,
}, async (t) => {
  const site = await build(t)
  const [one, other, third] = [await site.person('editor'), await site.person('editor'), await site.person('editor')]
  const markdown = FORMULAS.repeat((LONGEST - 1_000) / FORMULAS.length)
  const post = async (url: string, { headers }: typeof one, payload: object) =>
    (await site.app.inject({ method: 'POST', url, headers, payload })).statusCode
  const count = async () => (await site.db.read.selectFrom('document_rows').select('id').execute()).length
  const before = await count()
  const refused = [
    post('/api/docs/', one, { title: 'Too costly', markdown }),
    post('/api/docs/preview', other, { markdown }),
  ]
  assert.equal(await post('/api/docs/', third, { title: 'Meanwhile', markdown: 'Text.' }), 201)
  assert.deepEqual(await Promise.all(refused), [422, 422])
  assert.equal(await post('/api/docs/', one, { title: 'Afterwards', markdown: 'word '.repeat(20_000) }), 201)
  assert.equal(await count(), before + 2)
})
