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

  test('front matter is read in the sandbox however short it is; a few lines of Markdown are not', async (t) => {
    const { sandbox } = shared()
    const { run } = sandbox
    t.after(() => Object.assign(sandbox, { run }))
    const asked: string[] = []
    sandbox.run = (asker, name, input, withinMs) => {
      asked.push(name)
      return run.call(sandbox, asker, name, input, withinMs) as never
    }
    await preview('Text.')
    assert.deepEqual(asked, [])
    await preview(withFields('? '.repeat(30)))
    assert.deepEqual(asked, ['readFile'])
  })

  let files = 0
  /** everyField previews a file that says everything that front matter can. */
  async function everyField() {
    const { app, person } = shared()
    const name = `preview-${++files}`
    const [editor, friend] = [await person('editor'), await person('reader', `${name}-friend`)]
    const post = async (url: string, payload: object) =>
      (await app.inject({ method: 'POST', url, payload, headers: editor.headers })).json()
    const guides = await post('/api/admin/categories/', { name })
    const setup = await post('/api/admin/categories/', { name: 'Setup', parent_id: guides.id })
    const markdown = withFields(
      `slug: ${name}`,
      'description: Where to begin',
      'tags: [setup, first]',
      'visibility: restricted',
      `access: { roles: [reader], users: [${friend.email}] }`,
      `category: ${name} / Setup`,
      'position: 3',
    )
    return { app, editor, friend, name, setup, markdown }
  }

  test('returns the fields of the front matter and the blocks of the text', async () => {
    const { friend, name, setup, markdown } = await everyField()
    const { fields, blocks, problems } = await preview(markdown)
    assert.deepEqual(problems, [])
    assert.deepEqual(fields, {
      ...{ title: 'Start', slug: name, summary: 'Where to begin', tags: ['setup', 'first'], visibility: 'restricted' },
      ...{ access: { roles: ['reader'], users: [friend.id], groups: [] }, position: 3 },
      ...{ category: `${name} / Setup`, category_id: setup.id },
    })
    assert.deepEqual(
      blocks.map(({ type }: { type: string }) => type),
      ['paragraph'],
    )
  })

  test('writes nothing', async () => {
    const { markdown } = await everyField()
    const documents = () => shared().db.read.selectFrom('documents').select('id').execute()
    const before = await documents()
    await preview(markdown)
    assert.deepEqual(await documents(), before)
  })

  test('returns what creating a document takes', async () => {
    const { app, editor, markdown } = await everyField()
    const { fields, blocks } = await preview(markdown)
    const { category: _, ...given } = fields
    const payload = { ...given, blocks }
    const response = await app.inject({ method: 'POST', url: '/api/docs/', payload, headers: editor.headers })
    assert.equal(response.statusCode, 201, response.body)
  })

  test('a long file is read the same, beside the event loop', async () => {
    const long = `${withFields('visibility: members')}${'\nA *line* of text.\n'.repeat(2000)}`
    const { fields, blocks } = await preview(long)
    assert.deepEqual(
      { fields, blocksLength: blocks.length },
      { fields: { title: 'Start', visibility: 'members' }, blocksLength: 2001 },
    )
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
      assert.deepEqual(
        { visibility: fields.visibility, access: fields.access },
        { visibility: 'restricted', access: { roles: [], users: [], groups: [] } },
      )
    })
  }

  test('what is pasted, saved or drafted as Markdown keeps tags that are no HTML, and its callouts', async () => {
    const { app, person } = shared()
    const { headers } = await person('editor')
    const markdown = '> [!NOTE]\n> Give <id> a List<String>.'
    const post = async (url: string, payload: object) =>
      (await app.inject({ method: 'POST', url, payload, headers })).json()
    const pasted = await post('/api/docs/preview/markdown', { blocks: [], markdown })
    const { id } = await post('/api/docs/', { title: 'Tags', markdown })
    const { blocks: saved } = (await app.inject({ url: `/api/docs/${id}/blocks`, headers })).json()
    for (const [callout] of [pasted.blocks, saved]) {
      assert.deepEqual({ type: callout.type, kind: callout.props.kind }, { type: 'callout', kind: 'note' })
      assert.equal(callout.children[0].content[0].text, 'Give <id> a List<String>.')
    }
  })

  test('a username lets nobody in: anyone may take it', async () => {
    await shared().person('reader', 'preview-named')
    const { fields, problems } = await preview(
      withFields('visibility: restricted', 'access: { users: [preview-named] }'),
    )
    assert.deepEqual(fields.access, { roles: [], users: [], groups: [] })
    assert.match(problems[0].message, /access names preview-named: people are named by their email/)
  })

  test('an account whose address nobody has proven is not found', async () => {
    const { email } = await shared().person('reader', 'preview-unproven', null)
    const { problems } = await preview(withFields('visibility: restricted', `access: { users: [${email}] }`))
    assert.match(problems[0].message, /no account/)
  })
})
