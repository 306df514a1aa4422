// Pictures of other sites in a draft: nobody is asked for them before the person wants them, in any view of the draft.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suiteCleaner } from '../cleaner.ts'
import { until } from '../until.ts'
import { assertAccessible, before, panelSuite, test, withWorker } from './browser.ts'

const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

withWorker(panelSuite)('pictures of other sites in a draft', (panel) => {
  const t = suiteCleaner()
  const asked: string[] = []
  let host = ''
  before(async () => {
    const server = createServer((request, response) => {
      asked.push(request.url!)
      response.setHeader('content-type', 'image/png').end(DOT)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => new Promise<void>((resolve) => server.close(() => resolve())))
    host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  })

  test('are loaded on click only', async () => {
    const { page, api } = panel()
    const { body: document } = await api('POST', '/api/admin/docs/', { title: 'Traced', markdown: 'Stored.' })
    const { body: queued } = await api('POST', '/api/pipeline/docs/enqueue', {
      document_id: document.id,
      notes: 'A line.',
    })
    const job = async () => (await api('GET', `/api/pipeline/docs/job/${queued.job_id}`)).body
    await until('the draft is in review', async () => (await job()).status === 'review')
    const image = { type: 'image', props: { url: `http://${host}/who-reads.png`, caption: 'A chart' } }
    const { status } = await api('PUT', `/api/docs/iterations/${queued.iteration_id}/draft`, { blocks: [image] })
    assert.equal(status, 200)

    await page.goto(`/panel/pipeline/jobs/${queued.job_id}`)
    await page.getByText('A chart').first().waitFor()
    await page.getByRole('tab', { name: 'Edit' }).click()
    await page.locator('.bn-editor').waitFor()
    await page.getByText(`Images from ${host} aren't loaded`).waitFor()
    await assertAccessible(page, 'a draft whose pictures are held back')
    assert.deepEqual(asked, [])

    await page.getByRole('button', { name: 'Load images' }).click()
    await until('the picture was asked for', async () => asked.length > 0)
    await page.getByRole('tab', { name: 'Draft' }).click()
    await page.getByRole('img', { name: 'A chart' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: `Load images from ${host}` }).press('Enter')
    await page.getByRole('img', { name: 'A chart' }).waitFor()
    assert.deepEqual(page.faults, [])
  })
})
