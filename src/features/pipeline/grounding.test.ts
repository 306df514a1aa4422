// What a draft may rest on: only what every reader of its document may read, from the first step to the approval.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { builtinDrafter } from '#drafting/builtin/builtin.ts'
import { onEngines } from '../../../test/build.ts'
import { pipelineOf, plainDrafter, sharedSite, work } from '../../../test/pipeline.ts'
import { pluck } from '../../../test/pluck.ts'

onEngines('what a draft rests on', (engine) => {
  const shared = sharedSite(engine)

  test('a draft rests on what every reader of its document may read, and a redraft drops what was closed since', async () => {
    const site = shared()
    const { enqueue, call, job } = pipelineOf(site)
    const editor = await site.person('editor')
    const make = async (title: string, visibility: string, markdown?: string) => {
      const { statusCode, body } = await site.app.inject({
        method: 'POST',
        url: '/api/docs/',
        headers: { ...editor.headers, 'content-type': 'application/json' },
        payload: JSON.stringify({ title, visibility, ...(markdown && { markdown }) }),
      })
      assert.equal(statusCode, 201)
      return JSON.parse(body).id as number
    }
    const target = await make('Rotating kryptonite tapes', 'public')
    const open = await make('Kryptonite tapes', 'public', 'Kryptonite tapes are kept in the cellar.')
    await make('Secret kryptonite tapes', 'members', 'Kryptonite tapes are hidden in the attic.')
    await make('Kryptonite tapes for nobody', 'restricted', 'Kryptonite tapes are worth a million.')
    const { body: queued } = await enqueue(target, { notes: 'Kryptonite tapes are rotated.' })
    const seen: Parameters<ReturnType<typeof plainDrafter>['plan']>[0][] = []
    await work(site, { drafter: plainDrafter() })
    assert.deepEqual(pluck((await job(queued.job_id)).iterations[0].extracted.related, 'id'), [open])
    await site.app.inject({
      method: 'PUT',
      url: `/api/docs/${open}`,
      headers: { ...editor.headers, 'content-type': 'application/json' },
      payload: JSON.stringify({ visibility: 'members' }),
    })
    const { body: again } = await call('POST', `/iterations/${queued.iteration_id}/redraft`, {})
    await work(site, { drafter: plainDrafter({ seen }) })
    assert.deepEqual((await job(again.job_id)).iterations[0].extracted.related, [])
    assert.deepEqual(seen[0]?.related, [])
  })

  test("what says nearly as much leads when it is filed in the document's own branch", async () => {
    const site = shared()
    const { call, enqueue, job } = pipelineOf(site, (await site.person('editor')).headers)
    const category = async (name: string, parent_id?: number) =>
      (await call('POST', '/api/admin/categories/', { name, parent_id })).body.id as number
    const [own, elsewhere] = [await category('Storage'), await category('Museum')]
    const make = async (title: string, category_id: number, markdown?: string) =>
      (await call('POST', '/api/docs/', { title, category_id, markdown })).body.id as number
    const target = await make('Rotating kryptonite tapes', own)
    const below = await make(
      'Keeping kryptonite tapes',
      await category('Tapes', own),
      'Kryptonite tapes are kept in the cellar.',
    )
    const other = await make('Kryptonite tapes', elsewhere, 'Kryptonite tapes are shown behind glass.')
    const { body: queued } = await enqueue(target, { notes: 'Kryptonite tapes are rotated.' })
    await work(site)
    const { related } = (await job(queued.job_id)).iterations[0].extracted
    assert.deepEqual(pluck(related, 'id'), [below, other])
  })

  test('`Use` brings a document by its slug, however little it shares with the notes', async () => {
    const site = shared()
    const { call, enqueue, job } = pipelineOf(site, (await site.person('editor')).headers)
    const make = async (title: string, markdown?: string) =>
      (await call('POST', '/api/docs/', { title, markdown })).body
    const { id: target } = await make('Anvils')
    const { id, slug } = await make('Zeppelin moorings', 'Ropes are blue.\n\n## Masts\n\nMasts are oiled.')
    const { body: queued } = await enqueue(target, { notes: 'An anvil is heavy.', instructions: `Use: ${slug}#masts` })
    await work(site, { drafter: builtinDrafter })
    const [{ draft }] = (await job(queued.job_id)).iterations
    assert.match(JSON.stringify(draft.blocks), /Masts are oiled/)
    assert.doesNotMatch(JSON.stringify(draft.blocks), /Ropes/)
    assert.ok(JSON.stringify(draft.provenance).includes(`"kind":"document","id":${id}`))
  })

  test('the page says AI-drafted where a model wrote, and only there', async () => {
    const site = shared()
    const { call, enqueue } = pipelineOf(site, (await site.person('editor')).headers)
    const usage = { provider: 'p', model: 'm', input_tokens: 1, output_tokens: 1, calls: 1, seconds: 1 }
    const plain = plainDrafter()
    const byModel: typeof plain = {
      ...plain,
      draft: (inputs, plan, extracted, context) => {
        context.addUsage(usage)
        return plain.draft(inputs, plan, extracted, context)
      },
    }
    for (const [drafter, words] of [
      [plain, 'Based on team notes'],
      [byModel, 'AI-drafted'],
    ] as const) {
      const { id, slug } = (await call('POST', '/api/docs/', { title: words })).body
      const { body: job } = await enqueue(id, { notes: 'Tapes are rotated.' })
      await work(site, { drafter })
      await call('POST', `/iterations/${job.iteration_id}/approve`)
      assert.match((await site.app.inject({ url: `/read/${slug}` })).body, new RegExp(`${words}, approved by`))
    }
  })

  test('what is closed while a job runs is gone from its draft, and from all that a drafter is asked', async () => {
    const site = shared()
    const { call, enqueue, job } = pipelineOf(site, (await site.person('editor')).headers)
    const { body: target } = await call('POST', '/api/docs/', { title: 'Vault rotation' })
    const { body: source } = await call('POST', '/api/docs/', {
      title: 'Vault rotation codename',
      markdown: 'The vault rotation is called Nightingale and takes an hour.',
    })
    const { body: queued } = await enqueue(target.id, {
      notes: 'The vault is rotated every month.',
      instructions: 'Use: Vault rotation codename',
    })
    const asked: string[] = []
    await work(site, {
      drafter: {
        ...builtinDrafter,
        instant: false,
        question: async (inputs, plan, extracted, context) => {
          assert.match(JSON.stringify(inputs.related), /Nightingale/)
          await call('PUT', `/api/docs/${source.id}`, { visibility: 'restricted' })
          return builtinDrafter.question(inputs, plan, extracted, context)
        },
        draft: async (inputs, plan, extracted, context) => {
          asked.push(JSON.stringify([inputs, extracted]))
          return builtinDrafter.draft(inputs, plan, extracted, context)
        },
      },
    })
    const [iteration] = (await job(queued.job_id)).iterations
    assert.match(JSON.stringify(iteration.draft), /rotated every month/)
    assert.doesNotMatch(JSON.stringify(iteration.draft), /Nightingale|codename/)
    assert.doesNotMatch(asked.join(), /Nightingale/)
  })

  test('a draft whose sources its readers may not read is published only by who has looked', async () => {
    const site = shared()
    const { call, enqueue, job } = pipelineOf(site, (await site.person('editor')).headers)
    const members = { visibility: 'members' }
    const { body: target } = await call('POST', '/api/docs/', { title: 'Turbine calibration', ...members })
    const { body: source } = await call('POST', '/api/docs/', {
      title: 'Turbine calibration internals',
      markdown: 'The turbine calibration takes two hours and needs the grey key.',
      ...members,
    })
    const { body: queued } = await enqueue(target.id, {
      notes: 'The turbine is calibrated every month.',
      instructions: 'Use: Turbine calibration internals',
    })
    await work(site, { drafter: builtinDrafter })
    const approve = () => call('POST', `/iterations/${queued.iteration_id}/approve`)

    await call('PUT', `/api/docs/${target.id}`, { visibility: 'public' })
    const refused = await approve()
    assert.deepEqual([refused.status, refused.body.blockers.length], [409, 1])
    assert.match(refused.body.blockers[0].message, /not all of its readers may read/)
    const actions = async () =>
      (await job(queued.job_id)).iterations[0].actions.filter(
        (one: { meta: { blocking?: boolean } }) => one.meta.blocking,
      )
    const [raised] = await actions()
    assert.match(raised.body, /“Turbine calibration internals”/)

    // However it is closed, that is one objection; settled, it is accepted.
    await call('PUT', `/api/docs/${source.id}`, { visibility: 'restricted' })
    assert.equal((await approve()).status, 409)
    assert.equal((await actions()).length, 1)
    await call('POST', `/iterations/${queued.iteration_id}/actions/${raised.id}/resolve`, { resolved: true })
    assert.equal((await approve()).status, 200)
  })
})
