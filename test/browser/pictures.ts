// Takes the pictures of docs/images again, from a service filled with the sample: node test/browser/pictures.ts

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { scriptCleaner } from '../cleaner.ts'
import { openBrowser, openPage, startService } from './browser.ts'
import { apiOf, fillSample, MATERIAL, NOTES, signUp } from './sample.ts'

const FOLDER = join(import.meta.dirname, '../../docs/images')
mkdirSync(FOLDER, { recursive: true })
const t = scriptCleaner()

const settle = async (page: Page) => {
  // A page with a stream is never idle: it is settled when no placeholder is left.
  await page.locator('[class*=Skeleton]').first().waitFor({ state: 'detached' })
  await page.waitForTimeout(700)
}
const take = async (page: Page, name: string) => {
  await settle(page)
  await page.screenshot({ path: join(FOLDER, `panel-${name}.png`) })
}

try {
  const browser = await openBrowser(t)
  const service = await startService(t, { GALLEY_WORKERS: '1', GALLEY_RATE_TOKEN: '0', GALLEY_RATE_IP: '0' })
  const page = await openPage(browser, service, { colorScheme: 'light', viewport: { width: 1280, height: 820 } })
  await page.goto('/panel/')
  await take(page, 'set-up')
  await signUp(page)
  const api = apiOf(page)
  const documents = await fillSample(api)
  for (const [title, id] of documents) {
    const { body } = await api('GET', `/api/admin/docs/${id}`)
    for (let read = 0; read < (title.length * 7) % 13; read++) await page.request.get(`/read/${body.slug}`)
  }
  await api('POST', `/api/admin/docs/${documents.get('Install on Linux')}/pin`)
  const { body: job } = await api('POST', '/api/pipeline/docs/enqueue', {
    document_id: documents.get('Rotating certificates'),
    notes: NOTES,
    material: [MATERIAL],
  })
  const id = documents.get('Rolling deployments')
  const { body: before } = await api('GET', `/api/admin/docs/${id}`)
  await api('PUT', `/api/admin/docs/${id}`, {
    markdown:
      '## How it works\n\nOne instance at a time is drained, replaced and checked before the next one follows.\n\n| Phase | Longest time |\n|---|---|\n| drain | 30 s |\n| start | 90 s |\n| check | 20 s |\n\n## When it stops\n\nA failed check keeps the old instances and tells the owner.\n\n## Going back\n\nRun `harbour deploy --to previous`.',
  })

  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    const suffix = scheme === 'dark' ? '-dark' : ''
    await page.goto('/panel/')
    await take(page, `home${suffix}`)
    await page.goto('/panel/documents')
    await take(page, `documents${suffix}`)
    await page.goto(`/panel/documents/${documents.get('Install on Linux')}`)
    await page.locator('.bn-editor').waitFor()
    await take(page, `editor${suffix}`)
    await page.goto(`/panel/pipeline/jobs/${job.job_id}`)
    await page.locator('[data-origin]').nth(2).hover()
    await take(page, `job${suffix}`)
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`/panel/documents/${before.id}/revisions`)
  await page.locator('[data-change]').first().waitFor()
  await take(page, 'revisions')
  for (const name of ['categories', 'pipeline', 'processes']) {
    await page.goto(`/panel/${name}`)
    await take(page, name)
  }
  await page.goto('/panel/settings/tokens')
  await take(page, 'settings')
  await page.goto('/panel/')
  await settle(page)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill('inst')
  await take(page, 'palette')

  const phone = await browser.newContext({
    baseURL: service.url,
    storageState: await page.context().storageState(),
    viewport: { width: 390, height: 800 },
    deviceScaleFactor: 2,
  })
  const small = await phone.newPage()
  await small.goto(`/panel/pipeline/jobs/${job.job_id}`)
  await take(small, 'phone')
} finally {
  await t.clean()
}
