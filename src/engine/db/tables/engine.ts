// The tables that engines keep for themselves: processes (engine/supervisor), the search index, and what nodes share.

import type { Generated } from 'kysely'
import type { Flag, ProcessKind, ProcessOrigin, ProcessStatus, ProcessWish, TaskColumns } from '../vocabulary.ts'

export type EngineTables = {
  processes: {
    id: Generated<number>
    kind: ProcessKind
    name: string
    node: string
    status: ProcessStatus
    /** wish is what was asked for; the supervisor of `node` brings `status` in line with it. */
    wish: Generated<ProcessWish>
    origin: Generated<ProcessOrigin>
    /** run grows with every start, so that a process of an earlier start knows that it is no longer wanted. */
    run: Generated<number>
    pid: number | null
    queues: Generated<string>
    concurrency: Generated<number>
    autorestart: Generated<Flag>
    restarts: Generated<number>
    exit_code: number | null
    reason: string | null
    /** retry_at is when its service starts it again after a crash. */
    retry_at: number | null
    log_file: string | null
    running_jobs: Generated<string>
    created_at: number
    started_at: number | null
    stopped_at: number | null
    heartbeat_at: number | null
  }
  schedules: TaskColumns & {
    name: string
    last_run_at: number | null
    duration_ms: number | null
    result: string | null
    failed: Generated<Flag>
  }
  /** reply is a log's end as JSON, null until the node of the process has answered. */
  log_requests: {
    id: Generated<number>
    process_id: number
    lines: number
    bytes: number
    asked_at: number
    reply: string | null
  }

  search_documents: {
    id: number
    title: string
    /** sections is a JSON list: where each begins in the text, its anchor and its heading. */
    sections: Generated<string>
    /** reach: how far its words were put into the vocabulary (search.ts). */
    reach: Generated<0 | 1 | 2>
    /** is_behind: an older program indexed it, or who may read it has changed; the scheduler indexes it again. */
    is_behind: Generated<Flag>
  }
  search_words: { word: string; reach: Generated<0 | 1 | 2> }
  /** Raised in the same transaction as what it stands for: nothing cached under a counter is newer than its label. */
  counters: { scope: string; value: number }
  /** What transactions changed, by tags with a space around each (change-log.ts). */
  changes: { id: Generated<number>; xid: number; tags: string; created_at: number }
  idempotency_keys: { id: string; request: string; result: string; created_at: number }
  /** skew_ms is how far the node's own clock is ahead of the database's. */
  nodes: { name: string; heartbeat_at: number; skew_ms: Generated<number> }
  schema_migrations: { name: string; applied_at: number; phase: Generated<'expand' | 'contract'> }
}
