// What the panel shows while others work: lists, counts and processes follow without a reload, and without a storm.

import assert from 'node:assert/strict'
import type { Request } from 'playwright-core'
import { until } from '../until.ts'
import { before, type PanelPage, type PanelService, panelSuite, test, withWorker } from './browser.ts'

/** No page reads anything again more often than this (panel/src/api/live.ts). */
const SHORTEST_PAUSE = 2_000

withWorker(panelSuite)('the panel while others work', (panel) => {
  let service: PanelService
  let page: PanelPage
  before(() => {
    ;({ service, page } = panel())
  })

  const elsewhere = async (method: string, path: string, data?: unknown) => {
    const cookies = await page.context().cookies()
    const token = cookies.find(({ name }) => name === 'auth_token')
    const response = await fetch(service.url + path, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token!.value}` },
      body: JSON.stringify(data),
    })
    return (await response.json()) as { id: number }
  }

  test('counts, lists and the backlog follow a job from queue to approval', async () => {
    await page.goto('/panel/documents')
    const tab = (name: string, count: number) =>
      page.getByRole('tab', { name: new RegExp(`^${name}\\s*${count}$`) }).waitFor()
    await tab('All', 0)
    const document = await elsewhere('POST', '/api/admin/docs/', { title: 'Seen from elsewhere' })
    await page.getByRole('link', { name: 'Seen from elsewhere' }).waitFor()
    await tab('All', 1)
    await tab('Empty', 1)
    await page.getByRole('link', { name: 'Pipeline' }).click()
    await page.getByRole('checkbox', { name: 'Select Seen from elsewhere' }).waitFor()
    await elsewhere('POST', '/api/pipeline/docs/enqueue', {
      document_id: document.id,
      notes: 'One line.\n\nAnother line.',
    })
    await page.getByRole('link', { name: 'Seen from elsewhere' }).and(page.locator('[href*="jobs"]')).waitFor()
    await page.getByText('The backlog is empty').waitFor()
    await page.getByText('In review 1').waitFor()
  })

  test('a page that is opened again asks for everything once', async () => {
    for (const path of ['/panel/', '/panel/documents', '/panel/categories', '/panel/pipeline']) {
      const asked: string[] = []
      const note = (request: Request) => {
        const { pathname, search } = new URL(request.url())
        // The page before may still ask while this one is on its way; its icon a browser asks for when it likes.
        const isOfPage = request.headers().referer === service.url + path
        if (isOfPage && !/^\/(?:panel|read\/assets)\//.test(pathname)) asked.push(pathname + search)
      }
      page.on('request', note)
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const last = ['/api/admin/live', '/api/admin/inbox/count']
      await until('all is asked for', () => last.every((one) => asked.includes(one)))
      page.off('request', note)
      assert.deepEqual(asked, [...new Set(asked)], path)
    }
  })

  test('processes follow', async () => {
    await page.goto('/panel/processes')
    await page.locator('[data-proc]').first().waitFor()
    await elsewhere('POST', '/api/admin/celery/worker/start', { name: 'from-elsewhere' })
    await page.locator('[data-proc]', { hasText: 'from-elsewhere' }).getByText('running').waitFor()
  })

  test('however much changes, a page reads each address again once in two seconds', async () => {
    await page.goto('/panel/')
    await page.getByText('Documents by status').waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const from = performance.now()
    for (let count = 0; count < 100; count++) await elsewhere('POST', '/api/admin/docs/', { title: `Change ${count}` })
    await page.getByRole('link', { name: /^Empty\s*100$/ }).waitFor()
    // One reading may have begun before, and one begins with each pause.
    const most = 2 + Math.floor((performance.now() - from) / SHORTEST_PAUSE)
    const often = [...Map.groupBy(asked, (url) => url)].filter(([, times]) => times.length > most)
    assert.deepEqual(often, [], `more than ${most} times`)
    assert.ok(asked.length > 0)
    assert.deepEqual(page.faults, [])
  })
})
