// node bench/panel.ts [--data folder]: how soon the panel's pages can be used, in a real browser on this machine, with 10,000
// documents and 2,000 categories. Cold: nothing cached, a new profile; warm: the same address once more. Medians of five.
// --data keeps the filled folder, so that the next run need not fill it again.

import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openBrowser } from '../test/browser/browser.ts'
import { scriptCleaner } from '../test/cleaner.ts'
import { readOptions } from '../test/faults/experiment.ts'
import { importCorpus, post, prepare } from './fill.ts'
import { removeFolder, startGalley } from './servers.ts'

const DOCUMENTS = 10_000
const CATEGORIES = 2_000
const TIMES = 5
/** What a page shows once a person can begin to use it. */
const PAGES = {
  documents: ['/panel/documents', '[data-document]'],
  categories: ['/panel/categories', '[data-category]'],
  home: ['/panel/', 'main h1'],
} as const

type PanelLoad = { usable: number; requests: number; script: number }

const { data } = readOptions(
  'How soon the pages of the panel can be used; `data` is a folder to keep what is filled.',
  {
    data: '',
  },
)
const filled = data !== '' && existsSync(`${data}/galley.db`)
const galley = await startGalley({}, data || undefined)
const t = scriptCleaner()
try {
  if (!filled) await importCorpus(galley.env, DOCUMENTS)
  const { headers } = await prepare(galley, 0)
  if (!filled) await addCategories(galley.origin, headers)
  const browser = await openBrowser(t)
  const cookie = { name: 'auth_token', value: headers.authorization!.split(' ')[1]!, url: galley.origin }
  // A browser that was just started is busy with itself.
  for (let time = 0; time < 2; time++) {
    const context = await newContext(browser, cookie)
    await load(await context.newPage(), galley.origin + PAGES.home[0], PAGES.home[1])
    await context.close()
  }
  process.stdout.write(`load average ${loadavg()[0]!.toFixed(1)}\n`)
  for (const [name, [path, sign]] of Object.entries(PAGES)) {
    const cold: PanelLoad[] = []
    const warm: PanelLoad[] = []
    for (let time = 0; time < TIMES; time++) {
      const context = await newContext(browser, cookie)
      const page = await context.newPage()
      cold.push(await load(page, galley.origin + path, sign))
      warm.push(await load(page, galley.origin + path, sign))
      await context.close()
    }
    process.stdout.write(`${name.padEnd(12)}${line('cold', cold)}   ${line('warm', warm)}\n`)
  }
  const context = await newContext(browser, cookie)
  process.stdout.write(`scrolling through the tree: ${await scrollTree(await context.newPage(), galley.origin)}\n`)
} finally {
  await t.clean()
  await galley.stop()
  if (!data) removeFolder(galley.folder)
}

async function newContext(
  browser: Browser,
  cookie: { name: string; value: string; url: string },
): Promise<BrowserContext> {
  const storageState = {
    cookies: [],
    origins: [
      {
        origin: galley.origin,
        localStorage: [{ name: 'galley.session.expires', value: new Date(Date.now() + 3_600_000).toISOString() }],
      },
    ],
  }
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, storageState })
  await context.addCookies([cookie])
  return context
}

/** load goes to the address and waits, inside the page, for the first frame in which the sign is there. */
async function load(page: Page, address: string, sign: string): Promise<PanelLoad> {
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForSelector(sign)
  return (await page.evaluate(`(() => {
    const entries = performance.getEntriesByType('resource')
    const scripts = entries.filter(({ name }) => name.endsWith('.js'))
    return {
      usable: performance.now(),
      requests: entries.length,
      script: scripts.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1024,
    }
  })()`)) as PanelLoad
}

function line(name: string, loads: PanelLoad[]): string {
  const middle = (of: keyof PanelLoad) =>
    loads.map((one) => one[of]).sort((a, b) => a - b)[Math.floor(loads.length / 2)]!
  return `${name} ${middle('usable').toFixed(0).padStart(5)} ms, ${middle('requests')} requests, ${middle('script').toFixed(0)} kB of script`
}

async function addCategories(origin: string, headers: Record<string, string>): Promise<void> {
  const categories = (await (await fetch(`${origin}/api/admin/categories/`, { headers })).json()) as { id: number }[]
  const parents = categories.map(({ id }) => id)
  for (let index = parents.length; index < CATEGORIES; index++) {
    await post(
      origin,
      '/api/admin/categories/',
      { name: `Subject ${index}`, parent_id: parents[index % parents.length]! },
      headers,
    )
  }
}

/** scrollTree scrolls from end to end and tells how many frames took longer than a fifteenth of a second. */
async function scrollTree(page: Page, origin: string): Promise<string> {
  await page.goto(`${origin}/panel/categories`)
  await page.waitForSelector('[data-category]')
  const frames = (await page.evaluate(`new Promise((resolve) => {
    const box = document.querySelector('[role=tree]').parentElement
    const frames = []
    let last = performance.now()
    const step = () => {
      const now = performance.now()
      frames.push(now - last)
      last = now
      box.scrollTop += 400
      if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) resolve(frames)
      else requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  })`)) as number[]
  const sorted = frames.sort((a, b) => a - b)
  const slow = frames.filter((ms) => ms > 67).length
  return `${frames.length} frames, half of them within ${sorted[Math.floor(sorted.length / 2)]!.toFixed(0)} ms, ${slow} over 67 ms`
}
