// Staleness, on both engines: which blocks need a look after a document was changed, deleted or restored.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { build, onEngines } from '../../../test/build.ts'
import { evidenceOn } from '../../../test/evidence.ts'

type QuotingBlock = { block_id: string; sources: { stale: object | null }[] }
/** figure is often the one that is quoted, and else one that is like it. */
const figure = (quoted: number) => fc.constantFrom(quoted, quoted, quoted + 1, quoted * 10, quoted / 10)
const gap = fc.constantFrom(' ', '  ', '\n', ' \n')

onEngines('staleness', (engine) => {
  /** quoting is a source of two sentences, and two documents that quote one of them each. */
  async function quoting(t: Parameters<typeof build>[0], fields: object = {}) {
    const on = await evidenceOn(await build(t, { engine }))
    const source = await on.make({ title: 'Source', markdown: 'Keep 30 days.\n\nAsk 5 people.', ...fields })
    const [days, people] = [await on.make({ title: 'A', markdown: 'a' }), await on.make({ title: 'B', markdown: 'b' })]
    await on.quote(days, source, 'Keep 30 days.')
    await on.quote(people, source, 'Ask 5 people.')
    const states = async () => [await on.staleOf(days), await on.staleOf(people)].flat()
    return { ...on, source, days, people, states }
  }

  describe('a changed text', () => {
    test('flags exactly the blocks that quote what is gone, with what is there instead', async (t) => {
      const { call, states, evidence, source, days } = await quoting(t)
      await call('PUT', `/api/docs/${source}`, { markdown: 'Keep 45 days.\n\nAsk 5 people.' })
      assert.deepEqual(await states(), ['changed', null])
      assert.equal((await evidence(days))[0].sources[0].stale.nearest, 'Keep 45 days.')
    })

    test('flags nothing for whitespace, case, emphasis or a new title, and is forgotten when the quote is back', async (t) => {
      const { call, states, source } = await quoting(t)
      await call('PUT', `/api/docs/${source}`, { title: 'New', markdown: '- keep **30**  days.\n- Ask 5 _people_.' })
      assert.deepEqual(await states(), [null, null])
      await call('PUT', `/api/docs/${source}`, { markdown: 'Nothing.' })
      assert.deepEqual(await states(), ['changed', 'changed'])
      await call('PUT', `/api/docs/${source}`, { markdown: 'Ask 5 people. Keep 30 days.' })
      assert.deepEqual(await states(), [null, null])
    })
  })

  test('changing any figures flags exactly the blocks that quote them, whitespace none', async (t) => {
    const on = await evidenceOn(await build(t, { engine }))
    const days = [10, 20, 30, 40]
    const limits = (values: number[], space = ' ') =>
      values.map((value, topic) => `Limit ${topic} is ${value} days.`.replaceAll(' ', space)).join('\n\n')
    const source = await on.make({ title: 'Source', markdown: limits(days) })
    const id = await on.make({ title: 'Guide', markdown: days.map((value) => `We say ${value}.`).join('\n\n') })
    for (const [topic, value] of days.entries()) await on.quote(id, source, `Limit ${topic} is ${value} days.`, topic)
    const reasons = async () => {
      const order = await on.blockIds(id)
      const found = new Map(
        (await on.evidence(id)).map((block: QuotingBlock) => [block.block_id, block.sources[0]!.stale]),
      )
      return order.map((block) => found.get(block) !== null)
    }
    const change = fc.record({ values: fc.tuple(figure(10), figure(20), figure(30), figure(40)), space: gap })
    await fc.assert(
      fc.asyncProperty(change, async ({ values, space }) => {
        await on.call('PUT', `/api/docs/${source}`, { markdown: limits(values, space) })
        assert.deepEqual(
          await reasons(),
          values.map((value, topic) => value !== days[topic]),
        )
      }),
      { numRuns: 12 },
    )
  })

  test('a deleted source is flagged, and one that is restored is not', async (t) => {
    const { call, states, source } = await quoting(t)
    await call('DELETE', `/api/docs/${source}`)
    assert.deepEqual(await states(), ['deleted', 'deleted'])
    await call('POST', `/api/admin/docs/trash/${source}/restore`)
    assert.deepEqual(await states(), [null, null])
  })

  describe('a block that someone edits', () => {
    const SAID = 'Backups are kept for 30 days.'
    /** edited is a document that quotes a source and was edited since, by its Markdown or by its block. */
    async function edited(t: Parameters<typeof build>[0], ...texts: string[]) {
      const on = await evidenceOn(await build(t, { engine }))
      const source = await on.make({ title: 'S', markdown: SAID })
      const id = await on.make({ title: 'A', markdown: SAID })
      await on.quote(id, source, SAID)
      for (const text of texts) await on.call('PUT', `/api/docs/${id}`, { markdown: text })
      const changeSource = (markdown: string) => on.call('PUT', `/api/docs/${source}`, { markdown })
      const state = async () => {
        const [{ origin, sources }] = await on.evidence(id)
        return [origin, sources[0].before, sources[0].stale?.reason ?? null]
      }
      return { ...on, id, source, state, changeSource }
    }

    test('is watched as long as the quote still fits', async (t) => {
      const { state, changeSource, call } = await edited(
        t,
        'Backups are kept, for 30 days.',
        'Our backups are kept, for 30 days.',
      )
      assert.deepEqual(await state(), ['human', true, null])
      await changeSource('Backups are kept for 45 days.')
      assert.deepEqual(await state(), ['human', true, 'changed'])
      assert.equal((await call('GET', '/api/admin/docs/stale')).body.total, 1)
      await changeSource(SAID)
      assert.deepEqual(await state(), ['human', true, null])
    })

    test('stays stale until it says something else', async (t) => {
      const { state, changeSource, call, id } = await edited(t)
      await changeSource('Backups are kept for 45 days.')
      await call('PUT', `/api/docs/${id}`, { markdown: 'Backups are kept, for 30 days.' })
      assert.deepEqual(await state(), ['human', true, 'changed'])
      await call('PUT', `/api/docs/${id}`, { markdown: 'Backups are kept, for 45 days.' })
      assert.deepEqual(await state(), ['human', true, null])
      await changeSource('Backups are kept for 60 days.')
      assert.deepEqual(await state(), ['human', true, null])
    })

    test('is watched again once a revision that was is restored', async (t) => {
      const { state, changeSource, call, id } = await edited(t, 'Backups are kept, for 30 days.', 'Ask Ada.')
      await changeSource('Backups are kept for 45 days.')
      assert.deepEqual(await state(), ['human', true, null])
      const [newest] = (await call('GET', `/api/docs/${id}/revisions`)).body
      await call('POST', `/api/docs/${id}/revisions/${newest.id}/restore`)
      assert.deepEqual(await state(), ['human', true, 'changed'])
    })

    test('rests on its source again when the new wording is taken', async (t) => {
      const { state, changeSource, call } = await edited(t, `Note. ${SAID}`)
      await changeSource('Backups are kept for 45 days.')
      const [{ key }] = (await call('GET', '/api/admin/docs/stale')).body.items
      await call('POST', '/api/admin/docs/stale/resolve', { way: 'take', keys: [key] })
      assert.deepEqual(await state(), ['human', false, null])
    })
  })

  test('a source that fewer people may read than what quotes it is not flagged, however it became so', async (t) => {
    const { call, states, source } = await quoting(t)
    const board = await call('POST', '/api/admin/categories/', { name: 'Board', visibility: 'restricted' })
    await call('PUT', `/api/docs/${source}`, { visibility: 'members' })
    assert.deepEqual(await states(), [null, null])
    await call('PUT', `/api/docs/${source}`, { category_id: board.body.id })
    assert.deepEqual(await states(), [null, null])
    const { counts } = (await call('GET', '/api/admin/docs/stale')).body
    assert.deepEqual(counts, { changed: 0, deleted: 0, age: 0 })
    await call('PUT', `/api/docs/${source}`, { markdown: 'Keep 45 days.\n\nAsk 5 people.' })
    assert.deepEqual(await states(), ['changed', null])
  })

  test('a save and an attachment at the same moment never leave a block fresh by mistake', async (t) => {
    const { call, make, quote, staleOf } = await evidenceOn(await build(t, { engine }))
    const source = await make({ title: 'S', markdown: 'Keep 30 days.' })
    const ids = await Promise.all(Array.from({ length: 12 }, (_, index) => make({ title: `D${index}`, markdown: 'd' })))
    const [, ...attached] = await Promise.all([
      call('PUT', `/api/docs/${source}`, { markdown: 'Keep 45 days.' }),
      ...ids.map((id) => quote(id, source, 'Keep 30 days.')),
    ])
    const states = await Promise.all(ids.map(staleOf))
    assert.deepEqual(
      states,
      attached.map(({ status }) => (status === 201 ? ['changed'] : [])),
    )
  })
})
