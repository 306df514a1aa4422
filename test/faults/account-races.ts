// Experiment: fifty racers on one code, one bridge token, one refresh, one name, many rounds, on both engines and, where
// nodes share a database, on two of them. Reports rounds with one winner.

import { randomUUID } from 'node:crypto'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { migrate } from '../../src/engine/db/migrate.ts'
import { openDb } from '../../src/engine/db/open.ts'
import { signBridgeToken } from '../../src/features/accounts/providers/sso.ts'
import { HOUR } from '../../src/time.ts'
import { bearer, newEmail, post } from '../accounts.ts'
import { type Built, build, type Engine, TestClock } from '../build.ts'
import { scriptCleaner } from '../cleaner.ts'
import { startPostgres } from '../postgres.ts'
import { conclude, readOptions } from './experiment.ts'

const { rounds } = readOptions('Fifty racers on one code, one bridge token, one refresh, one name.', { rounds: 200 })
const RACERS = 50
const SECRET = 'a secret that both sides know, 32+ bytes'
const KINDS = ['code', 'bridge token', 'refresh', 'name'] as const

type Racer = (node: Built, index: number) => Promise<{ statusCode: number }>

/** prepared sets up what the racers of one round fight for, and gives what each of them does. */
async function prepared(kind: (typeof KINDS)[number], built: Built, round: number): Promise<Racer> {
  if (kind === 'code') {
    const identifier = newEmail()
    await post(built, '/auth/send-code', { identifier })
    const code = /\b\d{6}\b/.exec(built.mails.at(-1)!.text)![0]
    return (node) => post(node, '/auth/verify-code', { identifier, code })
  }
  if (kind === 'bridge token') {
    const token = await signBridgeToken(SECRET, { email: newEmail(), jti: randomUUID() }, built.clock.now())
    return (node) => node.app.inject({ url: `/api/auth/sso-callback?token=${token}` })
  }
  if (kind === 'refresh') {
    const { token } = await built.person('reader')
    return (node) => post(node, '/auth/refresh', undefined, bearer(token))
  }
  const people = await Promise.all(Array.from({ length: RACERS }, () => built.person('reader')))
  const payload = { username: `wanted-${round}` }
  return (node, index) =>
    node.app.inject({ method: 'PATCH', url: '/auth/me', headers: people[index]!.headers, payload })
}

async function run(engine: Engine): Promise<boolean> {
  const t = scriptCleaner()
  const clock = new TestClock()
  const built = await build(t, { engine, clock, env: { GALLEY_SSO_SECRET: SECRET } })
  const nodes = [built]
  if (built.db.dialect.manyNodes) {
    const db = await openDb(built.config)
    const app = buildApp({ ...built, db })
    t.after(() => db.close())
    t.after(() => app.close())
    nodes.push({ ...built, db, app })
  }
  let isFine = true
  for (const kind of KINDS) {
    let good = 0
    for (let round = 0; round < rounds; round++) {
      clock.advance(HOUR)
      const racer = await prepared(kind, built, round)
      const responses = await Promise.all(
        Array.from({ length: RACERS }, (_, index) => racer(nodes[index % nodes.length]!, index)),
      )
      const winners = responses.filter(({ statusCode }) => statusCode < 400).length
      const failures = responses.filter(({ statusCode }) => statusCode >= 500).length
      if (winners === 1 && failures === 0) good++
    }
    isFine &&= good === rounds
    process.stdout.write(`${engine}, ${nodes.length} node(s), ${kind}: one winner in ${good} of ${rounds} rounds\n`)
  }
  await t.clean()
  return isFine
}

const server = await startPostgres(process.env.TEST_DATABASE_URL)
process.env.TEST_DATABASE_URL = server.url
const template = await openDb(readConfig({ DATABASE_URL: server.url }))
await migrate(template)
await template.close()
const results = [await run('sqlite'), await run('postgres')]
await server.stop()
conclude(`${rounds} rounds of ${KINDS.length} kinds on both engines`, results.every(Boolean))
