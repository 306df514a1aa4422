// What a migration is: a number and a name that never change once released, and its statements for an engine.

import type { Dialect } from './dialect.ts'

export type Migration = { name: string; statements: (dialect: Dialect) => string[] }
