// What the supervisor's files are handed. The composition's Deps has all of it; an engine does not know the composition.

import type { Logger } from 'pino'
import type { Config } from '#config.ts'
import type { Clock } from '#time.ts'
import type { Db } from '../db/db.ts'

export type SupervisorDeps = { config: Config; db: Db; clock: Clock; log: Logger }
