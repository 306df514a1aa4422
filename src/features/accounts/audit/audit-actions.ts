// All actions of the audit trail by kind of target, in the past tense. The API lists them, so that the panel's filter is
// complete.

const ACTIONS = {
  assistant: ['wrote'],
  audit: ['exported'],
  brand: ['changed'],
  category: [
    'access_changed',
    'created',
    'deleted',
    'moved',
    'owner_changed',
    'publishing_changed',
    'restored',
    'updated',
  ],
  comment: ['deleted'],
  document: [
    'access_changed',
    'created',
    'deleted',
    'draft_discarded',
    'draft_saved',
    'moved',
    'owner_changed',
    'pinned',
    'preview_revoked',
    'preview_shared',
    'published',
    'publishing_changed',
    'purged',
    'restored',
    'revision_removed',
    'scheduled',
    'unpinned',
    'unpublished',
    'updated',
  ],
  documents: ['import_undone', 'imported'],
  evidence: ['attached', 'checked', 'hidden', 'removed', 'shown', 'taken'],
  factor: ['added', 'codes_renewed', 'removed', 'reset'],
  group: ['changed', 'created', 'deleted', 'members_changed'],
  identity: ['linked', 'unlinked'],
  iteration: ['approved', 'redrafted'],
  job: ['cancelled'],
  process: ['deleted', 'restarted', 'started', 'stopped'],
  proposal: ['approved', 'merged', 'opened', 'rejected', 'updated', 'withdrawn'],
  redirect: ['changed', 'created', 'deleted'],
  request: ['refused'],
  session: ['all_ended', 'ended', 'listed', 'proven', 'refused', 'reused', 'started'],
  setting: ['changed'],
  token: ['created', 'listed', 'revoked'],
  upload: ['created'],
  user: [
    'created',
    'deleted',
    'disabled',
    'duties_passed',
    'enabled',
    'exported',
    'groups_changed',
    'invited',
    'password_changed',
    'password_reset',
    'profile_changed',
    'role_changed',
  ],
  webhook: ['changed', 'created', 'deleted', 'paused', 'replayed', 'rotated', 'tested'],
} as const

type Actions = typeof ACTIONS
export type AuditKind = keyof Actions
export type AuditAction = { [K in AuditKind]: `${K}.${Actions[K][number]}` }[AuditKind]

export const AUDIT_KINDS = Object.keys(ACTIONS) as AuditKind[]
export const AUDIT_ACTIONS = AUDIT_KINDS.flatMap((kind) =>
  ACTIONS[kind].map((done) => `${kind}.${done}` as AuditAction),
)
