// What SQLite itself takes of a save: the CPU time of the statements and the commit alone, inside a service that runs them as
// always. It is the limit for whatever the program does around them.

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Case } from './cases.ts'
import { load } from './load.ts'
import { startGalley } from './servers.ts'
import { readStatements } from './watch-statements.ts'

export type BareRow = { name: string; cpuMicroseconds: number; statements: number; statementMicroseconds: number }

const SECONDS = 3
/** Rounds that no other measurement has sent: every one creates other documents. */
const [WARM_UP_ROUND, ROUND] = [20, 21]
/** Longer than the watched process takes between two notes of what it has counted. */
const NOTED_MS = 300

/** bareCosts starts the service once more, on the same data, with its statements watched; that costs a little, too. */
export async function bareCosts(env: Record<string, string>, folder: string, writes: Case[]): Promise<BareRow[]> {
  const file = join(folder, 'statements')
  const watching = {
    STATEMENTS_FILE: file,
    NODE_OPTIONS: `--import ${join(import.meta.dirname, 'watch-statements.ts')}`,
  }
  const galley = await startGalley({ ...env, ...watching }, folder)
  const noted = async () => {
    await sleep(NOTED_MS)
    return readStatements(file)
  }
  try {
    const rows: BareRow[] = []
    for (const { name, shots } of writes) {
      await load(galley, shots(WARM_UP_ROUND), SECONDS)
      const before = await noted()
      const { cpuMicroseconds, perSecond } = await load(galley, shots(ROUND), SECONDS)
      const after = await noted()
      const saves = perSecond * SECONDS
      rows.push({
        name,
        cpuMicroseconds: Math.round(cpuMicroseconds),
        statements: (after.count - before.count) / saves,
        statementMicroseconds: Math.round((after.cpuMicroseconds - before.cpuMicroseconds) / saves),
      })
    }
    return rows
  } finally {
    await galley.stop()
  }
}

export const bareCells = (rows: BareRow[]): string[][] => [
  ['a save', 'CPU µs, watched', 'statements', 'of it SQLite µs'],
  ...rows.map((row) => [
    row.name,
    String(row.cpuMicroseconds),
    row.statements.toFixed(1),
    String(row.statementMicroseconds),
  ]),
]
