// What browser tests build on: a real service on a folder of its own, a real Chromium, and a reason where there is none.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, before as nodeBefore, test as nodeTest } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type Cleaner, suiteCleaner } from '../cleaner.ts'
import { processCleaner } from '../together.ts'
import { until } from '../until.ts'
import { findBrowser, launch } from './chromium.ts'
import { type ApiCall, apiOf, signUp } from './sample.ts'

const ROOT = join(import.meta.dirname, '../..')
const path = findBrowser()
const skipReason: string | false = path ? false : (process.env.GALLEY_TEST_NO_BROWSER ?? 'no browser on PATH')

/**
 * test and before are those of node:test for what needs a browser. Without one each test is skipped with the reason (a
 * skipped suite would not count its tests), and the hooks do nothing.
 */
export const test = (name: string, run: () => Promise<void>): void => void nodeTest(name, { skip: skipReason }, run)
export const before = (run: () => unknown): void => nodeBefore(async () => void (skipReason || (await run())))

let shared: Promise<Browser> | undefined

/** openBrowser: the files of a process, one after another, share a Chromium, which takes 2 s of CPU to start and end. */
export async function openBrowser(t: Cleaner): Promise<Browser> {
  shared ??= launchUntil(processCleaner() ?? t)
  const browser = await shared
  t.after(() => Promise.all(browser.contexts().map((context) => context.close())))
  return browser
}

async function launchUntil(end: Cleaner): Promise<Browser> {
  if (!path) throw new Error(String(skipReason))
  const browser = await launch(path)
  end.after(() => {
    shared = undefined
    return browser.close()
  })
  return browser
}

export type PanelService = { url: string; folder: string; stop: () => Promise<void>; kill?: () => Promise<void> }

/** startService runs `galley serve` on a free port and an empty database, without a worker, and ends it with the test. */
export async function startService(t: Cleaner, env: Record<string, string> = {}): Promise<PanelService> {
  if (!existsSync(join(ROOT, 'panel/dist/index.html')))
    throw new Error('Build the panel first: npm run build --workspace panel')
  const folder = mkdtempSync(join(tmpdir(), 'galley-browser-'))
  // The database that scripts/test.ts has migrated already: a tenth less CPU for each start.
  const template = process.env.TEST_SQLITE_TEMPLATE
  if (template) copyFileSync(template, join(folder, 'galley.db'))
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      GALLEY_PORT: '0',
      GALLEY_WORKERS: '0',
      GALLEY_DATA: folder,
      DATABASE_URL: '',
      GALLEY_LOG_LEVEL: 'warn',
      ...env,
    },
  })
  const stop = () => stopped(child)
  t.after(async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const kill = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.kill('SIGKILL')
    })
  return { url: await addressOf(child), folder, stop, kill }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk
      const [, address] = /Galley is up\.\s+(http:\/\/\S+?)\/\s/.exec(output) ?? []
      if (address) resolve(address)
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}:\n${output}`)))
  })
}

function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const kill = setTimeout(() => child.kill('SIGKILL'), 15_000)
    child.once('exit', () => {
      clearTimeout(kill)
      resolve()
    })
    child.kill('SIGTERM')
  })
}

export type PanelPage = Page & { faults: string[] }

/** openPage is a person of their own (cookies, storage) whose page reports what went wrong in it. */
export async function openPage(
  browser: Browser,
  service: PanelService,
  options: BrowserContextOptions = {},
): Promise<PanelPage> {
  const context = await browser.newContext({ baseURL: service.url, viewport: { width: 1280, height: 860 }, ...options })
  context.setDefaultTimeout(60_000)
  const faults: string[] = []
  const page = Object.assign(await context.newPage(), { faults })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // The browser itself reports every response of 4xx; those are the business of the test.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) faults.push(message.text())
  })
  return page
}

type OpenSite = { service: PanelService; open: (options?: BrowserContextOptions) => Promise<PanelPage> }

/** browserSuite is a suite over one browser and one fresh service, there once its first `before` has run; `open` is a new person. */
export function browserSuite(
  name: string,
  suite: (site: () => OpenSite) => void,
  env: Record<string, string> = {},
): void {
  describe(name, () => {
    const t = suiteCleaner()
    let site: OpenSite
    before(async () => {
      const [browser, service] = await Promise.all([openBrowser(t), startService(t, env)])
      site = { service, open: (options) => openPage(browser, service, options) }
    })
    suite(() => site)
  })
}

export type Panel = OpenSite & { page: PanelPage; api: ApiCall }

/** panelSuite is a browserSuite whose administrator is signed in on a page of the panel. */
export function panelSuite(name: string, suite: (panel: () => Panel) => void, env: Record<string, string> = {}): void {
  const withPage = (site: () => OpenSite) => {
    let panel: Panel
    before(async () => {
      const page = await site().open()
      await signUp(page)
      panel = { ...site(), page, api: apiOf(page) }
    })
    suite(() => panel)
  }
  browserSuite(name, withPage, env)
}

type SuiteMaker<T> = (name: string, suite: (site: () => T) => void, env?: Record<string, string>) => void

/** withWorker gives the service of a suite a worker and a scheduler, as `npm start` does: 2.5 s of CPU, so only to those that draft. */
export const withWorker =
  <T>(make: SuiteMaker<T>): SuiteMaker<T> =>
  (name, suite, env = {}) =>
    make(name, suite, { GALLEY_WORKERS: '1', ...env })

/** A SavedBlock as tests look at it: `content` is a list of text and links, or a table, and tests know which. */
export type SavedBlock = {
  type: string
  content: { type: string; text: string; href?: string }[] & { headerRows?: number }
  props: Record<string, unknown>
  children: SavedBlock[]
}

/** beginDocument opens a new document with the caret in it; what it returns saves, and reads what was stored. */
export async function beginDocument(page: Page, title: string, markdown = ''): Promise<() => Promise<SavedBlock[]>> {
  const api = apiOf(page)
  const { body } = await api('POST', '/api/admin/docs/', { title, ...(markdown && { markdown }) })
  await page.goto(`/panel/documents/${body.id}`)
  await page.locator('.bn-editor').click()
  return async () => {
    await saveDraft(page)
    const { body: stored } = await api('GET', `/api/docs/${body.id}/working-copy`)
    return stored.blocks as SavedBlock[]
  }
}

/** saveDraft saves what is on the page; publish also makes it public, as the next version. */
export async function saveDraft(page: Page): Promise<void> {
  await page.keyboard.press('Control+s')
  await page.getByText('Saved as draft', { exact: true }).waitFor()
}
export async function publish(page: Page, version: number): Promise<void> {
  await page.getByRole('button', { name: /^Publish( for members)?$/ }).click()
  await page.getByText(`Version ${version}`, { exact: true }).waitFor()
}

/** discard presses a button that asks before it discards what was typed, and says yes. */
export async function discard(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard', exact: true }).click()
}

/** writeAfter puts the caret after a line of the editor and types there. Faster than a hand, it waits for the editor. */
export async function writeAfter(page: Page, line: string, text: string): Promise<void> {
  await page.locator('.bn-editor').getByText(line).click()
  await page.keyboard.press('End')
  // Asked from here again and again: the page's policy forbids what would let it ask itself.
  await until('the caret is behind the line', () =>
    page.evaluate<boolean>('getSelection().anchorNode?.textContent.length === getSelection().anchorOffset'),
  )
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
  if (text === '\n') await page.keyboard.press('Enter')
  else await page.keyboard.type(text)
}

type Violation = { id: string; impact: string | null; nodes: { target: unknown[]; failureSummary?: string }[] }

/** SETTLED waits for what is fading or moving, begun up to a frame from now; what never ends (a spinner) is not waited for. */
const SETTLED = `new Promise((done) => requestAnimationFrame(() => setTimeout(done))).then(() => Promise.allSettled(
  document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime < Infinity).map(({ finished }) => finished),
)).then(() => undefined)`

/**
 * assertAccessible runs axe-core over the page once its colours are those that stay: midway through a change they may be too pale.
 * `foreign` are rules that a component which is not ours breaks.
 */
export async function assertAccessible(page: Page, where: string, foreign: string[] = []): Promise<void> {
  await page.evaluate(SETTLED)
  const source = join(ROOT, 'node_modules/axe-core/axe.min.js')
  // The page's policy allows no foreign script: evaluated by the debugger, not added to the page. It stays until the next load.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(readFileSync(source, 'utf8'))
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run: (node: unknown, options: object) => Promise<{ violations: Violation[] }> }
    }
    const { document } = globalThis as unknown as { document: unknown }
    return (await axe.run(document, { resultTypes: ['violations'] })).violations
  })
  const ours = violations.filter(({ id }) => !foreign.includes(id))
  const found = ours.flatMap(({ id, impact, nodes }) =>
    nodes.map(
      (node) => `${id} (${impact}): ${node.target.join(' ')} ${node.failureSummary?.split('\n')[1]?.trim() ?? ''}`,
    ),
  )
  assert.deepEqual(found, [], where)
}
