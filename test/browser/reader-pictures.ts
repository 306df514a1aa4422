// Takes the reader's pictures of docs/images again, from the demo site: node test/browser/reader-pictures.ts

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions } from 'playwright-core'
import { build } from '../build.ts'
import { scriptCleaner } from '../cleaner.ts'
import { seedDemoSite } from '../demo-site.ts'
import { openBrowser, openPage } from './browser.ts'

const FOLDER = join(import.meta.dirname, '../../docs/images')
const WIDE: BrowserContextOptions = { viewport: { width: 1600, height: 1000 } }
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 }
const DARK: BrowserContextOptions = { colorScheme: 'dark' }

type ReaderPicture = { name: string; path: string; options?: BrowserContextOptions; search?: string }

const PICTURES: ReaderPicture[] = [
  { name: 'home', path: '/' },
  { name: 'home-dark', path: '/', options: DARK },
  { name: 'home-phone', path: '/', options: PHONE },
  { name: 'document', path: '/read/quick-start' },
  { name: 'document-dark', path: '/read/rollbacks', options: DARK },
  { name: 'document-wide', path: '/read/quick-start', options: WIDE },
  { name: 'document-phone', path: '/read/quick-start', options: PHONE },
  { name: 'menu-phone', path: '/read/quick-start#menu', options: { ...PHONE, ...DARK } },
  { name: 'category', path: '/read/category/running-services' },
  { name: 'search', path: '/read/search?q=deployment' },
  { name: 'search-dialog', path: '/read/quick-start', search: 'roll' },
  { name: 'missing', path: '/read/nothing-of-that-name' },
]

const t = scriptCleaner()
mkdirSync(FOLDER, { recursive: true })
try {
  const env = { GALLEY_SITE_NAME: 'Harbour docs', GALLEY_SITE_FOOTER: 'Harbour is run by the platform team.' }
  const site = await build(t, { engine: 'sqlite', env })
  await seedDemoSite(site)
  const url = await site.app.listen({ port: 0, host: '127.0.0.1' })
  const browser = await openBrowser(t)
  for (const slug of [
    'quick-start',
    'quick-start',
    'rollbacks',
    'rollbacks',
    'rollbacks',
    'the-first-ten-minutes',
    'manifest',
  ])
    await site.app.inject({ url: `/read/${slug}` })
  // Views are written once a second; the front page shows what was written when it is first asked for.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  for (const { name, path, options, search } of PICTURES) {
    const page = await openPage(
      browser,
      { url, folder: '', stop: async () => {} },
      { reducedMotion: 'reduce', ...options },
    )
    await page.goto(path)
    if (search !== undefined) {
      await page.keyboard.press('/')
      await page.keyboard.type(search)
      await page.locator('.found a').first().waitFor()
    }
    await page.screenshot({ path: join(FOLDER, `reader-${name}.png`) })
    await page.context().close()
  }
} finally {
  await t.clean()
}
