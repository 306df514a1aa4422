// Deleted categories come back with their documents, their place and their rules, on both engines.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { contentOfCategories } from '#features/documents/editing/service.ts'
import { documentsOfTree } from '#features/documents/review/of-tree.ts'
import { type Built, build, onEngines, type TestPerson } from '../../../test/build.ts'
import { suiteCleaner } from '../../../test/cleaner.ts'
import { restoreCategory } from './deletions.ts'

onEngines('a deleted category', (engine) => {
  const t = suiteCleaner()
  let deps: Built
  let editor: TestPerson
  before(async () => {
    deps = await build(t, { engine })
    editor = await deps.person('editor')
  })
  const send = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: object,
    headers = editor.headers,
  ) => {
    const response = await deps.app.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.body === '' ? null : response.json() }
  }
  const category = async (name: string, more: object = {}) =>
    (await send('POST', '/api/admin/categories/', { name, ...more })).body
  const document = async (title: string, category_id: number) =>
    (await send('POST', '/api/docs/', { title, category_id, markdown: `${title} here.` })).body
  const remove = (id: number) => send('DELETE', `/api/admin/categories/${id}?content=trash`)
  const restore = (id: number) => send('POST', `/api/admin/categories/trash/${id}/restore`)
  const roots = async () =>
    (await send('GET', '/api/admin/categories/tree')).body.map(({ name }: { name: string }) => name)

  test('comes back with its documents, its place and its rules', async () => {
    const friend = await deps.person('reader')
    await category('First')
    const access = { roles: [], users: [friend.id], groups: [] }
    const vault = await category('Vault', { visibility: 'restricted', access })
    await category('Last')
    const inner = await category('Inner', { parent_id: vault.id })
    const plan = await document('Plan', inner.id)
    await remove(vault.id)
    assert.deepEqual(await roots(), ['First', 'Last'])
    assert.equal((await send('GET', '/api/docs/plan')).status, 404)
    const [listed] = (await send('GET', '/api/admin/categories/trash')).body
    assert.partialDeepStrictEqual(listed, { id: vault.id, name: 'Vault', categories: 1, documents: 1 })
    assert.equal(listed.deleted_by.id, editor.id)

    const { status, body } = await restore(vault.id)
    assert.deepEqual([status, body.visibility, body.access], [201, 'restricted', access])
    assert.deepEqual(await roots(), ['First', 'Vault', 'Last'])
    const back = (await send('GET', '/api/docs/plan')).body
    assert.deepEqual([back.id, back.category_id, back.blocks], [plan.id, inner.id, plan.blocks])
    assert.equal((await send('GET', '/api/docs/plan', undefined, friend.headers)).status, 200)
    const stranger = await deps.person('reader')
    assert.equal((await send('GET', '/api/docs/plan', undefined, stranger.headers)).status, 404)
    assert.deepEqual((await send('GET', '/api/admin/categories/trash')).body, [])
    assert.equal((await restore(vault.id)).status, 404)
  })

  test('whose parent is gone comes back to the root, closed', async () => {
    const above = await category('Above', { visibility: 'restricted' })
    const below = await category('Below', { parent_id: above.id })
    const page = await document('Page', below.id)
    await remove(below.id)
    await remove(above.id)
    const { body } = await restore(below.id)
    assert.partialDeepStrictEqual(body, { parent_id: null, depth: 0, visibility: 'restricted' })
    const reader = await deps.person('reader')
    assert.equal((await send('GET', `/api/docs/${page.slug}`, undefined, reader.headers)).status, 404)
    assert.equal((await send('GET', `/api/docs/${page.slug}`)).body.category_id, below.id)
  })

  test('leaves behind what was brought back by itself, and takes another slug where its own is taken', async () => {
    const guides = await category('Guides')
    const [alone, along] = [await document('Alone', guides.id), await document('Along', guides.id)]
    await remove(guides.id)
    const early = (await send('POST', `/api/admin/docs/trash/${alone.id}/restore`)).body
    assert.partialDeepStrictEqual(early, { category_id: null, visibility: 'restricted' })
    await category('Guides')
    const { body } = await restore(guides.id)
    assert.deepEqual({ slug: body.slug, document_count: body.document_count }, { slug: 'guides-2', document_count: 1 })
    assert.equal((await send('GET', `/api/docs/${along.slug}`)).body.category_id, guides.id)
    assert.equal((await send('GET', `/api/docs/${alone.slug}`)).body.category_id, null)
  })

  test('is found by nobody while it is deleted', async () => {
    const attic = await category('Attic')
    const dusty = await document('Dusty', attic.id)
    await remove(attic.id)
    for (const url of [
      `/api/admin/categories/${attic.id}`,
      `/api/docs/${dusty.slug}`,
      '/read/category/attic',
      '/read/dusty',
    ])
      assert.equal((await deps.app.inject({ url, headers: editor.headers })).statusCode, 404, url)
    assert.deepEqual((await send('GET', '/api/docs/search?q=dusty')).body, [])
    const into = await send('POST', '/api/docs/', { title: 'New', category_id: attic.id })
    assert.equal(into.status, 422)
  })

  test('goes for good with the days', async () => {
    const { forgetTrash } = await import('#features/documents/maintenance.ts')
    const old = await category('Old')
    await category('Below old', { parent_id: old.id })
    await document('In old', old.id)
    await remove(old.id)
    const later = { config: deps.config, clock: { ...deps.clock, now: () => deps.clock.now() + 31 * 24 * 3600 * 1000 } }
    while ((await deps.db.inTransaction((tx) => forgetTrash(tx, 2, later))) > 0);
    for (const table of ['deletions'] as const)
      assert.deepEqual(await deps.db.read.selectFrom(table).selectAll().execute(), [])
    const rows = deps.db.read.selectFrom('category_rows').select('id').where('deletion_id', 'is not', null)
    assert.deepEqual(await rows.execute(), [])
  })

  /** restoreWith restores with something happening before each of its transactions. */
  const restoreWith = (id: number, before: () => Promise<unknown>) => {
    const inTransaction: typeof deps.db.inTransaction = async (work, options) => {
      await before()
      return deps.db.inTransaction(work, options)
    }
    const watched = { ...deps, db: { ...deps.db, inTransaction } }
    return restoreCategory({ ...watched, ...documentsOfTree, content: contentOfCategories(watched) }, COMMAND_LINE, id)
  }

  test('comes back while someone restores one of its documents', async () => {
    const shelf = await category('Shelf')
    const [mine, other] = [await document('Mine', shelf.id), await document('Other', shelf.id)]
    await remove(shelf.id)
    const statuses = new Set<number>()
    await restoreWith(shelf.id, async () =>
      statuses.add((await send('POST', `/api/admin/docs/trash/${mine.id}/restore`)).status),
    )
    assert.ok(statuses.has(201))
    assert.equal((await send('GET', `/api/docs/${other.slug}`)).body.category_id, shelf.id)
    assert.equal((await send('GET', `/api/docs/${mine.slug}`)).status, 200)
  })

  test('brings many documents back in several transactions', async () => {
    const large = await category('Large')
    const titles = Array.from({ length: 25 }, (_, nth) => `Page ${nth}`)
    for (const title of titles) await document(title, large.id)
    await remove(large.id)
    const counts: number[] = []
    const rows = () => deps.db.read.selectFrom('documents').select('id').where('category_id', '=', large.id).execute()
    await restoreWith(large.id, async () => counts.push((await rows()).length))
    counts.push((await rows()).length)
    const steps = counts.slice(1).map((count, nth) => count - counts[nth]!)
    assert.equal(counts.at(-1), titles.length)
    assert.ok(Math.max(...steps) <= 20, String(steps))
  })
})
