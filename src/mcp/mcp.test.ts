// The protocol at /mcp, spoken by the official client: what it finds there, and how it is turned away.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import { builtinDrafter } from '#drafting/builtin/builtin.ts'
import { buildOnce, OUTSIDE, onEngines } from '../../test/build.ts'
import { evidenceOn } from '../../test/evidence.ts'
import { connect, use } from '../../test/mcp.ts'
import { work } from '../../test/pipeline.ts'

const READING = ['ask_docs', 'get_page', 'get_related', 'list_recent', 'list_tree', 'search_docs']
const WRITING = [
  ...['accept_edit', 'answer_question', 'create_draft', 'job_status', 'list_edits', 'list_questions', 'propose_edit'],
  ...['start_drafting'],
]

onEngines('/mcp', (engine) => {
  const site = buildOnce({ engine, env: { GALLEY_PUBLIC_URL: 'https://docs.example' } })
  const write = async (title: string, markdown: string) => {
    const { headers } = await site().person('editor')
    const url = '/api/docs/'
    return (await site().app.inject({ method: 'POST', url, headers, payload: { title, markdown } })).json()
  }

  for (const protocol of ['newest', 'older'] as const) {
    test(`a client of the ${protocol} protocol searches and reads without a token`, async (t) => {
      await write(`Restore ${protocol}`, 'Take a backup & verify it before you restore.')
      const client = await connect(t, site(), {}, protocol)
      const { tools } = await client.listTools()
      assert.deepEqual(tools.map(({ name }) => name).sort(), READING)
      const query = `restore ${protocol}`
      type ToolResults = { results: { slug: string; url: string; snippet: string }[] }
      const [first] = (await use<ToolResults>(client, 'search_docs', { query })).value.results
      assert.equal(first?.url, `https://docs.example/read/restore-${protocol}`)
      assert.match(first.snippet, /backup & verify/)
      const page = await use<{ markdown: string }>(client, 'get_page', { slug: first.slug })
      assert.match(page.value.markdown, /before you restore/)
    })
  }

  test('a long page comes in pieces that make it whole again', async (t) => {
    await write('Long page', Array.from({ length: 300 }, (_, at) => `Paragraph ${at} 🦊🦊🦊`).join('\n\n'))
    const client = await connect(t, site())
    const pieces: string[] = []
    type Piece = { markdown: string; next_offset: number | null; total_characters: number }
    for (let offset: number | null = 0; offset !== null; ) {
      const args: Record<string, unknown> = { slug: 'long-page', offset, max_characters: 1_501 }
      const value: Piece = (await use<Piece>(client, 'get_page', args)).value
      pieces.push(value.markdown)
      offset = value.next_offset
      assert.ok(value.markdown.isWellFormed())
      if (offset === null) assert.equal(pieces.join('').length, value.total_characters)
    }
    assert.ok(pieces.length > 3)
  })

  test('pages are resources, and a prompt names the tools', async (t) => {
    await write('Zürich office', 'Fourth floor.')
    const client = await connect(t, site())
    const { resources } = await client.listResources()
    const { uri } = resources.find(({ title }) => title === 'Zürich office')!
    const { contents } = await client.readResource({ uri })
    assert.match((contents[0] as { text: string }).text, /Fourth floor/)
    await assert.rejects(client.readResource({ uri: 'galley://doc/nothing-here' }), /not found/i)
    const { prompts } = await client.listPrompts()
    assert.deepEqual(prompts.map(({ name }) => name).sort(), ['answer_from_docs', 'write_how_to'])
    const { messages } = await client.getPrompt({ name: 'answer_from_docs', arguments: { question: 'Which floor?' } })
    assert.match(JSON.stringify(messages), /search_docs.*Which floor/)
  })

  test('the docs name every tool and prompt', async (t) => {
    const docs = readFileSync('docs/assistants.md', 'utf8')
    const client = await connect(t, site(), (await site().person('editor')).headers)
    const offered = [...(await client.listTools()).tools, ...(await client.listPrompts()).prompts]
    for (const { name } of offered) assert.ok(docs.includes(`\`${name}\``), name)
  })

  test('a token shows the tools that it allows', async (t) => {
    const { app, person } = site()
    const { headers } = await person('editor')
    const namesWith = async (scopes: string[]) => {
      const payload = { name: scopes.join(), scopes }
      const { token } = (await app.inject({ method: 'POST', url: '/api/tokens', headers, payload })).json()
      const client = await connect(t, site(), { authorization: `Bearer ${token}` })
      return (await client.listTools()).tools.map(({ name }) => name).sort()
    }
    assert.deepEqual(await namesWith(['read', 'write', 'pipeline']), [...READING, ...WRITING].sort())
    assert.deepEqual(await namesWith(['read']), [...READING, 'job_status', 'list_edits', 'list_questions'].sort())
    assert.deepEqual(await namesWith(['write']), [...READING, 'create_draft', 'propose_edit'].sort())
    const reader = await connect(t, site(), (await person('reader')).headers)
    assert.deepEqual((await reader.listTools()).tools.map(({ name }) => name).sort(), READING)
  })

  test('what an assistant writes is unpublished, and the audit trail names the program', async (t) => {
    const { app, person } = site()
    const { headers } = await person('admin')
    const client = await connect(t, site(), headers)
    const draft = await use<{ id: number; slug: string; published: boolean }>(client, 'create_draft', {
      title: 'From an assistant',
      markdown: '# One\n\nText.',
    })
    assert.equal(draft.value.published, false)
    assert.equal((await app.inject({ url: `/read/${draft.value.slug}`, headers: OUTSIDE })).statusCode, 404)
    const url = '/api/admin/audit?action=assistant.wrote'
    const [entry] = (await app.inject({ url, headers })).json().items
    assert.equal(entry.target, `document:${draft.value.id}`)
    assert.deepEqual(entry.detail, { tool: 'create_draft', client: 'test-assistant 1.2' })
  })

  test('a proposal leaves the page as it is, and can be changed', async (t) => {
    const { app, person } = site()
    const { headers } = await person('editor')
    const { slug, version } = await write('Proposed', 'Before.')
    const client = await connect(t, site(), headers)
    const propose = (markdown: string, proposal_id?: number) =>
      use<{ proposal_id: number; state: string; changes: { op: string; pieces: { op: string; text: string }[] }[] }>(
        client,
        'propose_edit',
        {
          slug,
          version,
          markdown,
          ...(proposal_id && { proposal_id }),
        },
      )
    const first = await propose('After.')
    assert.match((await app.inject({ url: `/read/${slug}`, headers: OUTSIDE })).body, /Before\./)
    const second = await propose('After all.', first.value.proposal_id)
    assert.deepEqual({ ...second.value, changes: [] }, { ...first.value, changes: [] })
    const [change, ...others] = second.value.changes
    assert.deepEqual(
      [change!.op, change!.pieces.map(({ op, text }) => `${op} ${text}`), others],
      ['changed', ['removed Before.', 'added After all.'], []],
    )
    const { body } = await app.inject({ url: `/api/admin/proposals/${first.value.proposal_id}`, headers })
    assert.match(body, /After all/)
    assert.notEqual((await propose('Mine.')).value.proposal_id, first.value.proposal_id, 'several may be open')
  })

  test('once a proposal is published, blocks that it left alone rest on what they rested on', async (t) => {
    const { make, call, quote, evidence, editor } = await evidenceOn(site())
    const source = await make({ title: 'The manual', markdown: 'Backups run at two. Logs stay for a week.' })
    const id = await make({ title: 'Operations', markdown: 'Backups run at two.\n\nLogs stay for a week.' })
    await quote(id, source, 'Backups run at two', 0)
    await quote(id, source, 'Logs stay for a week', 1)
    type Rests = { sources: [{ quote: string; before: boolean }] }
    const before: Rests[] = await evidence(id)
    const client = await connect(t, site(), editor.headers)
    const markdown = 'Backups run at two.\n\nLogs stay for a month.'
    const edit = { slug: 'operations', version: 1, markdown }
    const { value } = await use<{ proposal_id: number }>(client, 'propose_edit', edit)
    assert.deepEqual(await evidence(id), before, 'a proposal changes nothing of it')
    assert.equal((await call('POST', `/api/admin/proposals/${value.proposal_id}/merge`)).status, 200)
    const after = await evidence(id)
    const holding = (blocks: typeof before, quoted: string) => blocks.find((one) => one.sources[0].quote === quoted)
    assert.deepEqual(holding(after, 'Backups run at two')?.sources, holding(before, 'Backups run at two')?.sources)
    const [rewritten] = holding(after, 'Logs stay for a week')!.sources
    assert.equal(rewritten.before, true, 'a new wording only had the source of the old one')
  })

  test('the edits of a draft are listed, accepted and rejected, and each decision is in the audit trail', async (t) => {
    const { app, person } = site()
    const { headers } = await person('admin')
    const { slug } = await write('Pump room', 'Guests can use the pump. It holds 6 bar.')
    const client = await connect(t, site(), headers)
    const notes = 'Guests can no longer use the pump.\n\nIt holds 8 bar.'
    const { value: job } = await use<{ job_id: number }>(client, 'start_drafting', { slug, notes })
    await work(site(), { drafter: builtinDrafter })
    type Edits = { iteration_id: number; edits: { id: string; state: string; certainty: string; quote: string }[] }
    const { value } = await use<Edits>(client, 'list_edits', { job_id: job.job_id })
    const [likely, exact] = value.edits
    assert.deepEqual({ certainty: likely?.certainty, state: likely?.state }, { certainty: 'likely', state: 'proposed' })
    assert.deepEqual({ certainty: exact?.certainty, state: exact?.state }, { certainty: 'exact', state: 'applied' })
    assert.equal(likely?.quote, 'Guests can no longer use the pump.')
    const decide = (edit_id: string | undefined, accept = true) =>
      use<{ state: string }>(client, 'accept_edit', { iteration_id: value.iteration_id, edit_id, accept })
    assert.equal((await decide(likely.id)).value.state, 'applied')
    assert.equal((await decide(exact!.id, false)).value.state, 'rejected')
    assert.equal((await decide('none')).text, 'Edit not found')
    const draft = (await app.inject({ url: `/api/pipeline/docs/job/${job.job_id}`, headers })).json().iterations[0]
      .draft
    assert.equal(blocksToMarkdown(draft.blocks).trim(), 'Guests can no longer use the pump. It holds 6 bar.')
    const audit = await app.inject({ url: '/api/admin/audit?action=assistant.wrote', headers })
    const told = audit.json().items.filter(({ detail }: { detail: { tool: string } }) => detail.tool === 'accept_edit')
    assert.deepEqual(
      told.map(({ target }: { target: string }) => target),
      Array(2).fill(`iteration:${value.iteration_id}`),
    )
  })

  test('a page under review says so to editors, whatever the site shows to others', async (t) => {
    const { make, call, quote, editor } = await evidenceOn(site())
    const source = await make({ title: 'The rules', markdown: 'Keep 30 days.' })
    const id = await make({ title: 'Under review', markdown: 'Keep 30 days.' })
    await quote(id, source, 'Keep 30 days.')
    type PageUnderReview = { passages: { under_review: boolean; sources: { quote: string | null }[] }[] }
    const passages = async (headers = {}) =>
      (
        await use<PageUnderReview>(await connect(t, site(), headers), 'get_page', { slug: 'under-review' })
      ).value.passages.map(({ under_review, sources }) => [under_review, sources[0]?.quote])
    assert.deepEqual(await passages(editor.headers), [[false, 'Keep 30 days.']])
    await call('PUT', `/api/docs/${source}`, { markdown: 'Keep 45 days.' })
    assert.deepEqual(await passages(editor.headers), [[true, null]])
    assert.deepEqual(await passages(), [[false, null]])
  })

  test('a proposal takes in what the page has come to say since', async (t) => {
    const { headers } = await site().person('editor')
    const { id, slug, version } = await write('Proposed twice', 'One.\n\nTwo.')
    const client = await connect(t, site(), headers)
    const send = async (method: 'PUT' | 'POST', url: string, payload = {}) =>
      site().app.inject({ method, url, headers, payload })
    await send('PUT', `/api/docs/${id}`, { markdown: 'One.\n\nTwo, edited.' })
    // The assistant has read the version before.
    const edit = { slug, version, markdown: 'One, proposed.\n\nTwo.' }
    const { value } = await use<{ proposal_id: number }>(client, 'propose_edit', edit)
    await send('POST', `/api/admin/proposals/${value.proposal_id}/merge`)
    const { body } = await site().app.inject({ url: `/api/docs/${id}/markdown`, headers })
    assert.equal(body.trim(), 'One, proposed.\n\nTwo, edited.')
  })

  test('wrong arguments are named, and nothing is written', async (t) => {
    const client = await connect(t, site(), (await site().person('editor')).headers)
    const refused = await use(client, 'create_draft', { title: 'X', markdown: 'y', published: true })
    assert.ok(refused.isError)
    assert.match(refused.text, /unknown argument/)
    assert.match((await use(client, 'search_docs', { query: '', limit: 99 })).text, /at least 1 character[\s\S]*20/)
    assert.equal((await use(client, 'get_page', { slug: 'nothing-here' })).text, 'Document not found')
    const count = await site().db.read.selectFrom('documents').select('id').where('title', '=', 'X').execute()
    assert.equal(count.length, 0)
  })

  test('a 401 says where the metadata is', async () => {
    const { app } = site()
    const call = { method: 'POST', url: '/mcp', payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' } } as const
    const bad = await app.inject({ ...call, headers: { ...OUTSIDE, authorization: 'Bearer gly_k_wrong' } })
    assert.equal(bad.statusCode, 401)
    assert.equal(bad.json().detail, 'Invalid token')
    const metadata = 'https://docs.example/.well-known/oauth-protected-resource/mcp'
    assert.equal(bad.headers['www-authenticate'], `Bearer resource_metadata="${metadata}"`)
    const { resource, scopes_supported } = (await app.inject({ url: new URL(metadata).pathname })).json()
    assert.equal(resource, 'https://docs.example/mcp')
    assert.deepEqual(scopes_supported, ['read', 'write', 'pipeline', 'admin'])
  })

  test('another site, another Host, a batch and a stream are refused', async () => {
    const { app } = site()
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const post = (headers: Record<string, string>, payload: object = message) =>
      app.inject({ method: 'POST', url: '/mcp', headers: { ...OUTSIDE, ...headers }, payload })
    assert.equal((await post({ origin: 'https://evil.example' })).statusCode, 403)
    assert.equal((await post({ host: 'evil.example' })).statusCode, 421)
    assert.equal((await post({}, [message, message])).statusCode, 422)
    assert.equal((await app.inject({ url: '/mcp', headers: OUTSIDE })).statusCode, 405)
  })
})

onEngines('/mcp for those with a token', (engine) => {
  const site = buildOnce({ engine, env: { GALLEY_MCP: 'token' } })

  test('without a token nothing is there', async (t) => {
    await assert.rejects(connect(t, site()))
    const { app, person } = site()
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const refused = await app.inject({ method: 'POST', url: '/mcp', headers: OUTSIDE, payload })
    assert.equal(refused.statusCode, 401)
    assert.match(String(refused.headers['www-authenticate']), /resource_metadata=/)
    const client = await connect(t, site(), (await person('reader')).headers)
    assert.equal((await client.listTools()).tools.length, READING.length)
  })
})
