// Upgrades as operators run them, and what a database holds afterwards.

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { isMoved } from '../../src/engine/db/catalog.ts'
import type { Db } from '../../src/engine/db/db.ts'

type UpgradeEnd = { code: number | null; complaint: string; applied: string[] }

/** startUpgrade is `galley migrate`. */
export function startUpgrade(env: Record<string, string>) {
  const child = spawn(process.execPath, ['src/main.ts', 'migrate'], {
    env: { ...process.env, GALLEY_LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [errors, printed] = ['', '']
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  const ended = new Promise<UpgradeEnd>((resolve) =>
    child.on('close', (code) => {
      const applied = printed.split('\n').filter((line) => line.startsWith('applied '))
      resolve({ code, complaint: code === 0 ? '' : errors, applied })
    }),
  )
  return { child, ended }
}

/** sumOf is a checksum over every row of every table that belongs to the site. */
export async function sumOf(db: Db): Promise<string> {
  const hash = createHash('sha256')
  const tables = (await db.catalog.tables(db.read)).filter(({ name }) => isMoved(name))
  for (const { name, columns } of tables.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db.read)
    const lines = rows.map((row) => JSON.stringify(columns.map((column) => (row as Record<string, unknown>)[column])))
    for (const line of [name, ...lines.sort()]) hash.update(`${line}\n`)
  }
  return hash.digest('hex')
}
