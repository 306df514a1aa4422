// POST /api/docs/preview: a Markdown file as a document, before anything is written.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildOnce, onEngines } from '../../../../test/build.ts'

const withFields = (...lines: string[]) => ['---', ...lines, '---', '', '# Start', '', 'Text.', ''].join('\n')

onEngines('POST /api/docs/preview', (engine) => {
  const shared = buildOnce({ engine })
  const post = (payload: object, headers: Record<string, string> = {}) =>
    shared().app.inject({ method: 'POST', url: '/api/docs/preview', payload, headers })
  const preview = async (markdown: string) => {
    const response = await post({ markdown }, (await shared().person('editor')).headers)
    assert.equal(response.statusCode, 200, response.body)
    return response.json()
  }

  test('without a token is 401', async () => {
    assert.equal((await post({ markdown: 'Text.' })).statusCode, 401)
  })

  test('without Markdown, or with more blocks than a document may have, is 422', async () => {
    const { headers } = await shared().person('editor')
    const loc = async (payload: object) => {
      const response = await post(payload, headers)
      return [response.statusCode, response.json().detail[0].loc]
    }
    assert.deepEqual(await loc({}), [422, ['body', 'markdown']])
    assert.deepEqual(await loc({ markdown: 7 }), [422, ['body', 'markdown']])
    assert.deepEqual(await loc({ markdown: '***\n'.repeat(10_001) }), [422, ['body', 'markdown']])
  })

  test('a reader gets 403', async () => {
    const { headers } = await shared().person('reader')
    assert.equal((await post({ markdown: 'Text.' }, headers)).statusCode, 403)
  })

  test('more than 8 MiB are 413', async () => {
    const { headers } = await shared().person('editor')
    assert.equal((await post({ markdown: 'x'.repeat(8 * 1024 * 1024) }, headers)).statusCode, 413)
  })

  test('returns fields and blocks such as creating a document takes, and writes nothing', async () => {
    const { app, db, person } = shared()
    const [editor, friend] = [await person('editor'), await person('reader', 'preview-friend')]
    const create = (payload: object) =>
      app.inject({ method: 'POST', url: '/api/admin/categories/', payload, headers: editor.headers })
    const guides = (await create({ name: 'Guides' })).json()
    const setup = (await create({ name: 'Setup', parent_id: guides.id })).json()
    const before = await db.read.selectFrom('documents').select('id').execute()
    const { fields, blocks, problems } = await preview(
      withFields(
        'slug: preview-start',
        'description: Where to begin',
        'tags: [setup, first]',
        'visibility: restricted',
        `access: { roles: [reader], users: [${friend.email}] }`,
        'category: guides / Setup',
        'position: 3',
      ),
    )
    assert.deepEqual(problems, [])
    assert.deepEqual(fields, {
      title: 'Start',
      slug: 'preview-start',
      summary: 'Where to begin',
      tags: ['setup', 'first'],
      visibility: 'restricted',
      access: { roles: ['reader'], users: [friend.id] },
      category: 'guides / Setup',
      category_id: setup.id,
      position: 3,
    })
    assert.deepEqual(
      blocks.map(({ type }: { type: string }) => type),
      ['paragraph'],
    )
    assert.deepEqual(await db.read.selectFrom('documents').select('id').execute(), before)
    const { category: _, ...given } = fields
    const made = await app.inject({
      method: 'POST',
      url: '/api/docs/',
      payload: { ...given, blocks },
      headers: editor.headers,
    })
    assert.equal(made.statusCode, 201, made.body)
  })

  test('a long file is read the same, beside the event loop', async () => {
    const long = `${withFields('visibility: members')}${'\nA *line* of text.\n'.repeat(2000)}`
    const { fields, blocks } = await preview(long)
    assert.deepEqual([fields, blocks.length], [{ title: 'Start', visibility: 'members' }, 2001])
  })

  const UNCLEAR: [string, string, RegExp][] = [
    ['has no end', '---\nvisibility: members\n\nText.', /^1: the front matter has no end/],
    ['is not YAML', withFields('title: "Start', 'visibility: members'), /not YAML/],
    ['has an unknown visibility', withFields('visibility: secret'), /^2: visibility must be one of/],
    ['names a category that is not there', withFields('category: Internal'), /^2: there is no category "Internal"/],
    ['names someone without an account', withFields('access: { users: [no@example.com] }'), /^2: access names no@ex/],
  ]
  for (const [what, source, expected] of UNCLEAR) {
    test(`front matter that ${what} is a problem with its line, and closes the document`, async () => {
      const { fields, problems } = await preview(source)
      assert.match(problems.map(({ line, message }: never) => `${line}: ${message}`).join('\n'), expected)
      assert.deepEqual([fields.visibility, fields.access], ['restricted', { roles: [], users: [] }])
    })
  }

  test('an account whose address nobody has proven is not found', async () => {
    const { email } = await shared().person('reader', 'preview-unproven', null)
    const { problems } = await preview(withFields('visibility: restricted', `access: { users: [${email}] }`))
    assert.match(problems[0].message, /no account/)
  })
})
