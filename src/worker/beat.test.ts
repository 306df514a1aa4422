// The beat's loop, its schedules and what they leave alone.

import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Deps } from '#deps.ts'
import type { Tables } from '#engine/db/tables.ts'
import { SCHEDULES } from '#engine/tasks/kinds.ts'
import { claimDueTasks } from '#engine/tasks/tasks.ts'
import { DAY, dayOf, HOUR, MINUTE } from '#time.ts'
import { build, buildDeps, type Engine, onEngines, TestClock } from '../../test/build.ts'
import { until } from '../../test/until.ts'
import { backupFolder, takeScheduledBackup } from './backup.ts'
import { runBeat, type Schedule } from './beat.ts'
import { schedulesOf } from './schedules.ts'

const TICK_MS = 10
const forever = new AbortController().signal

/** beatFor runs a beat until the condition holds. */
async function beatFor(deps: Deps, schedules: Schedule[], isDone: () => boolean | Promise<boolean>): Promise<void> {
  const stop = new AbortController()
  const running = runBeat(deps, schedules, stop.signal, TICK_MS)
  await until(`the beat has come so far: ${isDone}`, isDone)
  stop.abort()
  await running
}

const run = (deps: Deps, name: string) =>
  schedulesOf(deps)
    .find((schedule) => schedule.name === name)!
    .run(forever)

const schedulesIn = (deps: Deps) => deps.db.read.selectFrom('schedules').selectAll().orderBy('name').execute()

onEngines('the beat', (engine) => {
  /** hourly is two tasks that note that they ran, one that fails, and one that is due once a year. */
  async function hourly(t: TestContext) {
    const clock = new TestClock()
    const deps = await buildDeps(t, { engine, clock })
    const ran: string[] = []
    const note = (name: string, result: string) => async () => {
      ran.push(name)
      return result
    }
    const fail = async () => {
      throw new Error('The disk is full')
    }
    const schedules: Schedule[] = [
      { name: 'a', when: HOUR, run: note('a', 'Did it') },
      { name: 'b', when: HOUR, run: note('b', '') },
      { name: 'broken', when: HOUR, run: fail },
      { name: 'yearly', when: '0 0 1 1 *', run: note('yearly', '') },
    ]
    const haveRun = async () => (await schedulesIn(deps)).filter((row) => row.result !== null).length === 3
    await beatFor(deps, schedules, haveRun)
    return { clock, deps, ran, schedules }
  }

  test('what is due runs, with its result or its failure written down', async (t) => {
    const { clock, deps, ran } = await hourly(t)
    assert.deepEqual(ran.sort(), ['a', 'b'])
    assert.deepEqual(
      (await schedulesIn(deps)).map((row) => [row.name, row.last_run_at === clock.now(), row.result, row.failed]),
      [
        ['a', true, 'Did it', 0],
        ['b', true, 'Nothing to do', 0],
        ['broken', true, 'The disk is full', 1],
        ['yearly', false, null, 0],
      ],
    )
  })

  test('what has run does not run again before it is due', async (t) => {
    const { deps, ran, schedules } = await hourly(t)
    let ticks = 0
    const always: Schedule = { name: 'always', when: 0, run: async () => `${++ticks}` }
    await beatFor(deps, [...schedules, always], () => ticks >= 5)
    assert.equal(ran.length, 2)
  })

  test('what is due again runs again, once, however long ago that was', async (t) => {
    const { clock, deps, ran, schedules } = await hourly(t)
    clock.advance(HOUR)
    await beatFor(deps, schedules, () => ran.length === 4)
    clock.advance(366 * DAY)
    await beatFor(deps, schedules, () => ran.length === 7)
    assert.equal(ran.filter((name) => name === 'yearly').length, 1)
  })

  test('of two beats one runs a task, and the other takes over when it ends', async (t) => {
    const deps = await buildDeps(t, { engine })
    const other = { ...deps, config: { ...deps.config, nodeName: 'other' } }
    const ran: string[] = []
    const hold = Promise.withResolvers<void>()
    const slow = (who: string): Schedule[] => [
      { name: 'slow', when: 1, run: async () => `${ran.push(`slow ${who}`)} ${await hold.promise}` },
      { name: 'often', when: 1, run: async () => `${ran.push(`often ${who}`)}` },
    ]
    const [first, second] = [new AbortController(), new AbortController()]
    const running = runBeat(deps, slow('first'), first.signal, TICK_MS)
    await until('the first beat runs it', () => ran.includes('slow first'))
    const beside = runBeat(other, slow('second'), second.signal, TICK_MS)
    await until('the second beat runs what the first does not', () => ran.includes('often second'))
    assert.equal(ran.includes('slow second'), false)
    first.abort()
    hold.resolve()
    await running
    await until('the second beat runs it', () => ran.includes('slow second'))
    second.abort()
    await beside
  })

  test('a run whose scheduler was killed is made again, and one that kills every scheduler is given up until its next time', async (t) => {
    const clock = new TestClock()
    const deps = await buildDeps(t, { engine, clock })
    const ran: string[] = []
    const nightly: Schedule = { name: 'backup', when: HOUR, run: async () => `${ran.push('backup')} written` }
    /** kill leaves behind what a scheduler does that is killed while the task runs. */
    const kill = async () => {
      const rows = await claimDueTasks(deps, SCHEDULES)
      assert.equal(rows.length, 1)
      clock.advance(MINUTE)
    }
    await beatFor(deps, [nightly], () => ran.length === 1)
    const result = async () => (await schedulesIn(deps))[0]!.result
    for (const [kills, expected] of [
      [1, '2 written'],
      [3, 'The scheduler ended during each of several runs'],
      [0, '3 written'],
    ] as const) {
      clock.advance(HOUR)
      for (let at = 0; at < kills; at++) await kill()
      await beatFor(deps, [nightly], async () => (await result()) === expected)
    }
  })

  test('the real schedules all run on an empty database', async (t) => {
    const deps = await buildDeps(t, { engine })
    const schedules = schedulesOf(deps)
    await beatFor(
      deps,
      schedules,
      async () => (await schedulesIn(deps)).filter((row) => row.result !== null).length === schedules.length,
    )
    const rows = await schedulesIn(deps)
    assert.deepEqual(
      rows.filter((row) => row.failed === 1 || row.run_at === null),
      [],
    )
    assert.equal(rows.length, schedules.length)
  })

  test('what has outlived its use goes, what is in use stays', async (t) => {
    const { deps, ids } = await filled(t, engine)
    const { db } = deps
    const count = async (table: keyof Tables) => (await db.read.selectFrom(table).selectAll().execute()).length

    assert.equal(await run(deps, 'codes'), 'Removed 2 expired codes and bridge tokens')
    assert.deepEqual([await count('codes'), await count('sso_uses')], [1, 1])
    assert.equal(await run(deps, 'throttles'), 'Removed 1200 old throttle entries')
    assert.equal(await count('throttles'), 1)
    assert.equal(await run(deps, 'nodes'), 'Removed 1 traces of nodes that are gone')
    assert.equal(await count('nodes'), 1)
    assert.equal(await run(deps, 'sessions'), 'Removed 3 ended sessions and expired tokens')
    assert.deepEqual([await count('sessions'), await count('api_tokens')], [1, 1])
    assert.equal(await run(deps, 'events'), 'Removed 1 events of finished jobs')
    assert.equal(await count('events'), 2)
    assert.equal(await run(deps, 'revisions'), 'Removed 1008 revisions beyond those kept')
    const rows = await db.read.selectFrom('revisions').select('version').where('document_id', '=', ids.busy).execute()
    assert.deepEqual(
      rows.map(({ version }) => version).sort((a, b) => a! - b!),
      [1005, 1006, 1007, 1008, 1009, 1010],
    )
    assert.equal(await run(deps, 'audit'), 'Removed 1 entries of the audit trail')
    assert.equal(await count('audit'), 1)
    assert.equal(await run(deps, 'audit'), '')
  })

  test('views of long ago are kept by month, and none is lost', async (t) => {
    const { deps, ids } = await filled(t, engine)
    const { db, clock } = deps
    const recent = dayOf(clock.now() - 10 * DAY)
    const views = [
      { day: '2020-03-01', views: 1 },
      { day: '2020-03-02', views: 2 },
      { day: '2020-03-31', views: 3 },
      { day: '2020-04-07', views: 4 },
      { day: recent, views: 5 },
    ].map((row) => ({ document_id: ids.busy, ...row }))
    await db.inTransaction((tx) => tx.insertInto('views').values(views).execute())
    assert.equal(await run(deps, 'views'), 'Folded 3 days of views into months')
    const rows = await db.read.selectFrom('views').select(['day', 'views']).orderBy('day').execute()
    assert.deepEqual(
      rows.map((row) => [row.day, row.views]),
      [
        ['2020-03-01', 6],
        ['2020-04-01', 4],
        [recent, 5],
      ],
    )
    assert.equal(await run(deps, 'views'), '')
  })
})

test('a scheduled backup removes what a killed one left behind, and nothing else', async (t) => {
  const deps = await buildDeps(t, { engine: 'sqlite' })
  const folder = backupFolder(deps.config.dataDir)
  const killed = 'scheduled-2026-01-02T03-00-00-000Z.backup'
  mkdirSync(join(folder, `${killed}.scratch-abcdef`), { recursive: true })
  for (const name of [`${killed}.scratch-abcdef/galley.db`, `${killed}.partial`, killed, 'by-hand.backup.partial'])
    writeFileSync(join(folder, name), 'half')
  await takeScheduledBackup(deps)
  const files = readdirSync(folder).sort()
  assert.equal(files.length, 3)
  assert.deepEqual(files.slice(0, 2), ['by-hand.backup.partial', killed])
})

test('the scheduled backup is a whole database, and only the newest are kept', async (t) => {
  const clock = new TestClock()
  const deps = await buildDeps(t, {
    engine: 'sqlite',
    clock,
    env: { GALLEY_BACKUP_CRON: '0 3 * * *', GALLEY_BACKUP_KEEP: '2' },
  })
  assert.equal(schedulesOf(deps).find(({ name }) => name === 'backup')?.when, '0 3 * * *')
  const folder = backupFolder(deps.config.dataDir)
  for (let night = 0; night < 4; night++) {
    const result = await takeScheduledBackup(deps)
    if (night === 0) writeFileSync(join(folder, 'galley-by-hand.backup'), 'not ours')
    assert.match(result, /^Wrote and verified scheduled-.*\.backup \(\d+ KiB, \d+ rows\), removed [01] older$/)
    clock.advance(DAY)
  }
  const files = readdirSync(folder)
  assert.equal(files.length, 3)
  assert.equal(existsSync(join(folder, 'galley-by-hand.backup')), true)
})

test('/metrics tells of processes and schedules', async (t) => {
  const { app, db } = await build(t, { engine: 'sqlite' })
  const row = { name: 'codes', last_run_at: 5000, duration_ms: 20, failed: 1 } as const
  await db.inTransaction((tx) => tx.insertInto('schedules').values(row).execute())
  const { body } = await app.inject({ url: '/metrics' })
  for (const line of [
    'galley_processes{kind="worker",status="running"} 0',
    'galley_schedule_last_run_seconds{schedule="codes"} 5',
    'galley_schedule_duration_seconds{schedule="codes"} 0.02',
    'galley_schedule_failed{schedule="codes"} 1',
  ])
    assert.ok(body.includes(line), line)
})

/** filled has, of everything that ages, some that is too old and some that is not. */
async function filled(t: TestContext, engine: Engine) {
  const deps = await buildDeps(t, {
    engine,
    env: { GALLEY_KEEP_REVISIONS: '5', GALLEY_KEEP_EVENTS_DAYS: '30', GALLEY_KEEP_AUDIT_DAYS: '30' },
  })
  const now = deps.clock.now()
  const old = now - 60 * DAY
  const ids = await deps.db.inTransaction(async (tx) => {
    const code = { code_hmac: 'x', sent_at: 0, asker: 'x' }
    await tx
      .insertInto('codes')
      .values([
        { ...code, identifier: 'a', expires_at: old },
        { ...code, identifier: 'b', expires_at: now + MINUTE },
      ])
      .execute()
    await tx
      .insertInto('sso_uses')
      .values([
        { jti: 'a', expires_at: old },
        { jti: 'b', expires_at: now },
      ])
      .execute()
    const failures = Array.from({ length: 1200 }, (_, at) => ({ scope: 's', key: String(at), at: old }))
    for (let from = 0; from < failures.length; from += 400)
      await tx
        .insertInto('throttles')
        .values(failures.slice(from, from + 400))
        .execute()
    await tx.insertInto('throttles').values({ scope: 's', key: 'new', at: now }).execute()
    const user = await tx
      .insertInto('users')
      .values({ email: 'a@example.com', role: 'reader', created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const session = { user_id: user.id, created_at: old }
    await tx
      .insertInto('sessions')
      .values([
        { ...session, refreshable_until: now + DAY },
        { ...session, refreshable_until: old },
        { ...session, refreshable_until: now + DAY, ended_at: old },
      ])
      .execute()
    const token = { user_id: user.id, name: 't', prefix: 'p', role: 'reader', created_at: old } as const
    await tx
      .insertInto('api_tokens')
      .values([
        { ...token, hash: 'a', expires_at: old },
        { ...token, hash: 'b', expires_at: now - DAY },
      ])
      .execute()
    await tx
      .insertInto('nodes')
      .values([
        { name: 'gone', heartbeat_at: old },
        { name: 'alive', heartbeat_at: now },
      ])
      .execute()
    const entry = { actor: 'someone', action: 'x', target: 'y' }
    await tx
      .insertInto('audit')
      .values([
        { ...entry, at: old },
        { ...entry, at: now },
      ])
      .execute()
    const document = (slug: string) =>
      tx
        .insertInto('document_rows')
        .values({ slug, title: slug, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
    const [busy, quiet] = [await document('busy'), await document('quiet')]
    const revision = (document_id: number, version: number) => ({
      ...{ document_id, version, since: version, base_version: version - 1 },
      ...{ title: 't', tags: '[]', blocks: '[]', origin: 'hand' as const, created_at: now, published_at: now },
    })
    for (let version = 1; version <= 1010; version += 101)
      await tx
        .insertInto('revisions')
        .values(Array.from({ length: 101 }, (_, at) => revision(busy.id, version + at)))
        .execute()
    await tx
      .insertInto('revisions')
      .values(Array.from({ length: 10 }, (_, at) => revision(quiet.id, at + 1)))
      .execute()
    const job = (document_id: number, status: 'approved' | 'queued') =>
      tx
        .insertInto('jobs')
        .values({ document_id, status, run_at: old, created_at: old, updated_at: old })
        .returning('id')
        .executeTakeFirstOrThrow()
    const [finished, active] = [await job(busy.id, 'approved'), await job(quiet.id, 'queued')]
    const event = { kind: 'job.queued', message: 'm' }
    await tx
      .insertInto('events')
      .values([
        { ...event, job_id: finished.id, created_at: old },
        { ...event, job_id: finished.id, created_at: now },
        { ...event, job_id: active.id, created_at: old },
      ])
      .execute()
    return { busy: busy.id, quiet: quiet.id }
  })
  return { deps, ids }
}
