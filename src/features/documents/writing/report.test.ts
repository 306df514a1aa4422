// What people do to documents by hand stands in the audit trail, and is found there by who, what, which and when.

import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import { COMMAND_LINE } from '#actor.ts'
import { type AuditFilter, auditRows } from '#features/accounts/audit/audit-store.ts'
import { importFolder } from '#features/exchange/import/import.ts'
import { type Built, build, type Engine, onEngines } from '../../../../test/build.ts'
import type { Cleaner } from '../../../../test/cleaner.ts'
import { pluck } from '../../../../test/pluck.ts'

type Entry = { action: string; target: string; actor: string; detail: Record<string, unknown> }

onEngines('documents in the audit trail', (engine) => {
  async function site(t: Cleaner) {
    const built = await build(t, { engine })
    const [admin, editor] = [await built.person('admin'), await built.person('editor')]
    const act = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
      const response = await built.app.inject({ method, url, headers: editor.headers, ...(payload && { payload }) })
      assert.ok(response.statusCode < 300, `${method} ${url}: ${response.body}`)
      return response.body === '' ? undefined : response.json()
    }
    const trail = async (query: string): Promise<Entry[]> =>
      (await built.app.inject({ url: `/api/admin/audit?limit=200&${query}`, headers: admin.headers })).json().items
    return { built, editor, act, trail }
  }
  const actions = (entries: Entry[]) => entries.map(({ action }) => action.replace('document.', '')).reverse()

  it('each edit is an entry with who did it and what it was about', async (t) => {
    const { editor, act, trail } = await site(t)
    const { id } = await act('POST', '/api/docs/', { title: 'Keys', markdown: 'One.' })
    const shelf = await act('POST', '/api/admin/categories/', { name: 'Shelf' })
    await act('PUT', `/api/docs/${id}`, { markdown: 'Two.' })
    await act('PUT', `/api/docs/${id}`, { category_id: shelf.id })
    await act('PUT', `/api/docs/${id}?publish=false`, { markdown: 'Three.' })
    await act('POST', `/api/docs/${id}/publish`)
    await act('POST', `/api/docs/${id}/unpublish`)
    const entries = await trail(`target=document:${id}`)
    const expected = ['created', 'updated', 'moved', 'draft_saved', 'published', 'unpublished']
    assert.deepEqual(actions(entries), expected)
    assert.ok(entries.every(({ actor, detail }) => actor === editor.email && typeof detail.title === 'string'))
    const moved = entries.find(({ action }) => action === 'document.moved')
    assert.deepEqual(moved?.detail.from, { slug: 'keys', category_id: null })
    assert.deepEqual(moved?.detail.to, { slug: 'keys', category_id: shelf.id })
  })

  it('a save that changes nothing, an order among siblings and an import are no edits', async (t) => {
    const { built, act, trail } = await site(t)
    const [a, b] = [await act('POST', '/api/docs/', { title: 'A' }), await act('POST', '/api/docs/', { title: 'B' })]
    await act('PUT', `/api/docs/${a.id}`, { title: 'A' })
    await act('POST', `/api/admin/docs/${b.id}/place`, { category_id: null, before: a.id })
    const folder = mkdtempSync(join(tmpdir(), 'galley-audit-'))
    t.after(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'page.md'), '# Page\n\nText.')
    await importFolder(built, COMMAND_LINE, folder)
    assert.deepEqual(actions(await trail('kind=document')), ['created', 'created'])
    assert.deepEqual(pluck(await trail('kind=documents'), 'action'), ['documents.imported'])
  })

  it('a draft is one entry, and a revision that is brought back says so', async (t) => {
    const { built, editor, act, trail } = await site(t)
    const draft = await act('POST', '/api/docs/?publish=false', { title: 'Draft', markdown: 'One.' })
    assert.deepEqual(actions(await trail(`target=document:${draft.id}`)), ['created'])
    const { id } = await act('POST', '/api/docs/', { title: 'Keys', markdown: 'One.' })
    await act('PUT', `/api/docs/${id}`, { markdown: 'Two.' })
    const url = `/api/docs/${id}/revisions`
    const [first] = (await built.app.inject({ url, headers: editor.headers })).json()
    await act('POST', `${url}/${first.id}/restore`)
    const [newest] = await trail(`target=document:${id}`)
    assert.deepEqual([newest?.action, newest?.detail.origin], ['document.updated', 'restore'])
  })

  it('is found by kind, action, person and time together', async (t) => {
    const { editor, act, trail } = await site(t)
    const { id } = await act('POST', '/api/docs/', { title: 'Keys', markdown: 'One.' })
    await act('DELETE', `/api/docs/${id}`)
    const who = `actor_id=${editor.id}&since=2020-01-01T00:00:00Z`
    assert.deepEqual(actions(await trail(`kind=document&${who}`)), ['created', 'deleted'])
    assert.deepEqual(actions(await trail(`kind=document&action=document.deleted&${who}`)), ['deleted'])
    assert.deepEqual(await trail(`kind=document&actor_id=${editor.id}&until=2020-01-01T00:00:00Z`), [])
  })

  describe('a page of the trail', () => {
    const filters: [string, AuditFilter][] = [
      ['audit_at', {}],
      ['audit_at', { since: 1, until: 9 }],
      ['audit_kind', { kind: 'document', since: 1 }],
      ['audit_action', { action: 'document.moved', until: 9 }],
      ['audit_actor', { actor_id: 7 }],
      ['audit_target', { target: 'document:7', since: 1 }],
    ]
    for (const [index, filter] of filters)
      it(`is read in the order of ${index} for ${JSON.stringify(filter)}, without sorting`, async (t) => {
        const plan = await planOf(await build(t, { engine }), engine, filter)
        assert.ok(plan.includes(index), plan)
        assert.doesNotMatch(plan, /sort|temp b-tree|seq scan/i)
      })
  })
})

/** planOf: so few rows would be read as a whole and sorted; on a real trail that is what costs. */
const planOf = ({ db }: Built, engine: Engine, filter: AuditFilter): Promise<string> =>
  db.inTransaction(async (tx) => {
    if (engine === 'postgres') await sql`set local enable_seqscan = off`.execute(tx)
    if (engine === 'postgres') await sql`set local enable_bitmapscan = off`.execute(tx)
    const { sql: text, parameters } = auditRows(tx, filter, { at: 5, id: 5 }, 51).compile()
    const explain = engine === 'postgres' ? 'explain' : 'explain query plan'
    const { rows } = await tx.executeQuery(CompiledQuery.raw(`${explain} ${text}`, [...parameters]))
    return JSON.stringify(rows)
  })
