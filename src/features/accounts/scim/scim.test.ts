// SCIM with the requests that Entra's and Okta's public documentation print, and what strangers could send instead.

import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Built, build, type Method, OUTSIDE, onEngines, type TestPerson } from '../../../../test/build.ts'
import { suiteCleaner } from '../../../../test/cleaner.ts'

const PATCH_OP = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'

onEngines('SCIM', (engine) => {
  const t = suiteCleaner()
  let built: Built
  let admin: TestPerson
  let token: Record<string, string>
  before(async () => {
    built = await build(t, { engine })
    admin = await built.person('admin')
    token = await tokenOf(admin, ['admin'])
  })
  async function tokenOf(person: TestPerson, scopes: string[]): Promise<Record<string, string>> {
    const payload = { name: 'Directory', scopes }
    const response = await built.app.inject({ method: 'POST', url: '/api/tokens', headers: person.headers, payload })
    return { authorization: `Bearer ${response.json().token}` }
  }
  const ask = async (method: Method, path: string, payload?: object, headers: Record<string, string> = token) => {
    const type = payload && { 'content-type': 'application/scim+json; charset=utf-8' }
    const url = `/scim/v2/${path}`
    const response = await built.app.inject({
      ...{ method, url, headers: { ...headers, ...type } },
      ...(payload && { payload: JSON.stringify(payload) }),
    })
    const kind = String(response.headers['content-type'] ?? '')
    return { status: response.statusCode, kind, body: response.body === '' ? undefined : response.json() }
  }
  const find = async (path: 'Users' | 'Groups', filter: string) =>
    (await ask('GET', `${path}?filter=${encodeURIComponent(filter)}&startIndex=1&count=100`)).body
  const make = async (userName: string, more: object = {}) => {
    const { status, body } = await ask('POST', 'Users', { schemas: [USER], userName, ...more })
    assert.equal(status, 201, JSON.stringify(body))
    return body
  }
  const patch = (path: string, ...Operations: object[]) => ask('PATCH', path, { schemas: PATCH_OP, Operations })

  test('is for administrators and tokens with the scope admin', async () => {
    const editor = await built.person('editor')
    for (const [headers, status] of [
      [OUTSIDE, 401],
      [await tokenOf(editor, ['read', 'write']), 403],
      [await tokenOf(admin, ['read', 'write', 'metrics']), 403],
    ] as const)
      for (const [method, path] of [
        ['GET', 'Users'],
        ['POST', 'Users'],
        ['PATCH', 'Groups/1'],
        ['GET', 'ServiceProviderConfig'],
      ] as const) {
        const refused = await ask(method, path, method === 'GET' ? undefined : {}, headers)
        assert.deepEqual(
          [refused.status, refused.kind, refused.body.status],
          [status, 'application/scim+json', String(status)],
        )
        assert.deepEqual(refused.body.schemas, ['urn:ietf:params:scim:api:messages:2.0:Error'])
      }
  })

  test('says what it can do', async () => {
    const { body, kind } = await ask('GET', 'ServiceProviderConfig')
    assert.deepEqual([kind, body.patch.supported, body.bulk.supported], ['application/scim+json', true, false])
    for (const path of ['Schemas', 'ResourceTypes']) {
      const list = (await ask('GET', path)).body
      assert.equal(list.totalResults, 2)
      for (const { id } of list.Resources) assert.equal((await ask('GET', `${path}/${id}`)).body.id, id)
    }
  })

  const name = 'Test_User_ab6490ee-1e48-479e-a20b-2d77186b5dd1@example.com'
  const makeAsEntra = () =>
    make(name, {
      schemas: [USER, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
      externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
      active: true,
      emails: [{ primary: true, type: 'work', value: 'Test_User@example.com' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
      roles: [],
    })

  test('creates and finds people as Entra asks', async () => {
    const none = await find('Users', `userName eq "${name}"`)
    assert.deepEqual([none.totalResults, none.itemsPerPage, none.Resources], [0, 0, []])
    const user = await makeAsEntra()
    assert.deepEqual(
      [user.userName, user.displayName, user.emails[0].value, user.active, user.externalId],
      [name, 'givenName familyName', 'test_user@example.com', true, '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef'],
    )
    assert.match(user.meta.location, new RegExp(`/scim/v2/Users/${user.id}$`))
    assert.deepEqual((await ask('GET', `Users/${user.id}`)).body, user)
    for (const filter of [
      `userName eq "${name.toUpperCase()}"`,
      'externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"',
      'emails[type eq "work"].value eq "test_user@example.com"',
      `userName eq "${name}" and active eq true`,
      'displayName co "familyname"',
      `id eq "${user.id}"`,
    ])
      assert.deepEqual((await find('Users', filter)).Resources, [user], filter)
    assert.equal((await find('Users', `userName eq "${name}" and active eq false`)).totalResults, 0)
    assert.equal((await ask('DELETE', `Users/${user.id}`)).status, 204)
  })

  test('changes and deletes people as Entra asks', async () => {
    const user = await makeAsEntra()
    const { body: changed } = await patch(
      `Users/${user.id}`,
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'updatedEmail@example.com' },
      { op: 'Replace', path: 'name.familyName', value: 'updatedFamilyName' },
      { op: 'Add', path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department', value: 'Kilns' },
    )
    assert.deepEqual(
      [changed.emails[0].value, changed.displayName],
      ['updatedemail@example.com', 'givenName updatedFamilyName'],
    )
    const { body: renamed } = await patch(`Users/${user.id}`, {
      ...{ op: 'Replace', path: 'userName' },
      value: '5b50642d-79fc-4410-9e90-4c077cdd1a59@example.com',
    })
    assert.equal(renamed.userName, '5b50642d-79fc-4410-9e90-4c077cdd1a59@example.com')
    assert.equal(
      (await patch(`Users/${user.id}`, { op: 'Replace', path: 'active', value: 'False' })).body.active,
      false,
    )
    assert.equal((await patch(`Users/${user.id}`, { op: 'Replace', value: { active: 'True' } })).body.active, true)
    assert.equal((await ask('DELETE', `Users/${user.id}`)).status, 204)
    assert.equal((await ask('GET', `Users/${user.id}`)).status, 404)
    assert.equal((await find('Users', `userName eq "${renamed.userName}"`)).totalResults, 0)
    const { rows } = {
      rows: await built.db.read.selectFrom('scim_users').selectAll().where('user_id', '=', Number(user.id)).execute(),
    }
    assert.deepEqual(rows, [], 'nothing of who was deleted is left')
  })

  test('does what Okta asks for people', async () => {
    const user = await make('test.user@okta.local.example', {
      name: { givenName: 'Test', familyName: 'User' },
      emails: [{ primary: true, value: 'test.user@okta.local.example', type: 'work' }],
      displayName: 'Test User',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    })
    const again = await ask('POST', 'Users', { schemas: [USER], userName: 'Test.User@okta.local.example' })
    assert.deepEqual([again.status, again.body.scimType], [409, 'uniqueness'])
    const replaced = await ask('PUT', `Users/${user.id}`, {
      ...{ schemas: [USER], id: user.id, userName: 'test.user@okta.local.example' },
      name: { givenName: 'Another', middleName: 'Excited', familyName: 'User' },
      emails: [{ primary: true, value: 'test.user@okta.local.example', type: 'work', display: 'x' }],
      active: true,
      groups: [],
    })
    assert.deepEqual(
      [replaced.status, replaced.body.displayName, replaced.body.externalId],
      [200, 'Another User', undefined],
    )
    const gone = await patch(`Users/${user.id}`, { op: 'replace', value: { active: false } })
    assert.deepEqual([gone.status, gone.body.active], [200, false])
  })

  test('a person who is deactivated is out at once, with sessions and tokens', async () => {
    const person = await built.person('editor')
    const { authorization } = await tokenOf(person, ['read'])
    const status = async (headers: Record<string, string>) =>
      (await built.app.inject({ url: '/api/docs/private', headers })).statusCode
    assert.deepEqual([await status(person.headers), await status({ authorization: authorization! })], [200, 200])
    const { Resources } = await find('Users', `id eq "${person.id}"`)
    assert.equal(Resources.length, 1, 'people who were there before are found, too')
    await patch(`Users/${person.id}`, { op: 'replace', path: 'active', value: false })
    assert.deepEqual([await status(person.headers), await status({ authorization: authorization! })], [401, 401])
    const last = await patch(`Users/${admin.id}`, { op: 'replace', path: 'active', value: false })
    assert.deepEqual([last.status, /last admin/.test(last.body.detail)], [409, true])
  })

  test('takes over an address that nobody has proven, from whoever registered it', async () => {
    const squatter = await built.person('reader', undefined, null)
    const { email } = await built.db.read
      .selectFrom('users')
      .select('email')
      .where('id', '=', squatter.id)
      .executeTakeFirstOrThrow()
    assert.equal((await find('Users', `userName eq "${email}"`)).totalResults, 0)
    const user = await make(email)
    assert.equal(user.id, String(squatter.id))
    assert.equal((await built.app.inject({ url: '/auth/me', headers: squatter.headers })).statusCode, 401)
  })

  /** groupFor makes a group as Entra does, and people whom it may have. */
  async function groupFor(domain: string) {
    const [ann, ben, cleo] = [await make(`ann@${domain}`), await make(`ben@${domain}`), await make(`cleo@${domain}`)]
    const { status, body: group } = await ask('POST', 'Groups', {
      schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Kiln keepers',
      meta: { resourceType: 'Group' },
    })
    const url = `Groups/${group.id}`
    const members = async () => (await ask('GET', url)).body.members.map(({ value }: { value: string }) => value).sort()
    return { ann, ben, cleo, status, group, url, members }
  }

  test('creates, finds and fills groups as Entra and Okta ask', async () => {
    const { ann, ben, cleo, status, group, url, members } = await groupFor('groups.example')
    assert.deepEqual([status, group.displayName, group.members], [201, 'Kiln keepers', []])
    const found = await ask(
      'GET',
      `Groups?excludedAttributes=members&filter=${encodeURIComponent('displayName eq "kiln Keepers"')}`,
    )
    assert.deepEqual([found.body.totalResults, found.body.Resources[0].id], [1, group.id])
    assert.equal((await find('Groups', 'externalId eq "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159"')).totalResults, 1)
    assert.equal((await find('Groups', 'displayName eq "Kiln"')).totalResults, 0)
    const added = await patch(url, {
      op: 'Add',
      path: 'members',
      value: [
        { $ref: null, value: ann.id },
        { $ref: null, value: ben.id },
      ],
    })
    assert.deepEqual([added.status, added.body, await members()], [204, undefined, [ann.id, ben.id].sort()])
    assert.equal((await ask('GET', `${url}?excludedAttributes=members`)).body.members, undefined)
    await patch(url, { op: 'Remove', path: 'members', value: [{ $ref: null, value: ann.id }] })
    await patch(
      url,
      { op: 'remove', path: `members[value eq "${ben.id}"]` },
      { op: 'add', path: 'members', value: [{ value: cleo.id, display: 'cleo' }] },
    )
    assert.deepEqual(await members(), [cleo.id])
    assert.equal((await ask('DELETE', url)).status, 204)
  })

  test('renames, replaces and empties groups as Entra and Okta ask', async () => {
    const { ann, ben, cleo, group, url, members } = await groupFor('renamed.example')
    await patch(url, { op: 'replace', value: { id: group.id, displayName: 'Kiln people' } })
    await patch(url, { op: 'replace', path: 'members', value: [{ value: ann.id }] })
    const whole = await ask('PUT', url, {
      schemas: [GROUP],
      displayName: 'Kiln crew',
      members: [{ value: ann.id, display: 'ann' }, { value: ben.id }],
    })
    assert.deepEqual(
      [whole.status, whole.body.displayName, await members()],
      [200, 'Kiln crew', [ann.id, ben.id].sort()],
    )

    const by = { headers: admin.headers, url: `/api/admin/groups/${group.id}` }
    await built.app.inject({ method: 'PATCH', ...by, payload: { add: [Number(cleo.id)] } })
    assert.equal((await patch(url, { op: 'remove', path: 'members' })).status, 204)
    assert.deepEqual(await members(), [cleo.id], 'who was put there by hand stays')
    const unknown = await patch(url, { op: 'add', path: 'members', value: [{ value: '999999' }] })
    assert.deepEqual([unknown.status, unknown.body.scimType], [400, 'invalidValue'])
    assert.equal((await ask('DELETE', url)).status, 204)
    assert.equal((await ask('GET', url)).status, 404)
  })

  test('answers nonsense with 400 and writes nothing', async () => {
    const user = await make('steady@example.com', { displayName: 'Steady' })
    for (const [method, path, payload] of [
      ['POST', 'Users', { userName: 5 }],
      ['POST', 'Users', { userName: 'no address' }],
      ['POST', 'Users', []],
      ['POST', 'Users', { userName: 'a@b.example', active: 'perhaps' }],
      ['POST', 'Users', { userName: 'a@b.example', emails: 'x', name: 'y' }],
      ['POST', 'Groups', { displayName: '' }],
      ['POST', 'Groups', { displayName: 'G', members: [{ value: 'x' }] }],
      ['PATCH', `Users/${user.id}`, {}],
      ['PATCH', `Users/${user.id}`, { Operations: [{ op: 'move', path: 'a' }] }],
      ['PATCH', `Users/${user.id}`, { Operations: [{ op: 'replace', path: 'emails[[', value: 1 }] }],
      ['PATCH', `Users/${user.id}`, { Operations: [{ op: 'replace', path: 'emails[type eq].value', value: 'x' }] }],
      ['PATCH', `Users/${user.id}`, { Operations: [{ op: 'replace', path: '__proto__.active', value: false }] }],
      ['PATCH', `Users/${user.id}`, { Operations: [{ op: 'remove', path: 'userName' }] }],
      ['PATCH', `Users/${user.id}`, { Operations: [{ op: 'remove' }] }],
      ['GET', `Users?filter=${encodeURIComponent('userName eq')}`, undefined],
      ['GET', `Users?filter=${encodeURIComponent('('.repeat(900))}`, undefined],
      ['GET', `Users?filter=${'x'.repeat(2_000)}`, undefined],
    ] as [Method, string, object | undefined][]) {
      const { status, body } = await ask(method, path, payload)
      assert.deepEqual([status, body.status], [400, '400'], `${method} ${path} ${JSON.stringify(payload)}`)
    }
    assert.deepEqual((await ask('GET', `Users/${user.id}`)).body, user)
    assert.equal(({} as { active?: unknown }).active, undefined)
    assert.deepEqual((await ask('GET', 'Users?startIndex=2&count=1')).body.itemsPerPage, 1)
    assert.deepEqual((await ask('GET', 'Users?count=0')).body.Resources, [])
  })
})
