// What an editor may reach of a category that names others: nothing by any route, or everything where GALLEY_EDITORS_SEE says so.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build, type Method, OUTSIDE, onEngines, type TestPerson } from '../../../../test/build.ts'
import type { Cleaner } from '../../../../test/cleaner.ts'

/** A category for human resources below an open one, with a page, a draft, a deleted page, and a job. */
async function hrSite(t: Cleaner, engine: 'sqlite' | 'postgres', env: Record<string, string> = {}) {
  const built = await build(t, { engine, env })
  const [admin, hr, editor] = [
    await built.person('admin'),
    await built.person('editor', 'hr-lead'),
    await built.person('editor', 'other'),
  ]
  const ask = async (by: TestPerson, method: Method, url: string, payload?: object) => {
    const headers = { ...by.headers, ...OUTSIDE }
    const response = await built.app.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: response.statusCode, body: response.body === '' ? undefined : JSON.parse(response.body) }
  }
  const make = async (by: TestPerson, url: string, payload: object) => (await ask(by, 'POST', url, payload)).body
  const open = await make(admin, '/api/admin/categories/', { name: 'Handbook' })
  const closed = { visibility: 'restricted', access: { users: [hr.id] } }
  const salaries = await make(admin, '/api/admin/categories/', { name: 'HR salaries', parent_id: open.id, ...closed })
  const below = await make(hr, '/api/admin/categories/', { name: 'Bonus rounds', parent_id: salaries.id })
  const first = await make(admin, '/api/admin/categories/', { name: 'Zebra crossing', parent_id: open.id })
  const page = await make(hr, '/api/docs/', { title: 'Salary bands', markdown: 'quetzal', category_id: salaries.id })
  const draft = await make(hr, '/api/docs/', { title: 'Raises', category_id: below.id, published: false })
  const gone = await make(hr, '/api/docs/', { title: 'Old bands', markdown: 'x', category_id: salaries.id })
  await ask(hr, 'DELETE', `/api/docs/${gone.id}`)
  const job = await make(hr, '/api/pipeline/docs/enqueue', { document_id: draft.id, notes: 'Raise all.' })
  const lodge = await make(admin, '/api/docs/', { title: 'Lodge', markdown: 'x', category_id: open.id })
  return { built, admin, hr, editor, ask, ids: { open, salaries, below, first, page, draft, gone, job, lodge } }
}

type Ids = Awaited<ReturnType<typeof hrSite>>['ids']

const LISTS = [
  '/api/admin/categories/',
  '/api/admin/categories/tree',
  '/api/admin/categories/trash',
  '/api/admin/docs/',
  '/api/admin/docs/?unpublished=true',
  '/api/admin/docs/?sort=edited',
  '/api/admin/docs/buckets/empty',
  '/api/admin/docs/buckets/approved',
  '/api/admin/docs/buckets/queued',
  '/api/admin/docs/overview',
  '/api/admin/docs/stale',
  '/api/admin/docs/statuses',
  '/api/admin/docs/trash',
  '/api/admin/imports',
  '/api/admin/inbox',
  '/api/admin/proposals',
  '/api/docs',
  '/api/docs/private',
  '/api/docs/tree/me',
  '/api/docs/search?q=quetzal',
  '/api/docs/suggest?q=sal',
  '/api/ask?q=what%20is%20a%20quetzal',
  '/api/pipeline/docs/backlog',
]

/** requestsInto name what lies in the restricted category. */
function requestsInto({ open, salaries, below, page, draft, gone, job }: Ids): [Method, string, object?][] {
  return [
    ['GET', `/api/admin/categories/${salaries.id}`],
    ['PUT', `/api/admin/categories/${below.id}`, { name: 'Mine' }],
    ['PUT', `/api/admin/categories/${salaries.id}`, { visibility: 'public' }],
    ['DELETE', `/api/admin/categories/${below.id}`],
    ['POST', `/api/admin/categories/${salaries.id}/move?direction=up`],
    ['PATCH', `/api/admin/categories/${below.id}/parent`],
    ['GET', `/api/admin/categories/${salaries.id}/owner`],
    ['GET', `/api/admin/categories/${salaries.id}/publishing`],
    ['POST', `/api/admin/docs/trash/${gone.id}/restore`],
    ['GET', `/api/docs/${page.slug}`],
    ['GET', `/api/pipeline/docs/job/${job.job_id}`],
    ['GET', `/api/pipeline/docs/status/${job.job_id}`],
    ['GET', `/api/pipeline/docs/job/${job.job_id}/events`],
    ['POST', `/api/pipeline/docs/job/${job.job_id}/cancel`],
    ['GET', `/api/pipeline/docs/iterations/${job.iteration_id}/sources`],
    ['GET', `/api/pipeline/docs/iterations/${job.iteration_id}/actions`],
    ['POST', `/api/pipeline/docs/iterations/${job.iteration_id}/redraft`],
    ['POST', `/api/pipeline/docs/iterations/${job.iteration_id}/approve`],
    ['PUT', `/api/docs/iterations/${job.iteration_id}/draft`, { blocks: [] }],
    ['GET', `/api/pipeline/docs/backlog?category_id=${salaries.id}`],
    ...[page.id, draft.id].flatMap((id: number): [Method, string, object?][] => [
      ['GET', `/api/admin/docs/${id}`],
      ['PUT', `/api/docs/${id}`, { title: 'Mine' }],
      ['PUT', `/api/docs/${id}?publish=false`, { markdown: 'Mine' }],
      ['PUT', `/api/docs/${id}`, { visibility: 'public', category_id: open.id }],
      ['DELETE', `/api/docs/${id}`],
      ['POST', `/api/docs/${id}/pin`],
      ['POST', `/api/admin/docs/${id}/place`, { category_id: open.id }],
      ['POST', `/api/docs/${id}/publish`],
      ['POST', `/api/docs/${id}/unpublish`],
      ['POST', `/api/docs/${id}/preview-link`],
      ['POST', `/api/docs/${id}/presence`],
      ['GET', `/api/docs/${id}/autosave`],
      ['GET', `/api/docs/${id}/working-copy`],
      ['GET', `/api/docs/${id}/blocks`],
      ['GET', `/api/docs/${id}/markdown`],
      ['GET', `/api/docs/${id}/evidence`],
      ['GET', `/api/docs/${id}/feedback`],
      ['GET', `/api/docs/${id}/owner`],
      ['GET', `/api/docs/${id}/publishing`],
      ['GET', `/api/docs/${id}/revisions`],
      ['GET', `/api/docs/${id}/live`],
      ['GET', `/api/docs/${id}/threads`],
      ['GET', `/api/docs/${id}/views`],
      ['POST', '/api/pipeline/docs/enqueue', { document_id: id }],
      ['POST', '/api/admin/proposals', { document_id: id, change: { markdown: 'Mine' } }],
    ]),
  ]
}

onEngines('an editor', (engine) => {
  test('who is not named finds no trace of a restricted category in any list', async (t) => {
    const { editor, ask } = await hrSite(t, engine)
    for (const url of LISTS) {
      const { status, body } = await ask(editor, 'GET', url)
      assert.equal(status, 200, `${url}: ${JSON.stringify(body)}`)
      assert.doesNotMatch(JSON.stringify(body), /salar|Bonus|Raises|Old bands/i, url)
    }
  })

  test('who is not named is told of nothing in it by name, and changes nothing in it', async (t) => {
    const { editor, hr, ask, ids } = await hrSite(t, engine)
    const { open, salaries, below, first, lodge } = ids
    for (const [method, url, payload] of requestsInto(ids)) {
      const { status, body } = await ask(editor, method, url, payload)
      assert.equal(status, 404, `${method} ${url}: ${status} ${JSON.stringify(body)}`)
    }
    for (const [method, url, payload, field] of [
      ['PUT', `/api/docs/${lodge.id}`, { category_id: salaries.id }, 'category_id'],
      ['POST', '/api/docs/', { title: 'In', category_id: below.id }, 'category_id'],
      ['POST', '/api/admin/categories/', { name: 'In', parent_id: salaries.id }, 'parent_id'],
    ] as const)
      assert.deepEqual((await ask(editor, method, url, payload)).body.detail[0].loc, ['body', field], url)
    // The hidden one keeps its place, and what holds it is not deleted over it.
    assert.equal(
      (await ask(editor, 'POST', '/api/admin/categories/reorder', { parent_id: open.id, ids: [first.id] })).status,
      200,
    )
    assert.equal((await ask(editor, 'DELETE', `/api/admin/categories/${open.id}?content=trash`)).status, 409)
    const { body } = await ask(hr, 'GET', '/api/admin/categories/')
    const order = body.filter(({ parent_id }: { parent_id: number }) => parent_id === open.id)
    assert.deepEqual(
      order.map(({ id }: { id: number }) => id),
      [salaries.id, first.id],
    )
  })

  test('who is named, by themselves or in a group, works in it as in any other', async (t) => {
    const { admin, hr, editor, ask, ids } = await hrSite(t, engine)
    const { salaries, page, draft, gone, job } = ids
    const works = async (by: TestPerson) => {
      const get = (url: string) => ask(by, 'GET', url)
      return [
        (await get(`/api/admin/docs/${draft.id}`)).status,
        (await ask(by, 'PUT', `/api/docs/${page.id}`, { tags: [by.email.slice(0, 5)] })).status,
        (await get(`/api/pipeline/docs/job/${job.job_id}`)).status,
        (await get('/api/docs/search?q=quetzal')).body.length,
        (await get('/api/admin/docs/trash')).body.length,
      ]
    }
    const [IN, OUT] = [
      [200, 200, 200, 1, 1],
      [404, 404, 404, 0, 0],
    ]
    assert.deepEqual([await works(hr), await works(editor)], [IN, OUT])
    const { body: group } = await ask(admin, 'POST', '/api/admin/groups', { name: 'HR', members: [editor.id] })
    await ask(admin, 'PUT', `/api/admin/categories/${salaries.id}`, { access: { users: [hr.id], groups: [group.id] } })
    assert.deepEqual(await works(editor), IN)
    assert.equal((await ask(editor, 'POST', `/api/admin/docs/trash/${gone.id}/restore`)).status, 201)
    await ask(admin, 'PATCH', `/api/admin/groups/${group.id}`, { remove: [editor.id] })
    assert.deepEqual(await works(editor), OUT)
  })

  test('who closes a page to themselves has it saved, and then no longer sees it', async (t) => {
    const { editor, ask, ids } = await hrSite(t, engine)
    const url = `/api/docs/${ids.lodge.id}`
    const closed = await ask(editor, 'PUT', url, { visibility: 'restricted' })
    assert.deepEqual([closed.status, closed.body.visibility], [200, 'restricted'])
    assert.equal((await ask(editor, 'PUT', url, { visibility: 'public' })).status, 404)
  })

  test('sees everything where the setting says so, and as long as it does', async (t) => {
    const { built, editor, ask, ids } = await hrSite(t, engine, { GALLEY_EDITORS_SEE: 'everything' })
    const seen = async () => (await ask(editor, 'GET', `/api/admin/docs/${ids.draft.id}`)).status
    assert.equal(await seen(), 200)
    await built.db.inTransaction((tx) => tx.updateTable('settings').set({ value: 'granted' }).execute())
    assert.equal(await seen(), 404)
    const { items } = (await ask(await built.person('admin'), 'GET', '/api/admin/audit?action=setting.changed')).body
    assert.deepEqual(items[0].detail, { name: 'GALLEY_EDITORS_SEE', from: 'granted', to: 'everything' })
  })
})
