// Takes the pictures that README and docs show again: node test/browser/pictures.ts. Those of the tutorial are taken by its test.

import { join } from 'node:path'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { build } from '../build.ts'
import { scriptCleaner } from '../cleaner.ts'
import { seedDemoSite } from '../demo-site.ts'
import { openBrowser, openPage, startService } from './browser.ts'
import { apiOf, signUp } from './sample.ts'

const FOLDER = join(import.meta.dirname, '../../docs/images')
const READER: { name: string; path: string; options?: BrowserContextOptions }[] = [
  { name: 'reader-home', path: '/' },
  { name: 'reader-document', path: '/read/quick-start' },
  { name: 'reader-document-dark', path: '/read/rollbacks', options: { colorScheme: 'dark' } },
]
const READ = ['quick-start', 'quick-start', 'rollbacks', 'rollbacks', 'rollbacks', 'the-first-ten-minutes', 'manifest']

const NOTES = `# Rotating certificates

Certificates of the gateway last 90 days. Rotation is done by the **platform team** on the first Monday of the month.

- Ask the certificate authority for a new certificate with \`harbour cert request\`.
- Install it with \`harbour cert install\` on each gateway, one at a time.
- Check the expiry date on the dashboard afterwards.

If a gateway refuses the new certificate, put the old one back and tell the platform team. TODO: who approves an emergency rotation?`

const MATERIAL = {
  title: 'Gateway handbook',
  text: 'The gateway reads its certificate from /etc/harbour/tls. A reload is enough; no restart is needed.\n\nThe old certificate is kept for seven days in /etc/harbour/tls/old, so that a rollback takes less than a minute.',
}

const t = scriptCleaner()
try {
  const browser = await openBrowser(t)
  await takeReader(browser)
  await takePanel(browser)
} finally {
  await t.clean()
}

async function takeReader(browser: Browser): Promise<void> {
  const env = { GALLEY_SITE_NAME: 'Harbour docs', GALLEY_SITE_FOOTER: 'Harbour is run by the platform team.' }
  const site = await build(t, { engine: 'sqlite', env })
  await seedDemoSite(site)
  const url = await site.app.listen({ port: 0, host: '127.0.0.1' })
  for (const slug of READ) await site.app.inject({ url: `/read/${slug}` })
  // Views are written once a second; the front page shows what was written when it is first asked for.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const service = { url, folder: '', stop: async () => {} }
  for (const { name, path, options } of READER) {
    const page = await openPage(browser, service, { reducedMotion: 'reduce', ...options })
    await page.goto(path)
    await page.screenshot({ path: join(FOLDER, `${name}.png`) })
  }
}

async function takePanel(browser: Browser): Promise<void> {
  const service = await startService(t, { GALLEY_WORKERS: '1', GALLEY_RATE_TOKEN: '0', GALLEY_RATE_IP: '0' })
  const page = await openPage(browser, service, { colorScheme: 'light', viewport: { width: 1280, height: 820 } })
  await signUp(page)
  const api = apiOf(page)
  const { body: document } = await api('POST', '/api/admin/docs/', { title: 'Rotating certificates' })
  const { body: job } = await api('POST', '/api/pipeline/docs/enqueue', {
    document_id: document.id,
    notes: NOTES,
    material: [MATERIAL],
  })
  await page.goto(`/panel/pipeline/jobs/${job.job_id}`)
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor()
  // Three columns, and no focus where the state has just changed.
  await page.setViewportSize({ width: 1460, height: 880 })
  await page.reload()
  await page.locator('[data-origin]').nth(2).hover()
  await page.waitForTimeout(1_000)
  await page.screenshot({ path: join(FOLDER, 'panel-job.png') })
}
