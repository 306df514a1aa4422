// The tables as Kysely sees them, the same on both engines: times are integers of milliseconds, flags 0 or 1, JSON is text.
// Neither engine's own types for these would survive the other. Who writes which table is in ARCHITECTURE.md; keys,
// constraints and indexes are in migrations/.

import type { Generated } from 'kysely'

export type Role = 'admin' | 'editor' | 'reader'
/** AddressProof is what showed that an address belongs to the person of the account. */
export type AddressProof = 'code' | 'invitation' | 'provider' | 'command' | 'network'
/** Factor is what shows, beside a password or code, that someone is the owner of an account. */
export type Factor = 'totp' | 'passkey' | 'recovery'
/** Visibility is a rule: everyone, everyone with an account, or those who are named. */
export type Visibility = 'public' | 'members' | 'restricted'
/** A Bucket is where a document is on its way: what its newest job says, else whether it has content. */
export type Bucket = 'empty' | 'queued' | 'processing' | 'approved' | 'failed'
export type JobStatus = 'queued' | 'processing' | 'review' | 'approved' | 'failed' | 'superseded' | 'cancelled'
export type Step = 'plan' | 'extract' | 'question' | 'draft'
/** RevisionOrigin is how content came to be: by a person, an approved draft, a restore or an import. */
export type RevisionOrigin = 'hand' | 'approval' | 'restore' | 'import'
export type PictureKind = 'png' | 'jpg' | 'gif' | 'webp' | 'avif' | 'svg'
export type ProcessKind = 'worker' | 'beat'
export type ProcessStatus = 'starting' | 'running' | 'stopping' | 'stopped' | 'crashed'
export type ProcessWish = 'run' | 'stop' | 'restart'
export type ProcessOrigin = 'service' | 'request' | 'command'
type Flag = 0 | 1

export type Tables = {
  users: {
    id: Generated<number>
    email: string
    username: string | null
    display_name: string | null
    /** name_key is the display name as it is searched, '' where there is none. */
    name_key: Generated<string>
    role: Role
    password_hash: string | null
    email_verified: Generated<Flag>
    /** proven_by is null while nobody has proven the address: then the account is no member and its role is reader. */
    proven_by: AddressProof | null
    disabled: Generated<Flag>
    /** second_factor: whether the account has a passkey or a confirmed secret (factor-store.ts keeps it in step). */
    second_factor: Generated<Flag>
    created_at: number
    updated_at: number
    last_login_at: number | null
    /** deleted_at is when the person left: the row keeps the id and nothing else of them. */
    deleted_at: number | null
  }
  /** A session is one sign-in; its tokens follow one another by refresh, and only the newest is current. */
  sessions: {
    id: Generated<number>
    user_id: number
    created_at: number
    refreshable_until: number
    ended_at: number | null
    /** proved_at is when someone last proved to be the owner: by signing in, or by POST /auth/step-up. */
    proved_at: Generated<number>
    last_used_at: number | null
    device: Generated<string>
    address: Generated<string>
    /** factor is what came second when the session was opened, or `provider` where somebody else vouches for the person. */
    factor: Factor | 'provider' | null
    /** issuer and provider_sid are the identity provider that vouched, and its own name for the session. */
    issuer: string | null
    provider_sid: string | null
  }
  session_tokens: {
    hash: string
    session_id: number
    issued_at: number
    expires_at: number
    retired_at: number | null
  }
  api_tokens: {
    id: Generated<number>
    hash: string
    user_id: number
    name: string
    prefix: string
    role: Role
    created_at: number
    expires_at: number | null
    last_used_at: number | null
    /** scopes and category_ids are JSON lists; null is everything that the role allows, and everywhere. */
    scopes: string | null
    category_ids: string | null
  }
  codes: {
    identifier: string
    asker: string
    code_hmac: string
    attempts: Generated<number>
    sent_at: number
    expires_at: number
  }
  /** A secret counts once a code of it was shown. last_step is the time step of the newest code that was taken: none is taken twice. */
  totp_secrets: { user_id: number; secret: string; confirmed_at: number | null; last_step: Generated<number> }
  recovery_codes: { user_id: number; hash: string }
  passkeys: {
    id: Generated<number>
    user_id: number
    credential_id: string
    public_key: string
    counter: number
    transports: string
    name: string
    created_at: number
    last_used_at: number | null
  }
  /** A ticket is a step that was done and waits for the next one, on whichever node that arrives. */
  tickets: {
    hash: string
    user_id: number
    purpose: 'sign-in' | 'step-up' | 'enrol'
    /** method is how the sign-in began; password_hash is the new password that waits for the second factor. */
    method: string
    password_hash: string | null
    challenge: string | null
    attempts: Generated<number>
    expires_at: number
  }
  identities: {
    id: Generated<number>
    user_id: number
    issuer: string
    subject: string
    created_at: number
    last_used_at: number | null
  }
  known_browsers: { user_id: number; hash: string; last_used_at: number }
  /** The primary key is the lock: the id of a bridge token can be inserted once, so it works once. */
  sso_uses: { jti: string; expires_at: number }
  throttles: { id: Generated<number>; scope: string; key: string; at: number }
  audit: {
    id: Generated<number>
    at: number
    actor_id: number | null
    actor: string
    action: string
    target: string
    detail: Generated<string>
    address: string | null
    /** sent_at is when the entry was sent to the sink outside. */
    sent_at: number | null
  }

  categories: {
    id: Generated<number>
    parent_id: number | null
    name: string
    slug: string
    description: string | null
    /** position counts from 0 among the siblings, without gaps. */
    position: number
    /** depth counts from 0 at the root; parents can so be listed before their children without recursion. */
    depth: number
    visibility: Generated<Visibility>
    /** audience is the narrowest visibility from the root down to here: most reads compare it and nothing else. */
    audience: Generated<Visibility>
    created_by: number | null
    created_at: number
    updated_at: number
  }
  /** Who may enter a restricted category: each row names a role or a person. */
  category_access: { category_id: number; role: Role | null; user_id: number | null }
  /** The restricted categories at or above each category: a reader must be let through every one of them. */
  category_gates: { category_id: number; gate_id: number }

  documents: {
    id: Generated<number>
    slug: string
    title: string
    /** title_key is the title as it sorts among its siblings: by text folded here, the same on both engines. */
    title_key: Generated<string>
    summary: string | null
    category_id: number | null
    /** tags is a JSON list. */
    tags: Generated<string>
    visibility: Generated<Visibility>
    /** audience is the narrowest visibility of the document and of every category above it; restricted while unpublished. */
    audience: Generated<Visibility>
    /** published is 0 while only editors may know of the document, whatever its visibility. */
    published: Generated<Flag>
    bucket: Generated<Bucket>
    has_content: Generated<Flag>
    /** position is null where the title decides the order. */
    position: number | null
    /** pinned_at is 0 where the document is not pinned: null would sort differently on the two engines. */
    pinned_at: Generated<number>
    /** version grows with every change of content or fields; a pin, a view or a job does not raise it. */
    version: Generated<number>
    view_count: Generated<number>
    author_id: number | null
    created_at: number
    updated_at: number
    /** front_matter is a JSON object: what an imported file said of itself that we have no field for. */
    front_matter: string | null
    published_at: number | null
    approved_by: number | null
    approved_at: number | null
    /** by_model: whether a model wrote the draft that was approved. */
    by_model: Generated<Flag>
  }
  /** A slug leads to one document: the one that has it, or else the one that had it last. */
  former_slugs: { slug: string; document_id: number; since: number }
  document_access: { document_id: number; role: Role | null; user_id: number | null }
  /** The content beside its document: lists never read it. `text`, `html` and the search index are derived when it is saved. */
  blocks: {
    document_id: number
    blocks: Generated<string>
    text: Generated<string>
    /** html is '' where rendering costs less than reading it would. */
    html: Generated<string>
    /** version is that of the document when this content was saved, so it may be older than the document's. */
    version: Generated<number>
    origin: Generated<RevisionOrigin>
    author_id: number | null
    saved_at: Generated<number>
  }
  /** What a document said before each change, with who had written that. The current content is in `blocks`. */
  revisions: {
    id: Generated<number>
    document_id: number
    version: number
    title: string
    summary: string | null
    blocks: string
    origin: RevisionOrigin
    author_id: number | null
    created_at: number
  }
  trash: {
    /** document_id is the id that the document had, which no other gets. */
    document_id: number
    slug: string
    title: string
    summary: string | null
    category_id: number | null
    tags: string
    visibility: Visibility
    access: string
    position: number | null
    blocks: string
    author_id: number | null
    created_at: number
    deleted_by: number | null
    deleted_at: number
    version: number
    former_slugs: string
    published: Generated<Flag>
    front_matter: string | null
    published_at: number | null
    pinned_at: number
    approved_by: number | null
    approved_at: number | null
    by_model: Generated<Flag>
  }
  trash_revisions: Omit<Tables['revisions'], 'id'> & { id: number }
  pictures: {
    /** key is made from the bytes, so that the same picture is kept once. */
    key: string
    kind: PictureKind
    size: number
    uploaded_by: number | null
    uploaded_at: number
  }
  /** In pieces, so that a slow client does not keep a whole picture in memory. */
  picture_pieces: { picture: string; number: number; bytes: Buffer }
  /** Whoever may read a document that shows a picture may see it. With `shown` at 0 only a revision shows it. */
  picture_uses: { document_id: number; picture: string; shown: 0 | 1 }
  /** An old address of the site, and where it leads. Paths are decoded, without a slash or .html at the end. */
  redirects: {
    id: Generated<number>
    from_path: string
    to_path: string
    kind: 'exact' | 'prefix'
    status: number
    hits: Generated<number>
    last_hit_at: number | null
    created_at: number
  }
  views: { document_id: number; day: string; views: number }
  /** Searches that found nothing, by their folded words alone. */
  missed_searches: { words: string; searches: number; last_at: number }
  search_documents: {
    id: number
    title: string
    /** sections is a JSON list: where each begins in the text, its anchor and its heading. */
    sections: Generated<string>
    /** is_open: its words were put among those that every visitor may find. */
    is_open: Generated<Flag>
    /** is_behind: an older program indexed it, or who may read it has changed; the scheduler indexes it again. */
    is_behind: Generated<Flag>
  }
  search_words: { word: string; is_open: Generated<Flag> }

  jobs: {
    id: Generated<number>
    document_id: number
    parent_job_id: number | null
    queue: Generated<string>
    status: JobStatus
    step: Step | null
    progress: Generated<number>
    priority: Generated<number>
    attempts: Generated<number>
    /** failures (of the drafter) and losses (of the worker) count since the last finished step. */
    failures: Generated<number>
    losses: Generated<number>
    error: string | null
    run_at: number
    /** fence grows with every claim, so that the late write of an earlier worker finds no row. */
    fence: Generated<number>
    worker: string | null
    lease_until: number | null
    created_by: number | null
    created_at: number
    started_at: number | null
    finished_at: number | null
    updated_at: number
  }
  iterations: {
    id: Generated<number>
    job_id: number
    document_id: number
    number: number
    status: JobStatus
    notes: Generated<string>
    instructions: Generated<string>
    material: Generated<string>
    planning: string | null
    extracted: string | null
    /** drafted is the draft as the drafter wrote it; draft is what people made of it since. */
    drafted: string | null
    draft: string | null
    usage: string | null
    base_version: number
    /** base_fingerprint shows whether the document's content is still the one that the draft was made from. */
    base_fingerprint: string
    created_at: number
    updated_at: number
    approved_at: number | null
    approved_by: number | null
  }
  questions: {
    id: Generated<number>
    iteration_id: number
    section: string | null
    body: string
    answer: string | null
    answered_at: number | null
    answered_by: number | null
    outcome: string | null
    outcome_note: string | null
  }
  actions: {
    id: Generated<number>
    iteration_id: number
    kind: string
    title: string | null
    body: string
    meta: Generated<string>
    blocking: Generated<Flag>
    answer: string | null
    resolved: Generated<Flag>
    resolved_at: number | null
    resolved_by: number | null
    outcome: string | null
    outcome_note: string | null
  }
  events: {
    id: Generated<number>
    job_id: number
    iteration_id: number | null
    kind: string
    message: string
    data: Generated<string>
    created_at: number
  }

  processes: {
    id: Generated<number>
    kind: ProcessKind
    name: string
    node: string
    status: ProcessStatus
    /** wish is what an administrator asked for; the supervisor of `node` brings `status` in line with it. */
    wish: Generated<ProcessWish>
    origin: Generated<ProcessOrigin>
    /** run grows with every start, so that a process of an earlier start knows that it is no longer wanted. */
    run: Generated<number>
    pid: number | null
    pid_started: string | null
    queues: Generated<string>
    concurrency: Generated<number>
    autorestart: Generated<Flag>
    restarts: Generated<number>
    exit_code: number | null
    reason: string | null
    crashes: Generated<string>
    retry_at: number | null
    stop_at: number | null
    log_file: string | null
    running_jobs: Generated<string>
    created_at: number
    started_at: number | null
    stopped_at: number | null
    heartbeat_at: number | null
  }
  schedules: {
    name: string
    last_run_at: number | null
    duration_ms: number | null
    result: string | null
    failed: Generated<Flag>
    next_run_at: number | null
  }
  leases: { name: string; holder: string; until: number }

  /** Raised in the same transaction as what it stands for: nothing cached under a counter is newer than its label. */
  counters: { scope: string; value: number }
  /** What transactions changed, by tags with a space around each (change-log.ts). */
  changes: { id: Generated<number>; xid: number; tags: string; created_at: number }
  secrets: { name: string; value: string }
  rate_counts: { key: string; node: string; slice: number; count: number }
  nodes: { name: string; heartbeat_at: number }
  schema_migrations: { name: string; applied_at: number }
}
