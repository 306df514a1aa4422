// The service's interface as types. Written by panel/scripts/api-types.ts from the description; do not edit by hand.

export type Role = 'admin' | 'editor' | 'reader'
export type Bucket = 'empty' | 'queued' | 'processing' | 'approved' | 'failed'
export type Visibility = 'public' | 'members' | 'restricted'
export type AccessList = { roles: string[]; users: number[] }
export type PersonRef = { id: number; display_name: string | null } | null
export type Block = { id: string; type: string; props?: Record<string, unknown>; content?: unknown; children?: Block[] }

export type UserMeOut = {
  id: number; email: string; username: string | null; display_name: string | null; role: Role; roles: string[]
  permissions: string[]; email_verified: boolean; created_at: string; last_login_at: string | null
}
export type Token = { access_token: string; token_type: string; expires_in: number; expires_at: string; user: UserMeOut }

export type StatusOut = {
  job_id: number; document_id: number; iteration_id: number | null
  status: 'queued' | 'processing' | 'review' | 'approved' | 'failed' | 'superseded' | 'cancelled'
  step: string | null; progress: number; attempts: number; error: string | null; open_questions: number
  open_actions: number; queue_position: number | null; created_at: string; started_at: string | null
  finished_at: string | null; updated_at: string
}

export type DocumentListOut = {
  id: number; slug: string; title: string; summary: string | null; category_id: number | null; category: string | null
  tags: string[]; pinned: boolean; bucket: Bucket; visibility: Visibility; position: number | null; version: number
  created_at: string; updated_at: string; snippet?: string; score?: number
}
export type DocumentOut = DocumentListOut & {
  access: AccessList; author: PersonRef; category_path: { id: number; name: string; slug: string }[]
  pinned_at: string | null; published_at: string | null; blocks: Block[]; job: StatusOut | null
}
export type DocumentSearchOut = { id: number; slug: string; title: string; category: string | null; snippet: string | null }
export type DocumentCreate = {
  title: string; slug?: string; category_id?: number | null; summary?: string | null; visibility?: Visibility
  access?: AccessList; tags?: string[]; blocks?: Block[]; markdown?: string
}
export type DocumentUpdate = Partial<DocumentCreate> & { position?: number | null }
export type BucketPage = {
  bucket: Bucket; q: string; page: number; page_size: number; total: number; pages: number
  items: (DocumentListOut & { job: StatusOut | null })[]
}
export type DashboardOut = {
  totals: { documents: number; categories: number; views: number }; buckets: Record<Bucket, number>
  recent: DocumentListOut[]; top: (DocumentListOut & { views_in_period: number })[]
  views_by_day: { day: string; views: number }[]; pinned: DocumentListOut[]; top_days: number; generated_at: string
}
export type RevisionListOut = {
  id: number; version: number; title: string; origin: 'hand' | 'approval' | 'restore' | 'import'; author: PersonRef
  created_at: string
}
export type RevisionOut = RevisionListOut & { summary: string | null; blocks: Block[] }

export type CategoryOut = {
  id: number; name: string; slug: string; description: string | null; parent_id: number | null; order: number
  depth: number; visibility: Visibility; access: AccessList; document_count: number; created_at: string
  updated_at: string; children: CategoryOut[]
}
export type CategoryCreate = {
  name: string; parent_id?: number | null; slug?: string; description?: string | null; visibility?: Visibility
  access?: AccessList
}
export type CategoryUpdate = Partial<CategoryCreate>

export type QuestionOut = { id: number; section: string | null; body: string; answer: string | null; answered_at: string | null }
export type ActionOut = {
  id: number; kind: string; title: string | null; body: string; meta: Record<string, unknown>; answer: string | null
  resolved: boolean; resolved_at: string | null
}
export type ProvenanceSource = {
  kind: 'document' | 'material' | 'notes' | 'answer' | 'action' | 'draft'; id: number | null; title: string | null; quote: string | null
}
export type Provenance = Record<string, { origin: 'model' | 'human' | 'answer' | 'notes' | 'source'; sources: ProvenanceSource[] }>
export type Draft = { title: string; summary: string | null; blocks: Block[]; provenance: Provenance }
export type Usage = { provider: string; model: string; input_tokens: number; output_tokens: number; calls: number; seconds: number }
export type IterationOut = {
  id: number; job_id: number; number: number; status: string; notes: string | null
  planning: Record<string, unknown> | null; extracted: Record<string, unknown> | null; draft: Draft | null
  usage: Usage | null; questions: QuestionOut[]; actions: ActionOut[]; created_at: string; updated_at: string
  approved_at: string | null; approved_by: PersonRef
}
export type JobDetailOut = StatusOut & {
  document: { id: number; slug: string; title: string }; parent_job_id: number | null; priority: number
  created_by: PersonRef; iterations: IterationOut[]
}
export type EventOut = {
  id: number; job_id: number; iteration_id: number | null; kind: string; message: string
  data: Record<string, unknown> | null; created_at: string
}
export type BacklogDocOut = {
  id: number; slug: string; title: string; category_id: number | null; category: string | null
  bucket: 'empty' | 'failed'; last_job_id: number | null; last_error: string | null; created_at: string; updated_at: string
}
export type Material = { title: string; text: string; url?: string | null }
export type EnqueueIn = { document_id: number; notes?: string; material?: Material[]; priority?: number }
export type EnqueueOut = { job_id: number; iteration_id: number; document_id: number; status: string; bucket: Bucket }
export type EnqueueManyIn = { document_ids?: number[]; category_id?: number; notes?: string; priority?: number }
export type EnqueueManyOut = { enqueued: EnqueueOut[]; skipped: { document_id: number; reason: 'not_found' | 'active_job' | 'duplicate' }[] }
export type RedraftIn = { notes?: string; priority?: number }
export type RedraftOut = {
  job_id: number; iteration_id: number; document_id: number; previous_job_id: number; previous_iteration_id: number; status: string
}
export type ApproveOut = {
  iteration_id: number; job_id: number; document_id: number; status: string; bucket: Bucket; version: number; approved_at: string
}
export type DraftSetPayload = { blocks: Block[]; title?: string; summary?: string | null }

export type ProcOut = {
  id: number; kind: 'worker' | 'beat'; name: string; node: string
  status: 'starting' | 'running' | 'stopping' | 'stopped' | 'crashed'; pid: number | null; queues: string[]
  concurrency: number; autorestart: boolean; restarts: number; exit_code: number | null; started_at: string | null
  stopped_at: string | null; heartbeat_at: string | null; running_jobs: number[]
}
export type WorkerCreateIn = { name?: string; concurrency?: number; queues?: string[]; autorestart?: boolean }
export type TokenOut = {
  id: number; name: string; prefix: string; role: Role; expires_at: string | null; created_at: string; last_used_at: string | null
}
export type UserOut = {
  id: number; email: string; username: string | null; display_name: string | null; role: Role; disabled: boolean
  created_at: string; last_login_at: string | null
}
export type AuditOut = { id: number; at: string; actor: unknown; action: string; target: unknown; detail: unknown }
export type RoleOut = { id: number; name: Role; description: string; permissions: string[] }
export type SettingOut = { name: string; value: string; origin: 'default' | 'environment'; help: string }
export type SetupOut = { first_run: boolean; registration: 'open' | 'closed'; version: string }

type Days = { day: string; views: number }[]

export type Api = {
  'GET /api/setup': { response: SetupOut }
  'POST /auth/send-code': { body: { identifier: string }; response: { sent: boolean; expires_in: number; resend_after: number } }
  'POST /auth/verify-code': { body: { identifier: string; code: string; password?: string }; response: Token }
  'POST /auth/login': { body: { identifier: string; password: string }; response: Token }
  'POST /auth/refresh': { response: Token }
  'POST /auth/logout': { response: void }
  'POST /auth/register': { body: { email: string; password: string; username?: string; display_name?: string }; response: Token }
  'GET /auth/me': { response: UserMeOut }
  'GET /docs/dashboard': { query: { recent_limit?: number; top_limit?: number; top_days?: number }; response: DashboardOut }
  'GET /api/docs/private': { query: { limit?: number; offset?: number }; response: DocumentListOut[] }
  'GET /api/docs/search': { query: { q: string; limit?: number }; response: DocumentListOut[] }
  'GET /api/docs/suggest/full': { query: { q: string; limit?: number }; response: DocumentSearchOut[] }
  'PUT /api/docs/iterations/{iteration_id}/draft': { path: { iteration_id: number }; body: DraftSetPayload; response: { iteration_id: number; status: string; draft: Draft; updated_at: string } }
  'GET /api/docs/{doc_id}/revisions': { path: { doc_id: number }; response: RevisionListOut[] }
  'GET /api/docs/{doc_id}/revisions/{revision_id}': { path: { doc_id: number; revision_id: number }; response: RevisionOut }
  'POST /api/docs/{doc_id}/revisions/{revision_id}/restore': { path: { doc_id: number; revision_id: number }; response: DocumentOut }
  'GET /api/docs/{doc_id}/views': { path: { doc_id: number }; query: { days?: number }; response: Days }
  'GET /api/admin/docs/': { query: { skip?: number; limit?: number }; response: DocumentListOut[] }
  'GET /api/admin/docs/buckets/counts': { response: Record<Bucket, number> }
  'GET /api/admin/docs/buckets/{bucket}': { path: { bucket: Bucket }; query: { q?: string; page?: number; page_size?: number }; response: BucketPage }
  'GET /api/admin/docs/{doc_id}': { path: { doc_id: number }; response: DocumentOut }
  'POST /api/admin/docs/': { body: DocumentCreate; response: DocumentOut }
  'PUT /api/admin/docs/{doc_id}': { path: { doc_id: number }; body: DocumentUpdate; response: DocumentOut }
  'DELETE /api/admin/docs/{doc_id}': { path: { doc_id: number }; response: void }
  'POST /api/admin/docs/{doc_id}/pin': { path: { doc_id: number }; response: void }
  'POST /api/admin/docs/{doc_id}/unpin': { path: { doc_id: number }; response: void }
  'GET /api/admin/categories/': { response: CategoryOut[] }
  'GET /api/admin/categories/tree': { response: CategoryOut[] }
  'POST /api/admin/categories/': { body: CategoryCreate; response: CategoryOut }
  'PUT /api/admin/categories/{category_id}': { path: { category_id: number }; body: CategoryUpdate; response: CategoryOut }
  'DELETE /api/admin/categories/{category_id}': { path: { category_id: number }; response: void }
  'POST /api/admin/categories/{category_id}/move': { path: { category_id: number }; query: { direction: 'up' | 'down' }; response: { moved: boolean; id: number; order: number } }
  'POST /api/admin/categories/reorder': { body: { parent_id: number | null; ids: number[] }; response: { parent_id: number | null; ids: number[] } }
  'PATCH /api/admin/categories/{category_id}/parent': { path: { category_id: number }; query: { new_parent_id?: number }; response: CategoryOut }
  'POST /api/pipeline/docs/enqueue': { body: EnqueueIn; response: EnqueueOut }
  'POST /api/pipeline/docs/enqueue_many': { body: EnqueueManyIn; response: EnqueueManyOut }
  'GET /api/pipeline/docs/job/{job_id}': { path: { job_id: number }; response: JobDetailOut }
  'GET /api/pipeline/docs/job/{job_id}/events': { path: { job_id: number }; response: EventOut[] }
  'POST /api/pipeline/docs/job/{job_id}/cancel': { path: { job_id: number }; response: StatusOut }
  'GET /api/pipeline/docs/backlog': { query: { category_id?: number }; response: BacklogDocOut[] }
  'POST /api/pipeline/docs/iterations/{iteration_id}/questions/{question_id}/answer': { path: { iteration_id: number; question_id: number }; body: { answer: string }; response: QuestionOut }
  'POST /api/pipeline/docs/iterations/{iteration_id}/actions/{action_id}/answer': { path: { iteration_id: number; action_id: number }; body: { answer: string }; response: ActionOut }
  'POST /api/pipeline/docs/iterations/{iteration_id}/actions/{action_id}/resolve': { path: { iteration_id: number; action_id: number }; body: { resolved?: boolean }; response: ActionOut }
  'POST /api/pipeline/docs/iterations/{iteration_id}/redraft': { path: { iteration_id: number }; body: RedraftIn; response: RedraftOut }
  'POST /api/pipeline/docs/iterations/{iteration_id}/approve': { path: { iteration_id: number }; response: ApproveOut }
  'GET /api/admin/celery/procs': { response: ProcOut[] }
  'POST /api/admin/celery/worker/start': { body: WorkerCreateIn; response: ProcOut }
  'POST /api/admin/celery/beat/start': { body: { name?: string }; response: ProcOut }
  'POST /api/admin/celery/proc/{proc_id}/stop': { path: { proc_id: number }; response: ProcOut }
  'POST /api/admin/celery/proc/{proc_id}/restart': { path: { proc_id: number }; response: ProcOut }
  'DELETE /api/admin/celery/proc/{proc_id}': { path: { proc_id: number }; response: { deleted: number } }
  'POST /api/admin/celery/refresh': { response: { procs: ProcOut[]; changed: number } }
  'GET /api/admin/celery/proc/{proc_id}/log': { path: { proc_id: number }; response: { id: number; name: string; size: number; truncated: boolean; lines: string[] } }
  'GET /api/admin/celery/proc/{proc_id}/log/tail': { path: { proc_id: number }; query: { lines?: number }; response: string }
  'GET /api/tokens': { response: TokenOut[] }
  'POST /api/tokens': { body: { name: string; expires_in_days?: number; role?: Role }; response: TokenOut & { token: string } }
  'DELETE /api/tokens/{token_id}': { path: { token_id: number }; response: void }
  'GET /api/admin/users': { query: { q?: string; limit?: number; offset?: number }; response: UserOut[] }
  'PATCH /api/admin/users/{user_id}': { path: { user_id: number }; body: { role?: Role; disabled?: boolean }; response: UserOut }
  'GET /api/admin/audit': { query: { cursor?: string; limit?: number }; response: { items: AuditOut[]; next_cursor: string | null } }
  'GET /admin/roles': { response: RoleOut[] }
  'GET /api/admin/settings': { response: SettingOut[] }
}
