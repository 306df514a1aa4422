// What a migration is: a number and a name that never change once released, and its statements for an engine.

import type { Dialect } from './dialect.ts'

/**
 * `expand` only adds, so nodes of the previous version keep running beside it. `contract` removes what they still
 * use, so all nodes are stopped first. A test compares phases with statements.
 */
export type MigrationPhase = 'expand' | 'contract'

export type MigrationSteps = {
  /** phase is expand where nothing is said. */
  phase?: MigrationPhase
  statements: (dialect: Dialect) => string[]
}

/** A Migration is named after its file. */
export type Migration = MigrationSteps & { name: string }
