// Runs work on a text in the sandbox (engine/sandbox.ts), with a time limit. The functions are the exports of
// src/sandbox-tasks.ts.

import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { TooCostly } from '#engine/sandbox.ts'
import { invalidValue } from '#errors.ts'
import type { Loc } from '#issues.ts'
import { SECOND } from '#time.ts'

const LONGEST_MS = 20 * SECOND

/** On timeout, refuses the input at its location in the request. */
export async function runOffloaded<T>(
  sandbox: Deps['sandbox'],
  actor: Actor,
  name: string,
  input: unknown,
  loc: Loc,
): Promise<T> {
  try {
    return await sandbox.run<T>(actor, name, input, LONGEST_MS)
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error
    throw invalidValue(loc, 'this is too long or too deeply nested to be read; send it in parts', null)
  }
}
