// The frame of commands that use what the API does: what the service refuses becomes a StartError, one line.

import { openDeps } from '#compose.ts'
import type { Deps } from '#deps.ts'
import { GalleyError, StartError } from '#errors.ts'

type CommandFrame = {
  existing?: boolean
  /** wording is how the command says a refusal. */
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
