// Everything that a webhook can hear of.

export const WEBHOOK_KINDS = [
  'document.created',
  'document.updated',
  'document.published',
  'document.unpublished',
  'document.withdrawn',
  'document.moved',
  'document.deleted',
  'document.restored',
  'document.purged',
  'document.stale',
  'category.created',
  'category.updated',
  'category.moved',
  'category.deleted',
  'job.review',
  'job.failed',
  'job.approved',
  'question.raised',
  'question.answered',
  'proposal.opened',
  'proposal.updated',
  'proposal.approved',
  'proposal.rejected',
  'proposal.withdrawn',
  'proposal.merged',
  'user.created',
  'user.disabled',
  'user.deleted',
] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]

/** TEST_KIND is only sent when someone asks for it. */
export const TEST_KIND = 'webhook.test'
