// Queries and mutations of the pipeline. A job's page follows its event stream and refetches on events; there is no polling.

import { useMutation, useQuery } from '@tanstack/react-query'
import type {
  ActionOut,
  DraftSetPayload,
  EditOut,
  EnqueueIn,
  EnqueueManyIn,
  EnqueueOut,
  EventOut,
  IterationOut,
  JobDetailOut,
  QuestionOut,
  RedraftIn,
  RedraftOut,
} from 'galley-client/schema.ts'
import { useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { keys, queryClient, refreshDocuments } from '../api/queries.ts'
import { follow, type StreamState } from '../api/stream.ts'
import { failed, notify, notifyPublished, offer } from '../ui/notify.ts'
import { optimistic, orTakeBack } from '../ui/optimistic.ts'

const readJob = (id: number) => call('GET /api/pipeline/docs/job/{job_id}', { path: { job_id: id } })

export const useJob = (id: number) => useQuery({ queryKey: keys.job(id), queryFn: () => readJob(id) })

/** Bundles a burst of events into one refetch. */
const EVENTS_SETTLE = 250

/** The job's history and its new events. */
export function useLiveEvents(id: number): { events: EventOut[]; state: StreamState } {
  const [state, setState] = useState<StreamState>('waiting')
  const history = useQuery({
    queryKey: keys.events(id),
    queryFn: () => call('GET /api/pipeline/docs/job/{job_id}/events', { path: { job_id: id } }),
    // The stream brings new events; refetching the history would race with it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const ready = history.isSuccess
  useEffect(() => {
    if (!ready) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const last = queryClient.getQueryData<EventOut[]>(keys.events(id))?.at(-1)?.id
    const stop = follow('GET /api/pipeline/docs/job/{job_id}/events/stream', {
      path: { job_id: id },
      lastId: last === undefined ? '' : String(last),
      onState: (next) => {
        setState(next)
        // Refetch once connected, for changes between the first fetch and the connection.
        if (next !== 'waiting') void queryClient.invalidateQueries({ queryKey: keys.job(id), exact: true })
      },
      onEvent: (data) => {
        const event = parseEvent(data)
        if (!event) return
        queryClient.setQueryData<EventOut[]>(keys.events(id), (now = []) =>
          // After a reconnect the stream repeats unacknowledged events.
          now.some((shown) => shown.id === event.id) ? now : [...now, event],
        )
        clearTimeout(timer)
        timer = setTimeout(
          () => void queryClient.invalidateQueries({ queryKey: keys.job(id), exact: true }),
          EVENTS_SETTLE,
        )
      },
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [id, ready])
  return { events: history.data ?? [], state }
}

function parseEvent(data: string): EventOut | undefined {
  try {
    const event = JSON.parse(data) as EventOut
    return typeof event.id === 'number' ? event : undefined
  } catch {
    return undefined
  }
}

/** Each earlier job costs a request, and nobody looks further back. */
const LONGEST_CHAIN = 30

/** From the document's newest job back to the first one. */
export function useChain(job: JobDetailOut | undefined) {
  return useQuery({
    queryKey: [...keys.chains, job?.document_id, job?.job_id],
    enabled: job !== undefined,
    queryFn: async () => {
      const document = await call('GET /api/admin/docs/{doc_id}', { path: { doc_id: job!.document_id } })
      const chain: JobDetailOut[] = []
      let next: number | null = document.job?.job_id ?? job!.job_id
      while (next !== null && chain.length < LONGEST_CHAIN) {
        const found: JobDetailOut = next === job!.job_id ? job! : await readJob(next)
        chain.push(found)
        next = found.parent_job_id
      }
      return chain.some(({ job_id }) => job_id === job!.job_id) ? chain : [job!, ...chain]
    },
    staleTime: 60_000,
  })
}

/** Changes an iteration of a cached job; returns the rollback. */
const editIteration = (jobId: number, iterationId: number, change: (iteration: IterationOut) => IterationOut) =>
  optimistic<JobDetailOut>({ queryKey: keys.job(jobId), exact: true }, (job) => ({
    ...job,
    iterations: job.iterations.map((iteration) => (iteration.id === iterationId ? change(iteration) : iteration)),
  }))

/** Also refreshes the home page, which may list what was answered. */
export const refreshJob = (jobId: number) => {
  void queryClient.invalidateQueries({ queryKey: keys.job(jobId), exact: true })
  void queryClient.invalidateQueries({ queryKey: keys.waiting })
}

export function useAnswerQuestion(jobId: number, iterationId: number) {
  return useMutation({
    mutationFn: ({ question, answer }: { question: QuestionOut; answer: string }) =>
      call('POST /api/pipeline/docs/iterations/{iteration_id}/questions/{question_id}/answer', {
        path: { iteration_id: iterationId, question_id: question.id },
        body: { answer },
      }),
    onMutate: ({ question, answer }) =>
      editIteration(jobId, iterationId, (iteration) => ({
        ...iteration,
        questions: iteration.questions.map((one) =>
          one.id === question.id ? { ...one, answer, answered_at: new Date().toISOString() } : one,
        ),
      })),
    onError: orTakeBack("Couldn't save the answer"),
    onSettled: () => refreshJob(jobId),
  })
}

type ActionChange = { action: ActionOut } & ({ answer: string } | { resolved: boolean })

export function useChangeAction(jobId: number, iterationId: number) {
  return useMutation({
    mutationFn: ({ action, ...change }: ActionChange) => {
      const path = { iteration_id: iterationId, action_id: action.id }
      return 'answer' in change
        ? call('POST /api/pipeline/docs/iterations/{iteration_id}/actions/{action_id}/answer', {
            path,
            body: { answer: change.answer },
          })
        : call('POST /api/pipeline/docs/iterations/{iteration_id}/actions/{action_id}/resolve', {
            path,
            body: { resolved: change.resolved },
          })
    },
    onMutate: ({ action, ...change }) =>
      editIteration(jobId, iterationId, (iteration) => ({
        ...iteration,
        actions: iteration.actions.map((one) => (one.id === action.id ? { ...one, ...change } : one)),
      })),
    onError: orTakeBack("Couldn't change the action"),
    onSettled: () => refreshJob(jobId),
  })
}

/** Saves input before a decision; if it fails, nothing is decided. */
export type FirstStep = () => Promise<unknown>

export type PickedStatement = { id: string; use: boolean | null; section?: string | null }

/** Saves which statements the next draft prints. */
export async function pickStatements(jobId: number, iterationId: number, picks: PickedStatement[]): Promise<void> {
  const path = { iteration_id: iterationId }
  const statements = await call('PUT /api/pipeline/docs/iterations/{iteration_id}/statements', { path, body: picks })
  await editIteration(jobId, iterationId, ({ extracted, ...iteration }) => ({
    ...iteration,
    extracted: extracted && { ...extracted, statements },
  }))
}

type DecidedEdit = { id: string; state: EditOut['state'] }

/** Decides edits of a draft; `first` saves typed text, so that it isn't outdated by the decision. */
export const useDecideEdits = (jobId: number, iterationId: number, first: FirstStep) =>
  useMutation({
    mutationFn: async (edits: DecidedEdit[]) => {
      await first()
      return call('PUT /api/docs/iterations/{iteration_id}/draft', {
        path: { iteration_id: iterationId },
        body: { edits },
      })
    },
    onSuccess: async ({ draft, updated_at }) => {
      await editIteration(jobId, iterationId, (iteration) => ({ ...iteration, draft, updated_at }))
      refreshJob(jobId)
    },
    onError: failed("Couldn't change the draft"),
  })

/** The texts of an iteration, which never change. */
export const useSources = (iterationId: number) =>
  useQuery({
    queryKey: keys.sources(iterationId),
    queryFn: () =>
      call('GET /api/pipeline/docs/iterations/{iteration_id}/sources', { path: { iteration_id: iterationId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The built-in drafter or a language model. */
export const useDrafter = () =>
  useQuery({ queryKey: keys.drafter, queryFn: () => call('GET /api/pipeline/docs/drafter'), staleTime: 300_000 })

/** Fetches an iteration, bypassing the cache. */
export async function readIteration(jobId: number, iterationId: number): Promise<IterationOut> {
  const job = await queryClient.fetchQuery({ queryKey: keys.job(jobId), queryFn: () => readJob(jobId), staleTime: 0 })
  return job.iterations.find(({ id }) => id === iterationId)!
}

/** Replaces the draft only if it was last changed at `read`. */
export async function saveDraft(jobId: number, iterationId: number, body: DraftSetPayload, read: string) {
  const path = { iteration_id: iterationId }
  const headers = { 'if-match': `"${read}"` }
  const { draft, updated_at } = await call('PUT /api/docs/iterations/{iteration_id}/draft', { path, body, headers })
  // Updates the cache first: until the refetch, a second save would use the old time (412).
  await editIteration(jobId, iterationId, (iteration) => ({ ...iteration, draft, updated_at }))
  refreshJob(jobId)
  notify('Draft saved.')
  return { draft, updated_at }
}

export async function enqueue(body: EnqueueIn): Promise<EnqueueOut> {
  const job = await call('POST /api/pipeline/docs/enqueue', { body })
  void queryClient.invalidateQueries({ queryKey: keys.document(job.document_id) })
  refreshDocuments()
  return job
}

export async function enqueueMany(body: EnqueueManyIn): Promise<void> {
  const { enqueued, skipped } = await call('POST /api/pipeline/docs/enqueue_many', { body })
  refreshDocuments()
  const count = (why: string) => skipped.filter(({ reason }) => reason === why).length
  const [busy, gone] = [count('active_job'), count('not_found')]
  const left = [busy > 0 && `skipped ${busy} with a job in progress`, gone > 0 && `${gone} no longer there`]
  notify(`${[`Queued ${enqueued.length}`, ...left.filter(Boolean)].join(', ')}.`)
}

export async function redraft(iterationId: number, body: RedraftIn): Promise<RedraftOut> {
  const path = { iteration_id: iterationId }
  const job = await call('POST /api/pipeline/docs/iterations/{iteration_id}/redraft', { path, body })
  refreshJob(job.previous_job_id)
  void queryClient.invalidateQueries({ queryKey: keys.document(job.document_id) })
  void queryClient.invalidateQueries({ queryKey: keys.chains })
  refreshDocuments()
  return job
}

export const useApprove = ({ job_id, document }: JobDetailOut, iterationId: number, first: FirstStep) =>
  useMutation({
    mutationFn: async () => {
      await first()
      return call('POST /api/pipeline/docs/iterations/{iteration_id}/approve', { path: { iteration_id: iterationId } })
    },
    onSuccess: async ({ status }) => {
      refreshApproved(job_id, document.id)
      if (status === 'review') return notify('Approved. Others have to approve it, too.')
      // Fetched again: someone may have published or unpublished the document meanwhile.
      const now = await call('GET /api/admin/docs/{doc_id}', { path: { doc_id: document.id } }).catch(() => document)
      if (now.published) return notifyPublished(now, 'Approved and published.')
      const publish = () => publishNow(job_id, document.id).catch(failed("Couldn't publish the document"))
      offer('Approved. Not published yet.', `approved ${document.id}`, { label: 'Publish now', act: publish })
    },
  })

async function publishNow(jobId: number, documentId: number): Promise<void> {
  const published = await call('POST /api/docs/{doc_id}/publish', { path: { doc_id: documentId } })
  refreshApproved(jobId, documentId)
  notifyPublished(published)
}

function refreshApproved(jobId: number, documentId: number): void {
  refreshJob(jobId)
  void queryClient.invalidateQueries({ queryKey: keys.document(documentId) })
  refreshDocuments()
}

export const useCancelJob = (jobId: number) =>
  useMutation({
    mutationFn: () => call('POST /api/pipeline/docs/job/{job_id}/cancel', { path: { job_id: jobId } }),
    onSuccess: () => {
      refreshJob(jobId)
      refreshDocuments()
      notify('Job cancelled.')
    },
    onError: failed("Couldn't cancel the job"),
  })
