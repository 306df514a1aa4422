// Who sees what of evidence through the API, for every role, on both engines.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { build, OUTSIDE, onEngines } from '../../../test/build.ts'
import { approveWith, evidenceOn } from '../../../test/evidence.ts'

const CLOSED_KINDS = ['notes', 'material', 'answer', 'action', 'draft'] as const
type EvidenceSeen = { kind: string; hidden: boolean; quote?: string | null; title?: string; key?: number }

onEngines('GET /api/docs/:doc_id/evidence', (engine) => {
  /** mixed is a public document with a source of every kind, and one document for each visibility. */
  async function mixed(t: Parameters<typeof build>[0], env: Record<string, string> = {}) {
    const on = await evidenceOn(await build(t, { engine, env }))
    const id = await on.make({ title: 'Guide' })
    await approveWith(on, id, [
      {
        text: 'All of it.',
        origin: 'notes',
        sources: CLOSED_KINDS.map((kind) => ({
          kind,
          id: kind === 'material' ? 0 : null,
          title: 'T',
          quote: 'secret',
        })),
      },
    ])
    for (const visibility of ['public', 'members', 'restricted'])
      await on.quote(id, await on.make({ title: visibility, markdown: 'Said.', visibility }), 'Said.')
    const seenBy = async (headers: Record<string, string>): Promise<EvidenceSeen[]> => {
      const { body } = await on.call('GET', `/api/docs/${id}/evidence`, undefined, { ...OUTSIDE, ...headers } as never)
      return body.blocks[0].sources
    }
    return { ...on, id, seenBy }
  }
  const open = (seen: EvidenceSeen[]) => seen.filter(({ hidden }) => !hidden).map(({ title }) => title)

  test('404 for a document that this reader may not know of', async (t) => {
    const { call, make, person } = await evidenceOn(await build(t, { engine }))
    const id = await make({ title: 'A', markdown: 'a', visibility: 'restricted' })
    for (const headers of [OUTSIDE, (await person('reader')).headers])
      assert.equal(
        (await call('GET', `/api/docs/${id}/evidence`, undefined, { ...OUTSIDE, ...headers } as never)).status,
        404,
      )
    assert.equal((await call('GET', '/api/docs/4711/evidence')).status, 404)
  })

  describe('200', () => {
    test('with what each role may read, and nothing but the kind of the rest', async (t) => {
      const { seenBy, person, editor } = await mixed(t)
      const visitor = await seenBy(OUTSIDE)
      const reader = await seenBy((await person('reader')).headers)
      assert.deepEqual(open(visitor), ['public'])
      assert.deepEqual(open(reader), ['public', 'members'])
      assert.deepEqual(open(await seenBy((await person('reader', undefined, null)).headers)), ['public'])
      assert.equal(open(await seenBy(editor.headers)).length, 8)
      assert.doesNotMatch(JSON.stringify([visitor, reader]), /secret|restricted|"key"|"stale"/)
      assert.deepEqual(visitor[0], { kind: 'notes', hidden: true })
    })

    test('with a source of notes once an editor has made it public', async (t) => {
      const { seenBy, call, editor, id } = await mixed(t)
      const { key } = (await seenBy(editor.headers))[0]!
      await call('PUT', `/api/docs/${id}/evidence/${key}/public`, { public: true })
      assert.equal((await seenBy(OUTSIDE))[0]!.quote, 'secret')
      await call('PUT', `/api/docs/${id}/evidence/${key}/public`, { public: false })
      assert.deepEqual((await seenBy(OUTSIDE))[0], { kind: 'notes', hidden: true })
    })

    test('without the quote of a source that no longer says it, which is in revisions alone', async (t) => {
      const { seenBy, call } = await mixed(t)
      const { id } = (await call('GET', '/api/docs/public')).body
      await call('PUT', `/api/docs/${id}`, { markdown: 'Redacted.' })
      const source = (await seenBy(OUTSIDE)).find(({ hidden }) => !hidden)!
      assert.deepEqual({ title: source.title, quote: source.quote }, { title: 'public', quote: null })
    })

    test('with approvers and dates of checks as the site is set', async (t) => {
      const { call, id } = await mixed(t, { GALLEY_SITE_APPROVERS: 'off', GALLEY_SITE_REVIEW_MARKS: 'on' })
      const block = (await call('GET', `/api/docs/${id}/evidence`, undefined, OUTSIDE as never)).body.blocks[0]
      assert.deepEqual([block.approved_by, block.under_review, typeof block.checked_at], [null, false, 'string'])
      const { body } = await call('GET', `/api/docs/${id}/evidence`)
      assert.notEqual(body.blocks[0].approved_by, null)
    })
  })
})
