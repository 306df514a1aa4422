// galley migrate: applies what is missing and says what it applied; with --plan it only says what it would do. With
// --drop-former it drops the tables that an update left behind.

import { openDeps } from '#compose.ts'
import { dropFormerTables, FORMER } from '#engine/db/former.ts'
import { findMissing } from '#engine/db/migrate.ts'
import { planOf } from '#engine/db/plan.ts'
import { asMegabytes, neededRoom } from '#engine/db/room.ts'
import { createProgress, type Progress } from './progress.ts'

export async function migrateCommand({
  plan = false,
  dropFormer = false,
}: {
  plan?: boolean
  dropFormer?: boolean
}): Promise<void> {
  if (plan) return showPlan()
  if (dropFormer) return dropTables()
  const applied: string[] = []
  let progress: Progress | undefined
  let moved = 0
  const { close } = await openDeps({
    migrate: true,
    onProgress: (done, total) => {
      moved = total
      if (total === 0) return
      progress ??= createProgress(total, `Moving ${total.toLocaleString('en')} texts`)
      progress.advance(done)
    },
    onMigration: (name) => {
      progress?.finish(`Moved ${moved.toLocaleString('en')} texts.`)
      progress = undefined
      applied.push(name)
      process.stdout.write(`applied ${name}\n`)
    },
  })
  if (applied.length === 0) process.stdout.write('the schema is up to date\n')
  await close()
}

async function dropTables(): Promise<void> {
  await using deps = await openDeps({ migrate: false, existing: true })
  const { db } = deps
  const tables = (await db.catalog.tables(db.read)).map(({ name }) => name).filter((name) => FORMER.includes(name))
  await db.inTransaction(dropFormerTables)
  process.stdout.write(tables.length === 0 ? 'there are no former tables\n' : `dropped ${tables.join(', ')}\n`)
}

async function showPlan(): Promise<void> {
  await using deps = await openDeps({ migrate: false, existing: true })
  const { db } = deps
  const missing = await findMissing(db)
  for (const { name, phase = 'expand', copies, statements, fill, batches } of missing) {
    process.stdout.write(
      `${name} (${phase}${phase === 'contract' ? ': stop nodes of the previous version first' : ''})\n`,
    )
    for (const statement of statements(db.dialect))
      process.stdout.write(
        `  ${statement.replaceAll(/\s+/g, ' ').slice(0, 100)}\n    lock: ${planOf(statement).lock}\n`,
      )
    if (fill) process.stdout.write('  then values are computed row by row\n    lock: row exclusive\n')
    if (batches) process.stdout.write('  then texts are moved in batches; one that is cut off goes on there\n')
    if (copies) process.stdout.write(`  needs up to ${asMegabytes(await neededRoom(db))} of free disk\n`)
  }
  if (missing.length === 0) process.stdout.write('the schema is up to date\n')
}
