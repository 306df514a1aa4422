// Experiment: the same random calls, made one after another by an administrator, a reader and a stranger, on SQLite and on
// PostgreSQL. Passes when every response is the same on both; else the shortest sequence that tells them apart is shown.

import fc from 'fast-check'
import { readConfig } from '../../src/config.ts'
import { migrate } from '../../src/engine/db/migrate.ts'
import { openDb } from '../../src/engine/db/open.ts'
import { type Built, build, type Method, makePerson, OUTSIDE, TestClock } from '../build.ts'
import { scriptCleaner } from '../cleaner.ts'
import { startPostgres } from '../postgres.ts'
import { conclude, readOptions } from './experiment.ts'

const { runs, calls, minutes, seed } = readOptions('The same random calls on both engines, responses compared.', {
  runs: 100,
  calls: 60,
  minutes: 10,
  seed: 1,
})

type Call = { who: 'admin' | 'reader' | 'stranger'; method: Method; url: string; payload?: object }

const WORDS = [
  ...['Install', 'install', 'Überblick', 'uberblick', 'Ключи', 'ключ', '鍵の交換', 'Zoë', 'rotate', 'rotation', 'keys'],
  ...['2', '10', 'straße', 'STRASSE', 'ﬁle', "d'or", 'naïve', 'a-b', '😀'],
]
const word = fc.constantFrom(...WORDS)
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((list) => list.join(' '))
const query = fc
  .oneof(
    words,
    word.map((text) => text.slice(0, 3)),
    fc.string({ maxLength: 6 }),
  )
  .map(encodeURIComponent)
/** Ids are small, so that most of them exist, and some do not. */
const id = fc.integer({ min: 1, max: 9 })
const visibility = fc.constantFrom('public', 'members', 'restricted')
const access = fc.record({ roles: fc.subarray(['reader', 'editor']), users: fc.subarray([1, 2]) })
const paging = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 4 }))
  .map(([limit, offset]) => `limit=${limit}&offset=${offset}`)
const blocks = fc.array(
  fc.record({
    id: fc.uuid(),
    type: fc.constantFrom('paragraph', 'heading', 'bulletListItem', 'codeBlock'),
    content: words,
  }),
  { maxLength: 3 },
)
const documentFields = {
  title: words,
  slug: fc.constantFrom('one', 'two', 'three', 'tree', 'überblick'),
  category_id: fc.option(id),
  summary: fc.option(words),
  visibility,
  access,
  tags: fc.array(word, { maxLength: 3 }),
  position: fc.option(fc.integer({ min: 0, max: 3 })),
}
const documentBody = (requiredKeys: 'title'[]) =>
  fc.oneof(
    fc.record({ ...documentFields, blocks }, { requiredKeys }),
    fc.record({ ...documentFields, markdown: words }, { requiredKeys }),
  )
const categoryFields = {
  name: words,
  parent_id: fc.option(id),
  slug: fc.constantFrom('a', 'b', 'c'),
  description: fc.option(words),
  visibility,
  access,
}

const ADMINS = Array<Call['who']>(6).fill('admin')
const who = fc.constantFrom<Call['who']>(...ADMINS, 'reader', 'reader', 'stranger')
const call = (method: Method, url: fc.Arbitrary<string>, payload?: fc.Arbitrary<object>): fc.Arbitrary<Call> =>
  payload
    ? fc.record({ who, method: fc.constant(method), url, payload })
    : fc.record({ who, method: fc.constant(method), url })
const at = (template: string) => id.map((number) => template.replace('#', String(number)))
const given = (template: string, part: fc.Arbitrary<string>) => part.map((text) => template.replace('#', text))

const newDocument = call('POST', fc.constant('/api/docs/'), documentBody(['title']))
const newCategory = call(
  'POST',
  fc.constant('/api/admin/categories/'),
  fc.record(categoryFields, { requiredKeys: ['name'] }),
)

const CALLS: [number, fc.Arbitrary<Call>][] = [
  [8, newDocument],
  [4, call('PUT', at('/api/docs/#'), documentBody([]))],
  [3, call('PUT', at('/api/docs/#/blocks'), fc.record({ blocks }))],
  [1, call('DELETE', at('/api/docs/#'))],
  [2, call('POST', at('/api/docs/#/pin'))],
  [1, call('POST', at('/api/docs/#/unpin'))],
  [5, newCategory],
  [2, call('PUT', at('/api/admin/categories/#'), fc.record(categoryFields, { requiredKeys: [] }))],
  [
    2,
    call(
      'POST',
      fc
        .tuple(id, fc.constantFrom('up', 'down'))
        .map(([which, way]) => `/api/admin/categories/${which}/move?direction=${way}`),
    ),
  ],
  [
    2,
    call(
      'PATCH',
      fc.tuple(id, id).map(([which, parent]) => `/api/admin/categories/${which}/parent?new_parent_id=${parent}`),
    ),
  ],
  [
    1,
    call(
      'POST',
      fc.constant('/api/admin/categories/reorder'),
      fc.record({ parent_id: fc.option(id), ids: fc.uniqueArray(id, { maxLength: 4 }) }),
    ),
  ],
  [1, call('DELETE', at('/api/admin/categories/#'))],
  [1, call('POST', fc.constant('/api/pipeline/docs/enqueue'), fc.record({ document_id: id, notes: words }))],
  [1, call('POST', at('/api/pipeline/docs/job/#/cancel'))],
  [1, call('GET', at('/api/pipeline/docs/job/#'))],
  [2, call('GET', given('/api/docs/?#', paging))],
  [2, call('GET', given('/api/docs/private?#', paging))],
  [
    1,
    call(
      'GET',
      fc.constantFrom('/api/docs/tree', '/api/docs/tree/me', '/api/admin/categories/', '/api/admin/categories/tree'),
    ),
  ],
  [6, call('GET', given('/api/docs/search?q=#', query))],
  [3, call('GET', given('/api/docs/suggest?q=#', query))],
  [2, call('GET', given('/api/docs/suggest/full?q=#', query))],
  [2, call('GET', at('/api/docs/#/blocks'))],
  [1, call('GET', at('/api/docs/#/revisions'))],
  [1, call('GET', at('/api/docs/#/markdown'))],
  [1, call('GET', fc.constant('/api/admin/docs/buckets/counts'))],
  [
    2,
    call(
      'GET',
      fc
        .tuple(fc.constantFrom('empty', 'queued', 'approved'), query)
        .map(([bucket, q]) => `/api/admin/docs/buckets/${bucket}?q=${q}`),
    ),
  ],
]
const anyCall = fc.oneof(...CALLS.map(([weight, arbitrary]) => ({ weight, arbitrary })))

/** A sequence begins with some categories and documents, so that there is something to find. */
const anySequence = fc
  .tuple(
    fc.array(newCategory, { minLength: 3, maxLength: 5 }),
    fc.array(newDocument, { minLength: 5, maxLength: 9 }),
    fc.array(anyCall, { minLength: 10, maxLength: calls, size: 'max' }),
  )
  .map(([categories, documents, rest]) => [
    ...[...categories, ...documents].map((call): Call => ({ ...call, who: 'admin' })),
    ...rest,
  ])

/** responseOf leaves out what is random by design: the ids that Markdown's blocks are given, and of requests. */
async function responseOf({ app }: Built, people: Record<string, { authorization: string }>, { who, ...asked }: Call) {
  const headers = people[who] ?? OUTSIDE
  const { statusCode, body } = await app.inject({ ...asked, headers: { ...headers } })
  return `${statusCode} ${body.replaceAll(/"[0-9a-f]{8}-[0-9a-f-]{27}"/g, '"…"')}`
}

const server = await startPostgres(process.env.TEST_DATABASE_URL)
process.env.TEST_DATABASE_URL = server.url
const template = await openDb(readConfig({ DATABASE_URL: server.url }))
await migrate(template)
await template.close()

let compared = 0
const statuses = new Map<string, number>()
const sameAnswers = fc.asyncProperty(anySequence, async (sequence) => {
  const t = scriptCleaner()
  const clock = new TestClock()
  try {
    const sides = []
    for (const engine of ['sqlite', 'postgres'] as const) {
      const built = await build(t, { engine, clock })
      const people = {
        admin: (await makePerson(built, 'admin', 'anna')).headers,
        reader: (await makePerson(built, 'reader', 'rob')).headers,
      }
      sides.push({ built, people })
    }
    const [one, other] = sides as [(typeof sides)[0], (typeof sides)[0]]
    for (const request of sequence) {
      clock.advance(7)
      const [left, right] = await Promise.all([
        responseOf(one.built, one.people, request),
        responseOf(other.built, other.people, request),
      ])
      compared++
      statuses.set(left.slice(0, 3), (statuses.get(left.slice(0, 3)) ?? 0) + 1)
      if (left !== right) throw new Error(`${JSON.stringify(request)}\n  SQLite:     ${left}\n  PostgreSQL: ${right}`)
    }
  } finally {
    await t.clean()
  }
})

const result = await fc.check(sameAnswers, { numRuns: runs, seed, interruptAfterTimeLimit: minutes * 60_000 })
await server.stop()
if (result.failed) {
  const [sequence = []] = result.counterexample ?? []
  for (const request of sequence) process.stdout.write(`${JSON.stringify(request)}\n`)
  process.stdout.write(`${result.errorInstance instanceof Error ? result.errorInstance.message : ''}\n`)
}
conclude(
  `seed ${seed}: ${compared} responses compared in ${result.numRuns} sequences, ${result.failed ? 'one differs' : 'all the same'} (${[...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')})`,
  !result.failed,
)
