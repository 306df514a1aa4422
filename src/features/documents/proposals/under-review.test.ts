// Every way to write a document under review, on both engines: imports, drafts of jobs, working copies; and long lists.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMAND_LINE } from '#actor.ts'
import { importFolder } from '#features/exchange/import/import.ts'
import { OUTSIDE, onEngines } from '../../../../test/build.ts'
import { workOf } from '../../../../test/count-work.ts'
import { folderOf } from '../../../../test/folder.ts'
import { plainDrafter, work } from '../../../../test/pipeline.ts'
import { siteOf } from '../../../../test/site-of.ts'
import { findPublicView } from '../review/public-view.ts'

onEngines('documents under review', (engine) => {
  const { deps, people, send } = siteOf(
    { engine, env: { GALLEY_REVIEW_BY_OTHERS: 'on' } },
    { ada: 'editor', ben: 'editor', admin: 'admin' },
  )
  const { ada, ben, admin } = people
  const reviewed = async (title: string, markdown: string, rule = {}): Promise<number> => {
    const { id } = (await send('POST', '/api/docs/', { title, markdown, slug: title.toLowerCase() })).body
    await send('PUT', `/api/docs/${id}/publishing`, { publishing: 'review', ...rule }, admin)
    return id
  }
  const textOf = async (id: number) =>
    (await deps.app.inject({ url: `/api/docs/${id}/markdown`, headers: ada.headers })).body.trim()

  test('what an import changes waits, and a second run changes nothing', async (one) => {
    const id = await reviewed('Imported', 'Before.')
    const folder = folderOf(one, { 'imported.md': '# Imported\n\nAfter.\n' })
    for (const run of ['first', 'second']) {
      await importFolder(deps, COMMAND_LINE, folder)
      assert.equal(await textOf(id), 'Before.', run)
    }
    const { body } = await send('GET', `/api/admin/proposals?document_id=${id}`)
    assert.deepEqual([body.length, body[0].author, body[0].state], [1, null, 'open'])
  })

  test('approving a draft is one approval, and the last one that is needed publishes it', async () => {
    const id = await reviewed('Drafted', 'Before.', { approvals: 2 })
    const { body: job } = await send('POST', '/api/pipeline/docs/enqueue', { document_id: id, notes: 'After.' })
    await work(deps, { drafter: plainDrafter() })
    const url = `/api/pipeline/docs/iterations/${job.iteration_id}/approve`
    assert.equal((await deps.app.inject({ method: 'POST', url })).statusCode, 403, 'it needs an account')
    assert.equal((await send('POST', url)).status, 403, 'the notes are hers')
    const first = await send('POST', url, undefined, admin)
    assert.deepEqual([first.status, first.body.status, first.body.proposal.state], [200, 'review', 'open'])
    assert.equal(await textOf(id), 'Before.')
    const merge = await send('POST', `/api/admin/proposals/${first.body.proposal.id}/merge`)
    assert.equal(merge.status, 409)
    const second = await send('POST', url, undefined, ben)
    assert.deepEqual([second.body.status, second.body.proposal.id], ['approved', first.body.proposal.id])
    assert.equal(await textOf(id), 'After.')
  })

  test('publishing a working copy proposes it, and where it is filed waits as well', async () => {
    const id = await reviewed('Copied', 'Before.')
    const saved = await send('PUT', `/api/docs/${id}?publish=false`, { markdown: 'After.', slug: 'elsewhere' })
    assert.deepEqual([saved.body.slug, saved.body.proposal.state, saved.body.draft !== null], ['copied', 'open', true])
    const published = await send('POST', `/api/docs/${id}/publish`)
    assert.deepEqual([published.status, published.body.proposal.id], [200, saved.body.proposal.id])
    const { body } = await send('GET', `/api/admin/proposals/${published.body.proposal.id}`)
    assert.deepEqual([body.action, body.parts.length, await textOf(id)], [{ slug: 'elsewhere' }, 2, 'Before.'])
  })

  // What visitors see of sources waits as well. Three steps of one page: each starts where the one before ended.
  const asked = { kind: 'url', url: 'https://else.example/x', title: 'Elsewhere', quote: 'It is so.' }
  let sources = ''
  let proposal = ''
  const proposed = ({ id }: { id: number }): string => {
    proposal = `/api/admin/proposals/${id}`
    return proposal
  }
  const shown = async () => {
    const pages = [sources, '/read/sourced', '/read/sourced.md'].map((url) =>
      deps.app.inject({ url, headers: OUTSIDE }),
    )
    return (await Promise.all(pages)).map(({ body }) => body).join()
  }
  const attach = async (title: string) => {
    const [{ id: block_id }] = (await send('GET', sources.replace('evidence', 'blocks'))).body.blocks
    return send('POST', sources, { ...asked, block_id, title })
  }

  test('a source that is attached waits for approval', async () => {
    sources = `/api/docs/${await reviewed('Sourced', 'One.\n\nTwo.')}/evidence`
    const attached = await attach('Elsewhere')
    assert.deepEqual([attached.status, attached.body.blocks, attached.body.proposal.state], [201, [], 'open'])
    assert.doesNotMatch(await shown(), /else\.example|Elsewhere|It is so/)
    const { action } = (await send('GET', proposed(attached.body.proposal))).body
    assert.equal(action.sources[0].source.url, asked.url)
    assert.equal((await send('POST', `${proposal}/approve`)).status, 403)
    assert.equal((await send('POST', `${proposal}/approve`, {}, ben)).body.state, 'approved')
  })

  test('another source in the same proposal is approved by itself, and both are shown once it is merged', async () => {
    const second = await attach('Second')
    assert.deepEqual(
      [`/api/admin/proposals/${second.body.proposal.id}`, second.body.proposal.state],
      [proposal, 'open'],
    )
    assert.equal((await send('POST', `${proposal}/merge`)).status, 409)
    await send('POST', `${proposal}/approve`, {}, ben)
    assert.equal((await send('POST', `${proposal}/merge`)).body.state, 'merged')
    assert.match(await shown(), /else\.example/)
    const [first, other] = (await send('GET', sources)).body.blocks[0].sources
    assert.deepEqual([first.title, other.title], ['Elsewhere', 'Second'])
  })

  test('removing and showing a source wait as well; hiding one happens at once', async () => {
    const [first, other] = (await send('GET', sources)).body.blocks[0].sources
    const removed = await send('DELETE', `${sources}/${first.key}`)
    assert.deepEqual([removed.status, removed.body.blocks[0].sources.length], [200, 2])
    const shownOne = await send('PUT', `${sources}/${other.key}/public`, { public: true })
    assert.deepEqual([shownOne.body.blocks[0].sources[1].public, shownOne.body.proposal.state], [false, 'open'])
    await send('POST', `${proposed(shownOne.body.proposal)}/approve`, {}, ben)
    assert.equal((await send('POST', `${proposal}/merge`)).body.state, 'merged')
    const left = (await send('GET', sources)).body.blocks[0].sources
    assert.deepEqual([left.length, left[0].title, left[0].public], [1, 'Second', true])
    const hidden = await send('PUT', `${sources}/${other.key}/public`, { public: false })
    assert.deepEqual([hidden.body.proposal, hidden.body.blocks[0].sources[0].public], [undefined, false])
  })

  const viewOf = (page: number) => findPublicView(deps.db.read, page)
  const refuses = ({ status, body }: { status: number; body: { review?: boolean; detail?: string } }) =>
    assert.deepEqual([status, body.review], [409, true], String(body.detail))
  /** changed asks for each change in turn. */
  const changed = async (changes: [method: Parameters<typeof send>[0], url: string, body?: object][]) => {
    for (const [method, url, body] of changes) refuses(await send(method, url, body, admin))
  }

  test('a redirect to a page and a front page wait until they are merged, whichever route is asked', async () => {
    const id = await reviewed('Viewed', 'One.')
    const { body: category } = await send('POST', '/api/admin/categories/', { name: `Fronted ${engine}` }, admin)
    const before = await viewOf(id)
    const elsewhere = await send('POST', '/api/redirects', { from: '/old/elsewhere', to: '/read/somewhere' }, admin)
    await changed([
      ['POST', '/api/redirects', { from: '/old/viewed', to: '/read/viewed' }],
      ['POST', '/api/redirects', { from: '/old/viewed', to: '/some/place/viewed?a#b' }],
      ['PUT', `/api/redirects/${elsewhere.body.id}`, { from: '/old/elsewhere', to: '/read/viewed' }],
      ['PUT', `/api/admin/categories/${category.id}`, { index_id: id }],
      ['POST', '/api/admin/categories/', { name: `With a front ${engine}`, index_id: id }],
    ])
    assert.deepEqual(await viewOf(id), before)
    const asked = { redirects: [{ from: '/old/viewed' }], front_of: category.id }
    const made = await send('POST', '/api/admin/proposals', { document_id: id, ...asked })
    assert.deepEqual([made.status, made.body.action], [201, asked])
    const act = (what: string, by = ben) => send('POST', `/api/admin/proposals/${made.body.id}/${what}`, undefined, by)
    assert.equal((await act('approve', ada)).status, 403)
    await act('approve')
    assert.equal((await act('merge')).body.state, 'merged')
    const after = await viewOf(id)
    assert.deepEqual([after!.front, (after!.redirects as object[]).length], [[category.id], 1])

    // Away from it, by each way.
    const { body: redirects } = await send('GET', '/api/redirects?q=/old/viewed')
    await changed([
      ['DELETE', `/api/redirects/${redirects[0].id}`],
      ['PUT', `/api/redirects/${redirects[0].id}`, { from: '/old/viewed', to: '/read/somewhere' }],
      ['PUT', `/api/admin/categories/${category.id}`, { index_id: null }],
    ])
    assert.deepEqual(await viewOf(id), after)
  })

  test('what an import brings beside the text waits until it is merged', async (one) => {
    const id = await reviewed('Viewedtoo', 'One.')
    const before = await viewOf(id)
    const source = { kind: 'url', document: null, title: 'T', quote: 'Q', version: null, url: 'https://x.example/' }
    const flags = { public: true, before: false, watched: true }
    const block = { text: 'Two.', origin: 'source', approved_at: null, checked_at: '2026-01-01T00:00:00Z' }
    const galley = { evidence: [{ ...block, sources: [{ ...source, ...flags }] }] }
    const page = `---\nslug: viewedtoo\ngalley: ${JSON.stringify(galley)}\n---\n\n# Viewedtoo\n\nTwo.\n`
    const folder = folderOf(one, { 'docs/viewedtoo.md': page })
    for (const run of ['first', 'second']) {
      await importFolder(deps, COMMAND_LINE, folder, { redirects: true })
      assert.deepEqual(await viewOf(id), before, run)
    }
    const { body: waiting } = await send('GET', `/api/admin/proposals?document_id=${id}`)
    assert.deepEqual([waiting.length, waiting[0].action.sources?.length], [1, 1], JSON.stringify(waiting[0].action))
  })

  test('the site can ask for others, whatever the rule says', async () => {
    const id = await reviewed('Own', 'Before.')
    const { body } = await send('PUT', `/api/docs/${id}`, { markdown: 'After.' })
    const approve = `/api/admin/proposals/${body.proposal.id}/approve`
    assert.deepEqual([(await send('POST', approve)).status, (await send('POST', approve, {}, ben)).status], [403, 200])
  })

  test('a list of a thousand is one query, and reads no more than its page', async () => {
    const id = await reviewed('Many', 'Text.')
    const { published_id } = await deps.db.read
      .selectFrom('documents')
      .select('published_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const row = { document_id: id, revision_id: published_id, base_id: published_id, title: 'One', action: '{}' }
    const rows = Array.from({ length: 1000 }, () => ({ ...row, state: 'open' as const, by_save: 0 as const }))
    const proposals = rows.map((one) => ({ ...one, author_id: ada.id, created_at: 1, updated_at: 1 }))
    for (const half of [proposals.slice(0, 500), proposals.slice(500)])
      await deps.db.inTransaction(
        async (tx) =>
          void (await tx
            .insertInto('proposals')
            .values(half as never)
            .execute()),
      )
    const list = async () => (await send('GET', '/api/admin/proposals?limit=20')).body.length
    assert.equal(await list(), 20)
    // The statement is the same on both engines; counting rewrites those of SQLite, and not one with a join.
    if (engine === 'postgres')
      assert.deepEqual(
        (await workOf(list)).map(({ rows: read }) => read),
        [20],
      )
  })
})
