// A tree that is long, put together of kept parts (tree.ts): a change in one category shows in it.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { brotliDecompressSync } from 'node:zlib'
import { VISITOR } from '#actor.ts'
import { type Built, build, onEngines } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'
import { Variants } from '../access/variants.ts'
import type { TreeNode } from '../schemas.ts'
import { Trees } from './tree.ts'

const CATEGORIES = 12
const DOCUMENTS = 150

onEngines('a long tree', (engine) => {
  const t = suiteCleaner()
  let built: Built
  let headers: { authorization: string }
  let ids: number[]
  const url = '/api/docs/tree'
  const post = async (url: string, payload: object) =>
    (await built.app.inject({ method: 'POST', url, headers, payload })).json()
  const sent = (encoding?: string) =>
    built.app.inject({ url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })
  /** expected is the tree made at once, of nothing that was kept. */
  const expected = () => new Trees(built).getJson(new Variants(built).known(VISITOR)!)

  before(async () => {
    built = await build(t, { engine })
    ;({ headers } = await built.person('editor'))
    ids = []
    for (let number = 0; number < CATEGORIES; number++) {
      const parent_id = number % 3 === 0 ? null : ids[number - 1]
      ids.push((await post('/api/admin/categories/', { name: `Ängste ${number}`, parent_id })).id)
    }
    await built.db.inTransaction(async (tx) => {
      for (const category_id of ids.slice(1)) {
        const rows = Array.from({ length: DOCUMENTS }, (_, index) => ({
          ...{ slug: `n-${category_id}-${index}`, title: `Number ${index}`, category_id },
          ...{ created_at: 1, updated_at: 1 },
        }))
        await tx.insertInto('document_rows').values(rows).execute()
      }
    })
  })

  test('is sent whole, also again, after a change, and as HEAD', async () => {
    for (const title of ['First', 'Second', 'Third']) {
      await post('/api/docs/', { title, category_id: ids[7] })
      for (let times = 0; times < 3; times++) {
        const { body, rawPayload, headers } = await sent()
        assert.ok(body === (await expected()))
        assert.equal(Number(headers['content-length']), rawPayload.length)
        assert.ok(body.includes(`"title":"${title}"`))
      }
    }
    const head = await built.app.inject({ method: 'HEAD', url })
    assert.deepEqual({ statusCode: head.statusCode, body: head.body }, { statusCode: 200, body: '' })
  })

  test('goes over a socket as it is, by the plain way and again', async () => {
    const address = await built.app.listen({ port: 0 })
    for (const headers of [{ origin: 'http://elsewhere.example' }, {}, {}, {}]) {
      const response = await fetch(`${address}${url}`, { headers: { 'accept-encoding': 'identity', ...headers } })
      assert.ok((await response.text()) === (await expected()))
    }
  })

  test('is sent compressed with the same ETag, and not again to who has it', async () => {
    const [plain, packed] = [await sent(), await sent('br')]
    assert.ok(brotliDecompressSync(packed.rawPayload).toString() === plain.body)
    assert.equal(packed.headers.etag, plain.headers.etag)
    const headers = { 'if-none-match': String(plain.headers.etag) }
    assert.equal((await built.app.inject({ url, headers })).statusCode, 304)
  })

  test('a category that gets its first document, or loses its last, has it after its categories', async () => {
    const { id } = await post('/api/docs/', { title: 'Only one', category_id: ids[0] })
    const titles = async () => ((await sent()).json() as TreeNode[])[0]!.children.map(({ title }) => title)
    assert.deepEqual(await titles(), ['Ängste 1', 'Only one'])
    await built.app.inject({ method: 'DELETE', url: `/api/docs/${id}`, headers })
    assert.deepEqual(await titles(), ['Ängste 1'])
    assert.ok((await sent()).body === (await expected()))
  })
})
