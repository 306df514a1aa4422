// Which browser the tests drive. scripts/test.ts chooses one before the first test and passes its path on in
// GALLEY_TEST_BROWSER (empty: there is none), so that test processes neither search nor race. No system package is
// installed here, because `npm test` must not change the machine: that is up to .ci/run.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { chromiumFromNpm } from './chromium-from-npm.ts'

/** The headless shell, a Debian package of its own, takes a quarter less CPU than the whole Chromium without a window. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
const FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--no-first-run',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
]

export const launch = (path: string): Promise<Browser> => chromium.launch({ executablePath: path, args: FLAGS })

const given = () => process.env.GALLEY_TEST_BROWSER ?? process.env.CHROMIUM

/** findBrowser returns the path that was given, or else the browser on PATH. */
export function findBrowser(): string | undefined {
  if (given() !== undefined) return given() || undefined
  const folders = (process.env.PATH ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}

/** prepareBrowser returns a browser that really starts, or why there is none. A given one that doesn't start is an error. */
export async function prepareBrowser(): Promise<{ path: string } | { missing: string }> {
  const found = findBrowser()
  const fault = found ? await startFault(found) : 'chromium is not on PATH'
  if (found && !fault) return { path: found }
  if (given()) throw new Error(`GALLEY_TEST_BROWSER: ${fault}`)
  const fromNpm = await chromiumFromNpm()
  const secondFault = 'path' in fromNpm ? await startFault(fromNpm.path) : fromNpm.missing
  if ('path' in fromNpm && !secondFault) return fromNpm
  return { missing: `no browser: ${fault}; ${secondFault}. Set GALLEY_TEST_BROWSER to the path of a Chromium.` }
}

/** startFault opens a blank page: a binary whose libraries are missing exists, but does not get that far. */
async function startFault(path: string): Promise<string | undefined> {
  try {
    const browser = await launch(path)
    const page = await browser.newPage()
    await page.goto('about:blank')
    await browser.close()
    return undefined
  } catch (error) {
    const lines = (error as Error).message.split('\n')
    const cause =
      lines.find((line) => /error while loading|exec format|cannot|not found|ENOENT/i.test(line)) ?? lines[0]!
    return `${path} does not start: ${cause.trim()}`
  }
}
