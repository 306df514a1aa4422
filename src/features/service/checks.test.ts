// What galley doctor and the panel say about an installation.

import assert from 'node:assert/strict'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeVerifiedBackup } from '#engine/db/backup/verify.ts'
import { build, buildDeps, onEngines } from '../../../test/build.ts'
import { runChecks } from './checks.ts'

type ByName = Record<string, { ok: boolean; text: string }>
const byName = (checks: { name: string; ok: boolean; text: string }[]): ByName =>
  Object.fromEntries(checks.map(({ name, ...found }) => [name, found]))

onEngines('checks of an installation', (engine) => {
  test('each part is fine, or says what to do', async (t) => {
    const deps = await buildDeps(t, { engine, env: { GALLEY_BACKUP_CRON: '0 3 * * *' } })
    const before = byName(await runChecks(deps))
    assert.ok(before.database!.ok && before.clock!.ok && before.disk!.ok && before.model!.ok)
    assert.match(before.processes!.text, /No scheduler is running/)
    assert.match(before.mail!.text, /GALLEY_SMTP_URL/)
    assert.match(before.backup!.text, /No scheduled backup/)
    chmodSync(deps.config.dataDir, 0o755)
    await deps.db.inTransaction(async (tx) => {
      const node = { name: 'far/1', heartbeat_at: deps.clock.now(), skew_ms: 5_000 }
      await tx.insertInto('nodes').values(node).execute()
      const run = { name: 'backup', last_run_at: deps.clock.now(), result: 'Wrote it', failed: 0 as const }
      await tx.insertInto('schedules').values(run).execute()
    })
    const after = byName(await runChecks(deps))
    assert.match(after.files!.text, /chmod -R go=/)
    assert.match(after.clock!.text, /far by 5\.0 s/)
    assert.match(after.backup!.text, /^Last verified .*Wrote it$/)
  })

  test('all are in GET /api/admin/checks', async (t) => {
    const { app, person } = await build(t, { engine })
    const { headers } = await person('admin')
    assert.equal((await app.inject({ url: '/api/admin/checks', headers })).json().length, 11)
  })
})

onEngines('a verified backup', (engine) => {
  test('is what was copied', { skip: engine === 'postgres' && 'pg_dump may be older than the server' }, async (t) => {
    const { db, config } = await buildDeps(t, { engine })
    const file = join(config.dataDir, 'verified.backup')
    const { tables, rows } = await writeVerifiedBackup(db, file)
    assert.ok(tables > 40 && rows > 0)
    const broken = {
      ...db,
      catalog: {
        ...db.catalog,
        tables: async () =>
          (await db.catalog.tables(db.read)).map((one) => ({ ...one, columns: one.columns.slice(1) })),
      },
    }
    await assert.rejects(writeVerifiedBackup(broken, file), /does not restore to what was copied/)
  })
})
