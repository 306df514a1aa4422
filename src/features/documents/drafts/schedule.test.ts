// Publishing at a time: once, and nothing before.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { importFolder } from '#features/exchange/import/import.ts'
import { type Built, OUTSIDE, onEngines } from '../../../../test/build.ts'
import { folderOf } from '../../../../test/folder.ts'
import { siteOf } from '../../../../test/site-of.ts'
import { publishDue } from './maintenance.ts'

const running = new AbortController().signal

onEngines('publishing at a time', (engine) => {
  const { deps, ask: send } = siteOf({ engine }, { editor: 'editor' })
  const draft = async (title: string) =>
    (await send('POST', '/api/docs/?publish=false', { title, markdown: `About ${title}.` })).json()
  const schedule = (id: number, at: unknown) => send('POST', `/api/docs/${id}/schedule`, { at })
  const later = () => new Date(Date.now() + 3_600_000).toISOString()
  /** comeTime lets the time come at which a copy is due. */
  const comeTime = (id: number) =>
    deps.db.inTransaction((tx) =>
      tx
        .updateTable('drafts')
        .set({ scheduled_at: Date.now() - 1 })
        .where('document_id', '=', id)
        .execute(),
    )
  const statusOf = async (slug: string) =>
    (await deps.app.inject({ url: `/read/${slug}`, headers: OUTSIDE })).statusCode

  test('a time must be one, with its zone, and lie ahead', async () => {
    const { id } = await draft('Bad times')
    for (const at of ['soon', '2030-01-01T00:00:00', '2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z', 7]) {
      const response = await schedule(id, at)
      assert.deepEqual([response.statusCode, response.json().detail[0].loc], [422, ['body', 'at']], String(at))
    }
    assert.equal((await schedule(999_999, later())).statusCode, 404)
  })

  test('what is due is published as it was when it was scheduled, and what was written since stays a draft', async () => {
    const { id } = await draft('Sunrise')
    const at = later()
    const planned = (await schedule(id, at)).json()
    assert.deepEqual([planned.published, planned.version, planned.draft.scheduled_at], [false, 1, at])
    await send('PUT', `/api/docs/${id}?publish=false`, { summary: 'Changed since.' })
    assert.equal(await publishDue(deps, running), 0)
    assert.equal(await statusOf('sunrise'), 404)
    await comeTime(id)
    assert.equal(await publishDue(deps, running), 1)
    assert.equal(await statusOf('sunrise'), 200)
    const { summary, draft: rest } = (await send('GET', '/api/docs/sunrise')).json()
    assert.deepEqual([summary, rest.scheduled_at, rest.to_merge], [null, null, false])
    assert.equal(await publishDue(deps, running), 0)
    assert.equal((await send('POST', `/api/docs/${id}/publish`)).json().summary, 'Changed since.')
  })

  test('scheduled again, it is what the draft says by now, or the revision that is named', async () => {
    const { id } = await draft('Again')
    const first = (await schedule(id, later())).json().draft
    await send('PUT', `/api/docs/${id}?publish=false`, { summary: 'Changed since.' })
    const planOf = async () => (await send('GET', `/api/docs/${id}/working-copy`)).json()
    const { revision, scheduled_revision, scheduled_as_of, updated_at } = await planOf()
    assert.deepEqual([scheduled_revision, scheduled_as_of], [first.revision, first.updated_at])
    assert.notEqual(revision, scheduled_revision)
    await schedule(id, later())
    assert.deepEqual([(await planOf()).scheduled_revision, (await planOf()).scheduled_as_of], [revision, updated_at])
    await send('POST', `/api/docs/${id}/schedule`, { at: later(), revision_id: first.revision })
    assert.equal((await planOf()).scheduled_revision, first.revision)
  })

  test('nothing is published for a person who is no editor any more', async () => {
    const [{ id }, ben] = [await draft('Too late'), await deps.person('editor')]
    const of = { method: 'POST', headers: ben.headers } as const
    await deps.app.inject({ ...of, url: `/api/docs/${id}/schedule`, payload: { at: later() } })
    await deps.db.inTransaction((tx) =>
      tx.updateTable('users').set({ role: 'reader' }).where('id', '=', ben.id).execute(),
    )
    await comeTime(id)
    await publishDue(deps, running)
    assert.equal(await statusOf('too-late'), 404)
    const { scheduled_at, fault } = (await send('GET', `/api/docs/${id}/working-copy`)).json()
    assert.deepEqual([scheduled_at, /no editor any more/.test(fault)], [null, true])
  })

  test('the time can be changed and taken back; taking the document back cancels it', async () => {
    const { id } = await draft('Maybe')
    const planOf = async () => (await send('GET', `/api/docs/${id}/working-copy`)).json().scheduled_at
    await schedule(id, later())
    await schedule(id, null)
    assert.equal(await planOf(), null)
    await schedule(id, later())
    await send('POST', `/api/docs/${id}/unpublish`)
    assert.equal(await planOf(), null)
  })

  test('a document without a copy appears as it is; one that is published has nothing to wait for', async () => {
    const body = { title: 'Ready', markdown: 'Done.', published: false }
    const { id } = (await send('POST', '/api/docs/', body)).json()
    assert.equal((await schedule(id, later())).statusCode, 200)
    await comeTime(id)
    await publishDue(deps, running)
    assert.equal(await statusOf('ready'), 200)
    assert.equal((await schedule(id, later())).statusCode, 409)
  })

  test('a document without content is refused; one that is emptied later is published as it was', async () => {
    const { id: empty } = (await send('POST', '/api/docs/', { title: 'Blank', published: false })).json()
    const refused = await schedule(empty, later())
    assert.deepEqual(
      { status: refused.statusCode, detail: refused.json().detail },
      { status: 409, detail: `Document ${empty} has no saved content: there is nothing to publish` },
    )
    await send('PUT', `/api/docs/${empty}?publish=false`, { title: 'Still blank' })
    assert.equal((await schedule(empty, later())).statusCode, 409)

    const { id } = await draft('Emptied')
    await schedule(id, later())
    await send('PUT', `/api/docs/${id}?publish=false`, { markdown: '' })
    await comeTime(id)
    await publishDue(deps, running)
    const { draft: state, published } = (await send('GET', '/api/docs/emptied')).json()
    assert.deepEqual({ published, scheduled_at: state.scheduled_at }, { published: true, scheduled_at: null })
  })

  test('what an import changed meanwhile is taken in, not printed twice', async (t) => {
    const importText = (text: string) =>
      importFolder(deps, COMMAND_LINE, folderOf(t, { 'imported.md': `# Imported\n\n${text}\n` }))
    await importText('Lit at dusk.\n\nDark at dawn.')
    const { id } = (await send('GET', '/api/docs/imported')).json()
    await send('PUT', `/api/docs/${id}?publish=false`, { markdown: 'Lit at dusk.\n\nOut at dawn.' })
    await schedule(id, later())
    await importText('Lit at eight.\n\nDark at dawn.')
    await comeTime(id)
    await publishDue(deps, running)
    const { body } = await send('GET', `/api/docs/${id}/markdown`)
    assert.equal(body.trim(), 'Lit at eight.\n\nOut at dawn.')
  })

  test('what can not be merged is not published, and says so; the others are', async () => {
    const [both, fine] = [await draft('Contested'), await draft('Fine')]
    await send('PUT', `/api/docs/${both.id}`, { title: 'Another title', markdown: 'By someone else.' })
    await send('PUT', `/api/docs/${both.id}?publish=false`, { title: 'My title' })
    for (const { id } of [both, fine]) await schedule(id, later())
    for (const { id } of [both, fine]) await comeTime(id)
    await publishDue(deps, running)
    assert.equal(await statusOf('fine'), 200)
    const { draft: state, published } = (await send('GET', '/api/docs/contested')).json()
    assert.deepEqual([published, state.scheduled_at, state.to_merge], [false, null, true])
    assert.match(state.fault, /merge it first/)
  })

  test('cut off before its commit, it is published by the next run, once', async () => {
    const { id } = await draft('Cut off')
    await schedule(id, later())
    await comeTime(id)
    const inTransaction: Built['db']['inTransaction'] = (work) =>
      deps.db.inTransaction(async (tx) => {
        await work(tx)
        throw new Error('killed')
      })
    assert.equal(await publishDue({ ...deps, db: { ...deps.db, inTransaction } }, running), 0)
    assert.equal(await statusOf('cut-off'), 404)
    assert.equal(await publishDue(deps, running), 1)
    assert.equal((await send('GET', '/api/docs/cut-off')).json().version, 2)
  })

  describe('with two schedulers', () => {
    test('it is published once', async () => {
      const { id } = await draft('Once')
      await schedule(id, later())
      await comeTime(id)
      await Promise.all([publishDue(deps, running), publishDue(deps, running)])
      const { version } = (await send('GET', '/api/docs/once')).json()
      assert.equal(version, 2)
    })
  })
})
