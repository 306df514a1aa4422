// Statements and edits: people decide, and it acts at once or in the next draft; on both engines.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import { builtinDrafter } from '#drafting/builtin/builtin.ts'
import { onEngines } from '../../../test/build.ts'
import { makeDocument, pipelineOf, sharedSite, work } from '../../../test/pipeline.ts'
import { pluck } from '../../../test/pluck.ts'

const CHAT = '[10:01] ada: the pump holds 6 bar\n[10:02] bo: lunch?\n[10:03] ada: hall 2 is locked at night'
const NONE = 999_999

onEngines('statements and edits', (engine) => {
  const shared = sharedSite(engine)

  /** drafted enqueues a document and drafts it with the built-in drafter. */
  async function drafted(order: object, markdown?: string) {
    const site = shared()
    const { call, enqueue, job, events } = pipelineOf(site, (await site.person('editor')).headers)
    const id = markdown
      ? (await call('POST', '/api/docs/', { title: 'Pumps', markdown })).body.id
      : await makeDocument(site, { title: 'Pumps' })
    const { body: queued } = await enqueue(id, order)
    await work(site, { drafter: builtinDrafter })
    const read = async () => (await job(queued.job_id)).iterations[0]
    const path = `/iterations/${queued.iteration_id}`
    const redraft = async (body: object = {}) => {
      const { body: next } = await call('POST', `${path}/redraft`, body)
      await work(site, { drafter: builtinDrafter })
      return (await job(next.job_id)).iterations[0]
    }
    const iteration = await read()
    const draftPath = `/api/docs/iterations/${queued.iteration_id}/draft`
    return { site, call, events, queued, path, draftPath, read, redraft, iteration }
  }
  const textOf = ({ draft }: { draft: { blocks: never[] } }) => blocksToMarkdown(draft.blocks).trim()

  test('a conversation is sorted by hand, and the next draft prints what was picked', async () => {
    const { call, path, read, redraft, iteration, events, queued } = await drafted({
      material: [{ title: 'Chat', text: CHAT }],
    })
    assert.deepEqual(iteration.draft.blocks, [])
    const [first, second, third] = iteration.extracted.statements
    assert.partialDeepStrictEqual(first, { speaker: 'ada', at: '10:01', use: null })
    const sort = iteration.actions.find(({ kind }: { kind: string }) => kind === 'sort')
    assert.equal(sort.meta.waiting, 3)
    const refused = await call('POST', `${path}/approve`)
    assert.equal(refused.status, 409)

    const bad = await call('PUT', `${path}/statements`, [{ id: 'none', use: true }])
    assert.deepEqual({ status: bad.status, loc: bad.body.detail[0].loc }, { status: 422, loc: ['body', 0, 'id'] })
    assert.equal((await call('PUT', `${path}/statements`, [{ id: first.id }])).status, 422)
    assert.equal((await call('PUT', `/iterations/${NONE}/statements`, [])).status, 404)
    const picked = await call('PUT', `${path}/statements`, [
      { id: first.id, use: true, section: 'Pressure' },
      { id: second.id, use: false },
    ])
    assert.deepEqual(pluck(picked.body, 'use', 'section'), [
      [true, 'Pressure'],
      [false, null],
      [null, null],
    ])
    assert.equal((await read()).actions.find(({ id }: { id: number }) => id === sort.id).resolved, false)
    await call('PUT', `${path}/statements`, [{ id: third.id, use: true }])
    assert.equal((await read()).actions.find(({ id }: { id: number }) => id === sort.id).resolved, true)
    assert.equal((await events(queued.job_id)).at(-1), 'draft.edited')

    const next = await redraft()
    assert.match(textOf(next), /^hall 2 is locked at night\n\n## Pressure\n\nthe pump holds 6 bar$|## Pressure/)
    assert.doesNotMatch(textOf(next), /lunch/)
    assert.deepEqual(pluck(next.extracted.ledger, 'fate'), ['printed', 'left_out', 'printed'])
    assert.equal((await call('PUT', `${path}/statements`, [{ id: first.id, use: true }])).status, 409, 'superseded')
  })

  test('the answer to `sort` picks by numbers, and what is no answer is refused', async () => {
    const { call, path, read, redraft, iteration } = await drafted({ notes: CHAT })
    const sort = iteration.actions.find(({ kind }: { kind: string }) => kind === 'sort')
    const answer = (text: string) => call('POST', `${path}/actions/${sort.id}/answer`, { answer: text })
    assert.equal((await answer('the first ones')).status, 409)
    assert.equal((await answer('1, 3')).status, 200)
    const uses = async () => (await read()).extracted.statements.map(({ use }: { use: boolean }) => use)
    assert.deepEqual(await uses(), [true, false, true])
    await answer('none')
    assert.deepEqual(await uses(), [false, false, false])
    await answer('all')
    const next = await redraft()
    assert.equal(textOf(next), 'the pump holds 6 bar\n\nlunch?\n\nhall 2 is locked at night')
    const [told] = (await read()).actions.filter(({ id }: { id: number }) => id === sort.id)
    assert.equal(told.outcome, 'applied')
  })

  const STANDING = 'Guests can use the pump. It holds 6 bar.'
  const NEWS = 'Guests can no longer use the pump.\n\nIt holds 8 bar.'

  test('exact edits are applied and likely ones wait; answers act at once and can be taken back', async () => {
    const { call, path, read, iteration } = await drafted({ notes: NEWS }, STANDING)
    const states = ({ draft }: { draft: { edits: { certainty: string; state: string }[] } }) =>
      draft.edits.map(({ certainty, state }) => `${certainty} ${state}`)
    assert.deepEqual(states(iteration), ['likely proposed', 'exact applied'])
    assert.equal(textOf(iteration), 'Guests can use the pump. It holds 8 bar.')
    const [edit] = iteration.actions
    const entry = iteration.extracted.ledger.find(({ fate }: { fate: string }) => fate === 'edit')
    assert.equal(entry.action_id, edit.id)
    const answer = async (text: string) => {
      assert.equal((await call('POST', `${path}/actions/${edit.id}/answer`, { answer: text })).status, 200)
      return textOf(await read())
    }
    assert.equal(await answer('accept'), 'Guests can no longer use the pump. It holds 8 bar.')
    assert.equal(await answer('reject'), 'Guests can use the pump. It holds 8 bar.')
    assert.equal(await answer('Guests need a card.'), 'Guests need a card. It holds 8 bar.')
  })

  test('`edits` of a draft decide, too, alone or with blocks, and a redraft keeps the decisions', async () => {
    const { call, draftPath, read, redraft, iteration, queued } = await drafted({ notes: NEWS }, STANDING)
    const [likely, exact] = iteration.draft.edits
    const put = (body: object) => call('PUT', draftPath, body)
    assert.equal((await put({ title: 'T' })).status, 422)
    assert.equal((await put({ edits: [{ id: 'none', state: 'applied' }] })).status, 404)
    const done = await put({
      edits: [
        { id: likely.id, state: 'applied' },
        { id: exact.id, state: 'rejected' },
      ],
    })
    assert.equal(done.status, 200)
    assert.equal(textOf(done.body), 'Guests can no longer use the pump. It holds 6 bar.')
    assert.equal((await read()).actions[0].answer, 'accept')
    assert.equal((await call('GET', `/status/${queued.job_id}`)).body.open_actions, 0, 'nothing is left to decide')
    assert.equal(textOf(await redraft()), 'Guests can no longer use the pump. It holds 6 bar.')
  })

  test('an edit whose text was changed by hand is not carried out', async () => {
    const { call, draftPath, path, iteration } = await drafted({ notes: NEWS }, STANDING)
    const [block] = iteration.draft.blocks
    const blocks = [{ ...block, content: [{ type: 'text', text: 'By hand.', styles: {} }] }]
    assert.equal((await call('PUT', draftPath, { blocks })).status, 200)
    const refused = await call('POST', `${path}/actions/${iteration.actions[0].id}/answer`, { answer: 'accept' })
    assert.equal(refused.status, 409)
  })

  test('after an approval a redraft starts from the document, and reads no notes twice', async () => {
    const { site, call, path, redraft, queued } = await drafted({
      notes: 'The pump holds 6 bar.',
      material: [{ title: 'M', text: 'The hall is old.' }],
    })
    assert.equal((await call('POST', `${path}/approve`)).status, 200)
    const { headers } = await site.person('editor')
    const url = `/api/docs/${queued.document_id}`
    await site.app.inject({ method: 'PUT', url, headers, payload: { markdown: 'The pump holds 9 bar.' } })
    const next = await redraft({ notes: 'The lamp is green.' })
    assert.equal(textOf(next), 'The pump holds 9 bar.\n\nThe lamp is green.')
  })

  test('after an approval a redraft follows no instruction of before', async () => {
    const { call, path, redraft, queued } = await drafted({
      notes: 'The pump holds 6 bar.',
      instructions: 'Title: Old name\nLeave out: lamp',
    })
    assert.equal((await call('POST', `${path}/approve`)).status, 200)
    const url = `/api/docs/${queued.document_id}`
    assert.equal((await call('PUT', url, { title: 'Renamed by hand' })).status, 200)
    const next = await redraft({ notes: 'The lamp is green.' })
    assert.equal(next.draft.title, 'Renamed by hand')
    assert.match(textOf(next), /The lamp is green\./)
  })

  test('the sources of a draft can be read, and the ledger leads into them', async () => {
    const { call, path, redraft, iteration } = await drafted({
      notes: 'The pump holds 6 bar.\nTODO who fills it?',
      material: [{ title: 'Chat', text: CHAT }],
    })
    const { status, body: sources } = await call('GET', `${path}/sources`)
    assert.equal(status, 200)
    assert.deepEqual(pluck(sources, 'key', 'kind'), [
      ['notes:1', 'notes'],
      ['material:0', 'material'],
    ])
    const asked = iteration.extracted.ledger.find(({ fate }: { fate: string }) => fate === 'asked')
    assert.equal(sources[0].text.slice(asked.from, asked.to), 'TODO who fills it?')
    assert.equal(asked.question_id, iteration.questions[0].id)
    assert.equal(sources[1].text, CHAT)

    const next = await redraft({ notes: 'The lamp is green.' })
    const { body: all } = await call('GET', `/iterations/${next.id}/sources`)
    assert.deepEqual(pluck(all, 'key'), ['notes:1', 'material:0', 'notes:2'])
    assert.equal((await call('GET', `/iterations/${NONE}/sources`)).status, 404)
    assert.deepEqual((await call('GET', '/drafter')).body, { kind: 'builtin', model: null })
  })
})
