// The release archive runs without type stripping: nothing in it is TypeScript, and its command starts.

import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderOf } from '../test/folder.ts'
import { stage } from './pack.ts'

const isBuilt = ['panel/dist/index.html', 'diagram/dist/index.html', 'reader/dist/LICENSE'].every((file) =>
  existsSync(file),
)

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

test('the archive pins every package that it runs on', { skip: !isBuilt && 'the panel is not built' }, (t) => {
  const folder = folderOf(t)
  stage(folder)
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
  const { dependencies, optionalDependencies } = read(join(folder, 'package.json'))
  const { '': own, ...pinned } = read(join(folder, 'npm-shrinkwrap.json')).packages as Record<string, PinnedPackage>
  assert.deepEqual(own!.dependencies, dependencies)
  const needed = Object.entries({ ...dependencies, ...optionalDependencies })
  assert.deepEqual(
    needed.map(([name]) => [name, pinned[`node_modules/${name}`]?.version]),
    needed,
  )
  assert.deepEqual(
    Object.keys(pinned).filter((path) => !pinned[path]!.integrity && !pinned[path]!.inBundle),
    [],
  )
  const lock = read('package-lock.json').packages as Record<string, PinnedPackage>
  assert.deepEqual(
    Object.keys(pinned).filter((path) => lock[path]?.dev),
    [],
  )
})

type PinnedPackage = {
  version: string
  integrity?: string
  inBundle?: boolean
  dev?: boolean
  dependencies?: Record<string, string>
}
