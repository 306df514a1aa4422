// The README's five lines, pasted: each is run by a real shell against a real service, in order, on one fresh data folder.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startService } from './faults/service.ts'
import { pluck } from './pluck.ts'
import { until } from './until.ts'

const LINES = readFileSync('README.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('curl '))

test("the README's curl lines work when pasted", async (t) => {
  const service = await startService({ GALLEY_WORKERS: '1' })
  const folder = mkdtempSync(join(tmpdir(), 'galley-readme-'))
  t.after(async () => {
    // In good order, so that the worker ends with its service.
    service.child.kill('SIGTERM')
    await service.ended
    service.clean()
    rmSync(folder, { recursive: true, force: true })
  })

  const run = async (line: string) => {
    const { stdout } = await promisify(execFile)('sh', ['-c', line.replaceAll(':8000', `:${service.port}`)], {
      cwd: folder,
    })
    return JSON.parse(stdout)
  }
  assert.equal(LINES.length, 5)
  const [register, create, search, enqueue, job] = LINES as [string, string, string, string, string]
  assert.equal((await run(register)).user.role, 'admin')
  assert.equal((await run(create)).slug, 'rotate-api-keys')
  assert.deepEqual(pluck(await run(search), 'title'), ['Rotate API keys'])
  assert.equal((await run(enqueue)).status, 'queued')
  const detail = await until('the draft is in review', async () => {
    const detail = await run(job)
    return detail.status === 'review' && detail
  })
  assert.match(JSON.stringify(detail.iterations[0].draft.blocks), /24 more hours/)
})
