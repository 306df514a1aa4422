// Runs a command with Deps, and closes them; the service's refusals become a one-line StartError.

import { openDeps } from '#compose.ts'
import type { Deps } from '#deps.ts'
import { GalleyError, StartError } from '#errors.ts'

type CommandFrame = {
  existing?: boolean
  migrate?: boolean
  /** How the command words a refusal; without it the error is thrown as it is. */
  wording?: (refusal: GalleyError) => string
}

/** Not `await using`: dependency-cruiser can't read a file that has one. */
export async function withDeps(
  { existing = true, migrate = true, wording }: CommandFrame,
  work: (deps: Deps) => Promise<void>,
) {
  const deps = await openDeps({ migrate, existing })
  try {
    await work(deps)
  } catch (error) {
    throw wording && error instanceof GalleyError ? new StartError(wording(error)) : error
  } finally {
    await deps.close()
  }
}
