// The examples of docs/programs.md, each run as a program of its own against a real service, in order: they print what the
// page says they print.

import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { suiteCleaner } from './cleaner.ts'
import { firstToken, type Service, startService, stopService } from './faults/service.ts'
import { folderOf } from './folder.ts'

const [begin = '', ...parts] = readFileSync('docs/programs.md', 'utf8').split(/^### /m)
const codeOf = (text: string, language: string) => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(text)![1]!

describe('the examples for programs', () => {
  const folder = folderOf(suiteCleaner())
  let service: Service
  let token: string
  before(async () => {
    service = await startService({ GALLEY_WORKERS: '1' })
    token = await firstToken(service.origin)
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(join(process.cwd(), 'packages/client'), join(folder, 'node_modules/galley-client'))
  })
  after(() => stopService(service))

  test('there are ten', () => assert.equal(parts.length, 10))

  for (const part of parts)
    test(part.split('\n', 1)[0]!, async () => {
      const file = join(folder, 'example.ts')
      writeFileSync(file, `${codeOf(begin, 'ts')}\n${codeOf(part, 'ts')}`)
      const { stdout } = await promisify(execFile)(process.execPath, [file, service.origin, token], { timeout: 60_000 })
      assert.equal(stdout, codeOf(part, 'text'))
    })
})
