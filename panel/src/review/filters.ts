// The review page's filters, as named in its address.

export const REVIEW_FILTERS = ['waiting', 'proposals', 'drafts', 'passages', 'closed'] as const
export type ReviewFilter = (typeof REVIEW_FILTERS)[number]

export const readFilter = ({ show }: Record<string, unknown>): { show?: ReviewFilter } =>
  REVIEW_FILTERS.includes(show as ReviewFilter) ? { show: show as ReviewFilter } : {}
