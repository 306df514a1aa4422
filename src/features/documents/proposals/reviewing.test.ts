// What reviewers may rely on, on both engines: approvals that lapse with their part alone, conflicts that show both texts, one
// winner of every race, and that nobody learns of what they may not read.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEngines, type TestPerson } from '../../../../test/build.ts'
import { patiently } from '../../../../test/patiently.ts'
import { siteOf } from '../../../../test/site-of.ts'

type ReviewedProposal = {
  id: number
  state: string
  revision_id: number
  conflicts: string[]
  parts: { id: string; approved_by: { id: number }[] }[]
}

onEngines('reviewing proposals', (engine) => {
  const { deps, people, send } = siteOf({ engine }, { ada: 'editor', ben: 'editor', admin: 'admin' })
  const { ada, ben, admin } = people
  const reviewed = async (title: string, markdown: string, rule: object | null = {}): Promise<number> => {
    const { id } = (await send('POST', '/api/docs/', { title, markdown })).body
    if (rule) await send('PUT', `/api/docs/${id}/publishing`, { publishing: 'review', ...rule }, admin)
    return id
  }
  const propose = async (document_id: number, markdown: string): Promise<ReviewedProposal> =>
    (await send('POST', '/api/admin/proposals', { document_id, change: { markdown } })).body
  const act = (id: number, what: string, payload?: object, by = ben) =>
    send('POST', `/api/admin/proposals/${id}/${what}`, payload, by)
  const textOf = async (id: number) =>
    (await deps.app.inject({ url: `/api/docs/${id}/markdown`, headers: ada.headers })).body.trim()

  test('an approval lapses for the part that changed after it, and for no other', async () => {
    const id = await reviewed('Lapse', 'One.\n\nTwo.')
    const proposal = await propose(id, 'One, new.\n\nTwo, new.')
    assert.equal((await act(proposal.id, 'approve')).body.state, 'approved')
    const change = { markdown: 'One, new.\n\nTwo, newer.' }
    const { body } = await send('PUT', `/api/admin/proposals/${proposal.id}`, { change })
    const approved = (body as ReviewedProposal).parts.map((part) => part.approved_by.length)
    assert.deepEqual({ state: body.state, approved }, { state: 'open', approved: [1, 0] })
    const seen = await act(proposal.id, 'approve', { revision_id: proposal.revision_id })
    assert.equal(seen.body.state, 'open', 'who approves what they saw does not approve what came since')
    assert.equal((await act(proposal.id, 'approve')).body.state, 'approved')
  })

  test('others have to approve, and as many as the rule says', async () => {
    const id = await reviewed('Others', 'Text.', { approvals: 2, by_others: true })
    const proposal = await propose(id, 'New.')
    assert.equal((await act(proposal.id, 'approve', undefined, ada)).status, 403)
    assert.equal((await act(proposal.id, 'approve')).body.state, 'open')
    assert.equal((await act(proposal.id, 'approve')).body.state, 'open', 'one person counts once')
    assert.equal((await act(proposal.id, 'approve', undefined, admin)).body.state, 'approved')
  })

  test('only what the proposal said can be approved, not another text of the document', async () => {
    const id = await reviewed('Foreign', 'One.', { by_others: true })
    const proposal = await propose(id, 'One, new.')
    // Ben writes his own words down as a proposal of his, approves them in Ada's, and only then puts them in.
    const own = await send('POST', '/api/admin/proposals', { document_id: id, change: { markdown: 'Ben’s.' } }, ben)
    const foreign = await act(proposal.id, 'approve', { revision_id: own.body.revision_id })
    assert.deepEqual([foreign.status, foreign.body.detail[0].loc], [422, ['body', 'revision_id']])
    const published = (await send('GET', `/api/admin/proposals/${proposal.id}`)).body.base_id
    assert.equal((await act(proposal.id, 'approve', { revision_id: published })).status, 422)
    assert.equal((await act(proposal.id, 'approve', { revision_id: proposal.revision_id })).status, 200)
  })

  test('who wrote a part of it, in any revision, never counts for that part where others have to approve', async () => {
    const id = await reviewed('Parts', 'One.\n\nTwo.', { by_others: true })
    const proposal = await propose(id, 'One, new.\n\nTwo, new.')
    const [one, two] = proposal.parts.map((part) => part.id)
    const url = `/api/admin/proposals/${proposal.id}`
    const change = (markdown: string, by: TestPerson) => send('PUT', url, { change: { markdown } }, by)
    const countsOf = async () =>
      ((await send('GET', url)).body as ReviewedProposal).parts.map((part) => part.approved_by.length)
    assert.equal((await act(proposal.id, 'approve')).body.state, 'approved')
    await change('One, new.\n\nTwo, by Ben.', ben)
    // Ada writes it back: Ben's approval was for these words, and he has changed them since.
    await change('One, new.\n\nTwo, new.', ada)
    assert.deepEqual(await countsOf(), [1, 0])
    assert.equal((await act(proposal.id, 'merge')).status, 409)
    assert.equal((await act(proposal.id, 'approve', { parts: [two] })).status, 403)
    assert.equal((await act(proposal.id, 'approve', { parts: [one] })).body.state, 'open')
    assert.equal((await act(proposal.id, 'approve')).body.state, 'open', 'of all he approves what others wrote')
    // His revision stays while the proposal is open: it says whose the words are.
    const revisions = (await send('GET', `/api/docs/${id}/revisions?all=true`)).body as { id: number }[]
    for (const { id: revision } of revisions)
      assert.equal((await send('DELETE', `/api/docs/${id}/revisions/${revision}`, undefined, admin)).status, 409)
    assert.equal((await act(proposal.id, 'approve', { parts: [two] }, admin)).body.state, 'approved')
    assert.equal((await act(proposal.id, 'merge')).body.state, 'merged')
  })

  test('who asks for something beside the text in a proposal of another does not approve that', async () => {
    const id = await reviewed('Asked', 'One.', { by_others: true })
    const proposal = await propose(id, 'One, new.')
    await send('PUT', `/api/admin/proposals/${proposal.id}`, { change: { slug: 'elsewhere-now' } }, ben)
    assert.equal((await act(proposal.id, 'approve', { parts: ['action'] })).status, 403)
    assert.equal((await act(proposal.id, 'approve')).body.state, 'open')
    assert.equal((await act(proposal.id, 'approve', undefined, admin)).body.state, 'approved')
    assert.equal((await act(proposal.id, 'merge')).body.state, 'merged')
    assert.equal(await textOf(id), 'One, new.')
  })

  test('an approval counts while its giver may approve', async () => {
    const id = await reviewed('Gone', 'Text.', { approvals: 2 })
    const proposal = await propose(id, 'New.')
    const left = await deps.person('editor')
    await act(proposal.id, 'approve', undefined, left)
    await send('PATCH', `/api/admin/users/${left.id}`, { role: 'reader' }, admin)
    assert.equal((await act(proposal.id, 'approve')).body.state, 'open')
    const other = await deps.person('editor')
    assert.equal((await act(proposal.id, 'approve', undefined, other)).body.state, 'approved')
    await send('PATCH', `/api/admin/users/${other.id}`, { disabled: true }, admin)
    assert.equal((await act(proposal.id, 'merge')).status, 409)
    await act(proposal.id, 'approve', undefined, admin)
    assert.equal((await act(proposal.id, 'merge')).body.state, 'merged')
  })

  test('of fifty who approve at once one does', async () => {
    const id = await reviewed('Fifty', 'Text.')
    const proposal = await propose(id, 'New.')
    const people: TestPerson[] = []
    for (let nth = 0; nth < 5; nth++) people.push(await deps.person('editor'))
    const racers = Array.from({ length: 50 }, (_, nth) => people[nth % people.length])
    const race = (person?: TestPerson) => patiently(() => act(proposal.id, 'approve', undefined, person))
    const done = await Promise.all(racers.map(race))
    assert.deepEqual(done.map(({ status }) => status).sort(), [200, ...Array(49).fill(409)])
  })

  test('two merges at once publish once, and saves beside them are merged by block', async () => {
    const id = await reviewed('Merges', 'One.\n\nTwo.\n\nThree.', null)
    const proposal = await propose(id, 'One, proposed.\n\nTwo.\n\nThree.')
    const save = send('PUT', `/api/docs/${id}`, { markdown: 'One.\n\nTwo.\n\nThree, saved.' })
    const merges = await Promise.all([act(proposal.id, 'merge'), act(proposal.id, 'merge', undefined, admin), save])
    assert.deepEqual(
      merges
        .map(({ status }) => status)
        .slice(0, 2)
        .sort(),
      [200, 409],
    )
    assert.equal(merges[2].status, 200)
    const text = await textOf(id)
    // The last write wins without If-Match: it may come after the merge and take the proposed words away.
    assert.ok(['One, proposed.\n\nTwo.\n\nThree, saved.', 'One.\n\nTwo.\n\nThree, saved.'].includes(text), text)
  })

  test('merging one carries the others along; only true conflicts wait, with both texts', async () => {
    const id = await reviewed('Carried', 'One.\n\nTwo.', null)
    const first = await propose(id, 'One, first.\n\nTwo.')
    const beside = await propose(id, 'One.\n\nTwo, beside.')
    const against = await propose(id, 'One, against.\n\nTwo.')
    for (const { id: one } of [first, beside]) assert.equal((await act(one, 'merge')).status, 200)
    assert.equal(await textOf(id), 'One, first.\n\nTwo, beside.')
    const refused = await act(against.id, 'merge')
    assert.deepEqual([refused.status, refused.body.conflicts.length], [409, 1])
    const firstLine = (text: { blocks: { content: { text: string }[] }[] }) => text.blocks[0]!.content[0]!.text
    assert.deepEqual([firstLine(refused.body.mine), firstLine(refused.body.theirs)], ['One, against.', 'One, first.'])
  })

  test('two in one sentence are merged, unless approvals count: nobody has approved the words of both together', async () => {
    for (const rule of [null, {}]) {
      const id = await reviewed('Sentence', 'It listens on port 8080.', rule)
      const [first, second] = [
        await propose(id, 'It serves on port 8080.'),
        await propose(id, 'It listens on port 9090.'),
      ]
      if (rule) for (const { id: one } of [first, second]) await act(one, 'approve')
      assert.equal((await act(first.id, 'merge')).status, 200)
      const shown = (await send('GET', `/api/admin/proposals/${second.id}`)).body as ReviewedProposal
      const { status, body } = await act(second.id, 'merge')
      if (rule) assert.deepEqual([status, body.conflicts], [409, shown.conflicts])
      else assert.deepEqual([status, shown.conflicts], [200, []])
      assert.equal(await textOf(id), rule ? 'It serves on port 8080.' : 'It serves on port 9090.')
    }
  })

  test('its author resolves a conflict over the version that is there', async () => {
    const id = await reviewed('Resolved', 'One.\n\nTwo.', null)
    const proposal = await propose(id, 'One, mine.\n\nTwo.')
    const { version } = (await send('PUT', `/api/docs/${id}`, { markdown: 'One, theirs.\n\nTwo, theirs.' })).body
    const shown = (await send('GET', `/api/admin/proposals/${proposal.id}`)).body as ReviewedProposal
    assert.equal(shown.conflicts.length, 1)
    const resolved = { change: { markdown: 'One, ours.\n\nTwo, theirs.' }, base_version: version }
    const { body } = await send('PUT', `/api/admin/proposals/${proposal.id}`, resolved)
    assert.deepEqual({ conflicts: body.conflicts, partsLength: body.parts.length }, { conflicts: [], partsLength: 1 })
    assert.equal((await act(proposal.id, 'merge')).status, 200)
    assert.equal(await textOf(id), 'One, ours.\n\nTwo, theirs.')
  })

  test('what is closed stays closed, and only its author withdraws it', async () => {
    const id = await reviewed('Closed', 'Text.')
    const proposal = await propose(id, 'New.')
    assert.equal((await act(proposal.id, 'withdraw')).status, 403)
    assert.equal((await act(proposal.id, 'reject', { reason: 'No.' })).body.threads[0].comments[0].body, 'No.')
    for (const what of ['approve', 'merge', 'reject', 'withdraw'])
      assert.equal((await act(proposal.id, what, undefined, ada)).status, 409, what)
    assert.equal((await send('PUT', `/api/admin/proposals/${proposal.id}`, { title: 'x' })).status, 409)
  })

  test('tokens that are bound elsewhere learn nothing of it', async () => {
    const proposal = await propose(await reviewed('Hidden', 'Text.'), 'New.')
    const url = `/api/admin/proposals/${proposal.id}`
    const elsewhere = (await send('POST', '/api/admin/categories/', { name: `Bound ${engine}` }, admin)).body
    const asked = { name: 'b', scopes: ['read', 'write'], category_ids: [elsewhere.id] }
    const bound = { headers: { authorization: `Bearer ${(await send('POST', '/api/tokens', asked)).body.token}` } }
    assert.deepEqual((await send('GET', '/api/admin/proposals', undefined, bound)).body, [])
    const seen = await send('GET', url, undefined, bound)
    const none = await send('GET', '/api/admin/proposals/999999', undefined, bound)
    assert.deepEqual({ status: seen.status, body: seen.body }, { status: 404, body: none.body })
    assert.equal((await send('POST', `${url}/approve`, undefined, bound)).status, 404)
  })

  test('a trusted network without an account proposes, and approves nothing', async () => {
    const network = { headers: {} }
    const id = await reviewed('Network', 'Text.')
    const blocks = [{ type: 'paragraph', content: [{ type: 'text', text: 'New.', styles: {} }] }]
    const saved = await send('PUT', `/api/docs/${id}/blocks`, { blocks }, network)
    assert.deepEqual({ status: saved.status, state: saved.body.proposal.state }, { status: 200, state: 'open' })
    for (const what of ['approve', 'merge'])
      assert.equal(
        (await send('POST', `/api/admin/proposals/${saved.body.proposal.id}/${what}`, undefined, network)).status,
        401,
      )
    const rule = await send('PUT', `/api/docs/${id}/publishing`, { publishing: 'direct' }, network)
    assert.ok(rule.status === 401 || rule.status === 403, String(rule.status))
    assert.equal(await textOf(id), 'Text.')
  })
})
