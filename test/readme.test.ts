// The README's five lines, pasted: each is run by a real shell against a real service, in order, on one fresh data folder.

import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const LINES = readFileSync('README.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('curl '))

test("the README's curl lines work when pasted", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-readme-'))
  const port = await freePort()
  const child = spawn(process.execPath, ['src/main.ts', 'serve'], {
    stdio: 'ignore',
    env: { ...process.env, GALLEY_DATA: join(folder, 'data'), GALLEY_PORT: String(port), DATABASE_URL: '' },
  })
  t.after(async () => {
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await gone
    rmSync(folder, { recursive: true, force: true })
  })
  await answers(`http://127.0.0.1:${port}/readyz`)

  const run = async (line: string) => {
    const { stdout } = await promisify(execFile)('sh', ['-c', line.replaceAll(':8000', `:${port}`)], { cwd: folder })
    return JSON.parse(stdout)
  }
  assert.equal(LINES.length, 5)
  const [register, create, search, enqueue, job] = LINES as [string, string, string, string, string]
  assert.equal((await run(register)).user.role, 'admin')
  assert.equal((await run(create)).slug, 'rotate-api-keys')
  assert.deepEqual(
    (await run(search)).map((found: { title: string }) => found.title),
    ['Rotate API keys'],
  )
  assert.equal((await run(enqueue)).status, 'queued')
  let detail = await run(job)
  for (let tries = 0; tries < 200 && detail.status !== 'review'; tries++) {
    await sleep(100)
    detail = await run(job)
  }
  assert.equal(detail.status, 'review')
  assert.match(JSON.stringify(detail.iterations[0].draft.blocks), /24 more hours/)
})

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return
    await sleep(50)
  }
  throw new Error(`${url} never answered`)
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
