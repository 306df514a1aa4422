// Texts of all audit actions, and filter choices.

import type { AuditOut } from '../../api/types.ts'

type AuditedAction = AuditOut['action']
type ActedOn = AuditedAction extends `${infer K}.${string}` ? K : never
type DoneTo<K extends ActedOn, A = AuditedAction> = A extends `${K}.${infer D}` ? D : never

/** Typed by the API, so that a missing kind or action fails the type check. */
const FILTERS: { [K in ActedOn]: { kind: string; actions: Record<DoneTo<K>, string> } } = {
  document: {
    kind: 'Documents',
    actions: {
      created: 'Document created',
      draft_saved: 'Draft saved',
      draft_discarded: 'Draft discarded',
      preview_shared: 'Preview link created',
      preview_revoked: 'Preview links revoked',
      scheduled: 'Publication scheduled',
      published: 'Document published',
      unpublished: 'Document unpublished',
      updated: 'Published text changed',
      moved: 'Document moved',
      pinned: 'Document pinned',
      unpinned: 'Document unpinned',
      owner_changed: 'Document owner changed',
      access_changed: 'Document access changed',
      publishing_changed: 'Document review rule changed',
      deleted: 'Document deleted',
      restored: 'Document restored',
      purged: 'Document permanently deleted',
      revision_removed: 'Revision permanently deleted',
    },
  },
  documents: {
    kind: 'Imports',
    actions: { imported: 'Documents imported', import_undone: 'Import undone' },
  },
  upload: { kind: 'Uploads', actions: { created: 'File uploaded' } },
  category: {
    kind: 'Categories',
    actions: {
      created: 'Category created',
      updated: 'Category edited',
      moved: 'Category moved',
      access_changed: 'Category access changed',
      owner_changed: 'Category owner changed',
      publishing_changed: 'Category review rule changed',
      deleted: 'Category deleted',
      restored: 'Category restored',
    },
  },
  redirect: {
    kind: 'Redirects',
    actions: { created: 'Redirect created', changed: 'Redirect changed', deleted: 'Redirect deleted' },
  },
  iteration: { kind: 'Drafts', actions: { approved: 'Draft approved', redrafted: 'Redraft requested' } },
  job: { kind: 'Jobs', actions: { cancelled: 'Job cancelled' } },
  proposal: {
    kind: 'Proposals',
    actions: {
      opened: 'Proposal created',
      updated: 'Proposal changed',
      approved: 'Proposal approved',
      rejected: 'Proposal rejected',
      withdrawn: 'Proposal withdrawn',
      merged: 'Proposal merged',
    },
  },
  comment: { kind: 'Comments', actions: { deleted: 'Comment deleted' } },
  evidence: {
    kind: 'Sources',
    actions: {
      attached: 'Source added',
      checked: 'Source checked',
      taken: 'New wording used',
      shown: 'Source shown to readers',
      hidden: 'Source hidden from readers',
      removed: 'Source removed',
    },
  },
  assistant: { kind: 'Assistants', actions: { wrote: 'Written by an assistant' } },
  session: {
    kind: 'Sign-ins and sessions',
    actions: {
      started: 'Signed in',
      refused: 'Sign-in refused',
      proven: 'Identity confirmed again',
      reused: 'Session token reused',
      listed: "Another person's sessions viewed",
      ended: 'Signed out',
      all_ended: 'Signed out everywhere',
    },
  },
  user: {
    kind: 'Users',
    actions: {
      invited: 'User invited',
      created: 'Account created',
      profile_changed: 'Profile changed',
      duties_passed: 'Owned pages passed on',
      role_changed: 'Role changed',
      groups_changed: 'Groups changed by the identity provider',
      password_changed: 'Password changed',
      password_reset: 'Password reset',
      disabled: 'Account disabled',
      enabled: 'Account enabled',
      exported: 'Account data exported',
      deleted: 'Account deleted',
    },
  },
  group: {
    kind: 'Groups',
    actions: {
      created: 'Group created',
      changed: 'Group renamed',
      members_changed: 'Group members changed',
      deleted: 'Group deleted',
    },
  },
  factor: {
    kind: 'Two-step sign-in',
    actions: {
      added: 'Second factor added',
      removed: 'Second factor removed',
      reset: 'Second factors reset',
      codes_renewed: 'Recovery codes renewed',
    },
  },
  identity: {
    kind: 'Identity providers',
    actions: { linked: 'Identity provider linked', unlinked: 'Identity provider unlinked' },
  },
  token: {
    kind: 'API tokens',
    actions: {
      created: 'API token created',
      listed: "Another person's API tokens viewed",
      revoked: 'API token revoked',
    },
  },
  setting: { kind: 'Settings', actions: { changed: 'Setting changed' } },
  request: { kind: 'Requests', actions: { refused: 'Request refused' } },
  audit: { kind: 'Audit trail', actions: { exported: 'Audit trail exported' } },
  brand: { kind: 'Brand', actions: { changed: 'Brand changed' } },
  webhook: {
    kind: 'Webhooks',
    actions: {
      created: 'Webhook created',
      changed: 'Webhook changed',
      paused: 'Webhook paused',
      rotated: 'Webhook secret rotated',
      tested: 'Test message sent',
      replayed: 'Message redelivered',
      deleted: 'Webhook deleted',
    },
  },
  process: {
    kind: 'Processes',
    actions: {
      started: 'Process started',
      stopped: 'Process stopped',
      restarted: 'Process restarted',
      deleted: 'Process deleted',
    },
  },
}

/** An unknown action of a newer service keeps its name. */
export function labelOf(action: string): string {
  const [kind, done = ''] = action.split('.')
  const filters: Record<string, { actions: Record<string, string> }> = FILTERS
  return filters[kind!]?.actions[done] ?? action
}

/** Offers a kind as a whole if it has several actions. */
export const ACTION_CHOICES = Object.entries(FILTERS).map(([value, { kind, actions }]) => {
  const items = Object.entries(actions).map(([done, label]) => ({ value: `${value}.${done}`, label }))
  return { group: kind, items: items.length > 1 ? [{ value, label: `${kind}: all` }, ...items] : items }
})
