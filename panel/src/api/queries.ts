// The query client and the keys of everything that is cached, so that what a change makes stale is defined once.

import { QueryClient } from '@tanstack/react-query'
import { isOutage } from './errors.ts'

const ASK_AGAIN = 5_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      // A refused request stays refused; only connection errors are worth a retry.
      retry: (failures, error) => failures < 2 && isOutage(error),
      // What an outage kept away is read once it is over.
      refetchInterval: ({ state }) => (isOutage(state.error) ? ASK_AGAIN : false),
      refetchOnWindowFocus: true,
    },
    // Offline, a change fails and says so; by default it would wait silently for the network.
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
  /** edited is the document as its working copy has it; `document` is what is published. */
  edited: (id: number) => ['document', id, 'edited'] as const,
  revisions: (id: number) => ['document', id, 'revisions'] as const,
  revision: (id: number, revision: number) => ['document', id, 'revisions', revision] as const,
  views: (id: number) => ['document', id, 'views'] as const,
  trash: (...page: [number?]) => ['trash', ...page] as const,
  /** stale is everything about evidence: a change of one document may concern any other. */
  stale: ['stale'] as const,
  missed: (...page: [number?, number?]) => ['missed', ...page] as const,
  proposals: (...filter: [string?, number?]) => ['proposals', ...filter] as const,
  proposal: (...id: [number?]) => ['proposal', ...id] as const,
  publishing: (...of: ['document' | 'category', number] | []) => ['publishing', ...of] as const,
  inbox: (...of: [string?, number?]) => ['inbox', ...of] as const,
  overview: ['overview'] as const,
  feedback: (id: number) => ['feedback', id] as const,
  /** threads are those of a document. */
  threads: (id: number) => ['threads', id] as const,
  owner: (of: 'document' | 'category', id: number) => ['owner', of, id] as const,
  watch: (of: 'document' | 'category', id: number) => ['watch', of, id] as const,
  mailSettings: ['mail-settings'] as const,
  dashboard: ['dashboard'] as const,
  imports: (...which: ['list' | 'one', number?] | []) => ['imports', ...which] as const,
  categories: ['categories'] as const,
  /** tree has the documents of each category. */
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
  roles: ['roles'] as const,
  people: (q: string, ids: number[]) => ['people', q, ...ids] as const,
  audit: ['audit'] as const,
  brand: ['brand'] as const,
  webhooks: (...id: [number?, number?]) => ['webhooks', ...id] as const,
  settings: ['settings'] as const,
  search: (...q: [string?]) => ['search', ...q] as const,
}

/** refreshDocuments marks stale what lists, counts and the dashboard show, after any change to a document or a job. */
export function refreshDocuments(): void {
  for (const key of [keys.documents, keys.trash(), keys.dashboard, keys.backlogs, keys.search()])
    void queryClient.invalidateQueries({ queryKey: key })
}
