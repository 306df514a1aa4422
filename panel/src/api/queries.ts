// The query client and all query keys, so that invalidation is defined in one place.

import { QueryClient } from '@tanstack/react-query'
import { isOutage } from './errors.ts'

const ASK_AGAIN = 5_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      // Only connection errors are worth a retry.
      retry: (failures, error) => failures < 2 && isOutage(error),
      // Retries after an outage.
      refetchInterval: ({ state }) => (isOutage(state.error) ? ASK_AGAIN : false),
      refetchOnWindowFocus: true,
    },
    // Offline, a change fails visibly; by default it would wait silently for the network.
    mutations: { retry: false, networkMode: 'always' },
  },
})

export const keys = {
  setup: ['setup'] as const,
  documents: ['documents'] as const,
  counts: (category?: number) => ['documents', 'counts', category ?? null] as const,
  buckets: ['documents', 'bucket'] as const,
  statuses: ['documents', 'statuses'] as const,
  bucket: (bucket: string, q: string, page: number, category?: number) =>
    ['documents', 'bucket', bucket, q, page, category ?? null] as const,
  document: (...id: [number?]) => ['document', ...id] as const,
  /** The document with its working copy; `document` is the published one. */
  edited: (id: number) => ['document', id, 'edited'] as const,
  revisions: (id: number) => ['document', id, 'revisions'] as const,
  revision: (id: number, revision: number) => ['document', id, 'revisions', revision] as const,
  views: (id: number) => ['document', id, 'views'] as const,
  trash: (...page: [number?]) => ['trash', ...page] as const,
  /** Everything about evidence, because a change of one document may concern any other. */
  stale: ['stale'] as const,
  missed: (...page: [number?, number?]) => ['missed', ...page] as const,
  proposals: (...filter: [string?, number?]) => ['proposals', ...filter] as const,
  proposal: (...id: [number?]) => ['proposal', ...id] as const,
  publishing: (...of: ['document' | 'category', number] | []) => ['publishing', ...of] as const,
  inbox: (...of: [string?, number?]) => ['inbox', ...of] as const,
  overview: ['overview'] as const,
  feedback: (id: number) => ['feedback', id] as const,
  threads: (id: number) => ['threads', id] as const,
  owner: (of: 'document' | 'category', id: number) => ['owner', of, id] as const,
  watch: (of: 'document' | 'category', id: number) => ['watch', of, id] as const,
  mailSettings: ['mail-settings'] as const,
  dashboard: ['dashboard'] as const,
  imports: (...which: ['list' | 'one', number?] | []) => ['imports', ...which] as const,
  categories: ['categories'] as const,
  /** The tree with documents. */
  tree: ['tree'] as const,
  jobs: ['jobs'] as const,
  job: (id: number) => ['jobs', id] as const,
  events: (id: number) => ['jobs', id, 'events'] as const,
  chains: ['jobs', 'chain'] as const,
  sources: (iteration: number) => ['jobs', 'sources', iteration] as const,
  drafter: ['drafter'] as const,
  backlogs: ['backlog'] as const,
  backlog: (category: number | undefined) => ['backlog', category ?? null] as const,
  waiting: ['documents', 'waiting'] as const,
  procs: ['procs'] as const,
  checks: ['checks'] as const,
  tokens: ['tokens'] as const,
  redirects: (...asked: [what?: 'list' | 'links', filter?: object]) => ['redirects', ...asked] as const,
  users: (...q: [string?]) => ['users', ...q] as const,
  groups: (...asked: [string | number, ...number[]] | []) => ['groups', ...asked] as const,
  roles: ['roles'] as const,
  people: (q: string, ids: number[]) => ['people', q, ...ids] as const,
  audit: ['audit'] as const,
  brand: ['brand'] as const,
  webhooks: (...id: [number?, number?]) => ['webhooks', ...id] as const,
  settings: ['settings'] as const,
  search: (...q: [string?]) => ['search', ...q] as const,
}

/** Invalidates lists, counts and the dashboard after any change to a document or job. */
export function refreshDocuments(): void {
  for (const key of [keys.documents, keys.trash(), keys.dashboard, keys.backlogs, keys.search()])
    void queryClient.invalidateQueries({ queryKey: key })
}
