// Runs a command with Deps; the service's refusals become a one-line StartError.

import { openDeps } from '#compose.ts'
import type { Deps } from '#deps.ts'
import { GalleyError, StartError } from '#errors.ts'

type CommandFrame = {
  existing?: boolean
  /** How the command words a refusal. */
  wording: (refusal: GalleyError) => string
}

export async function withDeps({ existing = true, wording }: CommandFrame, work: (deps: Deps) => Promise<void>) {
  await using deps = await openDeps({ migrate: true, existing })
  try {
    await work(deps)
  } catch (error) {
    throw error instanceof GalleyError ? new StartError(wording(error)) : error
  }
}
