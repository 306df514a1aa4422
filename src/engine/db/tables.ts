// The tables as Kysely sees them, the same on both engines: times are integers of milliseconds, flags 0 or 1, JSON is text.
// Neither engine's own types for these would survive the other. Who writes which table is in ARCHITECTURE.md; keys,
// constraints and indexes are in migrations/.

import type { AccountTables } from './tables/accounts.ts'
import type { BrandTables } from './tables/brand.ts'
import type { CommentTables } from './tables/comments.ts'
import type { DocumentTables } from './tables/documents.ts'
import type { EngineTables } from './tables/engine.ts'
import type { EvidenceTables } from './tables/evidence.ts'
import type { ExchangeTables } from './tables/exchange.ts'
import type { InboxTables } from './tables/inbox.ts'
import type { LiveTables } from './tables/live.ts'
import type { OwnerTables } from './tables/owners.ts'
import type { PipelineTables } from './tables/pipeline.ts'
import type { ProposalTables } from './tables/proposals.ts'
import type { WebhookTables } from './tables/webhooks.ts'

export interface Tables
  extends AccountTables,
    BrandTables,
    CommentTables,
    DocumentTables,
    EvidenceTables,
    ExchangeTables,
    InboxTables,
    LiveTables,
    OwnerTables,
    PipelineTables,
    ProposalTables,
    WebhookTables,
    EngineTables {}
