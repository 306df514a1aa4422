// The endpoints over a real supervisor and real processes.

import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, type TestContext, test } from 'node:test'
import { childEnvironment } from '#config.ts'
import { logFolder } from '#engine/supervisor/logs.ts'
import { Supervisor } from '#engine/supervisor/supervisor.ts'
import { isAlive } from '../../../test/alive.ts'
import { build, type Engine, OUTSIDE, onEngines } from '../../../test/build.ts'
import { type Cleaner, lastFirst, suiteCleaner } from '../../../test/cleaner.ts'
import { listen } from '../../../test/streams.ts'
import { until } from '../../../test/until.ts'
import type { Proc } from './schemas.ts'

const ROUTES = [
  ['GET', '/api/admin/celery/procs'],
  ['POST', '/api/admin/celery/worker/start'],
  ['POST', '/api/admin/celery/beat/start'],
  ['POST', '/api/admin/celery/proc/1/stop'],
  ['POST', '/api/admin/celery/proc/1/restart'],
  ['DELETE', '/api/admin/celery/proc/1'],
  ['POST', '/api/admin/celery/refresh'],
  ['GET', '/api/admin/celery/proc/1/log'],
  ['GET', '/api/admin/celery/proc/1/log/tail'],
  ['GET', '/api/admin/celery/proc/1/log/stream'],
] as const

/** IDLE stands in for a worker where only its row counts. */
const IDLE = 'setInterval(() => {}, 1000)'

async function setUp(t: Cleaner, engine: Engine, withSupervisor: boolean | typeof IDLE) {
  const built = await build(t, { engine, env: { GALLEY_NODE: 'here' } })
  const { app, config, db } = built
  if (withSupervisor) {
    const env = {
      ...childEnvironment(),
      GALLEY_DATA: config.dataDir,
      DATABASE_URL: config.databaseUrl,
      GALLEY_NODE: 'here',
      GALLEY_LOG_LEVEL: 'info',
    }
    const script = join(config.dataDir, 'idle.mjs')
    writeFileSync(script, IDLE)
    const options = withSupervisor === IDLE ? { env, script } : { env }
    const supervisor = new Supervisor(built, { ...options, timing: { lookMs: 100 } })
    await supervisor.start()
    lastFirst(t).after(async () => {
      supervisor.kill()
      await supervisor.end()
    })
  }
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
    const response = await app.inject({ method, url: `/api/admin/celery${path}`, ...(payload && { payload }) })
    const isJson = response.headers['content-type'] === 'application/json'
    return { status: response.statusCode, body: isJson ? response.json() : response.body, response }
  }
  const procWhen = (id: number, status: Proc['status']): Promise<Proc> =>
    until(`process ${id} is ${status}`, async () => {
      const { body } = await call('GET', '/procs')
      return (body as Proc[]).find((one) => one.id === id && one.status === status)
    })
  /** plant writes a row as another node would have. */
  const plant = (values: { name: string; node: string } & Record<string, unknown>) =>
    db.inTransaction(async (tx) => {
      const row = { kind: 'worker', status: 'running', run: 1, created_at: Date.now(), ...values } as const
      return (await tx.insertInto('processes').values(row).returning('id').executeTakeFirstOrThrow()).id
    })
  return { ...built, call, procWhen, plant }
}

/** setUpElsewhere has the process `away` on a node with a data folder of its own, whose service supervises it. */
async function setUpElsewhere(t: TestContext, engine: Engine) {
  const site = await setUp(t, engine, false)
  const dataDir = mkdtempSync(join(tmpdir(), 'galley-there-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const config = { ...site.config, nodeName: 'there', dataDir, workers: 0 }
  const supervisor = new Supervisor({ ...site, config }, { env: {} })
  await supervisor.start()
  lastFirst(t).after(() => supervisor.end())
  const there = { name: 'there/1', heartbeat_at: Date.now() }
  await site.db.inTransaction((tx) => tx.insertInto('nodes').values(there).execute())
  const log_file = 'away-1.log'
  const file = join(logFolder(dataDir), log_file)
  mkdirSync(logFolder(dataDir), { recursive: true })
  writeFileSync(file, 'one\ntwo\nthree\n')
  const id = await site.plant({ name: 'away', node: 'there', status: 'stopped', wish: 'stop', log_file })
  const open = () => site.db.read.selectFrom('log_requests').selectAll().execute()
  return { ...site, id, open, write: (line: string) => appendFileSync(file, `${line}\n`) }
}

describe('/api/admin/celery', () => {
  test('needs an administrator, except from a trusted network', async (t) => {
    const { app, person } = await setUp(t, 'sqlite', false)
    const editor = await person('editor')
    for (const [method, url] of ROUTES) {
      const unknown = await app.inject({ method, url, headers: OUTSIDE })
      assert.deepEqual({ url, statusCode: unknown.statusCode }, { url, statusCode: 401 })
      const small = await app.inject({ method, url, headers: { ...OUTSIDE, ...editor.headers } })
      assert.deepEqual(
        { url, statusCode: small.statusCode, small: small.json() },
        { url, statusCode: 403, small: { detail: 'Requires the admin role' } },
      )
    }
    const admin = await person('admin')
    const url = '/api/admin/celery/procs'
    assert.equal((await app.inject({ url, headers: { ...OUTSIDE, ...admin.headers } })).statusCode, 200)
    assert.equal((await app.inject({ url })).statusCode, 200)
  })

  test('refuses names, numbers and queues outside their bounds, and whatever looks like a path or a command', async (t) => {
    const { call, db } = await setUp(t, 'sqlite', false)
    const bad = [
      { name: '' },
      { name: 'A' },
      { name: 'x'.repeat(41) },
      { name: '../../etc/passwd' },
      { name: 'a;rm -rf b' },
      { name: '$(id)' },
      { name: '--inspect=0.0.0.0' + ' ' },
      { name: 'a\nb' },
      { name: 7 },
      { concurrency: 0 },
      { concurrency: 33 },
      { concurrency: 1.5 },
      { concurrency: 'two' },
      { queues: [] },
      { queues: ['docs', '`id`'] },
      { queues: 'docs' },
      { queues: Array.from({ length: 17 }, (_, at) => `q${at}`) },
      { autorestart: 'perhaps' },
      [],
      'worker',
    ]
    for (const payload of bad) {
      const { status, body } = await call('POST', '/worker/start', payload as object)
      assert.deepEqual(
        { payload, status, isArray: Array.isArray(body.detail) },
        { payload, status: 422, isArray: true },
      )
    }
    assert.equal((await call('POST', '/worker/start')).status, 422)
    assert.equal((await call('POST', '/beat/start', { name: 'B/B' })).status, 422)
    assert.equal((await call('POST', '/proc/abc/stop')).status, 422)
    assert.equal((await call('GET', '/proc/1/log/tail?lines=0')).status, 422)
    assert.equal((await call('GET', '/proc/1/log/tail?lines=5001')).status, 422)
    assert.deepEqual(await db.read.selectFrom('processes').selectAll().execute(), [])
  })

  test('an unknown process is not found', async (t) => {
    const { call } = await setUp(t, 'sqlite', false)
    for (const [method, url] of ROUTES.filter(([, route]) => route.includes('/1'))) {
      for (const id of ['1', '0', '-1', '99999999999999999999999']) {
        const response = await call(method, url.replace('/api/admin/celery', '').replace('/1', `/${id}`))
        assert.deepEqual(
          { url, id, status: response.status, body: response.body },
          { url, id, status: 404, body: { detail: 'Process not found' } },
        )
      }
    }
  })

  test('the seventeenth process, a second beat and a taken name are refused', async (t) => {
    const { call } = await setUp(t, 'sqlite', IDLE)
    const starts = Array.from({ length: 14 }, (_, at) => call('POST', '/worker/start', { name: `w-${at}` }))
    starts.push(call('POST', '/beat/start', {}), call('POST', '/worker/start', {}))
    const started = await Promise.all(starts)
    assert.deepEqual([...new Set(started.map(({ status }) => status))], [200])
    const refused = await Promise.all([
      call('POST', '/worker/start', {}),
      call('POST', '/worker/start', { name: 'w-3' }),
      call('POST', '/beat/start', { name: 'other' }),
    ])
    assert.deepEqual(
      refused.map(({ status, body }) => [status, body.detail]),
      [
        [409, 'Node here runs 16 processes already; at most 16 are allowed'],
        [409, 'Node here runs 16 processes already; at most 16 are allowed'],
        [
          409,
          'Beat 15 (beat) is already starting on node here, and a cluster has one; if that node is gone, try again 30 seconds after its last heartbeat',
        ],
      ],
    )
    await call('DELETE', '/proc/1')
    const taken = await call('POST', '/worker/start', { name: 'w-3' })
    assert.deepEqual(
      { status: taken.status, detail: taken.body.detail },
      { status: 409, detail: 'The name w-3 is taken by worker 4, which is starting' },
    )
  })

  test('a log outside the log folder, or on a node that does not answer, is not read', async (t) => {
    const { call, plant, config } = await setUp(t, 'sqlite', false)
    const secret = join(config.dataDir, 'secret.txt')
    writeFileSync(secret, 'secret\n')
    mkdirSync(join(config.dataDir, 'logs'))
    symlinkSync(secret, join(config.dataDir, 'logs', 'link.log'))
    for (const log_file of ['../secret.txt', secret, '/etc/passwd', 'link.log', './../secret.txt']) {
      const id = await plant({ name: `p${log_file.length}`, node: 'here', log_file })
      assert.deepEqual((await call('GET', `/proc/${id}/log`)).body.lines, [])
      assert.equal((await call('GET', `/proc/${id}/log/tail`)).body, '')
    }
    const away = await plant({ name: 'away', node: 'there', log_file: 'away-1.log' })
    const { body } = await call('GET', `/proc/${away}/log`)
    const silence = 'Node there does not respond. Its log is on that node: logs/away-1.log in the data folder.'
    assert.deepEqual({ lines: body.lines, truncated: body.truncated }, { lines: [silence], truncated: true })
  })

  test('a process of a node that does not answer is shown as such, and can be stopped and deleted', async (t) => {
    const { call, plant } = await setUp(t, 'sqlite', false)
    const longAgo = Date.now() - 60_000
    const id = await plant({ name: 'lost', node: 'there', heartbeat_at: longAgo })
    const fresh = await plant({ name: 'fresh', node: 'there', heartbeat_at: Date.now() })
    const { body } = await call('POST', '/refresh')
    assert.equal(body.changed, 1)
    assert.deepEqual(
      body.procs.map((one: Proc) => [one.id, one.status, one.reason]),
      [
        [id, 'crashed', 'Node there does not answer'],
        [fresh, 'running', null],
      ],
    )
    assert.equal((await call('POST', `/proc/${id}/restart`)).status, 409)
    assert.equal((await call('POST', `/proc/${id}/stop`)).body.status, 'stopped')
    assert.deepEqual((await call('DELETE', `/proc/${id}`)).body, { deleted: id })
  })

  test('a process that a command started is listed, and not controlled while it runs', async (t) => {
    const { call, plant } = await setUp(t, 'sqlite', false)
    const id = await plant({ name: 'by-hand', node: 'container', origin: 'command', heartbeat_at: Date.now() })
    const refused = [
      await call('POST', `/proc/${id}/stop`),
      await call('POST', `/proc/${id}/restart`),
      await call('DELETE', `/proc/${id}`),
    ]
    const detail = `Process ${id} was started by a command on node container; stop it there`
    for (const { status, body } of refused) assert.deepEqual({ status, body }, { status: 409, body: { detail } })
    assert.equal((await call('GET', '/procs')).body[0].status, 'running')
  })
})

onEngines('/api/admin/celery', (engine) => {
  describe('a worker', () => {
    const t = suiteCleaner()
    let site: Awaited<ReturnType<typeof setUp>>
    let started: { status: number; body: Proc }
    before(async () => {
      site = await setUp(t, engine, true)
      started = await site.call('POST', '/worker/start', { name: 'w', concurrency: 3, queues: ['docs', 'docs', 'big'] })
    })

    // What follows happens to one worker, in this order.
    test('is started as asked for, and listed', async () => {
      const { id, pid } = started.body
      assert.equal(started.status, 200)
      assert.equal(isAlive(pid), true)
      const { queues, concurrency, node, pid: listed } = await site.procWhen(id, 'running')
      assert.deepEqual(
        { queues, concurrency, node, listed },
        { queues: ['docs', 'big'], concurrency: 3, node: 'here', listed: pid },
      )
    })

    test('keeps its name for itself while it runs', async () => {
      const { status, body } = await site.call('POST', '/worker/start', { name: 'w' })
      const taken = `The name w is taken by worker ${started.body.id}, which is running`
      assert.deepEqual({ status, detail: body.detail }, { status: 409, detail: taken })
    })

    test('is another process after a restart', async () => {
      const { id, pid } = started.body
      const restarted = (await site.call('POST', `/proc/${id}/restart`)).body as Proc
      assert.equal(isAlive(pid), false)
      assert.notEqual(restarted.pid, pid)
      assert.equal(restarted.restarts, 1)
      await site.procWhen(id, 'running')
    })

    test('has a log, whole or its last lines', async () => {
      const { id } = started.body
      const log = (await site.call('GET', `/proc/${id}/log`)).body
      assert.deepEqual({ id: log.id, name: log.name, truncated: log.truncated }, { id, name: 'w', truncated: false })
      const size = log.lines.reduce((sum: number, line: string) => sum + Buffer.byteLength(line) + 1, 0)
      assert.equal(log.size, size)
      assert.equal(JSON.parse(log.lines[0]).msg, 'process is up')
      const tail = await site.call('GET', `/proc/${id}/log/tail?lines=2`)
      assert.equal(tail.response.headers['content-type'], 'text/plain; charset=utf-8')
      assert.equal(tail.body.split('\n').length, 3)
    })

    test('is stopped in order, and stays so when asked twice', async () => {
      const { id } = started.body
      const { pid } = await site.procWhen(id, 'running')
      const stopped = (await site.call('POST', `/proc/${id}/stop`)).body as Proc
      assert.deepEqual(
        { status: stopped.status, pid: stopped.pid, exit_code: stopped.exit_code },
        { status: 'stopped', pid: null, exit_code: 0 },
      )
      assert.equal(isAlive(pid), false)
      assert.equal((await site.call('POST', `/proc/${id}/stop`)).body.status, 'stopped')
    })

    test('is started again under its name, and ends when it is deleted', async () => {
      const { id } = started.body
      const again = (await site.call('POST', '/worker/start', { name: 'w' })).body as Proc
      assert.deepEqual({ id: again.id, concurrency: again.concurrency }, { id, concurrency: 2 })
      assert.deepEqual((await site.call('DELETE', `/proc/${id}`)).body, { deleted: id })
      assert.equal(isAlive(again.pid), false)
      assert.deepEqual((await site.call('GET', '/procs')).body, [])
    })

    test('has left all of that in the audit trail', async () => {
      const actions = await site.db.read.selectFrom('audit').select('action').orderBy('id').execute()
      assert.deepEqual(
        actions.map(({ action }) => action),
        ['started', 'restarted', 'stopped', 'stopped', 'started', 'deleted'].map((what) => `process.${what}`),
      )
    })
  })

  test('the log of a process on another node is read there, and nothing of it stays in the database', async (t) => {
    const { call, id, open } = await setUpElsewhere(t, engine)
    const { body } = await call('GET', `/proc/${id}/log`)
    assert.deepEqual(body, { id, name: 'away', lines: ['one', 'two', 'three'], size: 14, truncated: false })
    assert.equal((await call('GET', `/proc/${id}/log/tail?lines=2`)).body, 'two\nthree\n')
    assert.deepEqual(await open(), [])
  })

  test('the log of a process on another node is followed', async (t) => {
    const { app, id, write } = await setUpElsewhere(t, engine)
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const stream = await listen<{ lines: string[] }>(`${origin}/api/admin/celery/proc/${id}/log/stream?lines=1`)
    t.after(() => stream.stop())
    const heard = () => stream.messages.flatMap(({ data }) => data.lines)
    await until('the last line comes', () => heard().length === 1)
    write('four')
    await until('the new line comes', () => heard().length === 2)
    assert.deepEqual(heard(), ['three', 'four'])
  })

  test('a request for a log that nobody waits for is removed by the next one', async (t) => {
    const { call, db, open, id } = await setUpElsewhere(t, engine)
    const left = { process_id: id, lines: 1, bytes: 1, asked_at: Date.now() - 61_000, reply: '' }
    await db.inTransaction((tx) => tx.insertInto('log_requests').values(left).execute())
    await call('GET', `/proc/${id}/log`)
    assert.deepEqual(await open(), [])
  })

  test('of many who start a beat at once, one does', async (t) => {
    const { call } = await setUp(t, engine, IDLE)
    const starts = await Promise.all(Array.from({ length: 10 }, () => call('POST', '/beat/start', {})))
    assert.deepEqual(starts.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)])
  })

  test('refresh finds a process that was killed behind our back', async (t) => {
    const { call, plant } = await setUp(t, engine, false)
    const id = await plant({ name: 'w', node: 'here', pid: 2 ** 30, autorestart: 0 })
    const { body } = await call('POST', '/refresh')
    assert.deepEqual(
      { changed: body.changed, id: body.procs[0].id, status: body.procs[0].status, pid: body.procs[0].pid },
      { changed: 1, id, status: 'crashed', pid: null },
    )
    assert.equal((await call('POST', '/refresh')).body.changed, 0)
  })
})
