// A backup that is known to restore: the rows of the moment that was copied are summed up, the file is restored into a scratch
// database (an SQLite file, whichever engine wrote it), and its rows are summed up as well.

import { type Catalog, isMoved } from '../catalog.ts'
import type { Db } from '../db.ts'
import { openDb } from '../open.ts'
import type { Query } from '../tx.ts'
import { writeBackup } from './backup.ts'
import { withCopyOf } from './read-backup.ts'
import { type RowsSum, sameSum, sumOfTable } from './sums.ts'

type TableSums = Map<string, RowsSum>

/** writeVerifiedBackup returns how much was compared; it fails, and leaves the file, when something differs. */
export async function writeVerifiedBackup(
  db: Db,
  file: string,
  onProgress?: (share: number) => void,
): Promise<{ tables: number; rows: number }> {
  let wanted: TableSums = new Map()
  await writeBackup(db, file, onProgress, async (snapshot) => {
    wanted = await sumsOf(db.catalog, snapshot)
  })
  const found = await restoredSums(file)
  const wrong = [...wanted].filter(([table, sum]) => !sameSum(sum, found.get(table) ?? { rows: -1, sum: '' }))
  if (wrong.length > 0)
    throw new Error(
      `The backup ${file} does not restore to what was copied (${wrong.map(([table]) => table).join(', ')})`,
    )
  return { tables: wanted.size, rows: [...wanted.values()].reduce((total, { rows }) => total + rows, 0) }
}

const restoredSums = (file: string): Promise<TableSums> =>
  withCopyOf(file, `${file}.scratch-`, async (folder) => {
    const restored = await openDb({ databaseUrl: '', dataDir: folder, poolSize: 1 })
    try {
      return await sumsOf(restored.catalog, restored.read)
    } finally {
      await restored.close()
    }
  })

async function sumsOf(catalog: Catalog, query: Query): Promise<TableSums> {
  const sums: TableSums = new Map()
  for (const table of await catalog.tables(query))
    if (isMoved(table.name)) sums.set(table.name, await sumOfTable(query, table))
  return sums
}
