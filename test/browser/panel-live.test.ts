// What the panel shows while others work: lists, counts and processes follow without a reload, and without a storm.

import assert from 'node:assert/strict'
import type { Request } from 'playwright-core'
import { until } from '../until.ts'
import { before, type PanelPage, type PanelService, panelSuite, test, withWorker, writeAfter } from './browser.ts'

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

  test('an open document says that someone else stored a newer version', async () => {
    const document = await elsewhere('POST', '/api/admin/docs/', { title: 'Open', markdown: 'The first text.' })
    await page.goto(`/panel/documents/${document.id}`)
    await page.locator('.bn-editor').getByText('The first text.').waitFor()
    await elsewhere('PUT', `/api/admin/docs/${document.id}`, { markdown: 'The second text.' })
    await writeAfter(page, 'The second text.', ' Mine.')
    await elsewhere('PUT', `/api/admin/docs/${document.id}?publish=false`, { markdown: 'The third text.' })
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByRole('button', { name: 'Take theirs' }).click()
    await page.locator('.bn-editor').getByText('The third text.').waitFor()
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

  test('a hundred changes a minute and more are few requests', async () => {
    await page.goto('/panel/')
    await page.getByText('Documents by status').waitFor()
    let asked = 0
    page.on('request', () => asked++)
    const from = performance.now()
    for (let nthal = 0; nthal < 100; nthal++) await elsewhere('POST', '/api/admin/docs/', { title: `Change ${nthal}` })
    await page.getByRole('link', { name: /^Empty\s*100$/ }).waitFor()
    const minutes = (performance.now() - from) / 60_000
    // Four requests every two seconds are what the busiest page makes; a reading may begin at either end.
    assert.ok(asked <= 8 + minutes * 120, `${asked} requests in ${minutes.toFixed(2)} minutes`)
    assert.deepEqual(page.faults, [])
  })
})
