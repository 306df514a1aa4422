// Checks a file or folder argument: an address would become a folder of that name, password included.

import { resolve } from 'node:path'
import { StartError } from '#errors.ts'

export const isPostgres = (given: string): boolean => /^postgres(?:ql)?:\/\//.test(given)

export function localPath(given: string): string {
  // Not repeated, as it may contain a password.
  if (given.includes('://'))
    throw new StartError(
      'Name a file or folder here; only `galley move --to` takes an address, of a PostgreSQL: postgres://…',
    )
  return resolve(given)
}
