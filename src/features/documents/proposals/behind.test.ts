// Who stands behind a part never approves it where others have to: the ways round that were found, on both engines.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OUTSIDE, onEngines, type TestPerson } from '../../../../test/build.ts'
import { connect, use } from '../../../../test/mcp.ts'
import { plainDrafter, work } from '../../../../test/pipeline.ts'
import { siteOf } from '../../../../test/site-of.ts'

type Sent = {
  id: number
  state: string
  revision_id: number
  may_approve: boolean
  parts: {
    id: string
    may_approve: boolean
    approved_by: { id: number }[]
    behind: { by: string; person: { id: number } | null }[]
  }[]
  text: { blocks: { id: string; content: { text: string }[] }[] }
}
const NETWORK = { headers: {} }
const FORM = { 'content-type': 'application/x-www-form-urlencoded', ...OUTSIDE }

onEngines('who stands behind a part', (engine) => {
  const { deps, people, send } = siteOf(
    { engine, env: { GALLEY_SITE_SUGGESTIONS: 'everyone' } },
    { ada: 'editor', ben: 'editor', cy: 'editor', admin: 'admin' },
  )
  const { ada, ben, cy, admin } = people
  const rule = (id: number, more: object = {}) =>
    send('PUT', `/api/docs/${id}/publishing`, { publishing: 'review', by_others: true, ...more }, admin)
  let made = 0
  const reviewed = async (markdown: string) => {
    const slug = `page-${engine}-${++made}`
    const { body } = await send('POST', '/api/docs/', { title: `Page ${made}`, markdown, slug })
    await rule(body.id)
    return body as { id: number; slug: string; version: number; blocks: Sent['text']['blocks'] }
  }
  const propose = async (document_id: number, change: object, by: TestPerson = ada): Promise<Sent> =>
    (await send('POST', '/api/admin/proposals', { document_id, change }, by)).body
  const read = async (id: number): Promise<Sent> => (await send('GET', `/api/admin/proposals/${id}`)).body
  const act = (id: number, what: string, payload?: object, by: TestPerson = ben) =>
    send('POST', `/api/admin/proposals/${id}/${what}`, payload, by)
  const approve = async (id: number, by: TestPerson, payload?: object) => {
    const { status, body } = await act(id, 'approve', payload, by)
    return status === 200 ? (body as Sent).state : status
  }
  const textOf = async (id: number) =>
    (await deps.app.inject({ url: `/api/docs/${id}/markdown`, headers: ada.headers })).body.trim()
  const behindOf = ({ parts }: Sent) =>
    parts.map(({ behind }) => behind.map(({ by, person }) => person?.id ?? by).sort())
  const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text, styles: {} }] })
  const suggest = async (slug: string, markdown: string) =>
    deps.app.inject({
      method: 'POST',
      url: `/read/${slug}/suggest`,
      headers: FORM,
      payload: new URLSearchParams({ markdown }).toString(),
    })
  const newestOf = async (document_id: number): Promise<Sent> => {
    const { body } = await send('GET', `/api/admin/proposals?document_id=${document_id}&limit=1`)
    return read(body[0].id)
  }

  test('a block added to a proposal of a colleague, also together with something beside the text', async () => {
    const page = await reviewed('One.')
    const proposal = await propose(page.id, { markdown: 'One, new.' })
    const url = `/api/admin/proposals/${proposal.id}`
    const change = { blocks: [...proposal.text.blocks, paragraph('By Ben.')], slug: `moved-${engine}` }
    const { body } = await send('PUT', url, { change }, ben)
    assert.deepEqual(behindOf(body), [[ada.id], [ben.id], [ben.id]])
    for (const part of body.parts.slice(1)) assert.equal(await approve(proposal.id, ben, { parts: [part.id] }), 403)
    assert.equal(await approve(proposal.id, ben), 'open', 'he approves what Ada typed')
    // Whoever proposed it approves what another typed, and nothing else.
    assert.equal(await approve(proposal.id, ada), 'approved')
    assert.equal((await act(proposal.id, 'merge')).body.state, 'merged')
  })

  test('one’s own suggestion without an account: who adopts it stands behind it, another approves', async () => {
    const page = await reviewed('The kiln is on.')
    await suggest(page.slug, 'The kiln is off.')
    const proposal = await newestOf(page.id)
    assert.deepEqual(behindOf(proposal), [['visitor']])
    assert.equal(await approve(proposal.id, ada), 'open', 'she adopts it')
    const adopted = await read(proposal.id)
    assert.deepEqual([behindOf(adopted), adopted.parts[0]!.approved_by], [[[ada.id, 'visitor']], []])
    assert.equal(await approve(proposal.id, ada), 403)
    assert.equal((await act(proposal.id, 'merge', undefined, ada)).status, 409)
    assert.equal(await approve(proposal.id, ben), 'approved')
    assert.equal((await act(proposal.id, 'merge', undefined, ada)).body.state, 'merged')
    assert.equal(await textOf(page.id), 'The kiln is off.')
  })

  test('notes that the drafter prints, instructions, and answers', async () => {
    const page = await reviewed('Before.')
    const enqueued = await send('POST', '/api/pipeline/docs/enqueue', { document_id: page.id, notes: 'By Ada.' })
    await work(deps, { drafter: plainDrafter() })
    const url = (iteration: number) => `/api/pipeline/docs/iterations/${iteration}/approve`
    assert.equal((await send('POST', url(enqueued.body.iteration_id))).status, 403)
    const points = await send('GET', `/api/pipeline/docs/job/${enqueued.body.job_id}`)
    const [{ questions }] = points.body.iterations
    const answer = `/api/pipeline/docs/iterations/${enqueued.body.iteration_id}/questions/${questions[0].id}/answer`
    assert.equal((await send('POST', answer, { answer: 'By Ben.' }, ben)).status, 200)
    const redrafted = await send('POST', `/api/pipeline/docs/iterations/${enqueued.body.iteration_id}/redraft`, {}, cy)
    await work(deps, { drafter: plainDrafter() })
    const { iteration_id } = redrafted.body
    for (const giver of [ada, ben]) assert.equal((await send('POST', url(iteration_id), undefined, giver)).status, 403)
    assert.equal(
      (await send('POST', url(iteration_id), undefined, cy)).body.status,
      'approved',
      'who only asked for it',
    )
    assert.equal(await textOf(page.id), 'By Ada.\n\nBy Ben.')
  })

  test('a save, or notes, of a program without a token', async () => {
    const page = await reviewed('Before.')
    await send('PUT', `/api/docs/${page.id}/blocks`, { blocks: [paragraph('By a program.')] }, NETWORK)
    const proposal = await newestOf(page.id)
    assert.deepEqual(new Set(behindOf(proposal).flat()), new Set(['network']))
    assert.equal(await approve(proposal.id, ada), 'open')
    assert.equal((await act(proposal.id, 'merge', undefined, ada)).status, 409)
    assert.equal(await approve(proposal.id, ada), 403)
    assert.equal(await approve(proposal.id, ben), 'approved')
    await act(proposal.id, 'withdraw', undefined, admin)

    const notes = { document_id: page.id, notes: 'Noted by a program.' }
    const { body } = await send('POST', '/api/pipeline/docs/enqueue', notes, NETWORK)
    await work(deps, { drafter: plainDrafter() })
    const url = `/api/pipeline/docs/iterations/${body.iteration_id}/approve`
    assert.equal((await send('POST', url)).body.status, 'review', 'Ada adopts it')
    assert.equal((await send('POST', url)).status, 403)
    assert.equal((await send('POST', url, undefined, ben)).body.status, 'approved')
  })

  test('an assistant types for its person', async (t) => {
    const page = await reviewed('One.')
    const proposal = await propose(page.id, { markdown: 'One, new.' })
    const asked = { name: 'assistant', scopes: ['read', 'write'] }
    const { token } = (await send('POST', '/api/tokens', asked, ben)).body
    const client = await connect(t, deps, { authorization: `Bearer ${token}` })
    const edit = {
      slug: page.slug,
      version: page.version,
      markdown: 'One, by Ben’s assistant.',
      proposal_id: proposal.id,
    }
    assert.equal((await use(client, 'propose_edit', edit)).isError, false)
    assert.equal(await approve(proposal.id, ben), 403)
    assert.equal(await approve(proposal.id, cy), 'approved')
  })

  test('what several typed into the draft, however it is proposed', async () => {
    const autosave = async (id: number, texts: string[], by: TestPerson) => {
      const edited = (await send('GET', `/api/docs/${id}/autosave`, undefined, by)).body
      const blocks = texts.map((text, nth) => ({ ...edited.blocks[nth], content: paragraph(text).content }))
      const { title, summary, tags, revision } = edited
      const typed = { parent: revision, title, summary, tags, blocks }
      const sent = await send('POST', `/api/docs/${id}/autosave`, typed, by)
      assert.equal(sent.status, 200, JSON.stringify(sent.body))
    }
    const ways: Record<string, (id: number, edited: { title: string; blocks: object[] }) => Promise<number>> = {
      propose: async (id, { blocks }) => (await propose(id, { blocks })).id,
      publish: async (id) => (await send('POST', `/api/docs/${id}/publish`)).body.proposal.id,
      save: async (id, { blocks }) => (await send('PUT', `/api/docs/${id}`, { blocks })).body.proposal.id,
    }
    for (const [way, run] of Object.entries(ways)) {
      const page = await reviewed('One.\n\nTwo.\n\nThree.')
      await autosave(page.id, ['One, by Ben.', 'Two.', 'Three.'], ben)
      await autosave(page.id, ['One, by Ben.', 'Two, by Ada.', 'Three.'], ada)
      const edited = (await send('GET', `/api/docs/${page.id}/autosave`)).body
      if (way === 'publish') await send('PUT', `/api/docs/${page.id}?publish=false`, { blocks: edited.blocks })
      const id = await run(page.id, edited)
      assert.deepEqual(behindOf(await read(id)), [[ben.id], [ada.id]], way)
      assert.equal(await approve(id, ben), 'open', way)
      assert.equal(await approve(id, ben, { parts: [edited.blocks[0].id] }), 403, way)
      assert.equal(await approve(id, ada), 'approved', way)
    }
  })

  test('a restored text of another that nobody has approved', async () => {
    const page = await reviewed('One.')
    const proposal = await propose(page.id, { markdown: 'By Ben.' }, ben)
    await act(proposal.id, 'reject', undefined, cy)
    const restored = await send('POST', `/api/docs/${page.id}/revisions/${proposal.revision_id}/restore`)
    const again = await read(restored.body.proposal.id)
    assert.deepEqual(new Set(behindOf(again)[0]), new Set([ada.id, ben.id]))
    for (const one of [ada, ben]) assert.equal(await approve(again.id, one), 403)
    assert.equal(await approve(again.id, cy), 'approved')
  })

  test('an approval counts under the rule of the moment of merging', async () => {
    const page = await reviewed('One.')
    await rule(page.id, { by_others: false })
    const proposal = await propose(page.id, { markdown: 'One, new.' })
    assert.equal(await approve(proposal.id, ada), 'approved')
    await rule(page.id)
    assert.equal((await act(proposal.id, 'merge')).status, 409)
    assert.equal(await approve(proposal.id, ben), 'approved')
    await rule(page.id, { approvals: 2 })
    assert.equal((await act(proposal.id, 'merge')).status, 409)
  })

  test('a page that moves asks the stricter of both places', async () => {
    const place = async (name: string, more: object) => {
      const { body } = await send('POST', '/api/admin/categories/', { name: `${name} ${engine}` }, admin)
      const set = { publishing: 'review', ...more }
      await send('PUT', `/api/admin/categories/${body.id}/publishing`, set, admin)
      return body.id as number
    }
    const [lenient, strict] = [await place('Lenient', {}), await place('Strict', { approvals: 2, by_others: true })]
    for (const [from, to] of [
      [lenient, strict],
      [strict, lenient],
    ]) {
      const { body } = await send('POST', '/api/docs/', { title: 'Moving', markdown: 'Text.', category_id: from })
      const born = body.proposal.id
      for (const one of [ben, cy]) await approve(born, one)
      assert.equal((await act(born, 'merge')).body.state, 'merged')
      const proposal = await propose(body.id, { category_id: to })
      assert.equal(await approve(proposal.id, ada), 403)
      assert.equal(await approve(proposal.id, ben), 'open')
      assert.equal((await act(proposal.id, 'merge')).status, 409)
      assert.equal(await approve(proposal.id, cy), 'approved')
      assert.equal((await act(proposal.id, 'merge')).body.state, 'merged')
    }
  })
})
