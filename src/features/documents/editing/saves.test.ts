// Saves in the writer thread: the same responses as in place, and readers see them at once.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import type { WriterThread } from '#engine/writer-thread.ts'
import { type Built, build } from '../../../../test/build.ts'
import { type Cleaner, suiteCleaner } from '../../../../test/cleaner.ts'
import { folderOf } from '../../../../test/folder.ts'
import { until } from '../../../../test/until.ts'
import { prepare } from '../writing/prepare/prepare.ts'

type SavingSite = Built & { writing: WriterThread; headers: Record<string, string> }

/** open is a site whose thread is up: many saves at once have brought it up. */
async function open(t: Cleaner): Promise<SavingSite> {
  const site = await build(t, { engine: 'sqlite', saveInThread: true })
  const { headers } = await site.person('editor')
  const open = { ...site, writing: site.writing!, headers }
  await until('the thread is up', async () => {
    await createMany(open, 8)
    return open.writing.isUp
  })
  return open
}

const create = ({ app, headers }: SavingSite, body: object) =>
  app.inject({ method: 'POST', url: '/api/docs/', headers, payload: body })
const createMany = (site: SavingSite, count: number, title = 'Heron') =>
  Promise.all(Array.from({ length: count }, (_, index) => create(site, { title, markdown: `Bird ${index}.` })))

describe('a thread that saves', () => {
  const t = suiteCleaner()
  let site: SavingSite
  before(async () => {
    site = await open(t)
  })

  test('many documents at once get slugs of their own, and lists, trees and searches know them at once', async () => {
    await site.db.confirm()
    const before = site.db.sequence()!
    const responses = await createMany(site, 40, 'Kingfisher')
    assert.deepEqual(new Set(responses.map(({ statusCode }) => statusCode)), new Set([201]))
    assert.equal(new Set(responses.map((response) => response.json().slug)).size, 40)
    assert.ok(!site.db.isCurrent(before, ['content']))
    const found = await site.app.inject({ url: '/api/docs/search?q=kingfisher&limit=50', headers: site.headers })
    assert.equal(found.json().length, 40)
    const list = await site.app.inject('/api/docs/')
    assert.ok(list.body.includes(responses.at(-1)!.json().slug))
  })

  test('changes of one document follow each other, and every version is kept', async () => {
    const { id } = (await create(site, { title: 'Tern', markdown: 'First.' })).json()
    const save = (index: number) =>
      site.app.inject({
        method: 'PUT',
        url: `/api/docs/${id}/blocks`,
        headers: site.headers,
        payload: { blocks: [{ type: 'paragraph', content: `Change ${index}.` }] },
      })
    const responses = await Promise.all(Array.from({ length: 20 }, (_, index) => save(index)))
    assert.deepEqual(new Set(responses.map(({ statusCode }) => statusCode)), new Set([200]))
    const { version } = (await site.app.inject({ url: `/api/docs/${id}/blocks`, headers: site.headers })).json()
    assert.equal(version, 21)
    const rows = await site.db.read.selectFrom('revisions').select('version').where('document_id', '=', id).execute()
    assert.equal(rows.length, 21)
  })

  test('an error that nobody foresaw keeps its code, and the thread goes on', async () => {
    const input = {
      title: 'Odd',
      visibility: 'nobody',
      prepared: await prepare(site, COMMAND_LINE, { markdown: 'Text.' }),
    }
    const odd = site.writing.run('add', { input, by: { actor: COMMAND_LINE, origin: 'hand' } }, async () =>
      assert.fail('not in place'),
    )
    await assert.rejects(odd, { code: 'SQLITE_CONSTRAINT_CHECK' })
    assert.ok(site.writing.isUp)
  })

  test('when the thread breaks, those who wait are told to try again, and the next saves succeed', async () => {
    const broken = site.writing.run('nothing of this name', {}, async () => assert.fail('not in place'))
    await assert.rejects(broken, { status: 503 })
    assert.equal(site.writing.isUp, false)
    const responses = await createMany(site, 8)
    assert.deepEqual(new Set(responses.map(({ statusCode }) => statusCode)), new Set([201]))
  })
})

test('a refusal is the same as in place, and writes nothing', async (t) => {
  const site = await open(t)
  const document = (await create(site, { title: 'Taken', markdown: 'Text.' })).json()
  const put = (headers: Record<string, string>, payload: object, id = document.id) =>
    site.app.inject({ method: 'PUT', url: `/api/docs/${id}`, headers: { ...site.headers, ...headers }, payload })
  const refused = async () => [
    await create(site, { title: 'Other', slug: document.slug }),
    await create(site, { title: 'Other', category_id: 4711 }),
    await put({ 'if-match': '"7"' }, { title: 'Stale' }),
    await put({}, { title: 'Nothing' }, 4711),
  ]
  const there = await refused()
  assert.ok(site.writing.isUp)
  await site.writing.close()
  const here = await refused()
  assert.deepEqual(
    there.map(({ statusCode }) => statusCode),
    [409, 422, 412, 404],
  )
  assert.deepEqual(
    there.map(({ body }) => body),
    here.map(({ body }) => body),
  )
  const rows = await site.db.read.selectFrom('documents').select('title').where('title', '<>', 'Heron').execute()
  assert.deepEqual(rows, [{ title: 'Taken' }])
})

const SAVE_AND_CLOSE = `
  import { openDeps } from '${new URL('../../../compose.ts', import.meta.url)}'
  const deps = await openDeps({ migrate: true, saveInThread: true })
  const save = () => deps.writing.run('add', {}, async () => {}).catch(() => {})
  while (!deps.writing.isUp) await Promise.all([save(), save(), save(), save(), new Promise((next) => setTimeout(next, 10))])
  await deps.close()
  process.stdout.write('closed')`

test('closing waits for the thread, also where nothing else keeps the process alive', (t) => {
  const folder = folderOf(t, { 'close.mjs': SAVE_AND_CLOSE })
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    GALLEY_DATA: join(folder, 'data'),
    GALLEY_LOG_LEVEL: 'silent',
  }
  const { status, stdout } = spawnSync(process.execPath, [join(folder, 'close.mjs')], { env, encoding: 'utf8' })
  assert.deepEqual({ status, stdout }, { status: 0, stdout: 'closed' })
})
