// galley move: copies everything into another database of either engine. The source is only read and stays readable. An
// interrupted move is resumed by repeating the command.

import { openDeps } from '#compose.ts'
import { readConfig } from '#config.ts'
import { moveDatabase } from '#engine/db/backup/move.ts'
import { requireCurrentSchema } from '#engine/db/schema.ts'
import { StartError } from '#errors.ts'
import { indexAll } from '#features/documents/search/indexing/maintenance.ts'
import { isPostgres, localPath } from './local-path.ts'
import { createProgress } from './progress.ts'

export async function moveCommand({ to }: { to: string }): Promise<void> {
  const config = readConfig()
  const isServer = isPostgres(to)
  const address = isServer ? { databaseUrl: to } : { databaseUrl: '', dataDir: localPath(to) }
  if (isServer ? to === config.databaseUrl : config.databaseUrl === '' && address.dataDir === config.dataDir)
    throw new StartError('This database is already in use; name another one with --to.')
  const from = await openDeps({ migrate: false, existing: true }, config)
  await requireCurrentSchema(from.db)
  const target = await openDeps({ migrate: true, resumesMove: true }, { ...config, ...address })
  const begun = performance.now()
  let progress: ReturnType<typeof createProgress> | undefined
  const { tables, rows } = await moveDatabase(from.db, target.db, (done, total) => {
    progress ??= createProgress(total, 'Moving')
    progress.advance(done)
  })
  progress?.finish(`Moved ${rows.toLocaleString('en')} rows of ${tables.length} tables; counts and checksums match.`)
  for (const { name, rows } of tables) if (rows > 0) process.stdout.write(`${name}  ${rows}\n`)
  const documents = tables.find(({ name }) => name === 'document_rows')?.rows ?? 0
  const indexing = createProgress(documents, 'Indexing')
  await indexAll(target, indexing.advance)
  indexing.finish(`Indexed ${documents.toLocaleString('en')} documents.`)
  await from.close()
  await target.close()
  const seconds = Math.round((performance.now() - begun) / 1000)
  const setting = isServer ? 'DATABASE_URL to that address' : `GALLEY_DATA to ${address.dataDir}, unset DATABASE_URL`
  process.stderr.write(`Done in ${seconds} s. Set ${setting} and start the service; the old database is unchanged.\n`)
}
