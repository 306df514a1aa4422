// galley openapi: prints the OpenAPI document without a database.

import pino from 'pino'
import { buildApp } from '#app.ts'
import { SANDBOX_TASKS } from '#compose.ts'
import { readConfig } from '#config.ts'
import type { Db } from '#engine/db/db.ts'
import { Sandbox } from '#engine/sandbox.ts'
import { systemClock } from '#time.ts'

export async function openapiCommand(): Promise<void> {
  const { body } = await describe()
  process.stdout.write(`${JSON.stringify(JSON.parse(body), null, 2)}\n`)
}

export async function describe(): Promise<{ body: string }> {
  const app = buildApp({
    config: readConfig({}),
    db: NO_DATABASE,
    clock: systemClock,
    log: pino({ level: 'silent' }),
    mail: {
      send: async () => {},
      deliver: async () => {},
      hand: async () => {},
      counts: () => ({ waiting: 0, lost: 0 }),
      check: async () => undefined,
      close: async () => {},
    },
    sandbox: new Sandbox(SANDBOX_TASKS),
  })
  const { body } = await app.inject({ method: 'GET', url: '/openapi.json' })
  await app.close()
  return { body }
}

/** Has the members that building the app needs, and refuses every query. */
const NO_DATABASE = {
  dialect: { name: 'sqlite', manyNodes: false, isOutage: () => false },
  version: () => 0,
  on: () => () => {},
  close: async () => {},
} as unknown as Db
