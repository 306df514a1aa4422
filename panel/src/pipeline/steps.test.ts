// How far a job is, as its page says it.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EventOut, IterationOut, JobDetailOut } from 'galley-client/schema.ts'
import { isRetrying, retryAt, stateOf } from './steps.ts'

const NO_DRAFT = { draft: null } as IterationOut
const DRAFT = { draft: { title: 'A draft', summary: null, blocks: [], provenance: {} } } as unknown as IterationOut
type Job = Parameters<typeof stateOf>[1]
const way = (job: Partial<Job>) =>
  ['plan', 'extract', 'question', 'draft', 'review'].map((step) =>
    stateOf(step, { status: 'processing', step: null, error: null, iterations: [NO_DRAFT], ...job }),
  )

describe('stateOf', () => {
  test('a cancelled job that had a draft did its steps, and the review is what was cancelled', () => {
    const job = { status: 'cancelled', step: 'draft', iterations: [DRAFT] } satisfies Partial<JobDetailOut>
    assert.deepEqual(way(job), ['done', 'done', 'done', 'done', 'cancelled'])
  })

  test('a job cancelled on its way says where', () => {
    assert.deepEqual(way({ status: 'cancelled', step: 'question' }), [
      'done',
      'done',
      'cancelled',
      'unreached',
      'unreached',
    ])
  })

  test('a failed job says where, and a queued one what it has done already', () => {
    assert.deepEqual(way({ status: 'failed', step: 'extract' }).slice(0, 3), ['done', 'failed', 'unreached'])
    assert.deepEqual(way({ status: 'queued', step: 'extract' }).slice(0, 3), ['done', 'waiting', 'waiting'])
    assert.deepEqual(way({ status: 'queued' }).slice(0, 2), ['waiting', 'waiting'])
  })
})

describe('retryAt', () => {
  const events = [
    { kind: 'job.retrying', created_at: '2026-01-01T10:00:00Z', data: { in_seconds: 5 } },
    { kind: 'job.started', created_at: '2026-01-01T10:00:05Z', data: {} },
    { kind: 'job.retrying', created_at: '2026-01-01T10:00:06Z', data: { in_seconds: 30 } },
  ] as unknown as EventOut[]

  test('is the last pause after its failure', () => {
    assert.equal(retryAt({ status: 'queued', error: 'Busy' }, events), Date.parse('2026-01-01T10:00:36Z'))
  })

  test('is nothing for a job that waits for its first try, or is tried right now', () => {
    assert.equal(retryAt({ status: 'queued', error: null }, events), undefined)
    assert.equal(isRetrying({ status: 'processing', error: null }), false)
  })
})
