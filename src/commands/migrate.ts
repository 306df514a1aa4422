// galley migrate: applies what is missing and says what it applied.

import { openDeps } from '#compose.ts'

export async function migrateCommand(): Promise<void> {
  const applied: string[] = []
  const deps = await openDeps({
    migrate: true,
    onMigration: (name) => {
      applied.push(name)
      process.stdout.write(`applied ${name}\n`)
    },
  })
  if (applied.length === 0) process.stdout.write('the schema is current\n')
  await deps.close()
}
