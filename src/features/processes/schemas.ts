// The JSON contract of the background processes.

import { type Static, type TSchema, Type } from 'typebox'
import { closed, Id, Nullable, named, Timestamp } from '#http/atoms.ts'

export const KINDS = ['worker', 'beat'] as const
export const STATUSES = ['starting', 'running', 'stopping', 'stopped', 'crashed'] as const

const given = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))
const Name = (about: object = {}) => Type.String({ pattern: '^[a-z0-9-]{1,40}$', ...about })

export const WorkerCreateIn = named('WorkerCreateIn', {
  name: given(Name({ examples: ['worker-1'], description: 'Generated when left out: worker-1, worker-2, …' })),
  concurrency: given(Type.Integer({ minimum: 1, maximum: 32, default: 2, description: 'Jobs that it runs at once.' })),
  queues: given(
    Type.Array(Name(), {
      minItems: 1,
      maxItems: 16,
      default: ['docs'],
      description: 'Queues that it takes jobs from.',
    }),
  ),
  autorestart: given(Type.Boolean({ default: true, description: 'Start it again after a crash.' })),
})
export type WorkerCreateIn = Static<typeof WorkerCreateIn>

export const BeatStartIn = named('BeatStartIn', {
  name: given(Name({ examples: ['beat'], description: '`beat` when left out.' })),
})
export type BeatStartIn = Static<typeof BeatStartIn>

export const Proc = named('Proc', {
  id: Id,
  kind: closed(KINDS),
  name: Type.String(),
  node: Type.String({ description: 'The machine that it runs on.' }),
  status: closed(STATUSES),
  pid: Nullable(Type.Integer()),
  queues: Type.Array(Type.String()),
  concurrency: Type.Integer(),
  autorestart: Type.Boolean(),
  restarts: Type.Integer({ description: 'How often it was started again.' }),
  exit_code: Nullable(Type.Integer({ description: 'Above 128: ended by the signal of that number less 128.' })),
  reason: Nullable(Type.String({ description: 'Why it crashed, was killed or was given up.' })),
  started_at: Nullable(Timestamp),
  stopped_at: Nullable(Timestamp),
  heartbeat_at: Nullable(Timestamp),
  running_jobs: Type.Array(Type.Integer()),
})
export type Proc = Static<typeof Proc>

export const ProcDeleted = named('ProcDeleted', { deleted: Id })
export const ProcsRefreshed = named('ProcsRefreshed', {
  procs: Type.Array(Proc),
  changed: Type.Integer({ description: 'Rows that did not agree with the system.' }),
})
export const ProcLog = named('ProcLog', {
  id: Id,
  name: Type.String(),
  size: Type.Integer({ description: 'Bytes of the whole log, with the files that were set aside.' }),
  truncated: Type.Boolean({ description: 'Whether the log begins before the first line here.' }),
  lines: Type.Array(Type.String()),
})
export const TailQuery = Type.Object({
  lines: Type.Integer({ minimum: 1, maximum: 5000, default: 200, description: 'Number of last lines.' }),
})
