// The release archive runs without type stripping: nothing in it is TypeScript, and its command starts.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderOf } from '../test/folder.ts'
import { stage } from './pack.ts'

const isBuilt = ['panel', 'diagram'].every((name) => existsSync(`${name}/dist/index.html`))

test('the archive is JavaScript, and its command starts', { skip: !isBuilt && 'the panel is not built' }, (t) => {
  const folder = folderOf(t)
  stage(folder)
  const files = globSync('{src,reader,node_modules/galley-*}/**/*.{js,ts}', { cwd: folder })
  assert.ok(files.length > 400)
  const still = files.filter(
    (file) => file.endsWith('.ts') || /from '[^'\n]+\.ts'/.test(readFileSync(join(folder, file), 'utf8')),
  )
  assert.deepEqual(still, [])
  for (const name of readdirSync('node_modules'))
    if (!existsSync(join(folder, 'node_modules', name)))
      symlinkSync(join(process.cwd(), 'node_modules', name), join(folder, 'node_modules', name))
  const command = [join(folder, 'bin/galley.cjs'), 'openapi']
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  const { stdout, stderr } = spawnSync(process.execPath, ['--no-strip-types', ...command], options)
  assert.ok(Object.keys(JSON.parse(stdout || '{}').paths ?? {}).length > 50, stderr)
})
