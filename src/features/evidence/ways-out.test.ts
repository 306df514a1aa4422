// What needs a look, on both engines: the list and its filters, and the ways out.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { builtinDrafter } from '#drafting/builtin/builtin.ts'
import { DAY } from '#time.ts'
import { build, onEngines, TestClock } from '../../../test/build.ts'
import { approveWith, evidenceOn } from '../../../test/evidence.ts'
import { work } from '../../../test/pipeline.ts'
import { pluck } from '../../../test/pluck.ts'
import { withWording } from './wording.ts'

type StaleItem = {
  key: number
  reason: string
  block_id: string
  text: string
  nearest: string | null
  in_summary: boolean
  document: { id: number }
}

const styled = (...texts: [string, object?][]) => ({
  id: 'a',
  type: 'paragraph',
  props: {},
  content: texts.map(([text, styles = {}]) => ({ type: 'text' as const, text, styles })),
  children: [],
})

describe('withWording', () => {
  const textOf = (block: ReturnType<typeof withWording>) =>
    block && (block.content as { text: string }[]).map(({ text }) => text).join('')
  const rewritten = (text: string, quote: string, nearest: string) =>
    textOf(withWording(styled([text]), quote, nearest))

  test('replaces the words that differ and leaves styles alone', () => {
    const block = styled(
      ['We say: '],
      ['backups', { bold: true }],
      [' stay 30 '],
      ['days', { italic: true }],
      ['. Yes.'],
    )
    assert.deepEqual(
      withWording(block, 'Backups stay 30 days.', 'Backups stay 1.5 long weeks.')?.content,
      styled(['We say: '], ['backups', { bold: true }], [' stay 1.5 long weeks'], ['. Yes.']).content,
    )
    const figure = styled(['Stay '], ['30', { bold: true }], [' days.'])
    assert.deepEqual(
      withWording(figure, 'Stay 30 days.', 'Stay 45 days.')?.content,
      styled(['Stay '], ['45', { bold: true }], [' days.']).content,
    )
  })

  test('takes a figure with its sign and its unit', () => {
    const price = (amount: string) => `It costs ${amount} a day.`
    for (const [was, is] of [
      ['$5', '€6'],
      ['$5', '5 €'],
      ['5%', '6 %'],
      ['-5', '5'],
      ['5', '−5'],
      ['5 GB', '5.5 TB'],
    ] as const)
      assert.equal(rewritten(`Note: ${price(was)}`, price(was), price(is)), `Note: ${price(is)}`)
  })

  test('a deletion leaves no gap, and an insertion is one', () => {
    for (const [was, is] of [
      ['It has 12 seats included.', 'It has 12 seats.'],
      ['The new project begins.', 'The project begins.'],
      ['It takes 5 minutes (at most).', 'It takes 5 minutes.'],
      ['Only 5 seats are left.', '5 seats are left.'],
      ['Ask Ada.', 'Ask Ada or Bob.'],
      ['Ask Ada.', 'Never ask Ada.'],
      ['Ask Ada on Monday.', 'Ask Ada only on Monday.'],
    ] as const) {
      assert.equal(rewritten(`Before. ${was} After.`, was, is), `Before. ${is} After.`)
      assert.equal(rewritten(was, was.replace(/^\S+/, '**$&**'), is), is)
    }
  })

  test('a part of a sentence takes a part, and only where what follows it fits', () => {
    assert.equal(rewritten('We keep 30 days of logs.', 'keep 30 days', 'We keep 45 days.'), undefined)
    const [quote, nearest] = ['They stay 30 days', 'They stay 45 days.']
    assert.equal(rewritten('They stay 30 days, then go.', quote, nearest), 'They stay 45 days, then go.')
    assert.equal(rewritten('They stay 30 days, then go.', quote, 'They leave.'), undefined)
    assert.equal(rewritten('It is $5 a day.', '5 a day', 'It costs €6 a day.'), undefined)
  })

  test('has to be edited by hand where the block says something else, or says it twice', () => {
    const [quote, nearest] = ['Backups stay 30 days.', 'Backups stay 45 days.']
    assert.equal(rewritten('We have 30 backups.', quote, nearest), undefined)
    assert.equal(rewritten(`${quote} ${quote}`, quote, nearest), undefined)
    assert.equal(rewritten('Kept.', quote, nearest), undefined)
  })

  test('has to be edited by hand where it would run on into what follows', () =>
    assert.equal(rewritten('12 5. 5 are left', '12 5.', '5.'), undefined))

  test('a link that loses its words goes with them', () => {
    const link = { type: 'link' as const, href: '/x', content: [{ type: 'text' as const, text: 'Bob', styles: {} }] }
    const block = { ...styled(), content: [...styled(['Ask Ada or ']).content, link, ...styled(['.']).content] }
    assert.deepEqual(withWording(block, 'Ask Ada or Bob.', 'Ask Ada.')?.content, styled(['Ask Ada'], ['.']).content)
  })

  test('a sentence with a link is taken, and the link stays', () => {
    const link = (href: string) => ({
      type: 'link' as const,
      href,
      content: [{ type: 'text' as const, text: 'guide', styles: {} }],
    })
    for (const [href, written] of [
      ['/read/guide', '[guide](/read/guide)'],
      ['/read/a_(b)', '[guide](/read/a_(b))'],
      ['/read/a b', '[guide](</read/a b>)'],
      ['https://x.example/a', '[**guide**](https://x.example/a "Its title")'],
    ] as const) {
      const block = {
        ...styled(),
        content: [...styled(['See the ']).content, link(href), ...styled([' for 30 days.']).content],
      }
      const taken = withWording(block, `See the ${written} for 30 days.`, 'See the guide for 45 days.')
      assert.deepEqual(
        taken?.content,
        [...styled(['See the ']).content, link(href), ...styled([' for 45 days.']).content],
        written,
      )
    }
  })

  test('a dot inside a name ends no sentence', () => {
    assert.equal(rewritten('Open app.conf now', 'conf now', 'Read it all'), undefined)
  })

  test('Japanese', () => {
    assert.equal(
      rewritten('料金は一日5ドルです。', '料金は一日5ドルです。', '料金は一日6ユーロです。'),
      '料金は一日6ユーロです。',
    )
  })
})

onEngines('what needs a look', (engine) => {
  /** changed is a source of two facts, both of which have changed since two documents were drafted from it. */
  async function changed(t: Parameters<typeof build>[0]) {
    const clock = new TestClock()
    const on = await evidenceOn(await build(t, { engine, clock }))
    const category = (await on.call('POST', '/api/admin/categories/', { name: 'Here' })).body.id
    const source = await on.make({ title: 'Source', markdown: 'Keep 30 days.\n\nAsk 5 people.' })
    const quoted = (quote: string) => ({
      text: quote,
      origin: 'source' as const,
      sources: [{ kind: 'document' as const, id: source, title: 'Source', quote }],
    })
    const days = await on.make({ title: 'Days', category_id: category })
    await approveWith(on, days, [quoted('Keep 30 days.')])
    const people = await on.make({ title: 'People' })
    await approveWith(on, people, [quoted('Ask 5 people.')])
    await on.call('PUT', `/api/docs/${source}`, { markdown: 'Keep 45 days.\n\nAsk 6 people.' })
    const stale = async (query = ''): Promise<{ items: StaleItem[]; total: number }> =>
      (await on.call('GET', `/api/admin/docs/stale${query}`)).body
    const resolve = async (way: string, keys?: number[]) => {
      const payload = { way, keys: keys ?? (await stale()).items.map((item) => item.key) }
      const url = way === 'redraft' ? '/api/pipeline/docs/redraft-stale' : '/api/admin/docs/stale/resolve'
      return (await on.call('POST', url, payload)).body
    }
    return { ...on, clock, source, days, people, category, stale, resolve }
  }

  test('is listed with both wordings, and narrowed by category, source, reason and age', async (t) => {
    const { stale, category, source, days, clock, editor, call } = await changed(t)
    const { items, total } = await stale()
    assert.deepEqual(pluck(items, 'text', 'nearest', 'reason'), [
      ['Keep 30 days.', 'Keep 45 days.', 'changed'],
      ['Ask 5 people.', 'Ask 6 people.', 'changed'],
    ])
    assert.equal(total, 2)
    assert.deepEqual(
      (await stale(`?category_id=${category}`)).items.map(({ document }) => document.id),
      [days],
    )
    assert.equal((await stale(`?source_id=${source}&reason=changed&limit=1`)).items.length, 1)
    assert.equal((await stale('?reason=deleted')).total, 0)
    assert.equal((await stale('?age=1')).total, 0)
    clock.advance(DAY / 24 / 2)
    assert.equal((await call('GET', '/api/admin/docs/stale?age=0', undefined, editor.headers)).body.total, 2)
  })

  describe('a way out', () => {
    test('take puts the new wording in, as a revision, and the block rests on that', async (t) => {
      const { resolve, stale, call, evidence, days } = await changed(t)
      const { resolved, skipped } = await resolve('take')
      assert.deepEqual([resolved.length, skipped, (await stale()).total], [2, [], 0])
      const { blocks, version } = (await call('GET', '/api/docs/days')).body
      assert.deepEqual({ text: blocks[0].content[0].text, version }, { text: 'Keep 45 days.', version: 3 })
      const [block] = await evidence(days)
      assert.deepEqual(
        { origin: block.origin, quote: block.sources[0].quote, before: block.sources[0].before },
        { origin: 'source', quote: 'Keep 45 days.', before: false },
      )
    })

    test('take leaves a block alone that does not say the quote', async (t) => {
      const { resolve, stale, call, make, quote, source } = await changed(t)
      const id = await make({ title: 'Price', markdown: 'There are 45 of them.' })
      await quote(id, source, 'Keep 45 days.')
      await call('PUT', `/api/docs/${source}`, { markdown: 'Keep 60 days.\n\nAsk 6 people.' })
      const [item] = (await stale(`?document_id=${id}`)).items
      assert.deepEqual((await resolve('take', [item!.key])).skipped, [{ key: item!.key, reason: 'edit_by_hand' }])
      assert.equal((await stale(`?document_id=${id}`)).items[0]!.text, 'There are 45 of them.')
    })

    test('keep marks as checked, until the source changes again', async (t) => {
      const { resolve, stale, call, source, staleOf, days } = await changed(t)
      await resolve('keep')
      assert.equal((await stale()).total, 0)
      await call('PUT', `/api/docs/${source}`, { markdown: 'New first.\n\nKeep 45 days.\n\nAsk 6 people.' })
      assert.equal((await stale()).total, 0)
      await call('PUT', `/api/docs/${source}`, { markdown: 'Keep 60 days.\n\nAsk 6 people.' })
      assert.deepEqual([(await stale()).total, await staleOf(days)], [1, ['changed']])
    })

    test('redraft proposes the new wording as an edit that cites the document which changed', async (t) => {
      const on = await changed(t)
      const { resolve, call, db, source, days, evidence } = on
      const { jobs } = await resolve('redraft')
      assert.equal(jobs.length, 2)
      const again = await resolve('redraft')
      assert.deepEqual({ jobs: again.jobs, reason: again.skipped[0].reason }, { jobs: [], reason: 'in_the_way' })
      assert.equal((await db.read.selectFrom('jobs').select('id').where('status', '=', 'queued').execute()).length, 2)
      await work(on, { drafter: builtinDrafter })
      const { body } = await call('GET', `/api/pipeline/docs/job/${jobs[0].job_id}`)
      const [iteration] = body.iterations
      assert.deepEqual([iteration.notes, iteration.draft.blocks[0].content[0].text], ['', 'Keep 30 days.'])
      const [edit] = iteration.draft.edits
      assert.partialDeepStrictEqual(edit, { before: 'Keep 30 days.', after: 'Keep 45 days.', state: 'proposed' })
      assert.deepEqual(edit.source, { kind: 'document', id: source, title: 'Source', quote: 'Keep 45 days.' })
      assert.deepEqual(pluck(iteration.actions, 'kind'), ['edit'])
      const edits = [{ id: edit.id, state: 'applied' }]
      assert.equal((await call('PUT', `/api/docs/iterations/${iteration.id}/draft`, { edits })).status, 200)
      const approved = await call('POST', `/api/pipeline/docs/iterations/${iteration.id}/approve`)
      assert.equal(approved.status, 200)
      const [block] = await evidence(days)
      assert.deepEqual(
        { origin: block.origin, sources: block.sources.map(({ kind, id, quote }: never) => [kind, id, quote]) },
        { origin: 'source', sources: [['document', source, 'Keep 45 days.']] },
      )
      assert.equal((await on.stale(`?document_id=${days}`)).total, 0)
    })

    test('redraft tells of a source that says nothing alike any more', async (t) => {
      const { resolve, call, source } = await changed(t)
      await call('PUT', `/api/docs/${source}`, { markdown: 'Cats purr.' })
      const { jobs } = await resolve('redraft')
      const { body } = await call('GET', `/api/pipeline/docs/job/${jobs[0].job_id}`)
      assert.match(body.iterations[0].instructions, /“Source” no longer supports: “Keep 30 days\.”/)
    })

    test('a summary that says the quoted sentence is listed with it, and takes the new wording too', async (t) => {
      const { call, stale, resolve, days, db } = await changed(t)
      await db.inTransaction((tx) =>
        tx.updateTable('document_rows').set({ summary: 'Keep 30 days.' }).where('id', '=', days).execute(),
      )
      const [item] = (await stale(`?document_id=${days}`)).items
      assert.equal(item!.in_summary, true)
      await resolve('take', [item!.key])
      const { summary } = (await call('GET', '/api/docs/days')).body
      assert.equal(summary, 'Keep 45 days.')
    })

    test('says what can not be done: nothing alike, another wording, no longer stale', async (t) => {
      const { resolve, stale, call, source, days } = await changed(t)
      const { blocks } = (await call('GET', `/api/docs/${days}/blocks`)).body
      await call('PUT', `/api/docs/${source}`, { markdown: 'Keep 45 days.' })
      const keys = (await stale()).items.map((item) => item.key)
      blocks[0].content[0].text = 'Rewritten.'
      await call('PUT', `/api/docs/${days}/blocks`, { blocks })
      const { skipped } = await resolve('take', keys)
      assert.deepEqual(skipped.map(({ reason }: { reason: string }) => reason).sort(), ['no_wording', 'not_stale'])
    })
  })

  test('a block is due again as its category says, which those below inherit', async (t) => {
    const { call, clock, category, stale, resolve, days, editor, person } = await changed(t)
    await resolve('keep')
    await call('PUT', `/api/admin/categories/${category}`, { review_after: 30 })
    assert.equal((await stale()).total, 0)
    clock.advance(31 * DAY)
    editor.headers = (await person('editor')).headers
    const { items } = (await call('GET', '/api/admin/docs/stale', undefined, editor.headers)).body
    assert.deepEqual(
      items.map(({ reason, document }: StaleItem) => [reason, document.id]),
      [['age', days]],
    )
    await call('POST', `/api/docs/${days}/evidence/check`, {}, editor.headers)
    assert.equal((await call('GET', '/api/admin/docs/stale', undefined, editor.headers)).body.total, 0)
  })

  test('a page that people wrote by hand is due and checked as well, and its readers see since when', async (t) => {
    const clock = new TestClock()
    const env = { GALLEY_SITE_REVIEW_MARKS: 'on' }
    const on = await evidenceOn(await build(t, { engine, clock, env }))
    const { call, editor } = on
    const category_id = (await call('POST', '/api/admin/categories/', { name: 'Here', review_after: 30 })).body.id
    const id = await on.make({ title: 'Kiln', markdown: '## Firing\n\nThe kiln is on.\n\nIt glows.', category_id })
    const due = async () => {
      editor.headers = (await on.person('editor')).headers
      return (await call('GET', '/api/admin/docs/stale')).body.items as StaleItem[]
    }
    const page = async () => (await on.app.inject({ url: '/read/kiln' })).body
    assert.deepEqual(await due(), [])
    clock.advance(31 * DAY)
    assert.deepEqual(
      (await due()).map(({ reason, block_id, text, document }) => [reason, block_id, text, document.id]),
      [['age', '', '', id]],
    )
    assert.doesNotMatch(await page(), /Last checked/)
    await call('POST', `/api/docs/${id}/evidence/check`, {})
    assert.deepEqual(await due(), [])
    assert.match(await page(), /Last checked/)
    assert.equal((await call('GET', '/api/admin/docs/overview')).body[0].checked, 1)
    clock.advance(31 * DAY)
    assert.deepEqual((await due()).map(({ text }) => text).sort(), ['It glows.', 'The kiln is on.'])
  })

  test('a heading is no passage: it is not due, and one that was checked before is not asked about again', async (t) => {
    const clock = new TestClock()
    const on = await evidenceOn(await build(t, { engine, clock }))
    const { call, editor } = on
    const category_id = (await call('POST', '/api/admin/categories/', { name: 'Here', review_after: 30 })).body.id
    const id = await on.make({ title: 'Kiln', category_id })
    const sources = [{ kind: 'notes' as const, id: null, title: 'Notes', quote: '' }]
    await approveWith(on, id, [
      { text: 'Firing', type: 'heading', origin: 'notes', sources },
      { text: 'The kiln is on.', origin: 'notes', sources },
    ])
    const due = async () => {
      clock.advance(31 * DAY)
      editor.headers = (await on.person('editor')).headers
      return ((await call('GET', '/api/admin/docs/stale')).body.items as StaleItem[]).map(({ text }) => text)
    }
    assert.deepEqual(await due(), ['The kiln is on.'])
    const heading = { document_id: id, block_id: 'p0', origin: 'notes', checked_at: 0 } as const
    await on.db.inTransaction((tx) => tx.insertInto('evidence').values(heading).execute())
    assert.deepEqual((await due()).sort(), ['Firing', 'The kiln is on.'])
    await call('POST', `/api/docs/${id}/evidence/check`, { block_ids: ['p0'] })
    assert.deepEqual(await due(), ['The kiln is on.'])
  })
})
