// The schema with which upgrades begin: that of version 1.0.0, which its migrations up to 0079 ended in. A database that has
// applied the last of them counts as one with this baseline (schema.ts). What columns mean is said in ../tables/.

import type { MigrationSteps } from '../migration.ts'

const FLAG = (column: string) => `check (${column} in (0, 1))`
const ROLE = `check (role in ('admin', 'editor', 'reader'))`
const VISIBILITIES = `('public', 'members', 'restricted')`
const STATUS = `check (status in ('queued', 'processing', 'review', 'approved', 'failed', 'superseded', 'cancelled'))`
const USER = 'bigint references users (id) on delete set null'
const OF_USER = 'bigint not null references users (id) on delete cascade'
const OF_DOCUMENT = 'bigint not null references document_rows (id) on delete cascade'

export default {
  statements: ({ id, ownedId, binaryText, bytes, search }) => [
    // Accounts
    `create table users (
      id ${id}, email text not null, username text, display_name text, role text not null ${ROLE}, password_hash text,
      email_verified integer not null default 0 ${FLAG('email_verified')},
      disabled integer not null default 0 ${FLAG('disabled')}, created_at bigint not null, updated_at bigint not null,
      last_login_at bigint, name_key text not null default '',
      proven_by text check (proven_by in ('code', 'invitation', 'provider', 'command', 'network')),
      second_factor integer not null default 0 ${FLAG('second_factor')}, deleted_at bigint,
      constraint users_role_is_proven check (proven_by is not null or role = 'reader')
    )`,
    'create unique index users_email on users (email)',
    'create unique index users_username on users (username)',
    `create table sessions (
      id ${id}, user_id ${OF_USER}, created_at bigint not null, refreshable_until bigint not null, ended_at bigint,
      proved_at bigint not null default 0, last_used_at bigint, device text not null default '', address text not null default '',
      factor text, issuer text, provider_sid text
    )`,
    'create index sessions_user on sessions (user_id)',
    'create index sessions_provider on sessions (issuer, provider_sid)',
    `create table session_tokens (
      hash text not null primary key, session_id bigint not null references sessions (id) on delete cascade,
      issued_at bigint not null, expires_at bigint not null, retired_at bigint
    )`,
    'create index session_tokens_session on session_tokens (session_id)',
    'create unique index session_tokens_current on session_tokens (session_id) where retired_at is null',
    `create table api_tokens (
      id ${id}, hash text not null, user_id ${OF_USER}, name text not null, prefix text not null, role text not null ${ROLE},
      created_at bigint not null, expires_at bigint, last_used_at bigint, scopes text, category_ids text
    )`,
    'create unique index api_tokens_hash on api_tokens (hash)',
    'create index api_tokens_user on api_tokens (user_id)',
    `create table codes (
      identifier text not null, asker text not null, code_hmac text not null,
      attempts integer not null default 0 check (attempts between 0 and 5), sent_at bigint not null, expires_at bigint not null,
      primary key (identifier, asker)
    )`,
    `create table known_browsers (
      user_id ${OF_USER}, hash text not null, last_used_at bigint not null, primary key (user_id, hash)
    )`,
    'create index known_browsers_age on known_browsers (last_used_at)',
    `create table sso_uses (jti text not null primary key, expires_at bigint not null)`,
    `create table identities (
      id ${id}, user_id ${OF_USER}, issuer text not null, subject text not null, created_at bigint not null, last_used_at bigint
    )`,
    'create unique index identities_subject on identities (issuer, subject)',
    'create index identities_user on identities (user_id)',
    `create table totp_secrets (
      user_id bigint not null primary key references users (id) on delete cascade, secret text not null, confirmed_at bigint,
      last_step bigint not null default 0
    )`,
    `create table recovery_codes (user_id ${OF_USER}, hash text not null, primary key (user_id, hash))`,
    `create table passkeys (
      id ${id}, user_id ${OF_USER}, credential_id text not null, public_key text not null, counter bigint not null,
      transports text not null, name text not null, created_at bigint not null, last_used_at bigint
    )`,
    'create unique index passkeys_credential on passkeys (credential_id)',
    'create index passkeys_user on passkeys (user_id)',
    `create table tickets (
      hash text not null primary key, user_id ${OF_USER},
      purpose text not null check (purpose in ('sign-in', 'step-up', 'enrol')), method text not null, password_hash text,
      challenge text, attempts integer not null default 0, expires_at bigint not null
    )`,
    'create index tickets_age on tickets (expires_at)',
    `create table throttles (id ${id}, scope text not null, key text not null, at bigint not null)`,
    'create index throttles_key on throttles (scope, key, at)',
    'create index throttles_at on throttles (at)',
    `create table audit (
      id ${id}, at bigint not null, actor_id ${USER}, actor text not null, action text not null, target text not null,
      detail text not null default '{}', address text, sent_at bigint
    )`,
    'create index audit_unsent on audit (id) where sent_at is null',
    'create index audit_at on audit (at, id)',
    'create index audit_actor on audit (actor_id, at, id)',
    'create index audit_action on audit (action, at, id)',
    'create index audit_target on audit (target, at, id)',
    `create index audit_kind on audit (rtrim(action, 'abcdefghijklmnopqrstuvwxyz_'), at, id)`,
    // Categories and documents
    `create table deletions (id ${id}, deleted_by ${USER}, deleted_at bigint not null)`,
    'create index deletions_time on deletions (deleted_at)',
    `create table category_rows (
      id ${id}, parent_id bigint references category_rows (id), name text not null, slug text not null, description text,
      position integer not null, depth integer not null check (depth between 0 and 11),
      visibility text not null default 'public' check (visibility in ${VISIBILITIES}),
      audience text not null default 'public' check (audience in ${VISIBILITIES}), created_by ${USER}, created_at bigint not null,
      updated_at bigint not null, review_after integer check (review_after >= 0), source_file text,
      deletion_id bigint references deletions (id), slot integer, index_id bigint, check (parent_id <> id)
    )`,
    'create unique index categories_slug on category_rows (slug) where deletion_id is null',
    'create unique index categories_order on category_rows (coalesce(parent_id, 0), position) where deletion_id is null',
    'create index categories_deletion on category_rows (deletion_id) where deletion_id is not null',
    `create table category_access (
      category_id bigint not null references category_rows (id) on delete cascade, role text ${ROLE},
      user_id bigint references users (id) on delete cascade, check ((role is null) <> (user_id is null))
    )`,
    `create unique index category_access_once on category_access (category_id, coalesce(role, ''), coalesce(user_id, 0))`,
    'create index category_access_user on category_access (user_id)',
    `create table category_gates (
      category_id bigint not null references category_rows (id) on delete cascade,
      gate_id bigint not null references category_rows (id) on delete cascade, primary key (category_id, gate_id)
    )`,
    'create index category_gates_gate on category_gates (gate_id)',
    `create table document_rows (
      id ${id}, slug text not null, title text not null, title_key ${binaryText} not null default '', summary text,
      category_id bigint references category_rows (id), tags text not null default '[]',
      visibility text not null default 'public' check (visibility in ${VISIBILITIES}),
      audience text not null default 'public' check (audience in ${VISIBILITIES}),
      bucket text not null default 'empty' check (bucket in ('empty', 'queued', 'processing', 'approved', 'failed')),
      has_content integer not null default 0 ${FLAG('has_content')}, position integer, pinned_at bigint not null default 0,
      version integer not null default 1 check (version >= 1), view_count bigint not null default 0, author_id ${USER},
      created_at bigint not null, updated_at bigint not null, published_at bigint, approved_by ${USER}, approved_at bigint,
      published integer not null default 1, by_model integer not null default 0 ${FLAG('by_model')}, front_matter text, lang text,
      draft_version integer not null default 0, source_file text, first_version integer not null default 1,
      deletion_id bigint references deletions (id), scheduled_at bigint, scheduled_by ${USER},
      fault text check (fault is null or scheduled_at is null), path text, check (has_content = 1 or bucket <> 'approved'),
      check (has_content = 0 or bucket <> 'empty'),
      check (published = 1 or (published = 0 and audience = 'restricted' and published_at is null))
    )`,
    'create index documents_author on document_rows (author_id)',
    'create index documents_list on document_rows (pinned_at desc, updated_at desc, id desc, audience, deletion_id) where deletion_id is null',
    'create index documents_public_list on document_rows (audience, pinned_at desc, updated_at desc, id desc, deletion_id) where deletion_id is null',
    'create index documents_tree on document_rows (category_id, (case when pinned_at > 0 then 0 else 1 end), (coalesce(position, 2147483647)), title_key, id, audience, deletion_id) where deletion_id is null',
    'create index documents_category on document_rows (category_id, audience, deletion_id) where deletion_id is null',
    'create index documents_bucket on document_rows (bucket, updated_at desc, id desc, audience, deletion_id) where deletion_id is null',
    'create index documents_title on document_rows (title_key, id, deletion_id) where deletion_id is null',
    'create index documents_created on document_rows (created_at desc, id desc, deletion_id) where deletion_id is null',
    'create unique index documents_slug on document_rows (slug) where deletion_id is null',
    'create index documents_views on document_rows (audience, view_count, deletion_id) where deletion_id is null and view_count > 0',
    'create index documents_unpublished on document_rows (id, deletion_id) where deletion_id is null and published = 0',
    'create index documents_due on document_rows (scheduled_at) where scheduled_at is not null',
    'create index documents_deletion on document_rows (deletion_id) where deletion_id is not null',
    'create unique index documents_path on document_rows (path) where path is not null and deletion_id is null',
    `create table document_access (
      document_id ${OF_DOCUMENT}, role text ${ROLE}, user_id bigint references users (id) on delete cascade,
      check ((role is null) <> (user_id is null))
    )`,
    `create unique index document_access_once on document_access (document_id, coalesce(role, ''), coalesce(user_id, 0))`,
    'create index document_access_user on document_access (user_id)',
    `create table views (
      document_id ${OF_DOCUMENT}, day text not null, views integer not null check (views > 0), primary key (document_id, day)
    )`,
    'create index views_day on views (day, document_id, views)',
    `create table former_slugs (slug text not null primary key, document_id ${OF_DOCUMENT}, since bigint not null)`,
    'create index former_slugs_document on former_slugs (document_id, since)',
    `create table redirects (
      id ${id}, from_path ${binaryText} not null, to_path text not null, kind text not null check (kind in ('exact', 'prefix')),
      status integer not null check (status in (301, 308)), hits bigint not null default 0, last_hit_at bigint,
      created_at bigint not null, origin text not null default 'hand' check (origin in ('hand', 'import'))
    )`,
    'create unique index redirects_from on redirects (from_path, kind)',
    `create table missed_searches (
      words ${binaryText} not null primary key, searches integer not null check (searches > 0), last_at bigint not null,
      question text
    )`,
    `create table preview_links (
      hash text not null primary key, document_id ${OF_DOCUMENT}, created_by ${USER}, expires_at bigint not null
    )`,
    'create index preview_links_document on preview_links (document_id)',
    'create index preview_links_expires on preview_links (expires_at)',
    `create table uploads (
      key text not null primary key, kind text not null, name text, size integer not null, uploaded_by ${USER},
      uploaded_at bigint not null, check (name is not null or kind in ('png', 'jpg', 'gif', 'webp', 'avif', 'svg'))
    )`,
    `create table upload_pieces (
      upload text not null references uploads (key) on delete cascade, number integer not null, bytes ${bytes} not null,
      primary key (upload, number)
    )`,
    `create table upload_uses (
      document_id ${OF_DOCUMENT}, upload text not null, shown integer not null ${FLAG('shown')}, primary key (document_id, upload)
    )`,
    'create index upload_uses_upload on upload_uses (upload, shown)',
    // The pipeline
    `create table jobs (
      id ${id}, document_id ${OF_DOCUMENT}, parent_job_id bigint references jobs (id) on delete set null,
      queue text not null default 'docs', status text not null ${STATUS},
      step text check (step in ('plan', 'extract', 'question', 'draft')),
      progress real not null default 0 check (progress between 0 and 1),
      priority integer not null default 5 check (priority between 0 and 9), attempts integer not null default 0,
      failures integer not null default 0, losses integer not null default 0, error text, run_at bigint not null,
      fence bigint not null default 0, worker text, lease_until bigint, created_by ${USER}, created_at bigint not null,
      started_at bigint, finished_at bigint, updated_at bigint not null,
      check ((status = 'processing') = (lease_until is not null)), check ((status = 'processing') = (worker is not null)),
      check (status <> 'failed' or error is not null)
    )`,
    `create unique index jobs_one_active on jobs (document_id) where status in ('queued', 'processing', 'review')`,
    'create index jobs_document on jobs (document_id, id desc)',
    `create index jobs_claim on jobs (queue, priority desc, id, run_at) where status = 'queued'`,
    `create index jobs_lease on jobs (lease_until) where status = 'processing'`,
    'create index jobs_parent on jobs (parent_job_id)',
    'create index jobs_status on jobs (status)',
    'create index jobs_creator on jobs (created_by, status)',
    `create table revisions (
      id ${id}, document_id ${OF_DOCUMENT}, parent_id bigint, merged_id bigint, version integer, since integer,
      base_version integer not null, title text not null, summary text, tags text not null, lang text,
      origin text not null check (origin in ('hand', 'approval', 'restore', 'import')), author_id ${USER}, reason text,
      created_at bigint not null, published_by ${USER}, published_at bigint, evidence text, blocks text not null,
      iteration_id bigint, check ((version is null) = (since is null)), check ((version is null) = (published_at is null)),
      check (since <= version)
    )`,
    'create unique index revisions_version on revisions (document_id, version)',
    'create index revisions_unpublished on revisions (document_id, id) where version is null',
    `create table iterations (
      id ${id}, job_id bigint not null references jobs (id) on delete cascade, document_id ${OF_DOCUMENT},
      number integer not null check (number >= 1), status text not null ${STATUS}, notes text not null default '',
      material text not null default '[]', planning text, extracted text, findings text, usage text,
      base_version integer not null, created_at bigint not null, updated_at bigint not null, approved_at bigint,
      approved_by ${USER}, instructions text not null default '', draft_id bigint references revisions (id),
      base_id bigint references revisions (id),
      drafted_id bigint references revisions (id) check ((draft_id is null or findings is not null) and (draft_id is not null or status <> 'review')),
      check (status not in ('review', 'approved') or findings is not null)
    )`,
    'create unique index iterations_number on iterations (job_id, number)',
    'create index iterations_document on iterations (document_id, id desc)',
    'create index iterations_draft_id on iterations (draft_id) where draft_id is not null',
    'create index iterations_drafted_id on iterations (drafted_id) where drafted_id is not null',
    'create index iterations_base_id on iterations (base_id) where base_id is not null',
    `create table questions (
      id ${id}, iteration_id bigint not null references iterations (id) on delete cascade, section text, body text not null,
      answer text, answered_at bigint, answered_by ${USER},
      outcome text check (outcome in ('applied', 'asked_again', 'not_applied', 'dismissed')), outcome_note text,
      assignee_id ${USER}, assigned_at bigint, due_at bigint, asked text, check ((answer is null) = (answered_at is null))
    )`,
    'create index questions_iteration on questions (iteration_id, id)',
    'create index questions_assignee on questions (assignee_id) where assignee_id is not null',
    'create index questions_asked on questions (asked, id)',
    `create table actions (
      id ${id}, iteration_id bigint not null references iterations (id) on delete cascade, kind text not null, title text,
      body text not null, meta text not null default '{}', blocking integer not null default 0 ${FLAG('blocking')}, answer text,
      resolved integer not null default 0 ${FLAG('resolved')}, resolved_at bigint, resolved_by ${USER},
      outcome text check (outcome in ('applied', 'asked_again', 'not_applied', 'dismissed')), outcome_note text,
      assignee_id ${USER}, assigned_at bigint, due_at bigint, check ((resolved = 1) = (resolved_at is not null))
    )`,
    'create index actions_iteration on actions (iteration_id, id)',
    'create index actions_assignee on actions (assignee_id) where assignee_id is not null',
    `create table events (
      id ${id}, job_id bigint not null references jobs (id) on delete cascade,
      iteration_id bigint references iterations (id) on delete cascade,
      kind text not null check (kind in ( 'job.queued', 'job.started', 'step.started', 'step.finished', 'question.raised', 'action.raised', 'draft.ready', 'question.answered', 'action.answered', 'action.resolved', 'draft.edited', 'iteration.redrafted', 'iteration.approved', 'job.retrying', 'job.recovered', 'job.failed', 'job.cancelled')),
      message text not null, data text not null default '{}', created_at bigint not null
    )`,
    'create index events_job on events (job_id, id)',
    'create index events_iteration on events (iteration_id)',
    'create index events_age on events (created_at)',
    // Evidence
    `create table evidence (
      document_id ${OF_DOCUMENT}, block_id text not null,
      origin text not null check (origin in ('source', 'notes', 'answer', 'human', 'model')), approved_by ${USER},
      approved_at bigint, checked_at bigint not null, primary key (document_id, block_id)
    )`,
    'create index evidence_checked on evidence (checked_at, document_id, block_id)',
    `create table evidence_sources (
      id ${id}, document_id bigint not null, block_id text not null,
      kind text not null check (kind in ('document', 'material', 'notes', 'answer', 'action', 'draft', 'url', 'text')),
      source_id bigint, title text not null, quote text not null, version integer, url text,
      is_public integer not null default 0 ${FLAG('is_public')}, is_before integer not null default 0 ${FLAG('is_before')},
      missing text check (missing in ('changed', 'deleted')), nearest text, closed integer not null default 0 ${FLAG('closed')},
      reason text check (reason in ('changed', 'deleted', 'closed')), stale_since bigint,
      is_watched integer not null default 1 ${FLAG('is_watched')},
      foreign key (document_id, block_id) references evidence (document_id, block_id) on update cascade on delete cascade,
      check (kind <> 'document' or source_id is not null), check ((reason is null) = (stale_since is null)),
      check (reason is null or (reason = 'closed' and closed = 1) or (reason <> 'closed' and missing = reason))
    )`,
    'create index evidence_sources_block on evidence_sources (document_id, block_id)',
    `create index evidence_sources_quoted on evidence_sources (source_id) where kind = 'document' and is_watched = 1`,
    'create index evidence_sources_stale on evidence_sources (stale_since, id) where stale_since is not null',
    // Webhooks
    `create table webhooks (
      id ${id}, name text not null, url text not null, kinds text not null, category_id bigint,
      visibility text not null check (visibility in ${VISIBILITIES}), secret text not null, former_secret text,
      former_until bigint, state text not null default 'active' check (state in ('active', 'paused', 'gone')), created_by ${USER},
      created_at bigint not null, updated_at bigint not null, pause_reason text,
      check ((former_secret is null) = (former_until is null))
    )`,
    `create table webhook_deliveries (
      id ${id}, webhook_id bigint not null references webhooks (id) on delete cascade, message text not null unique,
      kind text not null, lane text not null, body text not null,
      status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
      attempts integer not null default 0, next_at bigint not null, created_at bigint not null, sent_at bigint,
      finished_at bigint, response_status integer, response_body text, error text, took_ms integer,
      check ((status = 'pending') = (finished_at is null))
    )`,
    'create index webhook_deliveries_listed on webhook_deliveries (webhook_id, id)',
    'create index webhook_deliveries_aged on webhook_deliveries (created_at)',
    `create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at, id) where status = 'pending'`,
    `create index webhook_deliveries_lane on webhook_deliveries (webhook_id, lane, id) where status = 'pending'`,
    // Processes, nodes, and what nodes share
    `create table processes (
      id ${id}, kind text not null check (kind in ('worker', 'beat')), name text not null, node text not null,
      status text not null check (status in ('starting', 'running', 'stopping', 'stopped', 'crashed')),
      wish text not null default 'run' check (wish in ('run', 'stop', 'restart')),
      origin text not null default 'request' check (origin in ('service', 'request', 'command')), run integer not null default 0,
      pid integer, pid_started text, queues text not null default '["docs"]',
      concurrency integer not null default 2 check (concurrency between 1 and 32),
      autorestart integer not null default 1 ${FLAG('autorestart')}, restarts integer not null default 0, exit_code integer,
      reason text, crashes text not null default '[]', retry_at bigint, stop_at bigint, log_file text,
      running_jobs text not null default '[]', created_at bigint not null, started_at bigint, stopped_at bigint,
      heartbeat_at bigint, check ((pid is null) = (pid_started is null))
    )`,
    'create unique index processes_name on processes (name)',
    `create unique index processes_one_beat on processes (kind) where kind = 'beat' and status in ('starting', 'running', 'stopping')`,
    `create table log_requests (
      id ${id}, process_id bigint not null references processes (id) on delete cascade, lines integer not null,
      bytes integer not null, asked_at bigint not null, reply text
    )`,
    'create index log_requests_process on log_requests (process_id)',
    `create table schedules (
      name text not null primary key, last_run_at bigint, duration_ms integer, result text,
      failed integer not null default 0 ${FLAG('failed')}, next_run_at bigint
    )`,
    `create table leases (name text not null primary key, holder text not null, until bigint not null)`,
    `create table nodes (name text not null primary key, heartbeat_at bigint not null, skew_ms bigint not null default 0)`,
    `create table counters (scope text not null primary key, value bigint not null)`,
    `create table changes (id ${id}, xid bigint not null default 0, tags text not null, created_at bigint not null)`,
    'create index changes_xid on changes (xid)',
    `create table secrets (name text not null primary key, value text not null)`,
    `create table rate_counts (
      key text not null, node text not null, slice bigint not null, count integer not null, primary key (key, node, slice)
    )`,
    'create index rate_counts_slice on rate_counts (slice)',
    `create table idempotency_keys (
      id text not null primary key, request text not null, result text not null, created_at bigint not null
    )`,
    'create index idempotency_keys_created_at on idempotency_keys (created_at)',
    `create table brand (
      id integer primary key check (id = 1), name text, accent text check (accent like '#______'),
      scheme text check (scheme in ('light', 'dark')), logo text, icon text, footer text, links text not null default '[]',
      version integer not null, updated_at bigint not null, logo_dark text, home_id bigint, description text, announcement text,
      announcement_url text, announcement_until bigint, addresses text check (addresses in ('nested')), base_path text
    )`,
    `create table heads (
      document_id ${ownedId} references document_rows (id) on delete cascade,
      published_id bigint not null references revisions (id), saved_id bigint references revisions (id), saved_since bigint,
      working_id bigint references revisions (id), check ((saved_id is null) = (saved_since is null))
    )`,
    'create unique index heads_published on heads (published_id)',
    'create index heads_saved on heads (saved_id, document_id) where saved_id is not null',
    'create index heads_working on heads (working_id) where working_id is not null',
    `create table texts (
      document_id ${ownedId} references document_rows (id) on delete cascade, text text not null, html text not null
    )`,
    // Proposals and comments
    `create table proposals (
      id ${id}, document_id ${OF_DOCUMENT}, revision_id bigint references revisions (id),
      base_id bigint references revisions (id), iteration_id bigint references iterations (id) on delete cascade, action text,
      title text not null, reason text,
      state text not null check (state in ('draft', 'open', 'approved', 'rejected', 'withdrawn', 'merged')),
      by_save integer not null ${FLAG('by_save')}, author_id ${USER}, created_at bigint not null, updated_at bigint not null,
      closed_by ${USER}, closed_at bigint, merged_version integer,
      check ((state in ('rejected', 'withdrawn', 'merged')) = (closed_at is not null)),
      check ((state = 'merged') = (merged_version is not null)),
      check (closed_at is not null or (revision_id is not null and base_id is not null))
    )`,
    'create index proposals_state on proposals (state, id)',
    'create index proposals_waiting on proposals (id) where closed_at is null',
    'create index proposals_document on proposals (document_id, id)',
    'create index proposals_author on proposals (author_id)',
    'create index proposals_closer on proposals (closed_by)',
    'create index proposals_revision on proposals (revision_id)',
    'create index proposals_base on proposals (base_id)',
    'create unique index proposals_iteration on proposals (iteration_id) where iteration_id is not null',
    'create unique index proposals_saved on proposals (document_id, coalesce(author_id, 0)) where by_save = 1 and closed_at is null',
    `create table threads (
      id ${id}, document_id ${OF_DOCUMENT}, block_id text not null, quote text not null, said text not null, before text not null,
      after text not null, created_by ${USER}, created_at bigint not null, resolved_by ${USER}, resolved_at bigint,
      is_resolved integer not null default 0 ${FLAG('is_resolved')},
      proposal_id bigint references proposals (id) on delete cascade, last_id bigint, last_at bigint, last_by ${USER},
      suggestion_id bigint references proposals (id) on delete set null, check ((is_resolved = 1) = (resolved_at is not null))
    )`,
    'create index threads_document on threads (document_id, id)',
    'create index threads_creator on threads (created_by)',
    'create index threads_resolver on threads (resolved_by)',
    'create index threads_proposal on threads (proposal_id) where proposal_id is not null',
    'create index threads_open on threads (document_id, last_at, last_by, last_id, id) where is_resolved = 0',
    'create index threads_last on threads (last_by)',
    'create index threads_suggestion on threads (suggestion_id) where suggestion_id is not null',
    `create table comments (
      id ${id}, thread_id bigint not null references threads (id) on delete cascade, author_id ${USER}, body text not null,
      created_at bigint not null, edited_at bigint, deleted_at bigint, check ((body = '') = (deleted_at is not null))
    )`,
    'create index comments_thread on comments (thread_id, id)',
    'create index comments_author on comments (author_id)',
    `create table comment_mentions (
      comment_id bigint not null references comments (id) on delete cascade, user_id ${OF_USER}, primary key (comment_id, user_id)
    )`,
    'create index comment_mentions_user on comment_mentions (user_id)',
    // Owners and rules
    `create table owners (
      id ${id}, document_id bigint references document_rows (id) on delete cascade,
      category_id bigint references category_rows (id) on delete cascade, owner_id ${OF_USER}, stand_in_id ${USER},
      since bigint not null, check ((document_id is null) <> (category_id is null)),
      check (stand_in_id is null or stand_in_id <> owner_id)
    )`,
    'create unique index owners_document on owners (document_id) where document_id is not null',
    'create unique index owners_category on owners (category_id) where category_id is not null',
    'create index owners_owner on owners (owner_id)',
    'create index owners_stand_in on owners (stand_in_id)',
    `create table presence (
      document_id ${OF_DOCUMENT}, user_id ${OF_USER}, seen_at bigint not null, primary key (document_id, user_id)
    )`,
    'create index presence_user on presence (user_id)',
    `create table publishing_rules (
      id ${id}, document_id bigint references document_rows (id) on delete cascade,
      category_id bigint references category_rows (id) on delete cascade,
      publishing text not null check (publishing in ('direct', 'review')),
      approvals integer not null check (approvals between 1 and 3), by_others integer not null ${FLAG('by_others')},
      check ((document_id is null) <> (category_id is null))
    )`,
    'create unique index publishing_rules_document on publishing_rules (document_id) where document_id is not null',
    'create unique index publishing_rules_category on publishing_rules (category_id) where category_id is not null',
    `create table proposal_reviewers (
      proposal_id bigint not null references proposals (id) on delete cascade, user_id ${OF_USER},
      primary key (proposal_id, user_id)
    )`,
    'create index proposal_reviewers_user on proposal_reviewers (user_id)',
    `create table proposal_approvals (
      proposal_id bigint not null references proposals (id) on delete cascade, user_id ${OF_USER}, part text not null,
      said text not null, approved_at bigint not null, primary key (proposal_id, user_id, part)
    )`,
    'create index proposal_approvals_user on proposal_approvals (user_id)',
    // Imports
    `create table imports (
      id ${id}, name text not null, size bigint not null,
      state text not null check (state in ('uploading', 'reading', 'ready', 'importing', 'done', 'undoing', 'undone', 'failed', 'interrupted')),
      folder text not null default '', preset text not null default 'auto',
      category_id bigint references category_rows (id) on delete set null,
      as_drafts integer not null default 1 ${FLAG('as_drafts')}, run integer not null default 0, tries integer not null default 0,
      alive_at bigint, pages_done bigint not null default 0, pages_total bigint not null default 0, report text, undone text,
      error text, deletion_id bigint, created_by ${USER}, acting_id ${USER}, created_at bigint not null, started_at bigint,
      ended_at bigint, redirects integer not null default 0 ${FLAG('redirects')}
    )`,
    `create index imports_under_way on imports (state) where state in ('reading', 'importing', 'undoing')`,
    'create index imports_category on imports (category_id)',
    'create index imports_creator on imports (created_by)',
    'create index imports_acting on imports (acting_id)',
    `create table import_pieces (
      import_id bigint not null references imports (id) on delete cascade, number bigint not null, bytes ${bytes} not null,
      primary key (import_id, number)
    )`,
    `create table import_changes (
      import_id bigint not null references imports (id) on delete cascade, document_id ${OF_DOCUMENT}, version bigint not null,
      draft_version bigint, before text, outcome text, primary key (import_id, document_id)
    )`,
    'create index import_changes_document on import_changes (document_id)',
    `create table import_categories (
      import_id bigint not null references imports (id) on delete cascade,
      category_id bigint not null references category_rows (id) on delete cascade, primary key (import_id, category_id)
    )`,
    'create index import_categories_category on import_categories (category_id)',
    // The inbox
    `create table inbox_marks (
      user_id ${OF_USER}, kind text not null, ref_id bigint not null, marked_at bigint not null, until bigint,
      primary key (user_id, kind, ref_id)
    )`,
    `create table watches (
      id ${id}, user_id ${OF_USER}, document_id bigint references document_rows (id) on delete cascade,
      category_id bigint references category_rows (id) on delete cascade, is_muted integer not null default 0 ${FLAG('is_muted')},
      since bigint not null, check ((document_id is null) <> (category_id is null))
    )`,
    'create unique index watches_document on watches (user_id, document_id) where document_id is not null',
    'create unique index watches_category on watches (user_id, category_id) where category_id is not null',
    'create index watches_of_document on watches (document_id)',
    'create index watches_of_category on watches (category_id)',
    `create table mail_settings (
      user_id bigint primary key references users (id) on delete cascade, at_once integer not null default 1 ${FLAG('at_once')},
      digest text not null check (digest in ('off', 'daily', 'weekly'))
    )`,
    `create table mails (
      id ${id}, user_id ${OF_USER}, kind text not null, ref_id bigint not null, batch bigint,
      status text not null default 'pending' check (status in ('pending', 'sent', 'dropped', 'failed')),
      attempts integer not null default 0, next_at bigint not null, created_at bigint not null, finished_at bigint, error text,
      check ((status = 'pending') = (finished_at is null))
    )`,
    'create unique index mails_once on mails (user_id, kind, ref_id)',
    `create index mails_due on mails (next_at, id) where status = 'pending'`,
    'create index mails_batch on mails (batch)',
    'create index mails_age on mails (created_at)',
    // The site
    `create table answer_tokens (
      day text primary key, calls bigint not null, input_tokens bigint not null, output_tokens bigint not null
    )`,
    `create table visits (
      user_id bigint primary key references users (id) on delete cascade, seen_at bigint not null, since bigint not null
    )`,
    `create table team_questions (
      id ${id}, words text not null, question text not null, asked_by ${OF_USER}, asked_at bigint not null,
      document_id bigint references document_rows (id) on delete cascade, answered_at bigint,
      check ((document_id is null) = (answered_at is null))
    )`,
    'create unique index team_questions_open on team_questions (words, asked_by) where answered_at is null',
    'create index team_questions_asker on team_questions (asked_by)',
    'create index team_questions_document on team_questions (document_id)',
    'create index team_questions_asked_at on team_questions (asked_at)',
    `create table feedback (
      id ${id}, document_id ${OF_DOCUMENT}, section text not null, is_helpful integer not null ${FLAG('is_helpful')}, said text,
      created_at bigint not null
    )`,
    'create index feedback_document on feedback (document_id, id)',
    'create index feedback_said on feedback (id) where said is not null',
    `create table missed_duties (
      id ${id}, words ${binaryText} not null unique references missed_searches (words) on delete cascade,
      document_id ${OF_DOCUMENT}, since bigint not null
    )`,
    'create index missed_duties_document on missed_duties (document_id)',
    `create table page_links (
      id ${id}, document_id ${OF_DOCUMENT}, slug ${binaryText} not null, broken_since bigint, unique (document_id, slug)
    )`,
    'create index page_links_slug on page_links (slug)',
    'create index page_links_broken on page_links (document_id) where broken_since is not null',
    'create view categories as select * from category_rows where deletion_id is null',
    'create view documents as select * from document_rows where deletion_id is null',
    "insert into counters (scope, value) values ('content', 1), ('tree', 1), ('accounts', 1)",
    // The index of full text
    ...search.tables,
  ],
} satisfies MigrationSteps
