// Tasks: each is claimed by one worker at a time, a lease that ran out gives it to another, and whoever lost it writes nothing.

import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import type { Deps } from '#deps.ts'
import { SECOND } from '#time.ts'
import { buildDeps, onEngines, TestClock } from '../../../test/build.ts'
import { suiteCleaner } from '../../../test/cleaner.ts'
import { until } from '../../../test/until.ts'
import { SCHEDULES } from './kinds.ts'
import { runTasks } from './run.ts'
import { begun, claimDueTasks, endTask, handBack, hasDueTask, holdTask, OVER, TaskLost } from './tasks.ts'

const LEASE_MS = SCHEDULES.leaseMs

onEngines('tasks', (engine) => {
  const t = suiteCleaner()
  const clock = new TestClock()
  let deps: Deps
  before(async () => {
    deps = await buildDeps(t, { engine, clock })
  })
  beforeEach(() => deps.db.inTransaction((tx) => tx.deleteFrom('schedules').execute()))

  /** put makes tasks that are due at these times from now. */
  const put = (...after: number[]) =>
    deps.db.inTransaction((tx) =>
      tx
        .insertInto('schedules')
        .values(after.map((ms, at) => ({ name: `task ${at}`, run_at: clock.now() + ms })))
        .execute(),
    )
  const take = (limit?: number) => claimDueTasks(deps, SCHEDULES, { ...(limit && { limit }) })
  const takeOne = async () => (await take())[0]!
  const find = () => deps.db.read.selectFrom('schedules').selectAll().executeTakeFirstOrThrow()
  const write = (work: Parameters<typeof deps.db.inTransaction<void>>[0]) => deps.db.inTransaction(work)

  test('are claimed when they are due, those first that have been due longest', async () => {
    await put(-1, SECOND, -2)
    assert.deepEqual((await take(3)).map(({ name }) => name).sort(), ['task 0', 'task 2'])
    clock.advance(SECOND)
    assert.equal((await takeOne()).name, 'task 1')
    assert.equal(await hasDueTask(deps.db.read, SCHEDULES, clock.now()), false)
  })

  test('have one worker each, however many claim at once', async () => {
    await put(...Array.from({ length: 30 }, () => 0))
    const taken = (await Promise.all(Array.from({ length: 30 }, () => take(3)))).flat()
    assert.equal(new Set(taken.map(({ id }) => id)).size, taken.length)
    assert.equal(taken.length + (await take(30)).length, 30)
  })

  test('go to another worker when the lease has run out, and the first one can write nothing more', async () => {
    await put(0)
    const late = await takeOne()
    clock.advance(LEASE_MS)
    assert.deepEqual(await take(), [])
    await write((tx) => holdTask(tx, SCHEDULES, late, clock.now(), { result: 'half' }))
    clock.advance(LEASE_MS + 1)
    const next = await takeOne()
    assert.deepEqual(
      { id: next.id, fence: next.fence, attempts: next.attempts, result: next.result },
      { id: late.id, fence: late.fence + 1, attempts: 2, result: 'half' },
    )
    for (const work of [
      (tx) => holdTask(tx, SCHEDULES, late, clock.now(), { result: 'late' }),
      (tx) => endTask(tx, SCHEDULES, late, { run_at: null, result: 'late' }),
      (tx) => handBack(tx, SCHEDULES, late, clock.now()),
    ] satisfies Parameters<typeof write>[0][])
      await assert.rejects(write(work), TaskLost)
    assert.equal((await find()).result, 'half')
  })

  test('what a transaction wrote before it found its task lost is undone', async () => {
    await put(0)
    const { id, ...late } = await takeOne()
    await write(async (tx) => void (await tx.updateTable('schedules').set(OVER).where('id', '=', id).execute()))
    const both = write(async (tx) => {
      await tx.insertInto('schedules').values({ name: 'effect', run_at: 0 }).execute()
      await endTask(tx, SCHEDULES, { id, ...late }, { run_at: null })
    })
    await assert.rejects(both, TaskLost)
    assert.equal((await find()).name, 'task 0')
    assert.deepEqual(await take(), [])
  })

  test('end, are due again later, or are handed back as if they had not been taken', async () => {
    await put(0)
    const first = await takeOne()
    await write((tx) => handBack(tx, SCHEDULES, first, clock.now()))
    const second = await takeOne()
    assert.deepEqual([first.attempts, second.attempts, second.fence], [1, 1, 2])
    await write((tx) => endTask(tx, SCHEDULES, second, { run_at: clock.now() + SECOND }))
    assert.deepEqual(await take(), [])
    clock.advance(SECOND)
    const third = await takeOne()
    assert.equal(third.attempts, 2)
    await write((tx) => endTask(tx, SCHEDULES, third, { run_at: null }))
    clock.advance(LEASE_MS * 2)
    assert.deepEqual(await take(), [])
  })

  test('that are begun anew while a worker has them are lost to it', async () => {
    await put(0)
    const former = await takeOne()
    await write(async (tx) => void (await tx.updateTable('schedules').set(begun(clock.now())).execute()))
    await assert.rejects(
      write((tx) => holdTask(tx, SCHEDULES, former, clock.now())),
      TaskLost,
    )
    const { attempts, fence } = await takeOne()
    assert.deepEqual({ attempts, fence }, { attempts: 1, fence: former.fence + 1 })
  })

  test('run with their lease renewed; a worker that lost one is told, and a failed one is left to its lease', async () => {
    const short = { ...SCHEDULES, leaseMs: 30 }
    await put(0, 0)
    const stop = new AbortController()
    const told: string[] = []
    const working = runTasks(
      deps,
      {
        kind: short,
        claim: () => claimDueTasks(deps, short, { limit: 2 }),
        perform: async ({ name }, signal) => {
          if (name === 'task 1') throw new Error('It fails')
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
          told.push(name)
        },
      },
      { signal: stop.signal, pollMs: 10 },
    )
    const named = (name: string) => deps.db.read.selectFrom('schedules').selectAll().where('name', '=', name)
    const leaseOf = async (name: string) => (await named(name).executeTakeFirst())?.lease_until ?? 0
    await until('both are taken', async () => (await leaseOf('task 0')) > 0 && (await leaseOf('task 1')) > 0)
    clock.advance(20)
    const renewed = clock.now() + short.leaseMs
    await until('the lease is renewed', async () => (await leaseOf('task 0')) === renewed)
    assert.equal(await leaseOf('task 1'), renewed - 20)
    await write(async (tx) => void (await tx.updateTable('schedules').set(OVER).where('name', '=', 'task 0').execute()))
    await until('it is told', () => told.length === 1)
    stop.abort()
    await working
  })
})
