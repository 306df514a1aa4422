// Doing the same to many: how many at once, what one refusal means for the others, and who waits.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DocumentRow } from '../../api/documentLists.ts'
import { ApiError } from '../../api/errors.ts'
import { AT_ONCE, toAll } from './many.ts'

const COUNT = 2 * AT_ONCE + 10
const documents = Array.from({ length: COUNT }, (_, index) => ({ id: index + 1, title: `${index + 1}` }) as DocumentRow)
const idsOf = (rows: DocumentRow[]) => rows.map(({ id }) => id)

describe('doing the same to many documents', () => {
  test('goes on after a refusal, some at a time, and says how far it is', async () => {
    const steps: number[] = []
    const send = async (some: DocumentRow[]) => ({
      done: idsOf(some).filter((id) => id % 50 !== 0),
      proposed: [],
      failed: idsOf(some)
        .filter((id) => id % 50 === 0)
        .map((id) => ({ id, detail: 'Document not found' })),
    })
    const { done, refused } = await toAll(documents, send, { onStep: (settled) => steps.push(settled) })
    assert.deepEqual(
      { doneLength: done.length, steps },
      { doneLength: COUNT - 2, steps: [AT_ONCE, 2 * AT_ONCE, COUNT] },
    )
    assert.deepEqual(
      refused.map(({ document, reason }) => [document.id, reason]),
      [
        [50, 'Document not found'],
        [100, 'Document not found'],
      ],
    )
  })

  test('sends again what the service did not come to', async () => {
    const asked: number[] = []
    const send = async (some: DocumentRow[]) => {
      asked.push(some.length)
      return { done: idsOf(some).slice(0, 40), proposed: [], failed: [] }
    }
    assert.equal((await toAll(documents, send)).done.length, COUNT)
    assert.deepEqual(asked, [50, 50, 30])
  })

  test('ends where all would be refused, and leaves the rest alone', async () => {
    let asked = 0
    const send = async () => {
      asked++
      throw new ApiError(0, undefined)
    }
    const { done, refused } = await toAll(documents, send)
    assert.deepEqual(
      { doneLength: done.length, refusedLength: refused.length, asked },
      { doneLength: 0, refusedLength: AT_ONCE, asked: 1 },
    )
  })

  test('waits when the service asks for it, unless it is stopped', async () => {
    let tries = 0
    const send = async (some: DocumentRow[]) => {
      if (tries++ === 0) throw new ApiError(429, undefined, '0')
      return { done: idsOf(some), proposed: [], failed: [] }
    }
    assert.equal((await toAll(documents, send)).done.length, COUNT)

    const stop = new AbortController()
    const stopped = toAll(documents, () => Promise.reject(new ApiError(429, undefined, '1000')), {
      signal: stop.signal,
    })
    await new Promise((resolve) => setImmediate(resolve))
    stop.abort()
    assert.equal((await stopped).refused.length, AT_ONCE)
  })
})
