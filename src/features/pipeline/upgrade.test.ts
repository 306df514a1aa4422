// Jobs that the release before the assembler left in review: earlier-job.json is what it saved, with another plan, other ids of
// blocks, passages, no edits, no statements and no ledger. They open, are edited, redrafted and approved; on both engines.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { blocksToMarkdown } from '#blocks/markdown/to-markdown.ts'
import { builtinDrafter } from '#drafting/builtin/builtin.ts'
import type { Draft } from '#drafting/contract.ts'
import { onEngines } from '../../../test/build.ts'
import { makeDocument, paragraph, pipelineOf, sharedSite, work } from '../../../test/pipeline.ts'
import { nextDraft } from './drafts.ts'
import { findIteration } from './store.ts'

type EarlierJob = {
  notes: string
  instructions: string
  material: { title: string; text: string }[]
  plan: object
  extracted: object
  questions: { section: string; body: string }[]
  actions: { kind: string; title: string; body: string; meta: { blocking?: boolean } }[]
  draft: Draft
}
const earlier = JSON.parse(readFileSync(new URL('earlier-job.json', import.meta.url), 'utf8')) as EarlierJob

onEngines('a job of the release before', (engine) => {
  const shared = sharedSite(engine)

  /** inReview is a job whose rows are those that the release before wrote; somebody has added a paragraph by hand. */
  async function inReview() {
    const site = shared()
    const { call, enqueue, job } = pipelineOf(site, (await site.person('editor')).headers)
    const { notes, instructions, material } = earlier
    const { body: queued } = await enqueue(await makeDocument(site, { title: 'Feed pumps' }), {
      notes,
      instructions,
      material,
    })
    await work(site, { drafter: builtinDrafter })
    const id = queued.iteration_id
    const [drafted] = (await job(queued.job_id)).iterations
    const { picks: _picks, first_iteration_id: _first, rewordings: _rewordings, ...inputs } = drafted.planning.inputs
    const byHand = { ...earlier.draft, blocks: [...earlier.draft.blocks, paragraph('hand', 'Mind the step.')] }
    await site.db.inTransaction(async (tx) => {
      const row = (await findIteration(tx, id))!
      const drafts = await nextDraft(tx, row, { drafted: earlier.draft, draft: byHand }, { by: null, at: 0 })
      const json = {
        planning: JSON.stringify({ inputs, ...earlier.plan }),
        extracted: JSON.stringify(earlier.extracted),
      }
      await tx
        .updateTable('iterations')
        .set({ ...json, ...drafts })
        .where('id', '=', id)
        .execute()
      await tx.deleteFrom('questions').where('iteration_id', '=', id).execute()
      await tx.deleteFrom('actions').where('iteration_id', '=', id).execute()
      const asked = earlier.questions.map((question) => ({ iteration_id: id, ...question }))
      await tx.insertInto('questions').values(asked).execute()
      const wanted = earlier.actions.map(({ meta, ...action }) => ({
        iteration_id: id,
        ...action,
        meta: JSON.stringify(meta),
        blocking: meta.blocking ? (1 as const) : (0 as const),
      }))
      await tx.insertInto('actions').values(wanted).execute()
    })
    const path = `/iterations/${id}`
    return { site, call, job, path, id, read: async () => (await job(queued.job_id)).iterations[0] }
  }
  type EarlierPoint = { id: number; kind: string; outcome: string | null }

  test('opens with all that it raised, is edited and approved', async () => {
    const { call, path, id, read } = await inReview()
    const iteration = await read()
    assert.deepEqual(
      {
        questionsLength: iteration.questions.length,
        actionsLength: iteration.actions.length,
        edits: iteration.draft.edits,
      },
      { questionsLength: earlier.questions.length, actionsLength: earlier.actions.length, edits: [] },
    )
    const sources = (await call('GET', `${path}/sources`)).body as { key: string }[]
    assert.deepEqual(
      sources.map(({ key }) => key),
      ['notes:1', 'material:0'],
    )
    const edited = await call('PUT', `/api/docs/iterations/${id}/draft`, {
      blocks: [...iteration.draft.blocks, paragraph('more', 'And the door.')],
    })
    assert.equal(edited.status, 200)
    assert.equal((await call('POST', `${path}/approve`)).status, 409, 'a dead link blocks')
    const link = iteration.actions.find(({ kind }: EarlierPoint) => kind === 'fix_link')
    assert.equal((await call('POST', `${path}/actions/${link.id}/resolve`)).status, 200)
    assert.equal((await call('POST', `${path}/approve`)).status, 200)
  })

  test('is redrafted from everything that was replied, keeps what people wrote, and is approved', async () => {
    const { site, call, job, path, read } = await inReview()
    const { questions, actions } = await read()
    const replies: Record<string, string> = {
      resolve_conflict: '11',
      held: 'use',
      fix_link: 'remove the link',
      instruction: 'done',
    }
    const answers = ['The night shift fills it at 5.', 'Ask the shift lead in hall 2.']
    for (const [nth, { id }] of questions.entries())
      assert.equal((await call('POST', `${path}/questions/${id}/answer`, { answer: answers[nth] })).status, 200)
    for (const { id, kind } of actions as EarlierPoint[])
      assert.equal((await call('POST', `${path}/actions/${id}/answer`, { answer: replies[kind] })).status, 200)
    const { body: next } = await call('POST', `${path}/redraft`, {})
    await work(site, { drafter: builtinDrafter })
    const [iteration] = (await job(next.job_id)).iterations
    const text = blocksToMarkdown(iteration.draft.blocks)
    for (const wanted of ['at most 11 pumps', 'The night shift fills it at 5.', 'Ask the shift lead', 'Mind the step.'])
      assert.ok(text.includes(wanted), `${wanted}: ${text}`)
    for (const gone of ['9 pumps', 'TODO', 'tank-gone']) assert.ok(!text.includes(gone), `${gone}: ${text}`)
    const before = await read()
    assert.deepEqual(
      [...before.questions, ...before.actions].filter(({ outcome }: EarlierPoint) => outcome === null),
      [],
      'every reply has an outcome',
    )
    assert.equal((await call('POST', `/iterations/${next.iteration_id}/approve`)).status, 200)
  })
})
