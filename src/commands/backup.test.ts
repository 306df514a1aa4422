// galley backup and galley restore, as an administrator runs them: what a restore replaces is kept whole.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import Sqlite from 'better-sqlite3'
import { MIGRATIONS, migrate as migrateTo } from '#engine/db/migrate.ts'
import { openDb } from '#engine/db/open.ts'
import type { Cleaner } from '../../test/cleaner.ts'
import { folderOf } from '../../test/folder.ts'

const WRITE_AND_DIE = `
  import { COMMAND_LINE } from './src/actor.ts'
  import { openDeps } from './src/compose.ts'
  import { createCategory } from './src/features/categories/service.ts'
  import { documentsOfTree } from './src/features/documents/review/of-tree.ts'
  const deps = await openDeps({ migrate: true })
  for (const name of ['First', 'Second']) await createCategory({ ...deps, ...documentsOfTree }, { actor: COMMAND_LINE }, { name })
  process.stdout.write('written')
  setInterval(() => {}, 1000)`

/** emptyBackup is a data folder with a backup of its empty database, and the command in it. */
function emptyBackup(t: Cleaner) {
  const folder = folderOf(t)
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    GALLEY_DATA: folder,
    GALLEY_LOG_LEVEL: 'silent',
  }
  const galley = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['src/main.ts', ...args], { env, encoding: 'utf8' })
    return { status, said: (stdout + stderr).trim() }
  }
  const backup = join(folder, 'empty.backup')
  assert.equal(galley('migrate').status, 0)
  assert.equal(galley('backup', backup).status, 0)
  /** startWriter writes two categories and keeps the database open until it is killed. */
  const startWriter = async () => {
    const args = ['--input-type=module', '-e', WRITE_AND_DIE]
    const writer = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 2] })
    t.after(() => writer.kill('SIGKILL'))
    await once(writer.stdout!, 'data')
    return writer
  }
  return { folder, galley, backup, startWriter }
}

test('a restore asks for --force where there is a database, and refuses one in use', async (t) => {
  const { folder, galley, backup, startWriter } = emptyBackup(t)
  await startWriter()
  assert.match(galley('restore', backup).said, /exists; stop the service, then add --force/)
  const inUse = galley('restore', backup, '--force')
  assert.deepEqual(
    { status: inUse.status, test: /is in use; stop the service/.test(inUse.said) },
    { status: 1, test: true },
  )
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.includes('incoming')),
    [],
  )
})

test('a restore keeps what it replaces, also what a crash left in the log', async (t) => {
  const { folder, galley, backup, startWriter } = emptyBackup(t)
  const writer = await startWriter()
  writer.kill('SIGKILL')
  await once(writer, 'exit')

  const namesIn = (file: string) => {
    const database = new Sqlite(join(folder, file))
    const names = database.prepare('select name from categories order by id').pluck().all()
    database.close()
    return names
  }
  const restored = galley('restore', backup, '--force')
  assert.match(restored.said, /kept as .*galley\.db\.replaced-/)
  assert.deepEqual(namesIn('galley.db'), [])
  assert.equal(galley('restore', backup, '--force').status, 0)
  const replaced = readdirSync(folder)
    .filter((name) => /^galley\.db\.replaced-[\dTZ-]+$/.test(name))
    .sort()
  assert.deepEqual(replaced.map(namesIn), [['First', 'Second'], []])
})

test('before a migration a copy of what was there is kept', async (t) => {
  const folder = folderOf(t)
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    GALLEY_DATA: folder,
    GALLEY_LOG_LEVEL: 'silent',
  }
  const migrate = () => spawnSync(process.execPath, ['src/main.ts', 'migrate'], { env, encoding: 'utf8' }).stdout
  const [first, ...further] = [migrate(), migrate()]
  assert.match(first!, /^applied 0079_baseline\n/)
  assert.deepEqual(further, ['the schema is up to date\n'])
  assert.ok(!existsSync(join(folder, 'backups')), 'nothing was there before')

  const [before, last] = MIGRATIONS.slice(-2)
  rmSync(join(folder, 'galley.db'))
  const older = await openDb({ databaseUrl: '', dataDir: folder, poolSize: 1 })
  await migrateTo(older, MIGRATIONS.slice(0, -1))
  await older.close()
  assert.equal(migrate(), `applied ${last!.name}\n`)
  const copy = new Sqlite(join(folder, `backups/before-${last!.name}.backup`), { readonly: true })
  const newest = copy.prepare('select max(name) from schema_migrations').pluck().get()
  copy.close()
  assert.equal(newest, before!.name)
})

/** OWNER has no account on this machine, as the user of a service in a container has none. */
const OWNER = 10_001

test('what root does is owned by the owner of the data folder, and doctor names what is not', {
  skip: process.getuid?.() !== 0 && 'only root can give files to others',
}, (t) => {
  const { folder, galley } = emptyBackup(t)
  const every = () => readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const name of ['.', ...every()]) chownSync(join(folder, name), OWNER, OWNER)
  assert.match(galley('backup').said, /acting as uid 10001[\s\S]*Backed up to/)
  const [written] = readdirSync(join(folder, 'backups'))
  assert.match(galley('restore', join(folder, 'backups', written!), '--force').said, /Restored from/)
  assert.deepEqual(
    every().filter((name) => lstatSync(join(folder, name)).uid !== OWNER),
    [],
  )
  assert.match(galley('doctor').said, /^ok +files/m)

  chownSync(join(folder, 'backups'), 0, 0)
  chmodSync(join(folder, 'backups'), 0o700)
  assert.match(galley('doctor').said, /^!! +files .*\/backups\. Run chown -R 10001:10001 /m)
  const closed = folderOf(t)
  const refused = galley('backup', join(closed, 'a.backup'))
  assert.match(refused.said, /\ngalley: This user \(uid 10001\) may not: EACCES[^\n]*$/)
})
