// Doing the same to many: how many at once, what one refusal means for the others, and who waits.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { DocumentRow } from '../../api/documentLists.ts'
import { ApiError } from '../../api/errors.ts'
import { toEach } from './many.ts'

const documents = Array.from({ length: 10 }, (_, index) => ({ id: index + 1, title: `${index + 1}` }) as DocumentRow)
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('doing the same to many documents', () => {
  test('goes on after a refusal, a few at a time, and says how far it is', async () => {
    let [atOnce, most] = [0, 0]
    const steps: number[] = []
    const act = async ({ id }: DocumentRow) => {
      most = Math.max(most, ++atOnce)
      await turn()
      atOnce--
      if (id % 5 === 0) throw new ApiError(404, { detail: 'Document not found' })
    }
    const { done, refused } = await toEach(documents, act, { onStep: (settled) => steps.push(settled) })
    assert.deepEqual([done.length, most, steps], [8, 4, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]])
    assert.deepEqual(
      refused.map(({ document, reason }) => [document.id, reason]),
      [
        [5, 'Document not found'],
        [10, 'Document not found'],
      ],
    )
  })

  test('ends where all would be refused, and leaves the rest alone', async () => {
    const asked: number[] = []
    const act = async ({ id }: DocumentRow) => {
      asked.push(id)
      await turn()
      throw new ApiError(0, undefined)
    }
    const { done, refused } = await toEach(documents, act)
    assert.deepEqual([done.length, refused.length, asked], [0, 4, [1, 2, 3, 4]])
  })

  test('waits when the service asks for it, unless it is stopped', async () => {
    const tries = new Map<number, number>()
    const act = async ({ id }: DocumentRow) => {
      tries.set(id, (tries.get(id) ?? 0) + 1)
      if (tries.get(id) === 1) throw new ApiError(429, undefined, '0')
    }
    assert.equal((await toEach(documents, act)).done.length, 10)

    const stop = new AbortController()
    const stopped = toEach(documents, () => Promise.reject(new ApiError(429, undefined, '1000')), {
      signal: stop.signal,
    })
    await turn()
    stop.abort()
    assert.equal((await stopped).refused.length, 4)
  })
})
