// Experiment: a filled database of the schema before revisions is upgraded by processes that are killed at random moments, again
// and again, and one by two at once. Passes when each ends as the one that nobody disturbed, on both engines.

import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../src/config.ts'
import { databaseFile } from '../../src/engine/db/db.ts'
import { MIGRATIONS } from '../../src/engine/db/migrate.ts'
import { openDb } from '../../src/engine/db/open.ts'
import { databaseAt, onServer, type TestPostgres } from '../postgres.ts'
import { random } from '../random.ts'
import { fillOldSite, startUpgrade, sumOfSite } from '../upgrade/old-site.ts'
import { conclude, databaseOf, readOptions } from './experiment.ts'
import { newFolder } from './service.ts'

const { documents, revisions, rounds, seed } = readOptions(
  'Upgrades of a filled older database, killed on their way and rerun; and by two processes at once.',
  { documents: 10_000, revisions: 5, rounds: 3, seed: 1 },
)
const next = random(seed)
type Installation = { GALLEY_DATA: string; DATABASE_URL: string }

/** copyOf is a database with the same rows; of nothing, an empty one. */
async function copyOf(server: TestPostgres, name: string, from?: Installation): Promise<Installation> {
  const folder = newFolder()
  if (server.url === '') {
    if (from) copyFileSync(databaseFile(from.GALLEY_DATA), join(folder, 'galley.db'))
    return { GALLEY_DATA: folder, DATABASE_URL: '' }
  }
  await onServer(server.url, `create database ${name}${from ? ' template original' : ''}`)
  return { GALLEY_DATA: folder, DATABASE_URL: databaseAt(server.url, name) }
}

async function withDb<T>(
  place: Installation,
  work: (db: Awaited<ReturnType<typeof openDb>>) => Promise<T>,
): Promise<T> {
  const db = await openDb(readConfig(place))
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** faultOf is how an upgraded database differs from the one that nobody disturbed. */
async function faultsOf(place: Installation, wanted: string): Promise<string[]> {
  return withDb(place, async (db) => {
    const rows = await db.read.selectFrom('schema_migrations').select(['name', 'phase']).orderBy('name').execute()
    const names = rows.filter(({ phase }) => phase !== 'under way').map(({ name }) => name)
    return [
      ...((await sumOfSite(db)) === wanted ? [] : ['texts differ']),
      ...(names.join() === MIGRATIONS.map(({ name }) => name).join() ? [] : [`applied: ${names.join()}`]),
    ]
  })
}

/** runKilled starts an upgrade and kills it after a random part of the time that a whole one takes. */
async function runKilled(place: Installation, wholeMs: number) {
  const { child, ended } = startUpgrade(place)
  const timer = setTimeout(() => child.kill('SIGKILL'), next() * wholeMs)
  const { code, complaint } = await ended
  clearTimeout(timer)
  // The next one may come before the server has noticed that this one is gone.
  await sleep(next() * 50)
  return { code, complaint }
}

async function run(engine: string): Promise<{ line: string; isFine: boolean }> {
  const server = await databaseOf(engine)
  const original = await copyOf(server, 'original')
  await withDb(original, (db) => fillOldSite(db, { documents, revisions, words: 100 }))
  const undisturbed = await copyOf(server, 'undisturbed', original)
  const began = performance.now()
  await startUpgrade(undisturbed).ended
  const wholeMs = performance.now() - began
  const wanted = await withDb(undisturbed, sumOfSite)

  const shared = await copyOf(server, 'shared', original)
  const both = [startUpgrade(shared), startUpgrade(shared)]
  const ends = await Promise.all(both.map(({ ended }) => ended))
  const applied = both.flatMap((one) => one.applied())
  const faults = [...ends.map(({ complaint }) => complaint).filter(Boolean), ...(await faultsOf(shared, wanted))]
  if (new Set(applied).size !== applied.length) faults.push(`two at once applied ${applied.join()}`)

  let kills = 0
  for (let round = 1; round <= rounds; round++) {
    const place = await copyOf(server, `killed_${round}`, original)
    for (;;) {
      const { code, complaint } = await runKilled(place, wholeMs / 2)
      if (code === null) kills++
      else if (code !== 0) faults.push(complaint.trim())
      if (code !== null) break
    }
    faults.push(...(await faultsOf(place, wanted)))
  }
  await server.stop()
  for (const fault of faults) process.stdout.write(`${engine}: ${fault}\n`)
  return {
    line: `${engine}: ${rounds} databases of ${documents} documents upgraded after ${kills} kills, one by two at once, one undisturbed in ${(wholeMs / 1_000).toFixed(1)} s, ${faults.length} faults`,
    isFine: faults.length === 0 && kills > 0,
  }
}

const results = [await run('sqlite'), await run('postgres')]
conclude(
  `seed ${seed}; ${results.map(({ line }) => line).join('; ')}`,
  results.every(({ isFine }) => isFine),
)
