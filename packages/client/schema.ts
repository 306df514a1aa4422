// The service's API as types. Written by scripts/api-types.ts from the OpenAPI document; do not edit by hand.

import type { Block } from 'galley-blocks/model.ts'
import type { Provenance } from './open.ts'

export type AccountExport = Record<string, unknown>

export type ActionAnswerIn = { answer: string }

export type ActionOut = { id: number; kind: string; title?: string | null; body: string; meta?: Record<string, unknown>; answer?: string | null; resolved: boolean; resolved_at?: string | null; assignee: { id: number; display_name: string | null } | null; outcome: ("applied" | "asked_again" | "not_applied" | "dismissed") | null; outcome_note: string | null }

export type ActionResolveIn = { resolved?: boolean }

export type AnswerIn = { answer: string }

export type AnswerUseOut = { by: "passage" | "model" | "off"; model: string | null; budget: number; days: { day: string; calls: number; input_tokens: number; output_tokens: number; cost: number | null }[] }

export type ApiTokenCreate = { name: string; expires_in_days?: number | null; role?: ("admin" | "editor" | "reader") | null; scopes?: (("read" | "write" | "pipeline" | "admin" | "metrics")[]) | null; category_ids?: number[] | null }

export type ApiTokenCreated = { id: number; name: string; prefix: string; role: "admin" | "editor" | "reader"; scopes: ("read" | "write" | "pipeline" | "admin" | "metrics")[]; category_ids: number[] | null; expires_at: string | null; created_at: string; last_used_at: string | null; token: string | null }

export type ApiTokenOut = { id: number; name: string; prefix: string; role: "admin" | "editor" | "reader"; scopes: ("read" | "write" | "pipeline" | "admin" | "metrics")[]; category_ids: number[] | null; expires_at: string | null; created_at: string; last_used_at: string | null }

export type ApprovalIn = { revision_id?: number | null; parts?: string[] | null }

export type ApproveOut = { iteration_id: number; job_id: number; document_id: number; status: "queued" | "processing" | "review" | "approved" | "failed" | "superseded" | "cancelled"; bucket: "empty" | "queued" | "processing" | "approved" | "failed"; version: number; open_questions: number; open_actions: number; approved_at: string; proposal?: { id: number; state: "draft" | "open" | "approved" | "rejected" | "withdrawn" | "merged" } }

export type AskOut = { question: string; answer: { sentences: { text: string; quote: string; document_id: number; slug: string; title: string; section: { id: string; heading: string } | null; evidence: { origin: string; checked_at: string | null; stale: boolean } }[]; by: "passage" | "model" } | null; passages: { text: string; document: { id: number; slug: string; title: string }; section: { id: string; heading: string } | null; score: number; highlight: { start: number; end: number } }[]; refused: ("nothing_found" | "not_sure" | "not_allowed") | null }

export type AssignIn = { assignee_id: number | null }

export type AuditPage = { items: { id: number; at: string; actor: string; actor_id: number | null; action: "assistant.wrote" | "audit.exported" | "brand.changed" | "category.access_changed" | "category.created" | "category.deleted" | "category.moved" | "category.owner_changed" | "category.publishing_changed" | "category.restored" | "category.updated" | "comment.deleted" | "document.access_changed" | "document.created" | "document.deleted" | "document.draft_discarded" | "document.draft_saved" | "document.moved" | "document.owner_changed" | "document.pinned" | "document.preview_revoked" | "document.preview_shared" | "document.published" | "document.publishing_changed" | "document.purged" | "document.restored" | "document.revision_removed" | "document.scheduled" | "document.unpinned" | "document.unpublished" | "document.updated" | "documents.import_undone" | "documents.imported" | "evidence.attached" | "evidence.checked" | "evidence.hidden" | "evidence.removed" | "evidence.shown" | "evidence.taken" | "factor.added" | "factor.codes_renewed" | "factor.removed" | "factor.reset" | "group.changed" | "group.created" | "group.deleted" | "group.members_changed" | "identity.linked" | "identity.unlinked" | "iteration.approved" | "iteration.redrafted" | "job.cancelled" | "process.deleted" | "process.restarted" | "process.started" | "process.stopped" | "proposal.approved" | "proposal.merged" | "proposal.opened" | "proposal.rejected" | "proposal.updated" | "proposal.withdrawn" | "redirect.changed" | "redirect.created" | "redirect.deleted" | "request.refused" | "session.all_ended" | "session.ended" | "session.listed" | "session.proven" | "session.refused" | "session.reused" | "session.started" | "setting.changed" | "token.created" | "token.listed" | "token.revoked" | "upload.created" | "user.created" | "user.deleted" | "user.disabled" | "user.duties_passed" | "user.enabled" | "user.exported" | "user.groups_changed" | "user.invited" | "user.password_changed" | "user.password_reset" | "user.profile_changed" | "user.role_changed" | "webhook.changed" | "webhook.created" | "webhook.deleted" | "webhook.paused" | "webhook.replayed" | "webhook.rotated" | "webhook.tested"; target: string; detail: Record<string, unknown>; address: string | null }[]; next_cursor: string | null }

export type AutosaveIn = { parent: number; title: string; summary: string | null; tags: string[]; blocks: Block[] }

export type AutosaveOut = { revision: number; draft_version: number; is_saved: boolean; merged: { title: string; summary: string | null; tags: string[]; blocks: Block[] } | null }

export type BacklogDocOut = { id: number; slug: string; title: string; category_id: number | null; category: string | null; bucket: "empty" | "failed"; last_job_id: number | null; last_error: string | null; created_at: string; updated_at: string }

export type BeatStartIn = { name?: string | null }

export type BlockChange = { id: string; type: string; op: "added" | "removed" | "changed" | "moved"; parent: string | null; from: { parent: string | null; after: string | null } | null; before: Record<string, unknown> | null; after: Record<string, unknown> | null; pieces: DiffPiece[]; rows: { op: "same" | "added" | "removed" | "changed"; cells: { op: "same" | "added" | "removed" | "changed"; props: Record<string, unknown>; pieces: DiffPiece[] }[] }[]; details: DiffDetail[] }

export type BlockedOut = { detail: string; blockers?: Blocker[] }

export type Blocker = { kind: string; id: number; message: string }

export type BlocksPayload = { blocks: Block[]; document_id?: number; version?: number; updated_at?: string; draft_version?: number; proposal?: { id: number; state: "draft" | "open" | "approved" | "rejected" | "withdrawn" | "merged" } }

export type BrandOut = { name: string; accent: string; accent_light: string; accent_dark: string; scheme: "auto" | "light" | "dark"; logo: string | null; logo_dark: string | null; icon: string | null; footer: string | null; home_id: number | null; addresses: "flat" | "nested"; base_path: string | null; description: string | null; announcement: string | null; announcement_url: string | null; announcement_until: string | null; links: { label: string; url: string }[]; fixed: ("name" | "accent" | "logo" | "logo_dark" | "footer")[]; updated_at: string | null }

export type BrandUpdate = { name?: string | null; accent?: string | null; scheme?: "auto" | "light" | "dark"; logo?: string | null; logo_dark?: string | null; icon?: string | null; footer?: string | null; home_id?: number | null; addresses?: "flat" | "nested"; base_path?: string | null; description?: string | null; announcement?: string | null; announcement_url?: string | null; announcement_until?: string | null; links?: { label: string; url: string }[] }

export type CategoryCreate = { name: string; index_id?: number | null; review_after?: number | null; parent_id?: number | null; slug?: string | null; description?: string | null; visibility?: ("public" | "members" | "restricted") | null; access?: { roles?: ("admin" | "editor" | "reader")[]; users?: number[]; groups?: number[] } | null }

export type CategoryOut = { id: number; name: string; slug: string; description: string | null; parent_id: number | null; order: number; slot: number | null; depth: number; visibility: "public" | "members" | "restricted"; access: { roles: ("admin" | "editor" | "reader")[]; users: number[]; groups: number[] }; review_after: number | null; index_id: number | null; document_count: number; created_at: string; updated_at: string; children: CategoryOut[] }

export type CategoryUpdate = { name?: string | null; index_id?: number | null; review_after?: number | null; parent_id?: number | null; slug?: string | null; description?: string | null; visibility?: ("public" | "members" | "restricted") | null; access?: { roles?: ("admin" | "editor" | "reader")[]; users?: number[]; groups?: number[] } | null }

export type Challenge = { ticket: string; options: Record<string, unknown> }

export type CheckOut = { name: string; ok: boolean; text: string }

export type CodePreview = { html: (string | null)[] }

export type CodePreviewIn = { pieces: { language: string; code: string }[] }

export type CodeRequest = { identifier: string }

export type CodeSent = { sent: true; expires_in: number; resend_after: number }

export type CodeVerify = { identifier: string; code: string; password?: string | null }

export type CommentIn = { body: string; mentions?: number[] | null }

export type CommentOut = { id: number; author: { id: number; display_name: string | null } | null; body: string | null; mentions: { id: number; display_name: string | null } | null[]; created_at: string; edited_at: string | null }

export type DeletedCategoryOut = { id: number; name: string; slug: string; visibility: "public" | "members" | "restricted"; categories: number; documents: number; deleted_by: { id: number; display_name: string | null } | null; deleted_at: string }

export type DeliveryDetailOut = { id: number; message_id: string; event: string; status: "pending" | "delivered" | "failed"; attempts: number; next_attempt_at: string | null; created_at: string; sent_at: string | null; response_status: number | null; error: string | null; took_ms: number | null; request: { url: string; body: string }; response: { status: number; body: string } | null }

export type DeliveryOut = { id: number; message_id: string; event: string; status: "pending" | "delivered" | "failed"; attempts: number; next_attempt_at: string | null; created_at: string; sent_at: string | null; response_status: number | null; error: string | null; took_ms: number | null }

export type DeliveryPage = { items: DeliveryOut[]; next_cursor: string | null }

export type DiffDetail = { kind: "type" | "prop" | "link" | "style" | "table" | "cell" | "stored"; name: string; text?: string; row?: number; column?: number; before: unknown; after: unknown }

export type DiffPiece = { op: "same" | "added" | "removed" | "restyled"; text: string; styles: Record<string, unknown>; href?: string; point?: true }

export type DocumentCreate = { title: string; slug?: string | null; category_id?: number | null; summary?: string | null; visibility?: ("public" | "members" | "restricted") | null; access?: { roles?: ("admin" | "editor" | "reader")[]; users?: number[]; groups?: number[] } | null; published?: boolean | null; lang?: string | null; tags?: string[] | null; position?: number | null; blocks?: Block[] | null; markdown?: string | null }

export type DocumentListOut = { id: number; slug: string; title: string; summary: string | null; category_id: number | null; category: string | null; tags: string[]; pinned: boolean; bucket: "empty" | "queued" | "processing" | "approved" | "failed"; visibility: "public" | "members" | "restricted"; audience?: "public" | "members" | "restricted"; published: boolean; position: number | null; version: number; created_at: string; updated_at: string; edited_at?: string; snippet?: string; score?: number; section?: { id: string; heading: string } | null }

export type DocumentOut = { id: number; slug: string; title: string; summary: string | null; category_id: number | null; category: string | null; tags: string[]; pinned: boolean; bucket: "empty" | "queued" | "processing" | "approved" | "failed"; visibility: "public" | "members" | "restricted"; audience?: "public" | "members" | "restricted"; published: boolean; position: number | null; version: number; created_at: string; updated_at: string; lang: string | null; access: { roles: ("admin" | "editor" | "reader")[]; users: number[]; groups: number[] }; author: { id: number; display_name: string | null } | null; category_path: { id: number; name: string; slug: string }[]; pinned_at: string | null; published_at: string | null; first_version: number | null; job: StatusOut | null; saved?: { at: string; by: { id: number; display_name: string | null } | null; origin: "hand" | "approval" | "restore" | "import" }; draft?: WorkingCopyState | null; proposal?: { id: number; state: "draft" | "open" | "approved" | "rejected" | "withdrawn" | "merged" }; blocks: Block[] }

export type DocumentSearchOut = { id: number; slug: string; title: string; category: string | null; snippet: string; section?: { id: string; heading: string } }

export type DocumentStatus = { id: number; status: "changed" | "scheduled" | "in_review" | "draft" }

export type DocumentUpdate = { title?: string | null; slug?: string | null; category_id?: number | null; summary?: string | null; visibility?: ("public" | "members" | "restricted") | null; access?: { roles?: ("admin" | "editor" | "reader")[]; users?: number[]; groups?: number[] } | null; published?: boolean | null; lang?: string | null; tags?: string[] | null; position?: number | null; blocks?: Block[] | null; markdown?: string | null }

export type DraftSetPayload = { blocks?: Block[]; edits?: { id: string; state: "applied" | "proposed" | "rejected" }[]; title?: string | null; summary?: string | null }

export type DrafterOut = { kind: "builtin" | "model"; model: string | null }

export type EditOut = { id: string; op: "replace" | "delete" | "insert"; block_id: string; before: string; after: string; source: Record<string, unknown>; certainty: "exact" | "likely"; state: "applied" | "proposed" | "rejected"; context?: string; follows?: string | null }

export type EditedText = { document_id: number; revision: number; is_saved: boolean; version: number; draft_version: number; base_version: number; author: { id: number; display_name: string | null } | null; updated_at: string; title: string; summary: string | null; tags: string[]; blocks: Block[] }

export type EndAll = { tokens?: boolean | null }

export type EnqueueIn = { document_id: number; notes?: string | null; instructions?: string | null; material?: Material[] | null; priority?: number }

export type EnqueueManyIn = { document_ids?: number[] | null; category_id?: number | null; notes?: string | null; instructions?: string | null; priority?: number }

export type EnqueueManyOut = { enqueued: EnqueueOut[]; skipped: { document_id: number; reason: "not_found" | "active_job" | "duplicate" }[] }

export type EnqueueOut = { job_id: number; iteration_id: number; document_id: number; status: "queued" | "processing" | "review" | "approved" | "failed" | "superseded" | "cancelled"; bucket: "empty" | "queued" | "processing" | "approved" | "failed" }

export type ErrorOut = { detail: string }

export type EventOut = { id: number; job_id: number; iteration_id: number | null; kind: "job.queued" | "job.started" | "step.started" | "step.finished" | "question.raised" | "action.raised" | "draft.ready" | "question.answered" | "action.answered" | "action.resolved" | "draft.edited" | "iteration.redrafted" | "iteration.approved" | "job.retrying" | "job.recovered" | "job.failed" | "job.cancelled"; message: string; data: Record<string, unknown>; created_at: string }

export type EvidenceBlockOut = { block_id: string; origin: "source" | "notes" | "answer" | "human" | "model"; approved_by: { id: number; display_name: string | null } | null; approved_at: string | null; checked_at?: string; under_review?: boolean; sources: EvidenceSourceOut[] }

export type EvidenceOut = { document_id: number; blocks: Block[]; proposal?: { id: number; state: "draft" | "open" | "approved" | "rejected" | "withdrawn" | "merged" } }

export type EvidenceSourceIn = { block_id: string; kind: "document" | "url" | "text"; id?: number | null; url?: string | null; title?: string | null; quote: string }

export type EvidenceSourceOut = { kind: "document" | "material" | "notes" | "answer" | "action" | "draft" | "url" | "text"; hidden: boolean; id?: number | null; title?: string; quote?: string | null; version?: number | null; url?: string | null; key?: number; public?: boolean; before?: boolean; stale?: { reason: "changed" | "deleted"; since: string; nearest: string | null } | null }

export type FactorAdded = { recovery_codes: string[] | null }

export type FactorsOut = { totp: boolean; passkeys: { id: number; name: string; created_at: string; last_used_at: string | null }[]; recovery_codes_left: number; required: boolean }

export type FailureOut = { detail: string; request_id?: string }

export type FeedbackOut = { yes: number; no: number; sections: { section: string; yes: number; no: number }[]; said: { id: number; section: string; helpful: boolean; text: string; created_at: string }[] }

export type FileOut = { url: string; type: string; size: number; name: string }

export type GroupCreate = { name: string; external_id?: string | null; members?: number[] | null }

export type GroupDetail = { id: number; name: string; external_id: string | null; member_count: number; created_at: string; updated_at: string; members: { id: number; display_name: string | null; email: string; sources: string[] }[] }

export type GroupOut = { id: number; name: string; external_id: string | null; member_count: number; created_at: string; updated_at: string }

export type GroupUpdate = { name?: string | null; external_id?: string | null; add?: number[] | null; remove?: number[] | null }

export type HTTPValidationError = { detail?: ValidationError[] }

export type IdentityOut = { id: number; provider: string; created_at: string; last_used_at: string | null }

export type ImportListOut = { id: number; name: string; size: number; state: "uploading" | "reading" | "ready" | "importing" | "done" | "undoing" | "undone" | "failed" | "interrupted"; waiting: boolean; folder: string; preset: string; category_id: number | null; as_drafts: boolean; redirects: boolean; source: string; pages_done: number; pages_total: number; error: string | null; created_by: { id: number; display_name: string | null } | null; created_at: string; started_at: string | null; ended_at: string | null; undone: ImportUndoneOut | null }

export type ImportOut = { id: number; name: string; size: number; state: "uploading" | "reading" | "ready" | "importing" | "done" | "undoing" | "undone" | "failed" | "interrupted"; waiting: boolean; folder: string; preset: string; category_id: number | null; as_drafts: boolean; redirects: boolean; source: string; pages_done: number; pages_total: number; error: string | null; created_by: { id: number; display_name: string | null } | null; created_at: string; started_at: string | null; ended_at: string | null; undone: ImportUndoneOut | null; pieces: number[]; report: ImportReportOut | null }

export type ImportReportOut = { preset: "plain" | "docusaurus" | "starlight" | "vitepress" | "mkdocs" | "hugo" | "gitbook" | "mintlify"; because: string; folders: string[]; created: number; updated: number; unchanged: number; unpublished: number; categories: { created: number; updated: number }; pictures: number; files: number; comments: number; redirects?: number; proposed?: number; pruned?: { path: string; title: string; id: number; proposal?: number }[]; pages: { path: string; title: string; slug: string; change: "created" | "updated" | "unchanged"; id?: number; proposal?: number }[]; failed: { path: string; line?: number; reason: string }[]; unknown: { path: string; line?: number; reason: string }[]; warnings: { path: string; line?: number; reason: string }[]; skipped: { path: string; line?: number; reason: string }[]; totals: { failed: number; unknown: number; warnings: number; skipped: number } }

export type ImportUndoneOut = { deleted: number; restored: number; categories: number; kept: { document_id: number; title: string; reason: string }[] }

export type InboxCount = { open: number }

export type InboxEntryOut = { key: string; kind: "question" | "action" | "mention" | "comment" | "proposal" | "draft" | "failed" | "stale" | "review" | "answered" | "feedback" | "missed" | "link" | "watched"; document: { id: number; title: string }; text: string; who: string | null; since: string; iteration_id: number | null; link: string }

export type InboxPage = { total: number; counts: Record<string, number>; items: InboxEntryOut[] }

export type InvitationOut = { id: number; email: string; username: string | null; display_name: string | null; role: "admin" | "editor" | "reader"; disabled: boolean; email_verified: boolean; proven_by: ("code" | "invitation" | "provider" | "command" | "network") | null; second_factor: boolean; invited: boolean; codes_held_at: string | null; created_at: string; last_login_at: string | null; mail: "sent" | "outbox" | "failed"; link: string }

export type IterationOut = { id: number; job_id: number; number: number; status: "queued" | "processing" | "review" | "approved" | "failed" | "superseded" | "cancelled"; notes: string; instructions: string; planning: Record<string, unknown> | null; extracted: { related?: Record<string, unknown>[]; statements?: StatementOut[]; ledger?: LedgerOut[] } | null; draft: { title: string; summary: string | null; blocks: Block[]; provenance: Provenance; edits: EditOut[] } | null; usage: { provider: string; model: string; input_tokens: number; output_tokens: number; cached_tokens?: number; calls: number; seconds: number; cost?: { amount: number; currency: string } | null } | null; questions: QuestionOut[]; actions: ActionOut[]; created_at: string; updated_at: string; approved_at: string | null; approved_by: { id: number; display_name: string | null } | null }

export type JobDetailOut = { job_id: number; document_id: number; iteration_id: number | null; status: "queued" | "processing" | "review" | "approved" | "failed" | "superseded" | "cancelled"; step: ("plan" | "extract" | "question" | "draft") | null; progress: number; attempts: number; error: string | null; open_questions: number; open_actions: number; open_held: number; queue_position: number | null; created_at: string; started_at: string | null; finished_at: string | null; updated_at: string; document: { id: number; slug: string; title: string; published: boolean }; parent_job_id: number | null; priority: number; created_by: { id: number; display_name: string | null } | null; iterations: IterationOut[] }

export type LedgerOut = { source: string; from: number; to: number; fate: "printed" | "edit" | "held" | "statement" | "left_out" | "repeated" | "asked"; block_id?: string; action_id?: number; question_id?: number; reason?: string }

export type LiveOut = { room: string }

export type MailSettingsOut = { at_once: boolean; digest: "off" | "daily" | "weekly" }

export type ManyIn = { action: "change" | "publish" | "delete" | "restore"; documents: { id: number; category_id?: number | null; position?: number | null; visibility?: ("public" | "members" | "restricted") | null; published?: boolean | null; tags?: string[] | null }[] }

export type ManyOut = { done: number[]; proposed: number[]; failed: { id: number; detail: string }[] }

export type MarkIn = { mark: "open" | "snoozed" | "done"; until?: string | null }

export type MarkdownPreview = { fields: { title?: string; slug?: string; summary?: string; tags?: string[]; visibility?: "public" | "members" | "restricted"; access?: { roles: ("admin" | "editor" | "reader")[]; users: number[]; groups: number[] }; published?: boolean; lang?: string; category?: string; category_id?: number; position?: number; pinned?: boolean | string }; blocks: Block[]; problems: { line: number; message: string }[] }

export type MarkdownPreviewIn = { markdown: string }

export type MarkdownView = { markdown: string; blocks: Block[] }

export type MarkdownViewIn = { blocks: Block[]; markdown?: string }

export type Material = { title: string; text: string; url?: string | null }

export type MissedSearchOut = { words: string; question: string | null; searches: number; waiting: number; nearest: { id: number; title: string } | null; last_at: string }

export type NotAllowedOut = { detail: string; step_up?: boolean; second_factor_setup?: boolean }

export type OverviewOut = { category: { id: number; name: string } | null; documents: number; checked: number; stale: number; unowned: number; helpful: number; unhelpful: number }

export type OwnerIn = { owner_id: number | null }

export type OwnerOut = { owner: { id: number; display_name: string | null } | null; category_id: number | null }

export type PassOnIn = { from_id: number; to_id: number }

export type PassedOnOut = { documents: number; categories: number }

export type PasskeyAdd = { ticket: string; name: string; passkey: Record<string, unknown> }

export type PasskeyAdded = { id: number; name: string; created_at: string; last_used_at: string | null; recovery_codes: string[] | null }

export type PersonOut = { id: number; display_name: string | null }

export type PictureOut = { url: string; type: string; size: number }

export type PlaceCategoryIn = { parent_id: number | null; before?: number | null; before_category?: number | null }

export type PlaceIn = { category_id: number | null; before?: number | null; before_category?: number | null }

export type PresenceOut = { revision: number; version: number; people: PersonOut[] }

export type PreviewLink = { url: string; expires_at: string }

export type PreviewLinkIn = { hours?: number | null; revision_id?: number | null }

export type Proc = { id: number; kind: "worker" | "beat"; name: string; node: string; status: "starting" | "running" | "stopping" | "stopped" | "crashed"; pid: number | null; queues: string[]; concurrency: number; autorestart: boolean; restarts: number; exit_code: number | null; reason: string | null; started_at: string | null; stopped_at: string | null; heartbeat_at: string | null; running_jobs: number[] }

export type ProcDeleted = { deleted: number }

export type ProcLog = { id: number; name: string; size: number; truncated: boolean; lines: string[] }

export type ProcsRefreshed = { procs: Proc[]; changed: number }

export type ProfileUpdate = { display_name?: string | null; username?: string | null; password?: string | null; current_password?: string | null; end_tokens?: boolean | null }

export type ProposalCommentIn = { body: string; mentions?: number[] | null; block_id?: string | null; request_changes?: boolean | null }

export type ProposalDetail = { id: number; document: { id: number; slug: string; title: string }; title: string; reason: string | null; state: "draft" | "open" | "approved" | "rejected" | "withdrawn" | "merged"; action: Record<string, unknown> | null; author: { id: number; display_name: string | null } | null; revision_id: number | null; base_id: number | null; iteration_id: number | null; created_at: string; updated_at: string; closed_by: { id: number; display_name: string | null } | null; closed_at: string | null; merged_version: number | null; reviewers: PersonOut[]; publishing: "direct" | "review"; needed: number; by_others: boolean; may_approve: boolean; base: { revision_id: number; version: number | null; title: string; summary: string | null; tags: string[]; blocks: Block[] } | null; text: { revision_id: number; version: number | null; title: string; summary: string | null; tags: string[]; blocks: Block[] } | null; current: { revision_id: number; version: number | null; title: string; summary: string | null; tags: string[]; blocks: Block[] } | null; conflicts: string[]; parts: { id: string; change: "added" | "changed" | "removed" | "moved"; author: { id: number; display_name: string | null } | null; behind: { by: "person" | "visitor" | "network" | "import"; person: { id: number; display_name: string | null } | null }[]; may_approve: boolean; approved_by: PersonOut[] }[]; threads: ThreadOut[] }

export type ProposalIn = { document_id: number; title?: string | null; reason?: string | null; change?: DocumentUpdate | null; delete?: boolean | null; redirects?: { from: string; kind?: ("exact" | "prefix") | null; status?: (301 | 308) | null; remove?: boolean }[] | null; front_of?: number | null; reviewers?: number[] | null; state?: ("draft" | "open") | null; base_version?: number | null }

export type ProposalOut = { id: number; document: { id: number; slug: string; title: string }; title: string; reason: string | null; state: "draft" | "open" | "approved" | "rejected" | "withdrawn" | "merged"; action: Record<string, unknown> | null; author: { id: number; display_name: string | null } | null; revision_id: number | null; base_id: number | null; iteration_id: number | null; created_at: string; updated_at: string; closed_by: { id: number; display_name: string | null } | null; closed_at: string | null; merged_version: number | null }

export type ProposalUpdate = { title?: string | null; reason?: string | null; change?: DocumentUpdate | null; reviewers?: number[] | null; state?: ("draft" | "open") | null; base_version?: number | null; revision_id?: number | null }

export type ProviderAddress = { location: string }

export type PublishIn = { draft_version?: number | null; revision_id?: number | null }

export type PublishingIn = { publishing: ("direct" | "review") | null; approvals?: number | null; by_others?: boolean | null }

export type PublishingOut = { publishing: "direct" | "review"; approvals: number; by_others: boolean; own: boolean; category_id: number | null }

export type QuestionOut = { id: number; section: string | null; body: string; answer: string | null; answered_at: string | null; assignee: { id: number; display_name: string | null } | null; earlier_answer: string | null; outcome: ("applied" | "asked_again" | "not_applied" | "dismissed") | null; outcome_note: string | null }

export type RecoveryCodesOut = { recovery_codes: string[] }

export type RedirectIn = { from: string; to: string; kind?: ("exact" | "prefix") | null; status?: (301 | 308) | null }

export type RedirectLinksOut = { id: number; count: number; documents: { id: number; title: string }[] }

export type RedirectOut = { id: number; from: string; to: string; kind: "exact" | "prefix"; status: 301 | 308; origin: "hand" | "import"; hits: number; last_hit_at: string | null; created_at: string }

export type RedirectsDeleteIn = { ids: number[] }

export type RedraftIn = { notes?: string | null; instructions?: string | null; priority?: number }

export type RedraftOut = { job_id: number; iteration_id: number; document_id: number; previous_job_id: number; previous_iteration_id: number; status: "queued" | "processing" | "review" | "approved" | "failed" | "superseded" | "cancelled" }

export type RejectionIn = { reason?: string | null }

export type ResolveIn = { keys: number[]; way: "keep" | "take" }

export type ResolveOut = { resolved: number[]; skipped: { key: number; reason: "not_stale" | "no_wording" | "edit_by_hand" | "in_the_way" }[]; jobs: { document_id: number; job_id: number }[] }

export type RevisionDiff = { from: { id: number | null; version: number }; to: { id: number | null; version: number }; title: DiffPiece[] | null; summary: DiffPiece[] | null; blocks: Block[] }

export type RoleOut = { id: number; name: "admin" | "editor" | "reader"; description: string; permissions: string[] }

export type SampleSiteOut = { category_id: number; documents: number; categories: number }

export type ScheduleIn = { at: string | null; draft_version?: number | null; revision_id?: number | null }

export type SecondFactor = { ticket: string; totp?: string | null; recovery_code?: string | null; passkey?: Record<string, unknown> | null }

export type SecondFactorNeeded = { detail: string; second_factor?: { ticket: string; methods: ("passkey" | "totp" | "recovery")[]; expires_in: number } }

export type SessionOut = { id: number; current: boolean; device: string; address: string; created_at: string; last_used_at: string | null }

export type SettingOut = { name: string; value: string; origin: "default" | "environment"; help: string }

export type SetupOut = { first_run: boolean; registration: "open" | "domains" | "invite" | "closed"; providers: { id: string; name: string }[]; sign_in: "all" | "provider"; trash_days: number; version: string }

export type SourceOut = { key: string; kind: "notes" | "material"; title: string; text: string }

export type SsoHealth = { configured: boolean; algorithm: "HS256" }

export type StaleOut = { key: number | null; document: { id: number; slug: string; title: string; category_id: number | null }; block_id: string; text: string; in_summary: boolean; reason: "changed" | "deleted" | "age"; since: string; checked_at: string; quote: string | null; nearest: string | null; source: { id: number; title: string; slug: string | null } | null }

export type StalePage = { total: number; counts: { changed: number; deleted: number; age: number }; items: StaleOut[] }

export type StatementOut = { id: string; source: string; at: string | null; speaker: string | null; text: string; kind: "fact" | "order" | "question" | "talk"; use: boolean | null; section: string | null }

export type StatusOut = { job_id: number; document_id: number; iteration_id: number | null; status: "queued" | "processing" | "review" | "approved" | "failed" | "superseded" | "cancelled"; step: ("plan" | "extract" | "question" | "draft") | null; progress: number; attempts: number; error: string | null; open_questions: number; open_actions: number; open_held: number; queue_position: number | null; created_at: string; started_at: string | null; finished_at: string | null; updated_at: string }

export type StepUp = { password?: string | null; code?: string | null; totp?: string | null; recovery_code?: string | null; passkey?: Record<string, unknown> | null; ticket?: string | null }

export type StepUpOut = { until: string }

export type ThreadIn = { block_id: string; quote?: string | null; body: string; mentions?: number[] | null; change_to?: string | null }

export type ThreadOut = { id: number; document_id: number; state: "open" | "resolved"; quote: string; spot: { block_id: string; from: number; to: number; exact: boolean } | null; suggestion_id: number | null; created_at: string; resolved_by: { id: number; display_name: string | null } | null; resolved_at: string | null; comments: CommentOut[] }

export type ThreadState = { state: "open" | "resolved" }

export type Token = { access_token: string; token_type: "bearer"; expires_in: number; expires_at: string; user: UserMeOut }

export type TotpConfirm = { code: string }

export type TotpOut = { key: string; uri: string }

export type TreeNode = { type: "category" | "document"; id: number; title: string; slug: string; pinned?: boolean; position?: number | null; published?: boolean; document_count?: number; truncated?: boolean; children: TreeNode[] }

export type UserCreate = { email: string; password: string; username?: string | null; display_name?: string | null; setup_token?: string | null }

export type UserInvite = { email: string; role?: ("admin" | "editor" | "reader") | null; display_name?: string | null }

export type UserLogin = { identifier: string; password: string }

export type UserMeOut = { id: number; email: string; username: string | null; display_name: string | null; role: "admin" | "editor" | "reader"; roles: string[]; permissions: string[]; email_verified: boolean; proven_by: ("code" | "invitation" | "provider" | "command" | "network") | null; second_factor: boolean; has_password: boolean; created_at: string; last_login_at: string | null }

export type UserOut = { id: number; email: string; username: string | null; display_name: string | null; role: "admin" | "editor" | "reader"; disabled: boolean; email_verified: boolean; proven_by: ("code" | "invitation" | "provider" | "command" | "network") | null; second_factor: boolean; invited: boolean; codes_held_at: string | null; created_at: string; last_login_at: string | null }

export type UserUpdate = { role?: ("admin" | "editor" | "reader") | null; disabled?: boolean | null }

export type ValidationError = { loc: (string | number)[]; msg: string; type: string; input?: unknown; ctx?: Record<string, unknown> }

export type WatchState = { state: "none" | "watching" | "muted" }

export type WebhookCreate = { url: string; name?: string | null; events?: (("document.created" | "document.updated" | "document.published" | "document.unpublished" | "document.withdrawn" | "document.moved" | "document.deleted" | "document.restored" | "document.purged" | "document.stale" | "category.created" | "category.updated" | "category.moved" | "category.deleted" | "job.review" | "job.failed" | "job.approved" | "question.raised" | "question.answered" | "proposal.opened" | "proposal.updated" | "proposal.approved" | "proposal.rejected" | "proposal.withdrawn" | "proposal.merged" | "user.created" | "user.disabled" | "user.deleted")[]) | null; category_id?: number | null; visibility?: ("public" | "members" | "restricted") | null }

export type WebhookOut = { id: number; name: string; url: string; events: string[]; category_id: number | null; visibility: "public" | "members" | "restricted"; state: "active" | "paused" | "gone"; pause_reason: string | null; pending: number; created_at: string; updated_at: string }

export type WebhookSecretOut = { id: number; name: string; url: string; events: string[]; category_id: number | null; visibility: "public" | "members" | "restricted"; state: "active" | "paused" | "gone"; pause_reason: string | null; pending: number; created_at: string; updated_at: string; signing_secret: string | null }

export type WebhookUpdate = { url?: string | null; name?: string | null; events?: (("document.created" | "document.updated" | "document.published" | "document.unpublished" | "document.withdrawn" | "document.moved" | "document.deleted" | "document.restored" | "document.purged" | "document.stale" | "category.created" | "category.updated" | "category.moved" | "category.deleted" | "job.review" | "job.failed" | "job.approved" | "question.raised" | "question.answered" | "proposal.opened" | "proposal.updated" | "proposal.approved" | "proposal.rejected" | "proposal.withdrawn" | "proposal.merged" | "user.created" | "user.disabled" | "user.deleted")[]) | null; category_id?: number | null; visibility?: ("public" | "members" | "restricted") | null; paused?: boolean | null }

export type WorkerCreateIn = { name?: string | null; concurrency?: number | null; queues?: string[] | null; autorestart?: boolean | null }

export type WorkingCopy = { document_id: number; version: number; updated_at: string; author: { id: number; display_name: string | null } | null; base_version: number; to_merge: boolean; revision: number; scheduled_at: string | null; scheduled_revision: number | null; scheduled_as_of: string | null; fault: string | null; title: string; summary: string | null; tags: string[]; created_at: string; base: { title: string; summary: string | null; tags: string[]; blocks: Block[] } | null; blocks: Block[] }

export type WorkingCopyState = { version: number; updated_at: string; author: { id: number; display_name: string | null } | null; base_version: number; to_merge: boolean; revision: number; scheduled_at: string | null; scheduled_revision: number | null; scheduled_as_of: string | null; fault: string | null }

export type Api = {
  'GET /metrics': { response: string }
  'POST /auth/send-code': { body: CodeRequest; response: CodeSent }
  'POST /auth/verify-code': { body: CodeVerify; response: Token; errors: { 403: SecondFactorNeeded } }
  'POST /auth/login': { body: UserLogin; response: Token; errors: { 403: SecondFactorNeeded } }
  'POST /auth/refresh': { response: Token }
  'POST /auth/register': { body: UserCreate; response: Token }
  'GET /auth/me': { response: UserMeOut }
  'PATCH /auth/me': { body: ProfileUpdate; response: UserMeOut }
  'DELETE /auth/me': { response: void }
  'GET /api/auth/sso-start': { query: { next?: string }; response: void }
  'GET /api/auth/sso-callback': { query: { token: string; next?: string }; response: string }
  'POST /api/auth/sso-confirm': { body: { token: string; next?: string }; response: void }
  'GET /api/auth/sso-health': { response: SsoHealth }
  'POST /auth/logout': { response: void }
  'POST /auth/logout-all': { body?: EndAll; response: void }
  'GET /auth/sessions': { query: { user_id?: number }; response: SessionOut[] }
  'DELETE /auth/sessions/{session_id}': { path: { session_id: number }; response: void }
  'POST /auth/step-up': { body: StepUp; response: StepUpOut }
  'POST /auth/second-factor': { body: SecondFactor; response: Token }
  'POST /auth/second-factor/options': { body: { ticket: string }; response: Challenge }
  'POST /auth/step-up/options': { response: Challenge }
  'GET /auth/factors': { response: FactorsOut }
  'POST /auth/factors/totp': { response: TotpOut }
  'DELETE /auth/factors/totp': { response: void }
  'POST /auth/factors/totp/confirm': { body: TotpConfirm; response: FactorAdded }
  'POST /auth/factors/recovery-codes': { response: RecoveryCodesOut }
  'POST /auth/factors/passkeys/options': { response: Challenge }
  'POST /auth/factors/passkeys': { body: PasskeyAdd; response: PasskeyAdded }
  'DELETE /auth/factors/passkeys/{passkey_id}': { path: { passkey_id: number }; response: void }
  'GET /api/auth/oidc/{provider}/start': { path: { provider: string }; query: { next?: string }; response: void }
  'GET /api/auth/oidc/{provider}/callback': { path: { provider: string }; response: void }
  'POST /api/auth/oidc/{provider}/logout': { path: { provider: string }; body: { logout_token: string }; response: void }
  'GET /auth/identities': { response: IdentityOut[] }
  'POST /auth/identities/{provider}/link': { path: { provider: string }; response: ProviderAddress }
  'DELETE /auth/identities/{identity_id}': { path: { identity_id: number }; response: void }
  'GET /api/tokens': { query: { user_id?: number }; response: ApiTokenOut[] }
  'POST /api/tokens': { body: ApiTokenCreate; response: ApiTokenCreated }
  'DELETE /api/tokens/{token_id}': { path: { token_id: number }; response: void }
  'GET /api/time': { response: { utc: string; unix_ms: number; timezone: "UTC" } }
  'GET /dataroom/dataroom/': { response: Record<string, string> }
  'GET /api/setup': { response: SetupOut }
  'GET /api/admin/settings': { response: SettingOut[] }
  'GET /api/admin/checks': { response: CheckOut[] }
  'GET /api/admin/live': { response: string }
  'GET /healthz': { response: { status: "ok" } }
  'GET /readyz': { response: { status: "ready"; database: string; version: string } }
  'GET /api/docs/': { query: { limit?: number; offset?: number }; response: DocumentListOut[] }
  'POST /api/docs/': { query: { publish?: boolean }; body: DocumentCreate; response: DocumentOut }
  'GET /api/docs': { query: { limit?: number; offset?: number }; response: DocumentListOut[] }
  'POST /api/docs/preview': { body: MarkdownPreviewIn; response: MarkdownPreview }
  'POST /api/docs/preview/markdown': { body: MarkdownViewIn; response: MarkdownView }
  'POST /api/docs/preview/code': { body: CodePreviewIn; response: CodePreview }
  'POST /api/docs/preview/file': { body: Blob; response: MarkdownPreview }
  'GET /api/docs/private': { query: { limit?: number; offset?: number }; response: DocumentListOut[] }
  'GET /api/docs/tree': { response: TreeNode[] }
  'GET /api/docs/tree/me': { response: TreeNode[] }
  'GET /api/docs/{slug}': { path: { slug: string }; response: DocumentOut }
  'PUT /api/docs/{slug}': { path: { slug: number }; query: { publish?: boolean; base_version?: number; version?: number }; body: DocumentUpdate; response: DocumentOut }
  'DELETE /api/docs/{slug}': { path: { slug: number }; response: void }
  'POST /api/docs/{doc_id}/pin': { path: { doc_id: number }; response: void }
  'POST /api/docs/{doc_id}/unpin': { path: { doc_id: number }; response: void }
  'GET /api/docs/{document_id}/blocks': { path: { document_id: number }; response: BlocksPayload }
  'PUT /api/docs/{document_id}/blocks': { path: { document_id: number }; query: { publish?: boolean; base_version?: number; version?: number }; body: BlocksPayload; response: BlocksPayload }
  'GET /api/docs/{doc_id}/markdown': { path: { doc_id: number }; response: string }
  'GET /api/docs/search': { query: { q: string; limit?: number; category_id?: number }; response: DocumentListOut[] }
  'GET /api/docs/suggest/full': { query: { q: string; limit?: number }; response: DocumentSearchOut[] }
  'GET /api/docs/suggest': { query: { q: string; limit?: number }; response: string[] }
  'GET /api/ask': { query: { q: string; lang?: string }; response: AskOut }
  'POST /api/ask/stream': { body: { q: string; lang?: string }; response: string }
  'POST /api/admin/missed-searches/{words}/owner': { path: { words: string }; response: { document_id: number; thread_id: number; owner: string } }
  'GET /api/admin/ask': { response: AnswerUseOut }
  'GET /api/admin/missed-searches': { query: { limit?: number; offset?: number; entry?: number }; response: MissedSearchOut[] }
  'DELETE /api/admin/missed-searches/{words}': { path: { words: string }; response: void }
  'POST /api/admin/missed-searches/{words}/answer': { path: { words: string }; body: { document_id: number }; response: void }
  'GET /docs/dashboard': { query: { recent_limit?: number; top_limit?: number; top_days?: number }; response: { totals: { documents: number; categories: number; views: number }; buckets: { empty: number; queued: number; processing: number; approved: number; failed: number }; recent: DocumentListOut[]; top: { id: number; slug: string; title: string; summary: string | null; category_id: number | null; category: string | null; tags: string[]; pinned: boolean; bucket: "empty" | "queued" | "processing" | "approved" | "failed"; visibility: "public" | "members" | "restricted"; audience?: "public" | "members" | "restricted"; published: boolean; position: number | null; version: number; created_at: string; updated_at: string; views_in_period: number }[]; views_by_day: { day: string; views: number }[]; pinned: DocumentListOut[]; top_days: number; generated_at: string } }
  'GET /api/docs/{doc_id}/views': { path: { doc_id: number }; query: { days?: number }; response: { day: string; views: number }[] }
  'GET /api/docs/{doc_id}/revisions': { path: { doc_id: number }; query: { all?: boolean }; response: { id: number; version: number; title: string; origin: "hand" | "approval" | "restore" | "import"; reason: ("autosave" | "conflict") | null; author: { id: number; display_name: string | null } | null; created_at: string }[] }
  'GET /api/docs/{doc_id}/revisions/{revision_id}': { path: { doc_id: number; revision_id: number }; response: { id: number; version: number; title: string; origin: "hand" | "approval" | "restore" | "import"; reason: ("autosave" | "conflict") | null; author: { id: number; display_name: string | null } | null; created_at: string; summary: string | null; blocks: Block[] } }
  'DELETE /api/docs/{doc_id}/revisions/{revision_id}': { path: { doc_id: number; revision_id: number }; response: void }
  'GET /api/docs/{doc_id}/revisions/{revision_id}/diff': { path: { doc_id: number; revision_id: number }; query: { to?: number }; response: RevisionDiff }
  'POST /api/docs/{doc_id}/revisions/{revision_id}/restore': { path: { doc_id: number; revision_id: number }; query: { publish?: boolean; base_version?: number; version?: number }; response: DocumentOut }
  'GET /api/docs/{doc_id}/working-copy': { path: { doc_id: number }; response: WorkingCopy }
  'DELETE /api/docs/{doc_id}/working-copy': { path: { doc_id: number }; response: void }
  'POST /api/docs/{doc_id}/publish': { path: { doc_id: number }; body?: PublishIn; response: DocumentOut }
  'POST /api/docs/{doc_id}/unpublish': { path: { doc_id: number }; response: DocumentOut }
  'POST /api/docs/{doc_id}/schedule': { path: { doc_id: number }; body: ScheduleIn; response: DocumentOut }
  'POST /api/docs/{doc_id}/preview-link': { path: { doc_id: number }; body?: PreviewLinkIn; response: PreviewLink }
  'DELETE /api/docs/{doc_id}/preview-link': { path: { doc_id: number }; response: void }
  'GET /api/docs/{doc_id}/autosave': { path: { doc_id: number }; response: EditedText }
  'POST /api/docs/{doc_id}/autosave': { path: { doc_id: number }; body: AutosaveIn; response: AutosaveOut }
  'POST /api/docs/{doc_id}/presence': { path: { doc_id: number }; response: PresenceOut }
  'DELETE /api/docs/{doc_id}/presence': { path: { doc_id: number }; response: void }
  'GET /api/docs/{doc_id}/live': { path: { doc_id: number }; response: LiveOut }
  'GET /api/admin/proposals': { query: { state?: "waiting" | "closed" | "draft" | "open" | "approved" | "rejected" | "withdrawn" | "merged" | "all"; document_id?: number; author_id?: number; reviewer_id?: number; before?: number; limit?: number }; response: ProposalOut[] }
  'POST /api/admin/proposals': { body: ProposalIn; response: ProposalDetail }
  'GET /api/admin/proposals/{proposal_id}': { path: { proposal_id: number }; response: ProposalDetail }
  'PUT /api/admin/proposals/{proposal_id}': { path: { proposal_id: number }; body: ProposalUpdate; response: ProposalDetail }
  'POST /api/admin/proposals/{proposal_id}/comments': { path: { proposal_id: number }; body: ProposalCommentIn; response: ProposalDetail }
  'POST /api/admin/proposals/{proposal_id}/approve': { path: { proposal_id: number }; body?: ApprovalIn; response: ProposalDetail }
  'POST /api/admin/proposals/{proposal_id}/reject': { path: { proposal_id: number }; body?: RejectionIn; response: ProposalDetail }
  'POST /api/admin/proposals/{proposal_id}/withdraw': { path: { proposal_id: number }; response: ProposalDetail }
  'POST /api/admin/proposals/{proposal_id}/merge': { path: { proposal_id: number }; response: ProposalDetail }
  'GET /api/docs/{id}/publishing': { path: { id: number }; response: PublishingOut }
  'PUT /api/docs/{id}/publishing': { path: { id: number }; body: PublishingIn; response: PublishingOut }
  'GET /api/admin/categories/{id}/publishing': { path: { id: number }; response: PublishingOut }
  'PUT /api/admin/categories/{id}/publishing': { path: { id: number }; body: PublishingIn; response: PublishingOut }
  'GET /api/docs/{doc_id}/feedback': { path: { doc_id: number }; response: FeedbackOut }
  'GET /api/admin/docs/overview': { response: OverviewOut[] }
  'POST /api/pictures': { body: Blob; response: PictureOut }
  'POST /api/files': { query: { name: string }; body: Blob; response: FileOut }
  'GET /pictures/{name}': { path: { name: string }; response: string }
  'GET /files/{key}/{name}': { path: { key: string; name: string }; response: string }
  'GET /api/redirects': { query: { q?: string; origin?: "hand" | "import"; unused_days?: number; limit?: number; offset?: number }; response: RedirectOut[] }
  'POST /api/redirects': { body: RedirectIn; response: RedirectOut }
  'GET /api/redirects/links': { query: { q?: string; origin?: "hand" | "import"; unused_days?: number; limit?: number; offset?: number }; response: RedirectLinksOut[] }
  'POST /api/redirects/delete': { body: RedirectsDeleteIn; response: { deleted: number } }
  'PUT /api/redirects/{redirect_id}': { path: { redirect_id: number }; body: RedirectIn; response: RedirectOut }
  'DELETE /api/redirects/{redirect_id}': { path: { redirect_id: number }; response: void }
  'GET /api/docs/{doc_id}/evidence': { path: { doc_id: number }; response: EvidenceOut }
  'POST /api/docs/{doc_id}/evidence': { path: { doc_id: number }; body: EvidenceSourceIn; response: EvidenceOut }
  'PUT /api/docs/{doc_id}/evidence/{key}/public': { path: { doc_id: number; key: number }; body: { public: boolean }; response: EvidenceOut }
  'DELETE /api/docs/{doc_id}/evidence/{key}': { path: { doc_id: number; key: number }; response: EvidenceOut }
  'GET /api/docs/{doc_id}/threads': { path: { doc_id: number }; query: { state?: "open" | "resolved"; of?: "edited" | "published" }; response: ThreadOut[] }
  'POST /api/docs/{doc_id}/threads': { path: { doc_id: number }; body: ThreadIn; response: ThreadOut }
  'POST /api/threads/{thread_id}/comments': { path: { thread_id: number }; body: CommentIn; response: ThreadOut }
  'PUT /api/threads/{thread_id}': { path: { thread_id: number }; body: ThreadState; response: ThreadOut }
  'PUT /api/comments/{comment_id}': { path: { comment_id: number }; body: CommentIn; response: ThreadOut }
  'DELETE /api/comments/{comment_id}': { path: { comment_id: number }; response: void }
  'GET /api/docs/{doc_id}/owner': { path: { doc_id: number }; response: OwnerOut }
  'PUT /api/docs/{doc_id}/owner': { path: { doc_id: number }; body: OwnerIn; response: OwnerOut }
  'GET /api/admin/categories/{category_id}/owner': { path: { category_id: number }; response: OwnerOut }
  'PUT /api/admin/categories/{category_id}/owner': { path: { category_id: number }; body: OwnerIn; response: OwnerOut }
  'POST /api/admin/owners/pass-on': { body: PassOnIn; response: PassedOnOut }
  'GET /api/admin/inbox': { query: { limit?: number; offset?: number; state?: "open" | "snoozed" | "done" }; response: InboxPage }
  'GET /api/admin/inbox/count': { response: InboxCount }
  'PUT /api/admin/inbox/{key}': { path: { key: string }; body: MarkIn; response: void }
  'GET /api/docs/{doc_id}/watch': { path: { doc_id: number }; response: WatchState }
  'PUT /api/docs/{doc_id}/watch': { path: { doc_id: number }; body: WatchState; response: WatchState }
  'GET /api/admin/categories/{category_id}/watch': { path: { category_id: number }; response: WatchState }
  'PUT /api/admin/categories/{category_id}/watch': { path: { category_id: number }; body: WatchState; response: WatchState }
  'GET /api/admin/mail-settings': { response: MailSettingsOut }
  'PUT /api/admin/mail-settings': { body: MailSettingsOut; response: MailSettingsOut }
  'GET /api/admin/docs/stale': { query: { category_id?: number; document_id?: number; source_id?: number; reason?: "changed" | "deleted" | "age"; age?: number; limit?: number; offset?: number }; response: StalePage }
  'POST /api/admin/docs/stale/resolve': { body: ResolveIn; response: ResolveOut }
  'POST /api/pipeline/docs/redraft-stale': { body: { keys: number[] }; response: ResolveOut }
  'POST /api/docs/{doc_id}/evidence/check': { path: { doc_id: number }; body: { block_ids?: string[] }; response: EvidenceOut }
  'PUT /api/docs/iterations/{iteration_id}/draft': { path: { iteration_id: number }; body: DraftSetPayload; response: { iteration_id: number; status: "queued" | "processing" | "review" | "approved" | "failed" | "superseded" | "cancelled"; draft: { title: string; summary: string | null; blocks: Block[]; provenance: Provenance; edits: EditOut[] }; updated_at: string } }
  'GET /api/admin/categories/': { response: CategoryOut[] }
  'POST /api/admin/categories/': { body: CategoryCreate; response: CategoryOut }
  'GET /api/admin/categories/tree': { response: CategoryOut[] }
  'GET /api/admin/categories/trash': { query: { limit?: number; offset?: number }; response: DeletedCategoryOut[] }
  'POST /api/admin/categories/trash/{category_id}/restore': { path: { category_id: number }; response: CategoryOut }
  'GET /api/admin/categories/{category_id}': { path: { category_id: number }; response: CategoryOut }
  'PUT /api/admin/categories/{category_id}': { path: { category_id: number }; body: CategoryUpdate; response: CategoryOut }
  'DELETE /api/admin/categories/{category_id}': { path: { category_id: number }; query: { content?: "move" | "trash"; to?: string }; response: void }
  'POST /api/admin/categories/{category_id}/move': { path: { category_id: number }; query: { direction: "up" | "down" }; response: { moved: boolean; id: number; order: number } }
  'POST /api/admin/categories/reorder': { body: { parent_id?: number | null; ids: number[] }; response: { parent_id: number | null; ids: number[] } }
  'PATCH /api/admin/categories/{category_id}/parent': { path: { category_id: number }; query: { new_parent_id?: number }; response: CategoryOut }
  'GET /api/admin/docs/buckets/counts': { query: { category_id?: number }; response: { empty: number; queued: number; processing: number; approved: number; failed: number } }
  'GET /api/admin/docs/buckets/{bucket}': { path: { bucket: "empty" | "queued" | "processing" | "approved" | "failed" }; query: { q?: string; page?: number; page_size?: number; category_id?: number }; response: { bucket: "empty" | "queued" | "processing" | "approved" | "failed"; q: string; page: number; page_size: number; total: number; pages: number; items: { id: number; slug: string; title: string; summary: string | null; category_id: number | null; category: string | null; tags: string[]; pinned: boolean; bucket: "empty" | "queued" | "processing" | "approved" | "failed"; visibility: "public" | "members" | "restricted"; audience?: "public" | "members" | "restricted"; published: boolean; position: number | null; version: number; created_at: string; updated_at: string; job: StatusOut | null }[] } }
  'GET /api/admin/docs/': { query: { skip?: number; limit?: number; category_id?: number; sort?: "updated" | "title" | "created" | "edited"; unpublished?: boolean }; response: DocumentListOut[] }
  'POST /api/admin/docs/': { query: { publish?: boolean }; body: DocumentCreate; response: DocumentOut }
  'GET /api/admin/docs/statuses': { response: DocumentStatus[] }
  'GET /api/admin/docs/{doc_id}': { path: { doc_id: number }; response: DocumentOut }
  'PUT /api/admin/docs/{doc_id}': { path: { doc_id: number }; query: { publish?: boolean; base_version?: number; version?: number }; body?: DocumentUpdate; response: DocumentOut }
  'DELETE /api/admin/docs/{doc_id}': { path: { doc_id: number }; response: void }
  'POST /api/admin/docs/{doc_id}/pin': { path: { doc_id: number }; response: void }
  'POST /api/admin/docs/{doc_id}/unpin': { path: { doc_id: number }; response: void }
  'POST /api/admin/docs/many': { body: ManyIn; response: ManyOut }
  'POST /api/admin/docs/{doc_id}/place': { path: { doc_id: number }; body: PlaceIn; response: void }
  'POST /api/admin/categories/{category_id}/place': { path: { category_id: number }; body: PlaceCategoryIn; response: void }
  'POST /api/admin/sample-site': { response: SampleSiteOut }
  'GET /api/admin/imports': { query: { limit?: number; offset?: number }; response: ImportListOut[] }
  'POST /api/admin/imports': { body: { name: string; size: number }; response: ImportOut }
  'POST /api/admin/imports/present': { body: { uploads: string[] }; response: { uploads: string[] } }
  'GET /api/admin/imports/{import_id}': { path: { import_id: number }; response: ImportOut }
  'DELETE /api/admin/imports/{import_id}': { path: { import_id: number }; response: void }
  'PUT /api/admin/imports/{import_id}/pieces/{number}': { path: { import_id: number; number: number }; body: Blob; response: void }
  'POST /api/admin/imports/{import_id}/read': { path: { import_id: number }; body: { folder?: string; preset?: "auto" | "plain" | "docusaurus" | "starlight" | "vitepress" | "mkdocs" | "hugo" | "gitbook" | "mintlify"; category_id?: number | null; as_drafts?: boolean; redirects?: boolean; source?: string; prune?: number }; response: ImportOut }
  'POST /api/admin/imports/{import_id}/start': { path: { import_id: number }; response: ImportOut }
  'POST /api/admin/imports/{import_id}/stop': { path: { import_id: number }; response: ImportOut }
  'POST /api/admin/imports/{import_id}/undo': { path: { import_id: number }; response: ImportOut }
  'GET /api/admin/docs/trash': { query: { limit?: number; offset?: number }; response: { id: number; slug: string; title: string; summary: string | null; category: string | null; category_gone: boolean; visibility: "public" | "members" | "restricted"; deleted_by: { id: number; display_name: string | null } | null; deleted_at: string }[] }
  'POST /api/admin/docs/trash/{doc_id}/restore': { path: { doc_id: number }; response: DocumentOut }
  'DELETE /api/admin/docs/trash/{doc_id}': { path: { doc_id: number }; response: void }
  'GET /api/admin/celery/procs': { response: Proc[] }
  'POST /api/admin/celery/worker/start': { body: WorkerCreateIn; response: Proc }
  'POST /api/admin/celery/beat/start': { body: BeatStartIn; response: Proc }
  'POST /api/admin/celery/proc/{proc_id}/stop': { path: { proc_id: number }; response: Proc }
  'POST /api/admin/celery/proc/{proc_id}/restart': { path: { proc_id: number }; response: Proc }
  'DELETE /api/admin/celery/proc/{proc_id}': { path: { proc_id: number }; response: ProcDeleted }
  'POST /api/admin/celery/refresh': { response: ProcsRefreshed }
  'GET /api/admin/celery/proc/{proc_id}/log': { path: { proc_id: number }; response: ProcLog }
  'GET /api/admin/celery/proc/{proc_id}/log/tail': { path: { proc_id: number }; query: { lines?: number }; response: string }
  'GET /api/admin/celery/proc/{proc_id}/log/stream': { path: { proc_id: number }; query: { lines?: number }; response: string }
  'POST /api/pipeline/docs/enqueue': { body: EnqueueIn; response: EnqueueOut }
  'POST /api/pipeline/docs/enqueue_many': { body: EnqueueManyIn; response: EnqueueManyOut }
  'GET /api/pipeline/docs/status/{job_id}': { path: { job_id: number }; response: StatusOut }
  'GET /api/pipeline/docs/job/{job_id}': { path: { job_id: number }; response: JobDetailOut }
  'GET /api/pipeline/docs/job/{job_id}/events': { path: { job_id: number }; response: EventOut[] }
  'GET /api/pipeline/docs/job/{job_id}/events/stream': { path: { job_id: number }; response: string }
  'POST /api/pipeline/docs/job/{job_id}/cancel': { path: { job_id: number }; response: StatusOut }
  'GET /api/pipeline/docs/drafter': { response: DrafterOut }
  'GET /api/pipeline/docs/backlog': { query: { category_id?: number }; response: BacklogDocOut[] }
  'POST /api/pipeline/docs/iterations/{iteration_id}/questions/{question_id}/answer': { path: { iteration_id: number; question_id: number }; body: AnswerIn; response: QuestionOut }
  'PUT /api/pipeline/docs/iterations/{iteration_id}/questions/{question_id}/assignee': { path: { iteration_id: number; question_id: number }; body: AssignIn; response: QuestionOut }
  'PUT /api/pipeline/docs/iterations/{iteration_id}/actions/{action_id}/assignee': { path: { iteration_id: number; action_id: number }; body: AssignIn; response: ActionOut }
  'PUT /api/pipeline/docs/iterations/{iteration_id}/statements': { path: { iteration_id: number }; body: { id: string; use: boolean | null; section?: string | null }[]; response: StatementOut[] }
  'GET /api/pipeline/docs/iterations/{iteration_id}/sources': { path: { iteration_id: number }; response: SourceOut[] }
  'POST /api/pipeline/docs/iterations/{iteration_id}/redraft': { path: { iteration_id: number }; body?: RedraftIn; response: RedraftOut }
  'POST /api/pipeline/docs/iterations/{iteration_id}/approve': { path: { iteration_id: number }; response: ApproveOut; errors: { 409: BlockedOut } }
  'GET /api/pipeline/docs/iterations/{iteration_id}/actions': { path: { iteration_id: number }; response: ActionOut[] }
  'POST /api/pipeline/docs/iterations/{iteration_id}/actions/{action_id}/answer': { path: { iteration_id: number; action_id: number }; body: ActionAnswerIn; response: ActionOut }
  'POST /api/pipeline/docs/iterations/{iteration_id}/actions/{action_id}/resolve': { path: { iteration_id: number; action_id: number }; body?: ActionResolveIn; response: ActionOut }
  'GET /admin/roles': { response: RoleOut[] }
  'GET /admin/roles/names': { response: string[] }
  'GET /api/admin/users': { query: { q?: string; limit?: number; offset?: number }; response: UserOut[] }
  'POST /api/admin/users': { body: UserInvite; response: InvitationOut }
  'GET /api/admin/people': { query: { q?: string; ids?: string }; response: PersonOut[] }
  'PATCH /api/admin/users/{user_id}': { path: { user_id: number }; body: UserUpdate; response: UserOut }
  'DELETE /api/admin/users/{user_id}': { path: { user_id: number }; response: void }
  'POST /api/admin/users/{user_id}/invite': { path: { user_id: number }; response: InvitationOut }
  'DELETE /api/admin/users/{user_id}/factors': { path: { user_id: number }; response: void }
  'GET /api/admin/audit': { query: { action?: "assistant.wrote" | "audit.exported" | "brand.changed" | "category.access_changed" | "category.created" | "category.deleted" | "category.moved" | "category.owner_changed" | "category.publishing_changed" | "category.restored" | "category.updated" | "comment.deleted" | "document.access_changed" | "document.created" | "document.deleted" | "document.draft_discarded" | "document.draft_saved" | "document.moved" | "document.owner_changed" | "document.pinned" | "document.preview_revoked" | "document.preview_shared" | "document.published" | "document.publishing_changed" | "document.purged" | "document.restored" | "document.revision_removed" | "document.scheduled" | "document.unpinned" | "document.unpublished" | "document.updated" | "documents.import_undone" | "documents.imported" | "evidence.attached" | "evidence.checked" | "evidence.hidden" | "evidence.removed" | "evidence.shown" | "evidence.taken" | "factor.added" | "factor.codes_renewed" | "factor.removed" | "factor.reset" | "group.changed" | "group.created" | "group.deleted" | "group.members_changed" | "identity.linked" | "identity.unlinked" | "iteration.approved" | "iteration.redrafted" | "job.cancelled" | "process.deleted" | "process.restarted" | "process.started" | "process.stopped" | "proposal.approved" | "proposal.merged" | "proposal.opened" | "proposal.rejected" | "proposal.updated" | "proposal.withdrawn" | "redirect.changed" | "redirect.created" | "redirect.deleted" | "request.refused" | "session.all_ended" | "session.ended" | "session.listed" | "session.proven" | "session.refused" | "session.reused" | "session.started" | "setting.changed" | "token.created" | "token.listed" | "token.revoked" | "upload.created" | "user.created" | "user.deleted" | "user.disabled" | "user.duties_passed" | "user.enabled" | "user.exported" | "user.groups_changed" | "user.invited" | "user.password_changed" | "user.password_reset" | "user.profile_changed" | "user.role_changed" | "webhook.changed" | "webhook.created" | "webhook.deleted" | "webhook.paused" | "webhook.replayed" | "webhook.rotated" | "webhook.tested"; kind?: "assistant" | "audit" | "brand" | "category" | "comment" | "document" | "documents" | "evidence" | "factor" | "group" | "identity" | "iteration" | "job" | "process" | "proposal" | "redirect" | "request" | "session" | "setting" | "token" | "upload" | "user" | "webhook"; actor_id?: number; target?: string; since?: string; until?: string; cursor?: string; limit?: number }; response: AuditPage }
  'GET /api/admin/audit/export': { query: { action?: "assistant.wrote" | "audit.exported" | "brand.changed" | "category.access_changed" | "category.created" | "category.deleted" | "category.moved" | "category.owner_changed" | "category.publishing_changed" | "category.restored" | "category.updated" | "comment.deleted" | "document.access_changed" | "document.created" | "document.deleted" | "document.draft_discarded" | "document.draft_saved" | "document.moved" | "document.owner_changed" | "document.pinned" | "document.preview_revoked" | "document.preview_shared" | "document.published" | "document.publishing_changed" | "document.purged" | "document.restored" | "document.revision_removed" | "document.scheduled" | "document.unpinned" | "document.unpublished" | "document.updated" | "documents.import_undone" | "documents.imported" | "evidence.attached" | "evidence.checked" | "evidence.hidden" | "evidence.removed" | "evidence.shown" | "evidence.taken" | "factor.added" | "factor.codes_renewed" | "factor.removed" | "factor.reset" | "group.changed" | "group.created" | "group.deleted" | "group.members_changed" | "identity.linked" | "identity.unlinked" | "iteration.approved" | "iteration.redrafted" | "job.cancelled" | "process.deleted" | "process.restarted" | "process.started" | "process.stopped" | "proposal.approved" | "proposal.merged" | "proposal.opened" | "proposal.rejected" | "proposal.updated" | "proposal.withdrawn" | "redirect.changed" | "redirect.created" | "redirect.deleted" | "request.refused" | "session.all_ended" | "session.ended" | "session.listed" | "session.proven" | "session.refused" | "session.reused" | "session.started" | "setting.changed" | "token.created" | "token.listed" | "token.revoked" | "upload.created" | "user.created" | "user.deleted" | "user.disabled" | "user.duties_passed" | "user.enabled" | "user.exported" | "user.groups_changed" | "user.invited" | "user.password_changed" | "user.password_reset" | "user.profile_changed" | "user.role_changed" | "webhook.changed" | "webhook.created" | "webhook.deleted" | "webhook.paused" | "webhook.replayed" | "webhook.rotated" | "webhook.tested"; kind?: "assistant" | "audit" | "brand" | "category" | "comment" | "document" | "documents" | "evidence" | "factor" | "group" | "identity" | "iteration" | "job" | "process" | "proposal" | "redirect" | "request" | "session" | "setting" | "token" | "upload" | "user" | "webhook"; actor_id?: number; target?: string; since?: string; until?: string }; response: string }
  'GET /api/admin/groups': { query: { q?: string; ids?: string; limit?: number; offset?: number }; response: GroupOut[] }
  'POST /api/admin/groups': { body: GroupCreate; response: GroupDetail }
  'GET /api/admin/groups/{group_id}': { path: { group_id: number }; response: GroupDetail }
  'PATCH /api/admin/groups/{group_id}': { path: { group_id: number }; body: GroupUpdate; response: GroupDetail }
  'DELETE /api/admin/groups/{group_id}': { path: { group_id: number }; response: void }
  'GET /api/admin/brand': { response: BrandOut }
  'PATCH /api/admin/brand': { body: BrandUpdate; response: BrandOut }
  'GET /api/admin/webhooks': { response: WebhookOut[] }
  'POST /api/admin/webhooks': { body: WebhookCreate; response: WebhookSecretOut }
  'PATCH /api/admin/webhooks/{webhook_id}': { path: { webhook_id: number }; body: WebhookUpdate; response: WebhookOut }
  'DELETE /api/admin/webhooks/{webhook_id}': { path: { webhook_id: number }; response: void }
  'POST /api/admin/webhooks/{webhook_id}/rotate': { path: { webhook_id: number }; response: WebhookSecretOut }
  'POST /api/admin/webhooks/{webhook_id}/test': { path: { webhook_id: number }; response: DeliveryOut }
  'GET /api/admin/webhooks/{webhook_id}/deliveries': { path: { webhook_id: number }; query: { cursor?: string; limit?: number }; response: DeliveryPage }
  'GET /api/admin/webhooks/{webhook_id}/deliveries/{delivery_id}': { path: { webhook_id: number; delivery_id: number }; response: DeliveryDetailOut }
  'POST /api/admin/webhooks/{webhook_id}/deliveries/{delivery_id}/replay': { path: { webhook_id: number; delivery_id: number }; response: DeliveryOut }
  'GET /auth/me/export': { response: AccountExport }
  'GET /api/admin/users/{user_id}/export': { path: { user_id: number }; response: AccountExport }
  'GET /read/{slug}': { path: { slug: string }; response: string }
  'GET /read/category/{slug}': { path: { slug: string }; query: { page?: string }; response: string }
  'GET /read/search': { query: { q?: string; lang?: string; asked?: string }; response: string }
  'GET /sitemap.xml': { response: string }
  'GET /llms.txt': { response: string }
  'GET /.well-known/oauth-protected-resource': { response: { resource: string; resource_name: string; bearer_methods_supported: string[]; scopes_supported: string[]; resource_documentation: string } }
  'GET /.well-known/oauth-protected-resource/mcp': { response: { resource: string; resource_name: string; bearer_methods_supported: string[]; scopes_supported: string[]; resource_documentation: string } }
}

/** The bodies of errors, by status, where an operation does not say more; `default` is any other status. */
export type SharedErrors = {
  401: ErrorOut
  403: NotAllowedOut
  404: ErrorOut
  405: ErrorOut
  409: ErrorOut
  412: ErrorOut
  413: ErrorOut
  421: ErrorOut
  422: HTTPValidationError
  429: ErrorOut
  503: ErrorOut
  default: FailureOut
}

/** Operations that send events for as long as the connection lasts. */
export type EventStream =
  | 'GET /api/admin/live'
  | 'POST /api/ask/stream'
  | 'GET /api/admin/celery/proc/{proc_id}/log/stream'
  | 'GET /api/pipeline/docs/job/{job_id}/events/stream'

/** Operations that take an Idempotency-Key: sent again with the same key, they do nothing twice. */
export const TAKES_KEY: ReadonlySet<string> = new Set<keyof Api>([
  'POST /api/tokens',
  'POST /api/docs/',
  'POST /api/redirects',
  'POST /api/admin/categories/',
  'POST /api/admin/docs/',
  'POST /api/pipeline/docs/enqueue',
  'POST /api/pipeline/docs/enqueue_many',
  'POST /api/pipeline/docs/iterations/{iteration_id}/redraft',
  'POST /api/pipeline/docs/iterations/{iteration_id}/approve',
  'POST /api/admin/webhooks',
])

/** Operations with pages, and the query parameter that leads to the next one. */
export const PAGED_BY = {
  'GET /api/docs/': 'offset',
  'GET /api/docs': 'offset',
  'GET /api/docs/private': 'offset',
  'GET /api/admin/missed-searches': 'offset',
  'GET /api/redirects': 'offset',
  'GET /api/redirects/links': 'offset',
  'GET /api/admin/inbox': 'offset',
  'GET /api/admin/docs/stale': 'offset',
  'GET /api/admin/categories/trash': 'offset',
  'GET /api/admin/docs/buckets/{bucket}': 'page',
  'GET /api/admin/docs/': 'skip',
  'GET /api/admin/imports': 'offset',
  'GET /api/admin/docs/trash': 'offset',
  'GET /api/admin/users': 'offset',
  'GET /api/admin/audit': 'cursor',
  'GET /api/admin/groups': 'offset',
  'GET /api/admin/webhooks/{webhook_id}/deliveries': 'cursor',
} as const satisfies Partial<Record<keyof Api, string>>
