// Staleness, on both engines: which blocks need a look after a document was changed, deleted, restored or closed.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { COMMAND_LINE } from '#actor.ts'
import type { Role } from '#engine/db/vocabulary.ts'
import { changeUser } from '#features/accounts/users/users.ts'
import { build, onEngines } from '../../../test/build.ts'
import { evidenceOn } from '../../../test/evidence.ts'
import { checkAllClosed } from './check.ts'

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

  describe('a closed source', () => {
    test('is one that not every reader of the quoting document may read', async (t) => {
      const { call, states, source, days } = await quoting(t)
      await call('PUT', `/api/docs/${days}`, { visibility: 'members' })
      await call('PUT', `/api/docs/${source}`, { visibility: 'members' })
      assert.deepEqual(await states(), [null, 'closed'])
      await call('PUT', `/api/docs/${source}`, { visibility: 'restricted' })
      assert.deepEqual(await states(), ['closed', 'closed'])
      await call('PUT', `/api/docs/${source}`, { visibility: 'public' })
      assert.deepEqual(await states(), [null, null])
    })

    test('may be so by its category, or because the quoting document was opened', async (t) => {
      const on = await evidenceOn(await build(t, { engine }))
      const category = (await on.call('POST', '/api/admin/categories/', { name: 'Inside' })).body.id
      const source = await on.make({ title: 'S', markdown: 'Keep 30 days.', category_id: category })
      const id = await on.make({ title: 'A', markdown: 'a', visibility: 'members' })
      await on.quote(id, source, 'Keep 30 days.')
      await on.call('PUT', `/api/admin/categories/${category}`, { visibility: 'members' })
      assert.deepEqual(await on.staleOf(id), [null])
      await on.call('PUT', `/api/docs/${id}`, { visibility: 'public' })
      assert.deepEqual(await on.staleOf(id), ['closed'])
      await on.call('PUT', `/api/admin/categories/${category}`, { visibility: 'public' })
      assert.deepEqual(await on.staleOf(id), [null])
    })

    describe('compares readers, not audiences', () => {
      /** restricted are two restricted documents, of which one quotes the other; Ada and Bob are readers. */
      async function restricted(t: Parameters<typeof build>[0]) {
        const on = await evidenceOn(await build(t, { engine }))
        const [ada, bob] = [(await on.person('reader')).id, (await on.person('reader')).id]
        const secret = (title: string, access: object) =>
          on.make({ title, markdown: 'Keep 30 days.', visibility: 'restricted', access })
        const source = await secret('S', { roles: [], users: [ada] })
        const target = await secret('T', { roles: [], users: [ada] })
        await on.quote(target, source, 'Keep 30 days.')
        const open = (id: number, users: number[], roles: string[] = []) =>
          on.call('PUT', `/api/docs/${id}`, { access: { roles, users } })
        const state = async () => (await on.staleOf(target))[0]
        return { ...on, ada, bob, source, target, open, state }
      }

      test('a target that is opened to another person is flagged until the source is, too', async (t) => {
        const { open, state, target, source, ada, bob } = await restricted(t)
        assert.equal(await state(), null)
        await open(target, [ada, bob])
        assert.equal(await state(), 'closed')
        await open(source, [ada, bob])
        assert.equal(await state(), null)
        await open(target, [ada], ['reader'])
        assert.equal(await state(), 'closed')
        await open(source, [], ['reader'])
        assert.equal(await state(), null)
      })

      test('a grant that is taken from the source is', async (t) => {
        const { open, state, source, bob } = await restricted(t)
        await open(source, [bob])
        assert.equal(await state(), 'closed')
      })

      test('a named person who is no longer an editor is found by the scheduler, and so is one who is again', async (t) => {
        const { db, clock, open, state, person, target, source, ada } = await restricted(t)
        const { signal } = new AbortController()
        const carol = await person('editor')
        const setRole = (role: Role) => changeUser({ db, clock }, COMMAND_LINE, carol.id, { role })
        await open(target, [ada, carol.id])
        assert.equal(await state(), null)
        await setRole('reader')
        assert.equal(await checkAllClosed({ db, clock }, signal), 1)
        assert.equal(await state(), 'closed')
        assert.equal(await checkAllClosed({ db, clock }, signal), 0)
        await open(source, [ada])
        await setRole('editor')
        await checkAllClosed({ db, clock }, signal)
        assert.equal(await state(), null)
      })

      test("a source in the target's own restricted category is not, whoever may enter it", async (t) => {
        const { call, make, quote, staleOf, ada, bob } = await restricted(t)
        const access = { roles: [], users: [ada] }
        const category = async (name: string) =>
          (await call('POST', '/api/admin/categories/', { name, visibility: 'restricted', access })).body.id
        const [own, other] = [await category('Own'), await category('Other')]
        const source = await make({ title: 'Inside', markdown: 'Ask 5 people.' })
        const target = await make({ title: 'Quoting', markdown: 'x', category_id: own })
        await quote(target, source, 'Ask 5 people.')
        await call('PUT', `/api/docs/${source}`, { category_id: own })
        assert.deepEqual(await staleOf(target), [null])
        await call('PUT', `/api/admin/categories/${own}`, { access: { roles: [], users: [ada, bob] } })
        assert.deepEqual(await staleOf(target), [null])
        await call('PUT', `/api/docs/${source}`, { category_id: other })
        assert.deepEqual(await staleOf(target), ['closed'])
        await call('PUT', `/api/admin/categories/${other}`, { access: { roles: [], users: [bob, ada] } })
        assert.deepEqual(await staleOf(target), [null])
        await call('PUT', `/api/admin/categories/${other}`, { access: { roles: [], users: [bob] } })
        assert.deepEqual(await staleOf(target), ['closed'])
      })

      test('what was closed when it was attached is no news', async (t) => {
        const { make, quote, staleOf, source, call } = await restricted(t)
        const id = await make({ title: 'Open', markdown: 'x' })
        await quote(id, source, 'Keep 30 days.')
        await call('PUT', `/api/docs/${id}`, { visibility: 'members' })
        assert.deepEqual(await staleOf(id), [null])
      })
    })

    test('that changed meanwhile says so once it is open again', async (t) => {
      const { call, states, source } = await quoting(t)
      await call('PUT', `/api/docs/${source}`, { visibility: 'restricted' })
      await call('PUT', `/api/docs/${source}`, { markdown: 'Keep 45 days.\n\nAsk 5 people.' })
      assert.deepEqual(await states(), ['closed', 'closed'])
      await call('PUT', `/api/docs/${source}`, { visibility: 'public' })
      assert.deepEqual(await states(), ['changed', null])
    })
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
