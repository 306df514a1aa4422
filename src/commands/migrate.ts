// galley migrate: applies pending migrations and lists them; --plan only lists.

import { openDeps } from '#compose.ts'
import { findMissing } from '#engine/db/migrate.ts'
import { planOf } from '#engine/db/plan.ts'
import { withDeps } from './with-deps.ts'

export async function migrateCommand({ plan = false }: { plan?: boolean }): Promise<void> {
  if (plan) return showPlan()
  let applied = 0
  const { close } = await openDeps({
    migrate: true,
    onMigration: (name) => {
      applied++
      process.stdout.write(`applied ${name}\n`)
    },
  })
  if (applied === 0) process.stdout.write('the schema is up to date\n')
  await close()
}

async function showPlan(): Promise<void> {
  await withDeps({ migrate: false }, async ({ db }) => {
    const missing = await findMissing(db)
    for (const { name, phase = 'expand', statements } of missing) {
      process.stdout.write(
        `${name} (${phase}${phase === 'contract' ? ': stop nodes of the previous version first' : ''})\n`,
      )
      for (const statement of statements(db.dialect))
        process.stdout.write(
          `  ${statement.replaceAll(/\s+/g, ' ').slice(0, 100)}\n    lock: ${planOf(statement).lock}\n`,
        )
    }
    if (missing.length === 0) process.stdout.write('the schema is up to date\n')
  })
}
