// Rights that change: what closes with a category, on every node, and what is made or moved at the same moment.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ResponseCache } from '#http/responses/response-cache.ts'
import { accessSite, READERS, SOME_VISITOR, slugs } from '../../../../test/access-site.ts'
import { onEngines, type TestPerson } from '../../../../test/build.ts'
import { getDocument } from '../reading/reading.ts'
import { responseFor } from '../shared-routes.ts'
import { Variants } from './variants.ts'

onEngines('rights that change', (engine) => {
  const { built, ids, get, inject, readable } = accessSite(engine)

  test('a response made while rights change is for the one who asked alone', async () => {
    const deps = built()
    const { db } = deps
    const [named, stranger] = [await deps.person('reader'), await deps.person('reader')]
    const payload = { title: 'Between', visibility: 'restricted', markdown: 'x' }
    const { id } = (await inject('POST', '/api/docs/', payload)).json()
    const variants = new Variants(deps)
    const cached = { db, responses: new ResponseCache(db), variants }
    const actor = (person: TestPerson) => ({ userId: person.id, role: 'reader', label: '', member: true }) as const
    const document = async (person: TestPerson) =>
      (
        await responseFor(cached, { actor: actor(person) }, 'slug between', async () => {
          // The grant comes after the variant was found, and before the document is read.
          await db.inTransaction((tx) =>
            tx
              .insertInto('document_access')
              .values({ document_id: id, user_id: named.id, role: null, group_id: null })
              .onConflict((row) => row.doNothing())
              .execute(),
          )
          const view = await getDocument(deps, actor(person), { slug: 'between' }).catch(() => undefined)
          return { text: view ? 'whole' : 'nothing', tags: [`document:${id}`] }
        })
      ).body.toString()
    assert.deepEqual(await Promise.all([document(named), document(stranger)]), ['whole', 'nothing'])
    assert.equal(await document(stranger), 'nothing')
    await inject('DELETE', `/api/docs/${id}`)
  })

  /** makeRoom makes a category with a page that has the same rule. */
  const makeRoom = async (closed: object): Promise<number> => {
    const made = async (url: string, body: object) => (await inject('POST', url, { ...body, ...closed })).json().id
    const category_id = await made('/api/admin/categories/', { name: 'Room' })
    await made('/api/docs/', { title: 'Joined zebra', category_id, markdown: 'x' })
    return category_id
  }

  test('who joins a group reads at once, also in a search, and who leaves it, or sees it deleted, no longer', async () => {
    const [admin, member] = [await built().person('admin'), await built().person('reader')]
    const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
      built().app.inject({ method, url, headers: admin.headers, ...(payload && { payload }) })
    const { id: group } = (await ask('POST', '/api/admin/groups', { name: 'Joiners' })).json()
    const closed = { visibility: 'restricted', access: { groups: [group] } }
    const category = await makeRoom(closed)
    const seen = async () => {
      const [listed, found, page] = await Promise.all(
        ['private?limit=200', 'search?q=zebra', 'joined-zebra'].map((path) =>
          built().app.inject({ url: `/api/docs/${path}`, headers: member.headers }),
        ),
      )
      return [slugs(listed!.json()).includes('joined-zebra'), found!.json().length, page!.statusCode]
    }
    const NOTHING = [false, 0, 404]
    assert.deepEqual(await seen(), NOTHING)
    const STEPS = [
      ['PATCH', { add: [member.id] }, [true, 1, 200]],
      ['PATCH', { remove: [member.id] }, NOTHING],
      ['PATCH', { add: [member.id] }, [true, 1, 200]],
      ['DELETE', undefined, NOTHING],
    ] as const
    for (const [method, payload, sees] of STEPS) {
      await ask(method, `/api/admin/groups/${group}`, payload)
      assert.deepEqual(await seen(), sees, method)
    }
    const { visibility, access } = (await ask('GET', `/api/admin/categories/${category}`)).json()
    assert.deepEqual([visibility, access], ['restricted', { roles: [], users: [], groups: [] }])
  })

  test('closing a category closes everything below it at once, opening it opens it again', async () => {
    const url = `/api/admin/categories/${ids.get('open')}`
    const inOpen = (slug: string) => slug.startsWith('needle-open-')
    const shown = async () => slugs((await get(SOME_VISITOR, '/api/docs?limit=200')).json())
    const earlier = await shown()
    await inject('PUT', url, { visibility: 'restricted' })
    assert.deepEqual(
      await shown(),
      earlier.filter((slug) => !inOpen(slug)),
    )
    const stranger = READERS[1]!
    assert.ok(!slugs((await get(stranger, '/api/docs/private?limit=200')).json()).some(inOpen))
    await inject('PUT', url, { visibility: 'public' })
    assert.deepEqual(await shown(), earlier)
    assert.deepEqual(slugs((await get(stranger, '/api/docs/private?limit=200')).json()), readable(stranger))
  })

  test('a document put into a category while it closes is closed with it', async () => {
    const { db } = built()
    const { id } = (await inject('POST', '/api/admin/categories/', { name: 'Door' })).json()
    for (const visibility of ['restricted', 'public', 'members'] as const) {
      const [responses] = await Promise.all([
        Promise.all(Array.from({ length: 8 }, () => inject('POST', '/api/docs/', { title: 'Race', category_id: id }))),
        inject('PUT', `/api/admin/categories/${id}`, { visibility }),
      ])
      const rows = await db.read.selectFrom('documents').select('audience').where('category_id', '=', id).execute()
      assert.deepEqual(new Set(rows.map((row) => row.audience)), new Set([visibility]))
      assert.equal(responses.length, 8)
    }
  })

  test('moving a category under a closed one closes it, moving it back opens it', async () => {
    const url = `/api/admin/categories/${ids.get('open')}/parent`
    const earlier = slugs((await get(SOME_VISITOR, '/api/docs?limit=200')).json())
    await inject('PATCH', `${url}?new_parent_id=${ids.get('vault')}`)
    const closed = slugs((await get(SOME_VISITOR, '/api/docs?limit=200')).json())
    assert.ok(closed.length < earlier.length && !closed.some((slug) => slug.startsWith('needle-open-')))
    await inject('PATCH', url)
    assert.deepEqual(slugs((await get(SOME_VISITOR, '/api/docs?limit=200')).json()), earlier)
  })
})
