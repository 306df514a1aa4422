// Texts that nobody published are revisions, too: what a save without If-Match replaced, what was discarded, and the way back.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEngines } from '../../../../test/build.ts'
import { pluck } from '../../../../test/pluck.ts'
import { siteOf } from '../../../../test/site-of.ts'

onEngines('revisions that were never published', (engine) => {
  const { deps, send } = siteOf({ engine }, { editor: 'editor' })
  const create = async (title: string) => (await send('POST', '/api/docs/', { title, markdown: 'Published.' })).body
  const draft = (id: number, markdown: string) => send('PUT', `/api/docs/${id}?publish=false`, { markdown })
  const all = async (id: number) => (await send('GET', `/api/docs/${id}/revisions?all=true`)).body
  const textOf = (blocks: { content: { text: string }[] }[]) => blocks.map(({ content }) => content[0]?.text).join()

  test('a colleague’s text that was saved over is there, beside what is published', async () => {
    const { id } = await create('Over')
    await draft(id, 'Hers.')
    await draft(id, 'His.')
    assert.deepEqual((await send('GET', `/api/docs/${id}/revisions`)).body, [])
    const [his, hers, published, ...rest] = await all(id)
    assert.deepEqual([his.version, hers.version, published.version, rest], [0, 0, 1, []])
    assert.equal(textOf((await send('GET', `/api/docs/${id}/revisions/${hers.id}`)).body.blocks), 'Hers.')
  })

  test('a text that was discarded comes back into the working copy, and readers see nothing of it', async () => {
    const { id, slug } = await create('Back')
    await draft(id, 'Lost.')
    await send('DELETE', `/api/docs/${id}/working-copy`)
    const [lost] = await all(id)
    const { status, body } = await send('POST', `/api/docs/${id}/revisions/${lost.id}/restore?publish=false`)
    assert.deepEqual([status, body.version, textOf(body.blocks)], [200, 1, 'Published.'])
    assert.equal(textOf((await send('GET', `/api/docs/${id}/working-copy`)).body.blocks), 'Lost.')
    assert.doesNotMatch((await deps.app.inject({ url: `/read/${slug}` })).body, /Lost\./)
  })

  test('a published text goes back into the working copy, too', async () => {
    const { id } = await create('Once')
    await send('PUT', `/api/docs/${id}`, { markdown: 'Newer.' })
    const [first] = (await send('GET', `/api/docs/${id}/revisions`)).body
    await send('POST', `/api/docs/${id}/revisions/${first.id}/restore?publish=false`)
    const published = (await send('POST', `/api/docs/${id}/publish`)).body
    assert.deepEqual([published.version, textOf(published.blocks)], [3, 'Published.'])
  })

  test('an administrator removes one for good, unless it is published or going to be', async () => {
    const admin = await deps.person('admin')
    const { id } = await create('Secret')
    await draft(id, 'password 1234')
    await draft(id, 'No password.')
    const [saved, secret, published] = await all(id)
    const remove = (revision: { id: number }, by = admin) =>
      send('DELETE', `/api/docs/${id}/revisions/${revision.id}`, undefined, by)
    assert.deepEqual([(await remove(saved)).status, (await remove(published)).status], [409, 409])
    assert.equal((await remove(secret)).status, 204)
    assert.equal((await remove(secret)).status, 404)
    assert.deepEqual(pluck(await all(id), 'id'), [saved.id, published.id])
    const texts = await deps.db.read.selectFrom('revisions').select('blocks').where('document_id', '=', id).execute()
    assert.ok(texts.every(({ blocks }) => !blocks.includes('1234')))
    const { body: entries } = await send('GET', '/api/admin/audit?action=document.revision_removed', undefined, admin)
    assert.match(JSON.stringify(entries), new RegExp(`"revision_id":${secret.id}`))
  })

  test('a text that was removed takes along what differs from it by tags alone', async () => {
    const admin = await deps.person('admin')
    const { id } = await create('Tagged')
    await send('PUT', `/api/docs/${id}`, { markdown: 'password 5678' })
    await send('PUT', `/api/docs/${id}`, { tags: ['a'] })
    await send('PUT', `/api/docs/${id}`, { markdown: 'Clean.' })
    const [secret, first, ...rest] = (await send('GET', `/api/docs/${id}/revisions`)).body
    assert.deepEqual([secret.version, first.version, rest], [3, 1, []])
    await send('DELETE', `/api/docs/${id}/revisions/${secret.id}`, undefined, admin)
    const texts = await deps.db.read.selectFrom('revisions').select('blocks').where('document_id', '=', id).execute()
    assert.ok(texts.every(({ blocks }) => !blocks.includes('5678')))
  })

  test('other tags leave alone who wrote the text when, of a document without any text, too', async () => {
    const other = await deps.person('editor')
    for (const markdown of ['Written.', '']) {
      const document = (await send('POST', '/api/docs/', { title: `By ${markdown}`, markdown }, other)).body
      const after = (await send('PUT', `/api/docs/${document.id}`, { tags: ['a'] })).body
      assert.deepEqual({ version: after.version, saved: after.saved }, { version: 2, saved: document.saved })
      await send('PUT', `/api/docs/${document.id}?publish=false`, { tags: ['b'] })
      const published = await send('POST', `/api/docs/${document.id}/publish`)
      assert.deepEqual([published.status, published.body.tags, published.body.saved], [200, ['b'], document.saved])
    }
  })
})
