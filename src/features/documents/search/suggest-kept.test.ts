// Suggestions that are kept, held against suggestions made anew: whatever is written, both are the same. Histories are random
// and seeded; words are few, so that writes concern what is asked for.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { type Built, build, OUTSIDE, onEngines, type TestPerson } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import { GrantedDocuments } from './finding/granted.ts'
import { suggest } from './suggest.ts'

const HISTORIES = 3
const STEPS = 5
/** Some begin alike, with one to five letters; one word is of another script, one a name made of two. */
const WORDS = ['pool', 'pools', 'poet', 'port', 'tuning', 'tune', 'tuner', 'ab', 'abc', 'zebra', '東京都', 'portNumber']
const QUERIES = ['p', 'poo', 'pool', 'pools', 'tune', 'tuning po', 'ab', 'zebro', '東京', 'num']

const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 2 }).map((some) => some.join(' '))
const markdown = fc
  .array(words, { maxLength: 2 })
  .map((some) => ['A text.', ...some.map((one) => `## ${one}`)].join('\n\n'))
const step = fc.record({
  document: fc.nat(2),
  change: fc.oneof(
    fc.record({ title: words }),
    fc.record({ markdown }),
    fc.record({ visibility: fc.constantFrom('public', 'members', 'restricted') }),
    fc.record({ published: fc.boolean() }),
    fc.constant('anew' as const),
  ),
})

onEngines('kept suggestions', (engine) => {
  const t = suiteCleaner()
  let built: Built
  let editor: TestPerson
  let reader: TestPerson
  let granted: GrantedDocuments

  before(async () => {
    built = await build(t, { engine })
    granted = new GrantedDocuments(built)
    ;[editor, reader] = [await built.person('editor'), await built.person('reader')]
  })

  const write = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    built.app.inject({ method, url, headers: editor.headers, ...(payload && { payload }) })
  const add = async (): Promise<number> => {
    const payload = { title: 'Zebra pool', markdown: '## Tuning the port' }
    return (await write('POST', '/api/docs/', payload)).json().id
  }
  const suggested = async (q: string): Promise<unknown> => {
    const url = `/api/docs/suggest/full?q=${encodeURIComponent(q)}`
    return (await built.app.inject({ url, headers: { ...reader.headers, ...OUTSIDE } })).json()
  }
  const anew = async (q: string): Promise<unknown> =>
    JSON.parse(
      JSON.stringify(
        (await suggest({ ...built, granted }, { userId: reader.id, role: reader.role, label: '', member: true }, q, 8))
          .items,
      ),
    )

  test('are what suggestions made anew are, after every write', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (history) => {
        const documents = [await add(), await add(), await add()]
        for (const { document, change } of history) {
          for (const q of QUERIES) await suggested(q)
          const id = documents[document]!
          if (change === 'anew') {
            await write('DELETE', `/api/docs/${id}`)
            documents[document] = await add()
          } else await write('PUT', `/api/docs/${id}`, change)
          for (const q of QUERIES)
            assert.deepEqual(await suggested(q), await anew(q), `${q} after ${JSON.stringify(change)}`)
        }
        for (const id of documents) await write('DELETE', `/api/docs/${id}`)
      }),
      { numRuns: HISTORIES, includeErrorInReport: true },
    )
  })
})
