// The live history over a real connection: what comes, in which form, from where it goes on, and when it ends.

import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createKernel } from '#http/kernel.ts'
import { eventStreams, readLastEventId } from '#http/responses/event-stream.ts'
import { build, onEngines } from '../../../test/build.ts'
import { lastFirst } from '../../../test/cleaner.ts'
import { makeDocument, pipelineOf, work } from '../../../test/pipeline.ts'
import { listen } from '../../../test/streams.ts'
import { until } from '../../../test/until.ts'
import { followEvents, readEventId } from './follow.ts'

const follow = (url: string, lastEventId?: string) =>
  listen<{ kind: string }>(url, lastEventId === undefined ? {} : { 'last-event-id': lastEventId })

onEngines('the live history', (engine) => {
  test('it sends what happens, goes on after Last-Event-ID, and ends with the job', async (t) => {
    const site = await build(t, { engine })
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    const { enqueue, call, events } = pipelineOf(site)
    const { body: job } = await enqueue(await makeDocument(site), { notes: 'One.' })
    const { port } = site.app.server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/api/pipeline/docs/job/${job.job_id}/events/stream`

    const first = await follow(url)
    assert.equal(first.response.headers.get('content-type'), 'text/event-stream')
    await until('the first event comes', () => first.messages.length === 1)
    await work(site)
    await until('the draft is told', () => first.messages.some(({ data }) => data.kind === 'draft.ready'))
    first.stop()
    await first.ended

    const second = await follow(url, first.messages[2]!.id)
    await until('the draft is told again', () => second.messages.at(-1)?.data.kind === 'draft.ready')
    await call('POST', `/iterations/${job.iteration_id}/approve`)
    await second.ended
    const kinds = [...first.messages.slice(0, 3), ...second.messages].map(({ data }) => data.kind)
    assert.deepEqual(kinds, await events(job.job_id))

    const over = await follow(url, second.messages.at(-1)!.id)
    assert.equal(over.response.status, 204)
    const whole = await follow(url)
    await whole.ended
    assert.equal(whole.messages.length, kinds.length)
  })

  test('a stream ends when its time is over, and who comes back misses nothing', async (t) => {
    const site = await build(t, { engine })
    const { enqueue, events } = pipelineOf(site)
    const { body: job } = await enqueue(await makeDocument(site), { notes: 'One.' })
    const hasty = createKernel(site, () => 'invalid')
    lastFirst(t).after(() => hasty.close())
    const stream = eventStreams(hasty, { longestMs: 300 })
    hasty.get('/stream', { config: { access: 'open' } }, (request, reply) =>
      stream(request, reply, (signal) => followEvents(site, job.job_id, readEventId(readLastEventId(request)), signal)),
    )
    const url = `${await hasty.listen({ port: 0, host: '127.0.0.1' })}/stream`

    const first = await follow(url)
    await first.ended
    assert.deepEqual(
      first.messages.map(({ data }) => data.kind),
      ['job.queued'],
    )
    await work(site)
    const second = await follow(url, first.messages.at(-1)!.id)
    await second.ended
    const kinds = [...first.messages, ...second.messages].map(({ data }) => data.kind)
    assert.deepEqual(kinds, await events(job.job_id))
  })
})

test('a Last-Event-ID that is no number means from the beginning', () => {
  assert.equal(readEventId('12'), 12)
  for (const value of ['', 'abc', '-1', '1e9', '9'.repeat(40)]) assert.equal(readEventId(value), 0)
})
