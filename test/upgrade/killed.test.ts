// An upgrade that is killed goes on with the next start, and ends as one that nobody disturbed; so do two at once.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { MIGRATIONS, migrate } from '#engine/db/migrate.ts'
import { requireCurrentSchema } from '#engine/db/schema.ts'
import { onEngines } from '../build.ts'
import { suiteCleaner } from '../cleaner.ts'
import { pluck } from '../pluck.ts'
import { random } from '../random.ts'
import { oldDatabase } from './recorded.ts'
import { startUpgrade, sumOf } from './start-upgrade.ts'

const KILLS = 5
/** A process loads the program for about half of this before it changes anything. */
const LONGEST_MS = 1_500
const next = random(1)

onEngines('an upgrade', (engine) => {
  const t = suiteCleaner()

  test('that is killed goes on, and two at once apply every migration once', { timeout: 600_000 }, async () => {
    const [undisturbed, killed] = [await oldDatabase(t, engine), await oldDatabase(t, engine)]
    await assert.rejects(requireCurrentSchema(killed.db), /run galley migrate/)
    await migrate(undisturbed.db)

    const place = { GALLEY_DATA: killed.config.dataDir, DATABASE_URL: killed.config.databaseUrl }
    for (let kill = 0; kill < KILLS; kill++) {
      const { child, ended } = startUpgrade(place)
      await sleep(next() * LONGEST_MS)
      child.kill('SIGKILL')
      const { code, complaint } = await ended
      assert.ok(code === null || code === 0, complaint)
    }
    const ends = await Promise.all([startUpgrade(place).ended, startUpgrade(place).ended])
    assert.deepEqual(pluck(ends, 'complaint'), ['', ''])
    await requireCurrentSchema(killed.db)
    assert.equal(await sumOf(killed.db), await sumOf(undisturbed.db))
    const rows = await killed.db.read.selectFrom('schema_migrations').select('name').execute()
    const names = rows.map(({ name }) => name).filter((name) => name >= MIGRATIONS[1]!.name)
    assert.deepEqual(
      names.sort(),
      MIGRATIONS.slice(1).map(({ name }) => name),
    )
  })
})
