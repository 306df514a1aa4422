// Collects the errors in a list of blocks, and limits how much of a block they echo. validate.ts and validate-content.ts find
// them, issues.ts names them.

import { isRecord } from 'galley-blocks/model.ts'
import { greaterThanEqual, type Issue, intFromFloat, intType, type Loc, lessThanEqual, MAX_ISSUES } from '#issues.ts'

const MAX_ECHOED_CHARACTERS = 200

export class Problems {
  readonly found: Issue[] = []

  add(issue: Issue): void {
    if (this.found.length < MAX_ISSUES) this.found.push({ ...issue, input: echo(issue.input) })
  }

  /** Reports a value that isn't an integer within the bounds. */
  integer(loc: Loc, value: unknown, least = 0, most = Number.MAX_SAFE_INTEGER): void {
    if (typeof value !== 'number' || !Number.isFinite(value)) this.add(intType(loc, value))
    else if (!Number.isInteger(value)) this.add(intFromFloat(loc, value))
    else if (value < least) this.add(greaterThanEqual(loc, value, least))
    else if (value > most) this.add(lessThanEqual(loc, value, most))
  }
}

// Echoes a block without its children, which would be sent once per level and may be deeply nested.
function echo(input: unknown): unknown {
  if (typeof input === 'string') return input.slice(0, MAX_ECHOED_CHARACTERS)
  if (Array.isArray(input)) return []
  if (!isRecord(input)) return input ?? null
  const scalars = Object.entries(input).filter(([, value]) => typeof value !== 'object')
  return Object.fromEntries(
    scalars.map(([key, value]) => [key, typeof value === 'string' ? value.slice(0, MAX_ECHOED_CHARACTERS) : value]),
  )
}
