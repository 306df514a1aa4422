// Parses a role argument.

import { ROLES } from '#actor.ts'
import type { Role } from '#engine/db/vocabulary.ts'
import { UsageError } from '#errors.ts'

export function roleNamed(text: string): Role {
  const role = ROLES.find((name) => name === text)
  if (!role) throw new UsageError(`There is no role "${text}"; there are ${ROLES.join(', ')}.`)
  return role
}
