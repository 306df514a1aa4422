// Queries and mutations of processes. A log is followed only while it is open.

import { useMutation, useQuery } from '@tanstack/react-query'
import type { Proc, WorkerCreateIn } from 'galley-client/schema.ts'
import { useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { keys, queryClient } from '../api/queries.ts'
import { follow, type StreamState } from '../api/stream.ts'
import { counted } from '../counted.ts'
import { failed, notify } from '../ui/notify.ts'
import { optimistic, orTakeBack } from '../ui/optimistic.ts'

const refresh = () => void queryClient.invalidateQueries({ queryKey: keys.procs, exact: true })

export const useProcs = () => useQuery({ queryKey: keys.procs, queryFn: () => call('GET /api/admin/celery/procs') })

/** Fetched when the page is opened, because some checks contact other servers. */
export const useChecks = () =>
  useQuery({ queryKey: keys.checks, queryFn: () => call('GET /api/admin/checks'), staleTime: 60_000 })

export const startWorker = (body: WorkerCreateIn) =>
  call('POST /api/admin/celery/worker/start', { body }).finally(refresh)

export const useStartBeat = () =>
  useMutation({
    mutationFn: () => call('POST /api/admin/celery/beat/start', { body: {} }),
    onSettled: refresh,
    onError: failed("Couldn't start the scheduler"),
  })

type ProcAction = 'stop' | 'restart'
const NEXT: Record<ProcAction, Proc['status']> = { stop: 'stopping', restart: 'starting' }

/** Shows the expected state until the service responds. */
export const useProcAction = () =>
  useMutation({
    mutationFn: ({ id, action }: { id: number; action: ProcAction }) =>
      call(
        action === 'stop'
          ? 'POST /api/admin/celery/proc/{proc_id}/stop'
          : 'POST /api/admin/celery/proc/{proc_id}/restart',
        {
          path: { proc_id: id },
        },
      ),
    onMutate: ({ id, action }) =>
      optimistic<Proc[]>({ queryKey: keys.procs, exact: true }, (procs) =>
        procs.map((proc) => (proc.id === id ? { ...proc, status: NEXT[action] } : proc)),
      ),
    onError: (error, asked, takeBack) =>
      orTakeBack(asked.action === 'stop' ? "Couldn't stop the process" : "Couldn't restart the process")(
        error,
        asked,
        takeBack,
      ),
    onSettled: refresh,
  })

export const useDeleteProc = () =>
  useMutation({
    mutationFn: (id: number) => call('DELETE /api/admin/celery/proc/{proc_id}', { path: { proc_id: id } }),
    onSettled: refresh,
  })

export const useRefreshProcs = () =>
  useMutation({
    mutationFn: () => call('POST /api/admin/celery/refresh'),
    onSuccess: ({ procs, changed }) => {
      queryClient.setQueryData(keys.procs, procs)
      notify(changed === 0 ? 'Everything is up to date.' : `Updated ${counted(changed, 'process', 'processes')}.`)
    },
    onError: failed("Couldn't refresh"),
  })

type LogState = { lines: string[]; state: StreamState } | undefined

/** The end of a log, growing while `live`. */
export function useLog(id: number, most: number, live: boolean): LogState {
  const [log, setLog] = useState<LogState>()
  useEffect(() => {
    if (!live) return
    return follow('GET /api/admin/celery/proc/{proc_id}/log/stream', {
      path: { proc_id: id },
      query: { lines: most },
      // Nothing is shown before the first lines, unless none will come.
      onState: (state) => setLog((now) => (now || state === 'ended' ? { lines: now?.lines ?? [], state } : now)),
      onEvent: (data) => {
        const { anew, lines } = JSON.parse(data) as { anew: boolean; lines: string[] }
        setLog((now) => ({ lines: (anew ? lines : [...(now?.lines ?? []), ...lines]).slice(-most), state: 'live' }))
      },
    })
  }, [id, most, live])
  return log
}
