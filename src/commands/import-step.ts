// galley import-step <id> <fence>: one step of a panel's import, started by a worker. Ends with the worker, because another one
// will resume the import.

import { setPriority } from 'node:os'
import { openDeps } from '#compose.ts'
import { findClaimed } from '#features/exchange/imports/claims.ts'
import { runStep } from '#features/exchange/imports/steps.ts'

const NICENESS = 5

export async function importStepCommand(id: number, fence: number): Promise<void> {
  process.once('disconnect', () => process.exit(1))
  try {
    setPriority(NICENESS)
  } catch {
    // Some systems don't allow changing it.
  }
  const deps = await openDeps({ migrate: false, existing: true })
  const row = await findClaimed(deps, id, fence)
  if (row) await runStep(deps, row)
  await deps.close()
  process.exit(0)
}
