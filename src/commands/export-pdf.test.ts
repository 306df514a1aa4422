// galley export --pdf with the Chromium of the machine, and without one.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { findBrowser } from '../../test/browser/chromium.ts'
import { build } from '../../test/build.ts'
import { seedDemoSite } from '../../test/demo-site.ts'

const run = (dataDir: string, folder: string, chromium: string) => {
  const env = { PATH: process.env.PATH, GALLEY_DATA: dataDir, GALLEY_CHROMIUM: chromium, GALLEY_LOG_LEVEL: 'error' }
  return spawnSync(process.execPath, ['src/main.ts', 'export', folder, '--pdf'], { env, encoding: 'utf8' })
}

describe('galley export --pdf', () => {
  it('prints each category at the top, with what visitors may read', { skip: !findBrowser() }, async (t) => {
    const site = await build(t, { engine: 'sqlite' })
    await seedDemoSite(site)
    const folder = join(site.config.dataDir, 'pdf')
    const { status, stdout, stderr } = run(site.config.dataDir, folder, findBrowser()!)
    assert.equal(status, 0, stderr)
    const files = readdirSync(folder).sort()
    assert.match(stdout, new RegExp(`${files.length} PDF files written to `))
    assert.ok(
      files.includes('getting-started.pdf') && !files.some((name) => /machine|platform/.test(name)),
      files.join(),
    )
    for (const file of files) assert.equal(readFileSync(join(folder, file)).subarray(0, 5).toString(), '%PDF-')
  })

  it('says what is missing where there is no Chromium', async (t) => {
    const site = await build(t, { engine: 'sqlite' })
    const { status, stderr } = run(site.config.dataDir, join(site.config.dataDir, 'pdf'), '/nowhere/chromium')
    assert.equal(status, 1)
    assert.match(
      stderr,
      /printed by Chromium, and \/nowhere\/chromium could not be started; install one, or set GALLEY_CHROMIUM/,
    )
  })
})
