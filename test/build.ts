// What tests build on: a real database of either engine, a real app over it, people with tokens, and a clean end.

import assert from 'node:assert/strict'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe } from 'node:test'
import pino, { type Logger } from 'pino'
import { buildApp } from '../src/app.ts'
import { SANDBOX_TASKS } from '../src/compose.ts'
import { type Config, readConfig } from '../src/config.ts'
import type { Deps } from '../src/deps.ts'
import { migrate } from '../src/engine/db/migrate.ts'
import { openDb } from '../src/engine/db/open.ts'
import type { AddressProof, Role } from '../src/engine/db/vocabulary.ts'
import type { Mail } from '../src/engine/mail.ts'
import { Sandbox } from '../src/engine/sandbox.ts'
import { hashToken, newToken, SESSION_PREFIX } from '../src/features/accounts/sessions/tokens.ts'
import { insertUser } from '../src/features/accounts/user-store.ts'
import { keepEditorsSee } from '../src/features/accounts/users/users.ts'
import type { DocumentJobs } from '../src/features/documents/jobs.ts'
import { documentJobs } from '../src/features/pipeline/document-jobs.ts'
import type { Clock } from '../src/time.ts'
import { HOUR } from '../src/time.ts'
import { type Cleaner, lastFirst, suiteCleaner } from './cleaner.ts'
import { Undescribed } from './described.ts'
import { databaseAt, onServer } from './postgres.ts'

export const ENGINES = (process.env.ENGINES ?? 'sqlite,postgres').split(',') as ('sqlite' | 'postgres')[]
export type Engine = 'sqlite' | 'postgres'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** onEngines runs one suite over every engine, the engine in its name. */
export function onEngines(name: string, suite: (engine: Engine) => void): void {
  for (const engine of ENGINES) describe(`${name} [${engine}]`, () => suite(engine))
}

/** OUTSIDE makes a request untrusted: a forwarding header without a configured proxy. */
export const OUTSIDE = { 'x-forwarded-for': '203.0.113.9' }

export type BuildOptions = {
  engine?: Engine
  env?: Record<string, string>
  clock?: Clock
  log?: Logger
}

/** TestClock starts at the present and moves only when a test moves it. */
export class TestClock implements Clock {
  #now = Date.now()
  now = () => this.#now
  advance(ms: number): void {
    this.#now += ms
  }
}

/** buildDeps opens a fresh database of the engine in a folder of its own; both are gone when the test ends. */
export async function buildDeps(
  t: Cleaner,
  options: BuildOptions = {},
): Promise<Deps & { mails: Mail[]; jobs: DocumentJobs }> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-test-'))
  const cleaner = lastFirst(t)
  cleaner.after(() => rmSync(folder, { recursive: true, force: true }))
  const url = options.engine === 'postgres' ? await freshPostgres(cleaner) : ''
  if (options.engine !== 'postgres') await freshSqlite(folder)
  const config: Config = readConfig({
    GALLEY_DATA: folder,
    DATABASE_URL: url,
    GALLEY_RATE_IP: '0',
    GALLEY_RATE_SEARCH: '0',
    GALLEY_RATE_TOKEN: '0',
    GALLEY_WORKERS: '0',
    // Races have fifty at once. Each gets a connection: on a busy machine the wait for one ends with a 503.
    GALLEY_POOL_SIZE: '60',
    GALLEY_LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    ...options.env,
  })
  const db = await openDb(config)
  const clock = options.clock ?? { now: () => Date.now() }
  await keepEditorsSee({ config, db, clock })
  cleaner.after(() => db.close())
  const log = options.log ?? pino({ level: config.logLevel })
  const sandbox = new Sandbox(SANDBOX_TASKS)
  cleaner.after(() => sandbox.close())
  const mails: Mail[] = []
  const keep = async (mail: Mail) => void mails.push(mail)
  return {
    config,
    db,
    clock,
    log,
    sandbox,
    mail: {
      send: keep,
      deliver: keep,
      hand: keep,
      counts: () => ({ waiting: 0, lost: 0 }),
      check: async () => undefined,
      close: async () => {},
    },
    mails,
    jobs: documentJobs({ db }),
  }
}

/** build is the app over buildDeps: requests go through the whole kernel, and every response is held against the OpenAPI document. */
export async function build(t: Cleaner, options: BuildOptions = {}) {
  const deps = await buildDeps(t, options)
  const app = buildApp(deps)
  const undescribed = new Undescribed()
  app.addHook('onSend', async (request, reply, payload) => {
    await undescribed.look(request, reply, payload)
    return payload
  })
  lastFirst(t).after(() => app.close())
  lastFirst(t).after(() => assert.deepEqual(undescribed.found, [], 'The OpenAPI document does not say this'))
  await app.ready()
  return {
    ...deps,
    app,
    person: (role: Role, name?: string, proof?: AddressProof | null) => makePerson(deps, role, name, proof),
  }
}

export type Built = Awaited<ReturnType<typeof build>>

/** buildOnce is one app for all tests of a suite, where they can share a database: making one takes a while. */
export function buildOnce(options: BuildOptions): () => Built {
  const t = suiteCleaner()
  let built: Built
  before(async () => {
    built = await build(t, options)
  })
  return () => built
}

/** emptyDocuments takes away all documents and categories, for tests that share an app and want to begin with none. */
export async function emptyDocuments({ db }: Deps): Promise<void> {
  await db.inTransaction(async (tx) => {
    const rows = await tx.selectFrom('documents').select('id').execute()
    for (const { id } of rows) {
      await db.dialect.search.remove(tx, id)
      await documentJobs({ db }).release(tx, id)
    }
    await tx.deleteFrom('document_rows').execute()
    await tx.deleteFrom('category_rows').execute()
  })
}

export type TestPerson = { id: number; email: string; role: Role; token: string; headers: { authorization: string } }
let people = 0

/** makePerson writes an account with a live session straight into the database. */
export async function makePerson(
  deps: Deps,
  role: Role,
  name = `${role}${++people}`,
  proven_by: AddressProof | null = 'command',
): Promise<TestPerson> {
  const now = deps.clock.now()
  const token = newToken(SESSION_PREFIX)
  const email = `${name}@example.com`
  const id = await deps.db.inTransaction(async (tx) => {
    const account = { email, username: name, display_name: name, role, proven_by, created_at: now, updated_at: now }
    const user = await insertUser(tx, account)
    const session = await tx
      .insertInto('sessions')
      .values({ user_id: user.id, created_at: now, refreshable_until: now + 720 * HOUR, proved_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('session_tokens')
      .values({ hash: hashToken(token), session_id: session.id, issued_at: now, expires_at: now + HOUR })
      .execute()
    return user.id
  })
  return { id, email, role, token, headers: { authorization: `Bearer ${token}` } }
}

/** The migrated file that scripts/test.ts prepared; a test file that is run without it makes its own. */
let sqliteTemplate = process.env.TEST_SQLITE_TEMPLATE

async function freshSqlite(folder: string): Promise<void> {
  if (!sqliteTemplate) {
    const folder = mkdtempSync(join(tmpdir(), 'galley-template-'))
    process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
    const db = await openDb(readConfig({ GALLEY_DATA: folder }))
    await migrate(db)
    await db.close()
    sqliteTemplate = join(folder, 'galley.db')
  }
  mkdirSync(folder, { recursive: true })
  copyFileSync(sqliteTemplate, join(folder, 'galley.db'))
}

/** freshPostgres makes a database from the migrated template that scripts/test.ts prepared (TEST_DATABASE_URL names it). */
export async function freshPostgres(t: Cleaner): Promise<string> {
  const template = process.env.TEST_DATABASE_URL
  if (!template)
    throw new Error(
      'TEST_DATABASE_URL is not set: run tests with `npm test` or `node scripts/test.ts <files>`, or set ENGINES=sqlite',
    )
  // file_copy: 60 ms of CPU to create and drop one, against 90 with the default, which writes all of it to the log.
  const name = `t_${process.pid}_${Math.random().toString(36).slice(2)}`
  await onServer(
    template,
    `create database ${name} template "${new URL(template).pathname.slice(1)}" strategy file_copy`,
  )
  t.after(() => onServer(template, `drop database if exists ${name} with (force)`))
  return databaseAt(template, name)
}
