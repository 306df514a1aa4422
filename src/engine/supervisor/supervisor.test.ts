// Real processes under a real supervisor; only the delays are shorter than in service.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { childEnvironment } from '#config.ts'
import { HOUR } from '#time.ts'
import { buildDeps, ENGINES, type Engine, onEngines } from '../../../test/build.ts'
import { lastFirst } from '../../../test/cleaner.ts'
import { until } from '../../../test/until.ts'
import type { Tx } from '../db/db.ts'
import type { ProcessWish } from '../db/vocabulary.ts'
import { findStart, isAlive } from './identity.ts'
import { supervisorLease } from './leases.ts'
import { logFolder } from './log-file.ts'
import { register, type WantedProcess } from './register.ts'
import { findRow, forgetLost, type ProcessRow } from './rows.ts'
import { Supervisor, type Timing } from './supervisor.ts'

const QUICK: Partial<Timing> = {
  lookMs: 50,
  shortestPauseMs: 20,
  drainMs: 400,
  crash: { limit: 5, windowMs: 60_000, firstDelayMs: 5 },
}
type Script = { script?: string; env?: Record<string, string> }

async function setUp(t: TestContext, engine: Engine, { script, env }: Script = {}) {
  const deps = await buildDeps(t, { engine, env: { GALLEY_NODE: 'here', ...env } })
  const { db, config } = deps
  const childEnv = {
    ...childEnvironment(),
    GALLEY_DATA: config.dataDir,
    DATABASE_URL: config.databaseUrl,
    GALLEY_NODE: config.nodeName,
    GALLEY_LOG_LEVEL: 'info',
  }
  let reads = 0
  const watched: typeof db = {
    ...db,
    get read() {
      reads++
      return db.read
    },
  }
  /** looked returns after the supervisor has looked that many more times; one reads the lease, the rows, or both. */
  const looked = async (times: number) => {
    const enough = reads + 2 * times
    await until(`the supervisor has looked ${times} times`, () => reads >= enough)
  }
  const file = join(config.dataDir, 'script.mjs')
  if (script !== undefined) writeFileSync(file, script)
  const supervise = async (timing = QUICK) => {
    const options = { env: childEnv, timing, ...(script !== undefined && { script: file }) }
    const supervisor = new Supervisor({ ...deps, db: watched }, options)
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
    node: 'here',
    origin: 'request',
    queues: ['docs'],
    concurrency: 1,
    autorestart: true,
  }
  const add = (more: Partial<WantedProcess> = {}) =>
    db.inTransaction((tx) => register(deps, tx, { ...wanted, ...more }))
  const wish = (id: number, value: ProcessWish) =>
    db.inTransaction(async (tx) => {
      await tx.updateTable('processes').set({ wish: value }).where('id', '=', id).execute()
      tx.notify('processes')
    })
  const rowWhen = (id: number, isSo: (row: ProcessRow) => boolean): Promise<ProcessRow> =>
    until(`process ${id} is so: ${isSo}`, async () => {
      const row = await findRow(db.read, id)
      return row && isSo(row) && row
    })
  return { ...deps, supervise, add, wish, rowWhen, looked }
}
const runs = (row: ProcessRow) => row.status === 'running'

onEngines('supervisor', (engine) => {
  test('a worker starts, is adopted by the next supervisor, restarts and stops by its wish', async (t) => {
    const { supervise, add, wish, rowWhen, looked, db } = await setUp(t, engine)
    // A real worker on a busy machine takes its time to end.
    const timing = { ...QUICK, drainMs: 30_000 }
    const first = await supervise(timing)
    const { id } = await add()
    const told = new Set<string>()
    lastFirst(t).after(
      db.on('processes', async () => {
        const row = await findRow(db.read, id)
        if (row) told.add(row.status)
      }),
    )
    const started = await rowWhen(id, runs)
    assert.equal(isAlive(started), true)

    first.abandon()
    await supervise(timing)
    await looked(5)
    const adopted = await rowWhen(id, runs)
    assert.deepEqual(
      { pid: adopted.pid, run: adopted.run, restarts: adopted.restarts },
      { pid: started.pid, run: 1, restarts: 0 },
    )

    await wish(id, 'restart')
    const restarted = await rowWhen(id, (row) => runs(row) && row.run === 2)
    assert.equal(isAlive(started), false)
    assert.equal(restarted.restarts, 1)

    await wish(id, 'stop')
    const stopped = await rowWhen(id, (row) => row.status === 'stopped')
    assert.equal(isAlive(restarted), false)
    assert.deepEqual(
      { pid: stopped.pid, exit_code: stopped.exit_code, reason: stopped.reason },
      { pid: null, exit_code: 0, reason: null },
    )
    // A supervisor that looks only when told to has seen both.
    await rowWhen(id, () => told.has('running') && told.has('stopped'))
  })

  test('a process that nobody supervises any more obeys stop by itself, and says that it ended', async (t) => {
    const { supervise, add, wish, rowWhen, db } = await setUp(t, engine)
    const supervisor = await supervise()
    const { id } = await add()
    const row = await rowWhen(id, runs)
    supervisor.abandon()
    await db.inTransaction((tx) => tx.deleteFrom('leases').execute())
    await wish(id, 'stop')
    await rowWhen(id, ({ status }) => status === 'stopped')
    await until('the process is gone', () => !isAlive(row))
  })

  test('a beat that crashed keeps others out only while a supervisor is there to start it again', async (t) => {
    const { add, db } = await setUp(t, engine)
    const { id } = await add({ kind: 'beat', name: null, node: 'gone', origin: 'service' })
    const crashed = { status: 'crashed', retry_at: Date.now() + HOUR } as const
    await db.inTransaction((tx) => tx.updateTable('processes').set(crashed).where('id', '=', id).execute())
    const lease = { name: supervisorLease('gone'), holder: 'gone 1 1', until: Date.now() + HOUR }
    await db.inTransaction((tx) => tx.insertInto('leases').values(lease).execute())
    await assert.rejects(add({ kind: 'beat', name: null }), /a cluster has one/)
    await db.inTransaction((tx) => tx.deleteFrom('leases').where('name', '=', lease.name).execute())
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
    const { id } = await add({ node: 'gone' })
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
    running.map((row) => isAlive(row)),
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
  assert.equal(isAlive(row), false)
  assert.deepEqual(
    { exit_code: stopped.exit_code, reason: stopped.reason },
    { exit_code: 137, reason: 'Killed after 0.4 s of draining' },
  )
})

test('a row whose pid now belongs to a stranger harms nobody', async (t) => {
  const { supervise, add, rowWhen, db } = await setUp(t, 'sqlite')
  const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  t.after(() => stranger.kill('SIGKILL'))
  const { id } = await add({ autorestart: false })
  await db.inTransaction((tx) =>
    tx
      .updateTable('processes')
      .set({ status: 'running', run: 1, pid: stranger.pid!, pid_started: 'long ago' })
      .where('id', '=', id)
      .execute(),
  )
  await supervise()
  await rowWhen(id, ({ status }) => status === 'crashed')
  assert.notEqual(findStart(stranger.pid!), undefined)
})

test('of two services on one machine one looks after the processes, the other when that one is gone', async (t) => {
  const { supervise, add, rowWhen, looked, db } = await setUp(t, 'sqlite')
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  t.after(() => other.kill('SIGKILL'))
  const holder = `here ${other.pid} ${findStart(other.pid!)}`
  await db.inTransaction((tx) =>
    tx
      .insertInto('leases')
      .values({ name: 'supervisor:here', holder, until: Date.now() + 60_000 })
      .execute(),
  )
  await supervise()
  const { id } = await add()
  await looked(5)
  assert.equal((await findRow(db.read, id))?.run, 0)
  other.kill('SIGKILL')
  await rowWhen(id, runs)
})

test('a process that died while no service ran is started at once, and that is no crash', async (t) => {
  const { supervise, add, rowWhen, db } = await setUp(t, 'sqlite')
  const { id } = await add()
  const dead = { status: 'running', run: 7, pid: 2 ** 30, pid_started: 'x', crashes: '[1,2,3]' } as const
  await db.inTransaction((tx) => tx.updateTable('processes').set(dead).where('id', '=', id).execute())
  await supervise()
  const row = await rowWhen(id, ({ run, pid }) => run === 8 && pid !== null)
  assert.deepEqual({ crashes: row.crashes, reason: row.reason }, { crashes: '[1,2,3]', reason: null })
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
    const lease = { name: 'supervisor:gone', until: Date.now() + 700, holder: 'gone 1 x' }
    await db.inTransaction(async (tx) => {
      await tx.insertInto('leases').values(lease).execute()
      await tx
        .insertInto('processes')
        .values({ ...row, heartbeat_at: Date.now() - 120_000 })
        .execute()
    })
    await supervise()
    const beats = () => db.read.selectFrom('processes').selectAll().where('kind', '=', 'beat').orderBy('id').execute()
    assert.deepEqual(
      (await beats()).map(({ node }) => node),
      ['gone'],
    )
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
