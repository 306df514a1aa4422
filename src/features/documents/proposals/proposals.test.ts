// Proposals through the API, on both engines: how one is made, reviewed part by part and merged, and what a rule makes of saves.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Method, OUTSIDE, onEngines, type TestPerson } from '../../../../test/build.ts'
import { siteOf } from '../../../../test/site-of.ts'

type SentBlock = { id: string; content: { text: string }[] }
type SentProposal = {
  id: number
  state: string
  revision_id: number
  conflicts: string[]
  action: object | null
  text: { blocks: SentBlock[] }
  parts: { id: string; change: string; author: { id: number }; approved_by: { id: number }[] }[]
  threads: { comments: { body: string }[] }[]
}

onEngines('proposals', (engine) => {
  const { deps, people, send } = siteOf(
    { engine, env: { GALLEY_EDITORS_SEE: 'everything' } },
    { ada: 'editor', ben: 'editor', admin: 'admin' },
  )
  const { ada, ben, admin } = people
  const make = async (title: string, markdown: string, more = {}) => {
    const { body } = await send('POST', '/api/docs/', { title, markdown, ...more })
    return body as { id: number; slug: string; version: number; blocks: SentBlock[]; proposal?: { id: number } }
  }
  const propose = async (document_id: number, markdown: string, by = ada, more = {}): Promise<SentProposal> => {
    const response = await send('POST', '/api/admin/proposals', { document_id, change: { markdown }, ...more }, by)
    assert.equal(response.status, 201, JSON.stringify(response.body))
    return response.body
  }
  const act = (id: number, what: string, payload?: object, by = ben) =>
    send('POST', `/api/admin/proposals/${id}/${what}`, payload, by)
  const textOf = async (id: number) =>
    (await deps.app.inject({ url: `/api/docs/${id}/markdown`, headers: ada.headers })).body.trim()
  const underReview = async (rule = {}) => {
    const name = `Reviewed ${Math.random()}`
    const { id } = (await send('POST', '/api/admin/categories/', { name }, admin)).body
    const set = { publishing: 'review', ...rule }
    assert.equal((await send('PUT', `/api/admin/categories/${id}/publishing`, set, admin)).status, 200)
    return id as number
  }
  const reviewed = async (title: string, markdown: string, rule = {}) => {
    const document = await make(title, markdown)
    const set = { publishing: 'review', ...rule }
    assert.equal((await send('PUT', `/api/docs/${document.id}/publishing`, set, admin)).status, 200)
    return document
  }

  test('a proposal is talked about, sent back, approved part by part, and merged', async () => {
    const { id } = await reviewed('Story', 'One.\n\nTwo.\n\nThree.')
    const proposal = await propose(id, 'One, new.\n\nTwo, new.\n\nThree.')
    const parts = proposal.parts.map((part) => part.id)
    assert.deepEqual([proposal.state, parts.length, proposal.parts[0]!.author.id], ['open', 2, ada.id])
    const asked = await act(proposal.id, 'comments', { body: 'Why?', block_id: parts[0], request_changes: true })
    assert.deepEqual([asked.body.state, asked.body.threads[0].comments[0].body], ['draft', 'Why?'])
    const change = { markdown: 'One, better.\n\nTwo, new.\n\nThree.' }
    const url = `/api/admin/proposals/${proposal.id}`
    assert.equal((await send('PUT', url, { change, state: 'open', reason: 'Clearer.' })).body.state, 'open')
    assert.equal((await act(proposal.id, 'approve', { parts: [parts[0]] })).body.state, 'open')
    assert.equal((await act(proposal.id, 'merge')).status, 409)
    assert.equal((await act(proposal.id, 'approve', { parts: [parts[1]] })).body.state, 'approved')
    assert.equal((await act(proposal.id, 'merge')).body.state, 'merged')
    assert.equal(await textOf(id), change.markdown)
  })

  test('under review a save answers what stands, names its proposal, and readers keep what they had', async () => {
    const { id, slug, version } = await reviewed('Standing', 'Before.')
    const first = await send('PUT', `/api/docs/${id}`, { title: 'Later', markdown: 'After.' })
    assert.deepEqual([first.status, first.body.title, first.body.version], [200, 'Standing', version])
    const { id: proposal, state } = first.body.proposal
    assert.equal(state, 'open')
    const blocks = [{ type: 'paragraph', content: [{ type: 'text', text: 'After all.', styles: {} }] }]
    const second = await send('PUT', `/api/docs/${id}/blocks`, { blocks })
    assert.deepEqual([second.status, second.body.proposal.id], [200, proposal], 'the next save goes on with it')
    assert.equal(second.body.blocks[0].content[0].text, 'Before.')
    assert.match((await deps.app.inject({ url: `/read/${slug}`, headers: OUTSIDE })).body, /Before\./)
    assert.equal((await act(proposal, 'approve')).body.state, 'approved')
    assert.equal((await act(proposal, 'merge')).status, 200)
    const { body } = await send('GET', `/api/admin/docs/${id}`)
    assert.deepEqual([body.title, body.blocks[0].content[0].text], ['Later', 'After all.'])
  })

  test('where nothing asks for review no response has a proposal', async () => {
    const document = await make('Direct', 'Text.')
    const changed = await send('PUT', `/api/docs/${document.id}`, { markdown: 'Other.' })
    assert.deepEqual(
      { made: 'proposal' in document, changed: 'proposal' in changed.body, text: await textOf(document.id) },
      { made: false, changed: false, text: 'Other.' },
    )
    const { id } = await propose(document.id, 'Proposed.')
    assert.equal((await act(id, 'merge')).body.state, 'merged')
    assert.equal(await textOf(document.id), 'Proposed.')
  })

  test('a new document under review is known to editors alone until it is approved', async () => {
    const category_id = await underReview()
    const document = await make('Born', 'Its text.', { category_id, tags: ['a'] })
    const stands = await send('GET', `/api/admin/docs/${document.id}`)
    assert.deepEqual({ published: stands.body.published, blocks: stands.body.blocks }, { published: false, blocks: [] })
    await act(document.proposal!.id, 'approve')
    const merged = (await act(document.proposal!.id, 'merge')).body
    const after = (await send('GET', `/api/admin/docs/${document.id}`)).body
    assert.deepEqual(
      { state: merged.state, published: after.published, tags: after.tags, textOf: await textOf(document.id) },
      { state: 'merged', published: true, tags: ['a'], textOf: 'Its text.' },
    )
  })

  test('moving, opening, unpublishing and deleting wait as well; closing does not', async () => {
    const { id } = await reviewed('Actions', 'Text.')
    const elsewhere = (await send('POST', '/api/admin/categories/', { name: `Elsewhere ${engine}` }, admin)).body.id
    const moved = (await send('PUT', `/api/docs/${id}`, { category_id: elsewhere, visibility: 'members' })).body
    assert.partialDeepStrictEqual(moved, { category_id: null, visibility: 'members' })
    const opened = (await send('POST', `/api/docs/${id}/unpublish`)).body
    assert.deepEqual([opened.published, opened.proposal.id], [true, moved.proposal.id])
    const proposal = (await send('GET', `/api/admin/proposals/${moved.proposal.id}`)).body as SentProposal
    assert.deepEqual([proposal.action, proposal.parts[0]!.id], [{ category_id: elsewhere, published: false }, 'action'])
    const refused = await send('DELETE', `/api/docs/${id}`)
    assert.deepEqual({ status: refused.status, review: refused.body.review }, { status: 409, review: true })
    assert.match(refused.body.detail, /POST \/api\/admin\/proposals/)
    const place = await send('POST', `/api/admin/docs/${id}/place`, { category_id: elsewhere })
    assert.equal(place.status, 409)
  })

  test('only administrators take a category out of reach of its rule, or open it', async () => {
    const id = await underReview()
    const make = async (name: string, more = {}): Promise<number> =>
      (await send('POST', '/api/admin/categories/', { name: `${name} ${engine}`, ...more }, admin)).body.id
    const [above, free] = [await make('Above', { visibility: 'members' }), await make('Free')]
    const below = await make('Below', { parent_id: id })
    await send('PATCH', `/api/admin/categories/${id}/parent?new_parent_id=${above}`, undefined, admin)
    const asked: [Method, string, object?][] = [
      ['PUT', `${below}`, { name: 'Renamed' }],
      ['PUT', `${below}`, { parent_id: null }],
      ['PATCH', `${below}/parent`],
      ['PATCH', `${free}/parent?new_parent_id=${below}`],
      ['POST', `${below}/place`, { parent_id: null }],
      ['PUT', `${above}`, { visibility: 'public' }],
      ['DELETE', `${id}?content=move&to=root`],
    ]
    const ask = (by: TestPerson) =>
      Promise.all(asked.map(async ([method, path, body]) => send(method, `/api/admin/categories/${path}`, body, by)))
    for (const { status, body } of await ask(ada))
      assert.deepEqual({ status, review: body.review }, { status: 409, review: true }, body.detail)
    const closed = await send('PUT', `/api/admin/categories/${below}`, { visibility: 'restricted', review_after: 30 })
    assert.deepEqual([closed.status, closed.body.visibility], [200, 'restricted'])
    const access = { roles: ['reader'], users: [] }
    assert.equal((await send('PUT', `/api/admin/categories/${below}`, { access })).status, 409)
    for (const { status } of await ask(admin)) assert.ok(status < 300)
  })

  test('a deletion is proposed, approved and merged', async () => {
    const { id } = await reviewed('Going', 'Text.')
    const proposal = (await send('POST', '/api/admin/proposals', { document_id: id, delete: true })).body
    await act(proposal.id, 'approve')
    assert.equal((await act(proposal.id, 'merge')).body.state, 'merged')
    assert.equal((await send('GET', `/api/admin/docs/${id}`)).status, 404)
    assert.equal((await send('POST', `/api/admin/docs/trash/${id}/restore`, undefined, admin)).status, 201)
    const back = (await send('GET', `/api/admin/docs/${id}`)).body
    assert.equal(back.published, false, 'readers see it again when that is approved')
  })
})
