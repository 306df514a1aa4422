// One event stream per tab that tells what kind of thing has changed, and refetches its queries. There is no polling, except
// while the stream is broken.

import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { keys } from './queries.ts'
import { follow } from './stream.ts'

type Kind = 'documents' | 'categories' | 'jobs' | 'processes' | 'inbox'

/** Refetches happen no more often than this, and less often if they take long. */
const SHORTEST_PAUSE = 2_000
const PAUSE_PER_READING = 10
const WITHOUT_STREAM = 30_000

const ofDocuments: QueryKey[] = [keys.documents, keys.trash(), keys.dashboard, keys.backlogs, keys.document()]
const CONCERNS: Record<Kind, QueryKey[]> = {
  documents: [...ofDocuments, keys.imports()],
  categories: [keys.categories, keys.tree],
  jobs: [...ofDocuments, keys.chains, keys.inbox()],
  inbox: [keys.inbox(), ['threads']],
  processes: [keys.procs],
}
const KINDS = Object.keys(CONCERNS) as Kind[]

/** Saved revisions never change, and view counts aren't worth a refetch. */
const isSettled = ([kind, , part, revision]: QueryKey) =>
  kind === 'document' && (part === 'views' || revision !== undefined)

/** Keeps the stream open while the tab is visible and the person may have it. */
export function useLive(enabled: boolean): void {
  const client = useQueryClient()
  // A layout effect runs before pages fetch, so the stream's first message precedes their data.
  useLayoutEffect(() => {
    if (!enabled) return
    const news = new Set<Kind>()
    let nextAt = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const refetch = async () => {
      // An optimistic change is shown before it is saved: a refetch in between would briefly undo it.
      if (client.isMutating() > 0) {
        timer = setTimeout(refetch, 100)
        return
      }
      const concerned = new Map([...news].flatMap((kind) => CONCERNS[kind]).map((key) => [String(key), key]))
      news.clear()
      const from = Date.now()
      const predicate = (query: { queryKey: QueryKey }) => !isSettled(query.queryKey)
      await Promise.all([...concerned.values()].map((queryKey) => client.invalidateQueries({ queryKey, predicate })))
      nextAt = from + Math.max(SHORTEST_PAUSE, (Date.now() - from) * PAUSE_PER_READING)
      timer = undefined
      schedule([])
    }
    const schedule = (kinds: readonly Kind[]) => {
      for (const kind of kinds) news.add(kind)
      if (news.size > 0) timer ??= setTimeout(refetch, Math.max(0, nextAt - Date.now()))
    }
    let broken: ReturnType<typeof setInterval> | undefined
    const stop = follow('GET /api/admin/live', {
      onState: (state) => {
        clearInterval(broken)
        if (state !== 'live') broken = setInterval(() => document.hidden || schedule(KINDS), WITHOUT_STREAM)
      },
      onEvent: (data) => schedule(readKinds(data)),
    })
    return () => {
      stop()
      clearTimeout(timer)
      clearInterval(broken)
    }
  }, [enabled, client])
}

function readKinds(data: string): Kind[] {
  try {
    const { changed } = JSON.parse(data) as { changed?: unknown }
    return Array.isArray(changed) ? KINDS.filter((kind) => changed.includes(kind)) : []
  } catch {
    return []
  }
}
