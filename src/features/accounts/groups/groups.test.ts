// Groups by hand: who may make them, their names, their members, and what becomes of them when people leave.

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { buildOnce, type Method, onEngines } from '../../../../test/build.ts'

onEngines('groups', (engine) => {
  const built = buildOnce({ engine })
  const asking = async () => {
    const admin = await built().person('admin')
    return (method: Method, url: string, payload?: object, headers: Record<string, string> = admin.headers) =>
      built().app.inject({ method, url, headers, ...(payload && { payload }) })
  }

  it('are made with members, renamed and deleted, and no two have one name', async () => {
    const ask = await asking()
    const [ann, ben] = [await built().person('reader'), await built().person('editor')]
    const made = await ask('POST', '/api/admin/groups', { name: ' Human Resources ', members: [ann.id, ann.id] })
    assert.equal(made.statusCode, 201)
    const { id, name, member_count, members } = made.json()
    assert.deepEqual([name, member_count, members[0].sources], ['Human Resources', 1, ['hand']])
    const twice = await ask('POST', '/api/admin/groups', { name: 'human resources' })
    assert.deepEqual([twice.statusCode, twice.json().detail], [409, 'Another group has this name'])
    const changed = (
      await ask('PATCH', `/api/admin/groups/${id}`, { name: 'People', add: [ben.id], remove: [ann.id] })
    ).json()
    assert.deepEqual([changed.name, changed.members.map((one: { id: number }) => one.id)], ['People', [ben.id]])
    const listed = (await ask('GET', '/api/admin/groups?q=PEOP')).json()
    assert.deepEqual(
      listed.map((one: { id: number }) => one.id),
      [id],
    )
    assert.equal((await ask('DELETE', `/api/admin/groups/${id}`)).statusCode, 204)
    assert.equal((await ask('GET', `/api/admin/groups/${id}`)).statusCode, 404)
  })

  it('take only people whose address is proven, and say which one is not', async () => {
    const ask = await asking()
    const [ann, stranger] = [await built().person('reader'), await built().person('reader', undefined, null)]
    const refused = await ask('POST', '/api/admin/groups', { name: 'Proven', members: [ann.id, stranger.id] })
    assert.equal(refused.statusCode, 422)
    assert.deepEqual(refused.json().detail[0].loc, ['body', 'members', 1])
    assert.deepEqual((await ask('GET', '/api/admin/groups?q=Proven')).json(), [], 'nothing is written')
    const { id } = (await ask('POST', '/api/admin/groups', { name: 'Proven' })).json()
    const added = await ask('PATCH', `/api/admin/groups/${id}`, { add: [999_999] })
    assert.deepEqual(added.json().detail[0].loc, ['body', 'add', 0])
  })

  it('keep a member whom another source put there', async () => {
    const ask = await asking()
    const ann = await built().person('reader')
    const { id } = (await ask('POST', '/api/admin/groups', { name: 'Kept' })).json()
    await built().db.inTransaction((tx) =>
      tx.insertInto('group_members').values({ group_id: id, user_id: ann.id, source: 'scim' }).execute(),
    )
    const refused = await ask('PATCH', `/api/admin/groups/${id}`, { remove: [ann.id] })
    assert.deepEqual(
      [refused.statusCode, refused.json().detail[0].msg],
      [422, `Value error, User ${ann.id} is in this group by scim`],
    )
    assert.equal((await ask('GET', `/api/admin/groups/${id}`)).json().member_count, 1)
  })

  it('lose who deletes the account; an access list may name only groups that exist', async () => {
    const ask = await asking()
    const ann = await built().person('reader')
    const { id } = (await ask('POST', '/api/admin/groups', { name: 'Left', members: [ann.id] })).json()
    await ask('DELETE', `/api/admin/users/${ann.id}`)
    assert.equal((await ask('GET', `/api/admin/groups/${id}`)).json().member_count, 0)
    const access = { visibility: 'restricted', access: { groups: [id, 999_999] } }
    for (const [url, payload] of [
      ['/api/admin/categories/', { name: 'Named', ...access }],
      ['/api/docs/', { title: 'Named', ...access }],
    ] as const) {
      const refused = await ask('POST', url, payload)
      assert.equal(refused.statusCode, 422)
      assert.deepEqual(refused.json().detail[0].loc, ['body', 'access', 'groups', 1])
    }
  })
})
