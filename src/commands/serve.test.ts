// The service as an administrator meets it: started, killed, started again, stopped; with a document drafted by its worker.
// And the commands that go with it: worker, beat and ps.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { before as beforeAll, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDeps } from '#compose.ts'
import { childEnvironment, readConfig } from '#config.ts'
import type { Proc } from '#features/processes/schemas.ts'
import { isAlive } from '../../test/alive.ts'
import { type Cleaner, suiteCleaner } from '../../test/cleaner.ts'
import { settled, until } from '../../test/until.ts'

const MAIN = join(import.meta.dirname, '../main.ts')
const LAUNCHER = join(import.meta.dirname, '../../bin/galley.cjs')

/** run runs a command to its end. */
async function run(dataDir: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...childEnvironment(), GALLEY_DATA: dataDir, DATABASE_URL: '', GALLEY_LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err] = [text(child.stdout), text(child.stderr)]
  const [code] = await once(child, 'exit')
  return { code, out: await out, err: await err }
}

/** startService starts the launcher, or npm in a process group of its own, of which nothing is left after the test. */
async function startService(
  t: Cleaner,
  dataDir: string,
  command = [process.execPath, LAUNCHER, 'serve'],
  settings: Record<string, string> = {},
) {
  const env = {
    ...childEnvironment(),
    ...settings,
    GALLEY_DATA: dataDir,
    GALLEY_PORT: '0',
    GALLEY_RATE_IP: '0',
    DATABASE_URL: '',
    GALLEY_LOG_LEVEL: 'info',
  }
  const [program, ...args] = command
  const child: ChildProcess = spawn(program!, args, { env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  t.after(() => killGroup(child.pid!))
  let output = ''
  child.stdout!.on('data', (chunk) => {
    output += chunk
  })
  const exited = once(child, 'exit')
  const [, address] = await until('the service is up', () => {
    assert.equal(child.exitCode, null, output)
    return /Galley is up\. +(\S+)\//.exec(output)
  })
  const call = async <T>(method: string, path: string, body?: object, token?: string): Promise<T> => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const response = await fetch(address + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const isJson = response.headers.get('content-type') === 'application/json'
    return (await (isJson ? response.json() : response.text())) as T
  }
  const whenRunning = (count: number): Promise<Proc[]> =>
    until(`${count} processes run`, async () => {
      const procs = await call<Proc[]>('GET', '/api/admin/celery/procs')
      return procs.filter(({ status }) => status === 'running').length === count && procs
    })
  return { address: address!, child, exited, call, whenRunning, said: () => output }
}

/** killGroup ends whatever a failed test left running. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH')
  }
}

describe('a service that was killed and started again', () => {
  const t = suiteCleaner()
  let dataDir: string
  let before: Proc[]
  let after: Proc[]
  let second: Awaited<ReturnType<typeof startService>>
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'galley-serve-'))
    t.after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
    const first = await startService(t, dataDir)
    before = await first.whenRunning(2)
    first.child.kill('SIGKILL')
    await first.exited
    await until('its processes have ended with it', () => !before.some(({ pid }) => isAlive(pid)))
    second = await startService(t, dataDir)
    after = await second.whenRunning(2)
  })

  test('has the same worker and beat as before, started again', () => {
    assert.deepEqual(
      before.map(({ kind, name }) => [kind, name]),
      [
        ['worker', 'worker-1'],
        ['beat', 'beat'],
      ],
    )
    assert.deepEqual(
      after.map(({ id, name, restarts }) => [id, name, restarts]),
      before.map(({ id, name }) => [id, name, 1]),
    )
  })

  const notHere = process.platform === 'linux' ? false : 'needs /proc'
  test('is the process that the launcher was, with its flags', { skip: notHere }, () => {
    const commandLine = readFileSync(`/proc/${second.child.pid}/cmdline`, 'utf8')
    assert.match(commandLine, /--max-semi-space-size=8.*galley\.cjs\0serve/)
  })

  const hasNoGroups = existsSync('/proc/self/autogroup') ? false : 'Linux weighs no groups here'
  test('has workers that yield to readers', { skip: hasNoGroups }, () => {
    const worker = after.find(({ kind }) => kind === 'worker')!
    assert.match(readFileSync(`/proc/${worker.pid}/autogroup`, 'utf8'), /nice 5$/m)
  })

  test('has them listed by galley ps', async () => {
    const { out } = await run(dataDir, 'ps')
    assert.match(out, /^ID +KIND +NAME .*\n1 +worker +worker-1 +\S+ +running .*\n2 +beat +beat /)
  })

  test('keeps a second beat from starting', async () => {
    const { code, err } = await run(dataDir, 'beat')
    assert.equal(code, 1)
    assert.match(
      err,
      /^galley: Beat 2 \(beat\) is already running on node \S+, .* try again 30 seconds after its last heartbeat\.\n$/,
    )
  })

  test('drafts with the worker, whose log has every step', async () => {
    const account = { email: 'admin@example.com', password: 'a long enough phrase' }
    const { access_token } = await second.call<{ access_token: string }>('POST', '/auth/register', account)
    const page = { title: 'How to bake bread' }
    const { id } = await second.call<{ id: number }>('POST', '/api/docs/', page, access_token)
    const enqueued = { document_id: id, notes: 'Mix flour and water. Bake at 230 degrees for 40 minutes.' }
    const { job_id } = await second.call<{ job_id: number }>('POST', '/api/pipeline/docs/enqueue', enqueued)
    await until('the draft is in review', async () => {
      const { status } = await second.call<{ status: string }>('GET', `/api/pipeline/docs/status/${job_id}`)
      assert.notEqual(status, 'failed')
      return status === 'review'
    })
    // What is written together is logged after its commit.
    const steps = await until('the log has four steps', async () => {
      const log = await second.call<string>('GET', `/api/admin/celery/proc/${after[0]!.id}/log/tail`)
      const lines = log.trimEnd().split('\n')
      const finished = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'step finished')
      return finished.length >= 4 && finished
    })
    assert.deepEqual(
      steps.map(({ job, step, seconds, process: name }) => [job, step, typeof seconds, name]),
      ['plan', 'extract', 'question', 'draft'].map((step) => [job_id, step, 'number', 'worker-1']),
    )
  })

  test('takes its processes along when it is stopped in order', async () => {
    second.child.kill('SIGTERM')
    assert.deepEqual(await second.exited, [0, null])
    for (const { pid } of after) assert.equal(isAlive(pid), false)
  })
})

test('a service whose log nobody reads any more goes on, and ends when it is told to', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'galley-unread-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const { child, exited, call, whenRunning } = await startService(t, dataDir)
  await whenRunning(2)
  child.stdout!.destroy()
  // Enough for several lines to be written together, more than once.
  for (let round = 0; round < 4; round++) {
    await Promise.all(Array.from({ length: 100 }, () => call('GET', '/healthz')))
    await sleep(250)
  }
  assert.equal((await call<{ status: string }>('GET', '/healthz')).status, 'ok')
  child.kill('SIGTERM')
  assert.deepEqual(await exited, [0, null])
})

test('in a container, background processes write to standard output and to their logs', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'galley-container-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const service = await startService(t, dataDir, undefined, { container: 'oci' })
  const [worker] = (await service.whenRunning(2)).filter(({ kind }) => kind === 'worker')
  const line = /"process":"worker-1",.*"msg":"process is up"/
  await until('standard output has the line', () => line.test(service.said()))
  const tail = () => service.call<string>('GET', `/api/admin/celery/proc/${worker!.id}/log/tail`)
  await until('its log has the line, too', async () => line.test(await tail()))
  service.child.kill('SIGTERM')
  await service.exited
})

test('a stop during a request ends with its response, and is announced before', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'galley-stop-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const settings = { GALLEY_STOP_DELAY: '2', GALLEY_WORKERS: '0' }
  const { address, child, exited } = await startService(t, dataDir, undefined, settings)
  const { hostname, port } = new URL(address)
  const body = JSON.stringify({ email: 'admin@example.com', password: 'a long enough phrase' })
  const client = connect(Number(port), hostname)
  t.after(() => client.destroy())
  const answered = text(client)
  client.write(
    `POST /auth/register HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  )
  await until('it is up', async () => (await fetch(`${address}/readyz`)).ok)
  child.kill('SIGTERM')
  await until('load balancers are warned', async () => (await fetch(`${address}/readyz`)).status === 503)
  await until('it no longer listens', () =>
    fetch(`${address}/readyz`).then(
      () => false,
      () => true,
    ),
  )
  client.write(body.slice(10))
  const response = await settled('the connection is closed after the response', answered)
  assert.match(response, /^HTTP\/1\.1 20\d /)
  assert.match(response, /\r\nconnection: close\r\n/i)
  assert.deepEqual(await settled('the service has ended', exited), [0, null])
})

test('an address of another kind of database is not taken for a folder', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'galley-address-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const address = `${dataDir}/postgre://ann:secret@127.0.0.1/galley`
  for (const args of [
    ['move', '--to', address],
    ['backup', address],
    ['restore', address],
    ['export', address],
  ]) {
    const { code, err } = await run(dataDir, ...args)
    assert.deepEqual(
      { firstArgs: args[0], code, readdirSync: readdirSync(dataDir) },
      { firstArgs: args[0], code: 1, readdirSync: [] },
    )
    assert.doesNotMatch(err, /secret/)
  }
  const { code, err } = await run('postgre://ann@127.0.0.1/galley', 'ps')
  assert.deepEqual(
    { code, hasGalleyDataMust: err.includes('GALLEY_DATA must be a folder') },
    { code: 1, hasGalleyDataMust: true },
  )
})

test('two services share a database, and a wish for a process of the other acts within seconds', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'galley-two-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const here = await startService(t, dataDir, undefined, { GALLEY_NODE: 'here', GALLEY_WORKERS: '0' })
  const there = await startService(t, dataDir, undefined, { GALLEY_NODE: 'there' })
  const worker = (await here.whenRunning(2)).find(({ kind }) => kind === 'worker')!
  assert.equal(worker.node, 'there')
  const restarted = await here.call<Proc>('POST', `/api/admin/celery/proc/${worker.id}/restart`)
  assert.deepEqual({ restarts: restarted.restarts, isUp: isAlive(worker.pid) }, { restarts: 1, isUp: false })
  const stopped = await here.call<Proc>('POST', `/api/admin/celery/proc/${worker.id}/stop`)
  assert.deepEqual({ status: stopped.status, isUp: isAlive(restarted.pid) }, { status: 'stopped', isUp: false })
  for (const { child, exited } of [here, there]) {
    child.kill('SIGTERM')
    await exited
  }
})

test('npm start ends with all its processes when npm is told to', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'galley-npm-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const { child, exited, whenRunning } = await startService(t, dataDir, ['npm', 'start'])
  const pids = (await whenRunning(2)).map(({ pid }) => pid!)
  child.kill('SIGTERM')
  await exited
  await until('its processes have ended', () => !pids.some(isAlive))
})

test('a beat that was killed keeps nobody out', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'galley-beat-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const { db, close } = await openDeps({ migrate: true }, readConfig({ GALLEY_DATA: dataDir }))
  const pidAfter = (run: number) =>
    until('the beat runs', async () => {
      const row = await db.read.selectFrom('processes').selectAll().executeTakeFirst()
      return row?.status === 'running' && row.run === run && row.pid
    })
  const first = run(dataDir, 'beat')
  process.kill(await pidAfter(1), 'SIGKILL')
  assert.equal((await first).code, null)
  const second = run(dataDir, 'beat')
  process.kill(await pidAfter(2), 'SIGTERM')
  assert.equal((await second).code, 0)
  await close()
})

test('a worker typed into a terminal registers itself, ends when told to, and logs to its file too', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'galley-worker-'))
  t.after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
  const unready = await run(dataDir, 'worker')
  assert.deepEqual(
    { code: unready.code, firstErr: unready.err.split(';')[0] },
    { code: 1, firstErr: `galley: There is no database in ${dataDir}` },
  )
  assert.deepEqual(readdirSync(dataDir), [])

  const config = readConfig({ GALLEY_DATA: dataDir, GALLEY_LOG_LEVEL: 'silent' })
  const { db, close } = await openDeps({ migrate: true }, config)
  const ended = run(dataDir, 'worker', '--name', 'by-hand', '--queues', 'docs,big', '--concurrency', '4')
  const rows = () => db.read.selectFrom('processes').selectAll().execute()
  await until('the worker runs', async () => (await rows())[0]?.status === 'running')
  const [row] = await rows()
  assert.deepEqual(
    { name: row!.name, queues: row!.queues, concurrency: row!.concurrency, origin: row!.origin },
    { name: 'by-hand', queues: '["docs","big"]', concurrency: 4, origin: 'command' },
  )
  process.kill(row!.pid!, 'SIGTERM')
  const { code, out } = await ended
  assert.equal(code, 0)
  assert.ok(out.includes(readFileSync(join(dataDir, 'logs', row!.log_file!), 'utf8')))
  const [after] = await rows()
  assert.deepEqual(
    { status: after!.status, pid: after!.pid, exit_code: after!.exit_code },
    { status: 'stopped', pid: null, exit_code: 0 },
  )
  await close()
})
