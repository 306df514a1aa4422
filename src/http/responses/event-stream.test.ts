// The wire format of server-sent events, over a real connection.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildDeps } from '../../../test/build.ts'
import { lastFirst } from '../../../test/cleaner.ts'
import { createKernel } from '../kernel.ts'
import { eventStreams } from './event-stream.ts'

test('a stream that has nothing to say sends a comment now and then', async (t) => {
  const app = createKernel(await buildDeps(t), () => 'invalid')
  lastFirst(t).after(() => app.close())
  const stream = eventStreams(app, { silenceMs: 10 })
  app.get('/stream', { config: { access: 'open' } }, (request, reply) =>
    stream(request, reply, async function* (signal) {
      yield { id: 1, data: 'first' }
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
    }),
  )
  const response = await fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/stream`)
  let text = ''
  for await (const chunk of response.body!) {
    text += Buffer.from(chunk).toString()
    if (text.endsWith(': silence\n\n: silence\n\n')) break
  }
  assert.match(text, /^retry: 2000\n\n(: silence\n\n)*id: 1\ndata: "first"\n\n(: silence\n\n){2,}$/)
})
