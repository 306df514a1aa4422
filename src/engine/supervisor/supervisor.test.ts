// Real processes under a real supervisor; only the delays are shorter than in service.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { childEnvironment } from '#config.ts'
import { HOUR, MINUTE } from '#time.ts'
import { isAlive } from '../../../test/alive.ts'
import { buildDeps, ENGINES, type Engine, onEngines } from '../../../test/build.ts'
import { lastFirst } from '../../../test/cleaner.ts'
import { until } from '../../../test/until.ts'
import type { Tx } from '../db/db.ts'
import type { ProcessWish } from '../db/vocabulary.ts'
import { logFolder } from './logs.ts'
import { findRow, forgetLost, type ProcessRow, register, type WantedProcess } from './rows.ts'
import { Supervisor } from './supervisor.ts'

const QUICK = { lookMs: 50, drainMs: 400, crashes: { most: 5, withinMs: 60_000, firstDelayMs: 5 } }
type Script = { script?: string; env?: Record<string, string> }

async function setUp(t: TestContext, engine: Engine, { script, env }: Script = {}) {
  const deps = await buildDeps(t, { engine, env: { GALLEY_NODE: 'here', ...env } })
  const { db, config } = deps
  const childEnv = {
    ...childEnvironment(),
    GALLEY_DATA: config.dataDir,
    DATABASE_URL: config.databaseUrl,
    GALLEY_LOG_LEVEL: 'info',
  }
  const file = join(config.dataDir, 'script.mjs')
  if (script !== undefined) writeFileSync(file, script)
  /** supervise is one more service of this node, or of another. */
  const supervise = async (timing = QUICK, nodeName = config.nodeName) => {
    const options = {
      env: { ...childEnv, GALLEY_NODE: nodeName },
      timing,
      ...(script !== undefined && { script: file }),
    }
    const supervisor = new Supervisor({ ...deps, config: { ...config, nodeName } }, options)
    await supervisor.start()
    lastFirst(t).after(async () => {
      supervisor.kill()
      await supervisor.end()
    })
    return supervisor
  }
  const wanted: WantedProcess = {
    kind: 'worker',
    name: 'w',
    origin: 'request',
    queues: ['docs'],
    concurrency: 1,
    autorestart: true,
  }
  const add = (more: Partial<WantedProcess> = {}, nodeName = config.nodeName) =>
    db.inTransaction((tx) => register({ ...deps, config: { ...config, nodeName } }, tx, { ...wanted, ...more }))
  const wish = (id: number, value: ProcessWish) =>
    db.inTransaction(async (tx) => {
      await tx.updateTable('processes').set({ wish: value }).where('id', '=', id).execute()
      tx.notify('processes')
    })
  const rowWhen = (id: number, isReached: (row: ProcessRow) => boolean): Promise<ProcessRow> =>
    until(`process ${id} is so: ${isReached}`, async () => {
      const row = await findRow(db.read, id)
      return row && isReached(row) && row
    })
  return { ...deps, supervise, add, wish, rowWhen }
}
const runs = (row: ProcessRow) => row.status === 'running'

onEngines('supervisor', (engine) => {
  test('a worker starts, restarts and stops by its wish, whichever node writes it', async (t) => {
    const { supervise, add, wish, rowWhen, db } = await setUp(t, engine)
    // A real worker on a busy machine takes its time to end.
    await supervise({ ...QUICK, drainMs: 30_000 }, 'there')
    const { id } = await add({}, 'there')
    const told = new Set<string>()
    lastFirst(t).after(
      db.on('processes', async () => {
        const row = await findRow(db.read, id)
        if (row) told.add(row.status)
      }),
    )
    const started = await rowWhen(id, runs)
    assert.deepEqual({ isUp: isAlive(started.pid), restarts: started.restarts }, { isUp: true, restarts: 0 })

    await wish(id, 'restart')
    const restarted = await rowWhen(id, (row) => runs(row) && row.run === 2)
    assert.deepEqual({ isUp: isAlive(started.pid), restarts: restarted.restarts }, { isUp: false, restarts: 1 })

    await wish(id, 'stop')
    const { pid, exit_code, reason } = await rowWhen(id, (row) => row.status === 'stopped')
    assert.equal(isAlive(restarted.pid), false)
    assert.deepEqual({ pid, exit_code, reason }, { pid: null, exit_code: 0, reason: null })
    // A supervisor that looks only when told to has seen both.
    await rowWhen(id, () => told.has('running') && told.has('stopped'))
  })

  test('a beat that crashed keeps others out only as long as its service may start it again', async (t) => {
    const { add, db } = await setUp(t, engine)
    const { id } = await add({ kind: 'beat', name: null, origin: 'service' }, 'gone')
    const crash = (retry_at: number) =>
      db.inTransaction((tx) =>
        tx.updateTable('processes').set({ status: 'crashed', retry_at }).where('id', '=', id).execute(),
      )
    await crash(Date.now() + HOUR)
    await assert.rejects(add({ kind: 'beat', name: null }), /a cluster has one/)
    await crash(Date.now() - MINUTE)
    assert.equal((await add({ kind: 'beat', name: null })).status, 'starting')
  })

  test('starting the oldest of many stopped ones continues it; what is forgotten for it goes with its log', async (t) => {
    const { add, db, config } = await setUp(t, engine)
    const folder = logFolder(config.dataDir)
    mkdirSync(folder)
    const ended = { kind: 'worker', node: 'here', status: 'stopped', wish: 'stop', run: 1, created_at: 1 } as const
    const ids: number[] = []
    for (let number = 1; number <= 53; number++) {
      const [name, log_file] = [`old-${number}`, number === 3 ? '../outside.log' : `old-${number}.log`]
      const values = { ...ended, name, log_file, stopped_at: number }
      const insert = (tx: Tx) => tx.insertInto('processes').values(values).returning('id').executeTakeFirstOrThrow()
      ids.push((await db.inTransaction(insert)).id)
      for (const part of [log_file, `${log_file}.1`]) writeFileSync(join(folder, part), 'x')
    }
    const again = await add({ name: 'old-1' })
    assert.deepEqual(
      { id: again.id, status: again.status, log_file: again.log_file },
      { id: ids[0], status: 'starting', log_file: 'old-1.log' },
    )
    const rows = await db.read.selectFrom('processes').select('id').orderBy('id').execute()
    assert.deepEqual(
      rows.map(({ id }) => id),
      [ids[0], ...ids.slice(3)],
    )
    const there = (name: string) => [name, `${name}.1`].map((part) => existsSync(join(folder, part)))
    assert.deepEqual(['old-1.log', 'old-2.log', '../outside.log', 'old-4.log'].map(there), [
      [true, true],
      [false, false],
      [true, true],
      [true, true],
    ])
  })

  test('the log of a process whose node is gone goes with its row, and one that others forgot at the next start', async (t) => {
    const { add, supervise, db, config, clock } = await setUp(t, engine)
    const folder = logFolder(config.dataDir)
    mkdirSync(folder)
    const { id } = await add({}, 'gone')
    const long = { status: 'crashed', wish: 'stop', stopped_at: 1, log_file: 'w-1.log' } as const
    await db.inTransaction((tx) => tx.updateTable('processes').set(long).where('id', '=', id).execute())
    const files = ['w-1.log', 'w-2.log', 'w-2.log.1', 'w-3.log', 'notes.txt']
    for (const name of files) {
      writeFileSync(join(folder, name), 'x')
      if (name !== 'w-3.log') utimesSync(join(folder, name), 1, 1)
    }
    assert.equal(await db.inTransaction((tx) => forgetLost(tx, config, clock.now())), 1)
    assert.deepEqual(readdirSync(folder).sort(), ['notes.txt', 'w-2.log', 'w-2.log.1', 'w-3.log'])
    await supervise()
    // What was written to within a week may still be asked for.
    assert.deepEqual(readdirSync(folder).sort(), ['notes.txt', 'w-3.log'])
  })
})

test('an orderly end leaves no process behind, and the next start brings up the same ones', async (t) => {
  const { supervise, rowWhen, db } = await setUp(t, 'sqlite', { env: { GALLEY_WORKERS: '1' } })
  const rows = () => db.read.selectFrom('processes').selectAll().orderBy('id').execute()
  const first = await supervise()
  for (const { id } of await rows()) await rowWhen(id, runs)
  const running = await rows()
  assert.deepEqual(
    running.map(({ kind, name, origin }) => [kind, name, origin]),
    [
      ['worker', 'worker-1', 'service'],
      ['beat', 'beat', 'service'],
    ],
  )
  await first.end()
  assert.deepEqual(
    running.map(({ pid }) => isAlive(pid)),
    [false, false],
  )
  assert.deepEqual(
    (await rows()).map((row) => [row.id, row.status, row.wish]),
    running.map((row) => [row.id, 'stopped', 'run']),
  )
  await supervise()
  for (const { id } of running) await rowWhen(id, (row) => runs(row) && row.run === 2)
  assert.equal((await rows()).length, 2)
})

test('a process that crashes is started again, and given up after five crashes in a minute with the reason', async (t) => {
  const script = `console.error('galley: no such table'); process.exit(3)`
  const { supervise, add, rowWhen } = await setUp(t, 'sqlite', { script })
  await supervise()
  const { id } = await add()
  const row = await rowWhen(id, ({ status, wish }) => status === 'crashed' && wish === 'stop')
  assert.deepEqual(
    { run: row.run, restarts: row.restarts, exit_code: row.exit_code, pid: row.pid },
    { run: 5, restarts: 4, exit_code: 3, pid: null },
  )
  assert.equal(row.reason, 'Given up after 5 crashes in 60 s: Exit code 3: galley: no such table')
})

test('without autorestart one crash is the end', async (t) => {
  const { supervise, add, rowWhen } = await setUp(t, 'sqlite', { script: 'process.kill(process.pid, "SIGKILL")' })
  await supervise()
  const { id } = await add({ autorestart: false })
  const row = await rowWhen(id, ({ status }) => status === 'crashed')
  assert.deepEqual(
    { run: row.run, wish: row.wish, exit_code: row.exit_code, reason: row.reason },
    { run: 1, wish: 'stop', exit_code: 137, reason: 'Ended by SIGKILL' },
  )
})

test('a process that does not end when asked is killed when its time is over', async (t) => {
  const script = `import { writeFileSync } from 'node:fs'
    process.on('SIGTERM', () => {})
    setInterval(() => {}, 1000)
    writeFileSync(process.env.GALLEY_DATA + '/deaf', '')`
  const { supervise, add, wish, rowWhen, config } = await setUp(t, 'sqlite', { script })
  await supervise()
  const { id } = await add()
  const row = await rowWhen(id, ({ pid }) => pid !== null)
  await until('the process is deaf', () => existsSync(join(config.dataDir, 'deaf')))
  await wish(id, 'stop')
  const stopped = await rowWhen(id, ({ status }) => status === 'stopped')
  assert.equal(isAlive(row.pid), false)
  assert.deepEqual(
    { exit_code: stopped.exit_code, reason: stopped.reason },
    { exit_code: 137, reason: 'Killed after 0.4 s of draining' },
  )
})

test('what ran when a service was killed is started again, and a stranger that has its pid by now is left alone', async (t) => {
  const { supervise, add, rowWhen, db } = await setUp(t, 'sqlite')
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  t.after(() => stranger.kill('SIGKILL'))
  const { id } = await add()
  const left = { status: 'running', run: 7, pid: stranger.pid!, heartbeat_at: Date.now() } as const
  await db.inTransaction((tx) => tx.updateTable('processes').set(left).where('id', '=', id).execute())
  await supervise()
  const row = await rowWhen(id, ({ run, pid }) => run === 8 && pid !== null)
  assert.notEqual(row.pid, stranger.pid)
  assert.deepEqual({ reason: row.reason, isUp: isAlive(stranger.pid!) }, { reason: null, isUp: true })
})

test('of two services under one name the later has the processes, the other when that one ends', async (t) => {
  const script = 'setInterval(() => {}, 1000)'
  const { supervise, add, rowWhen } = await setUp(t, 'sqlite', { script })
  await supervise()
  const { id } = await add()
  await rowWhen(id, ({ run, pid }) => run === 1 && pid !== null)
  const later = await supervise()
  await rowWhen(id, ({ run, pid }) => run === 2 && pid !== null)
  await later.end()
  await rowWhen(id, ({ run, pid }) => run === 3 && pid !== null)
})

test('the processes of a machine that was renamed are continued under its new name', async (t) => {
  const { supervise, db, rowWhen } = await setUp(t, 'sqlite', { env: { GALLEY_WORKERS: '1' } })
  const former = { node: 'old-name', status: 'stopped', origin: 'service', run: 1, created_at: 1 } as const
  await db.inTransaction(async (tx) => {
    await tx
      .insertInto('processes')
      .values({ ...former, kind: 'worker', name: 'worker-1' })
      .execute()
    await tx
      .insertInto('processes')
      .values({ ...former, kind: 'beat', name: 'beat', status: 'running' })
      .execute()
  })
  await supervise()
  for (const id of [1, 2]) assert.equal((await rowWhen(id, runs)).node, 'here')
  assert.equal((await db.read.selectFrom('processes').select('id').execute()).length, 2)
})

if (ENGINES.includes('postgres')) {
  test('a beat whose node is gone is replaced by a node that has workers [postgres]', async (t) => {
    const { supervise, db } = await setUp(t, 'postgres', { env: { GALLEY_WORKERS: '1' } })
    const row = { kind: 'beat', name: 'beat', node: 'gone', status: 'running', run: 1, created_at: 1 } as const
    const beats = () => db.read.selectFrom('processes').selectAll().where('kind', '=', 'beat').orderBy('id').execute()
    const heard = (heartbeat_at: number) =>
      db.inTransaction((tx) =>
        tx
          .insertInto('processes')
          .values({ ...row, heartbeat_at })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ heartbeat_at }))
          .execute(),
      )
    await heard(Date.now())
    await supervise()
    assert.deepEqual(
      (await beats()).map(({ node }) => node),
      ['gone'],
    )
    await heard(Date.now() - 120_000)
    await until('there is a second beat', async () => (await beats()).length > 1)
    assert.deepEqual(
      (await beats()).map(({ node, status, reason }) => [node, status === 'crashed', reason]),
      [
        ['gone', true, 'Node gone does not answer'],
        ['here', false, null],
      ],
    )
  })
}
