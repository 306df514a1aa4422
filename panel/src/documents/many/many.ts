// Runs a bulk action in batches, with progress and failures. A failure stops the rest only if it would affect all of them.

import type { ManyIn, ManyOut } from 'galley-client/schema.ts'
import { call } from '../../api/client.ts'
import type { DocumentRow } from '../../api/documentLists.ts'
import { ApiError, messageOf } from '../../api/errors.ts'
import { counted } from '../../counted.ts'

/** What a bulk action needs of a document. */
type TitledDocument = Pick<DocumentRow, 'id' | 'title'>
export type Refused = { document: TitledDocument; reason: string }
/** `proposed`: changes that wait for approval. */
type ManyOutcome<T> = { done: T[]; proposed: T[]; refused: { document: T; reason: string }[] }
/** Applies the action to a batch in one request. */
export type ActOnSome<T = DocumentRow> = (documents: T[]) => Promise<ManyOut>

/** A batch takes about half a second, between which progress is shown and the person may stop. */
export const AT_ONCE = 50

type Following = { onStep?: (settled: number) => void; signal?: AbortSignal }
type ManyFields = Omit<ManyIn['documents'][number], 'id'>

/** An action of the API; `fields` are a document's changes. */
export const act =
  <T extends TitledDocument>(
    action: ManyIn['action'],
    fields: (document: T) => ManyFields = () => ({}),
  ): ActOnSome<T> =>
  (documents) =>
    call('POST /api/admin/docs/many', {
      body: { action, documents: documents.map((document) => ({ id: document.id, ...fields(document) })) },
    })

export async function toAll<T extends TitledDocument>(
  documents: T[],
  send: ActOnSome<T>,
  { onStep, signal }: Following = {},
): Promise<ManyOutcome<T>> {
  const outcome: ManyOutcome<T> = { done: [], proposed: [], refused: [] }
  let waiting = [...documents]
  while (waiting.length > 0 && !signal?.aborted) {
    const some = waiting.slice(0, AT_ONCE)
    try {
      const { done, proposed, failed } = await patiently(send, some, signal)
      const reasons = new Map(failed.map(({ id, detail }) => [id, detail]))
      const [isDone, isProposed] = [new Set(done), new Set(proposed)]
      outcome.done.push(...some.filter(({ id }) => isDone.has(id)))
      outcome.proposed.push(...some.filter(({ id }) => isProposed.has(id)))
      for (const document of some) {
        const reason = reasons.get(document.id)
        if (reason !== undefined) outcome.refused.push({ document, reason })
      }
      // Documents that the service didn't get to are sent again.
      waiting = waiting.filter(({ id }) => !isDone.has(id) && !isProposed.has(id) && !reasons.has(id))
    } catch (error) {
      // The service is unreachable, the session is lost, or the request is invalid as a whole: other batches would fail too.
      outcome.refused.push(...some.map((document) => ({ document, reason: messageOf(error) })))
      break
    }
    onStep?.(documents.length - waiting.length)
  }
  return outcome
}

/** Waits as long as the service asks when rate limited. */
async function patiently<T>(send: ActOnSome<T>, some: T[], signal: AbortSignal | undefined): Promise<ManyOut> {
  for (;;) {
    try {
      return await send(some)
    } catch (error) {
      if (!(error instanceof ApiError) || error.retryAfter === undefined) throw error
      await pause(error.retryAfter, signal)
      if (signal?.aborted) throw error
    }
  }
}

const pause = (seconds: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000)
    const wake = () => {
      clearTimeout(timer)
      resolve()
    }
    signal?.addEventListener('abort', wake, { once: true })
  })

export const countOf = (documents: readonly unknown[]) =>
  documents.length === 1 ? counted(1, 'document') : `${documents.length.toLocaleString('en')} documents`

export const waiting = (proposed: readonly unknown[]) =>
  `${countOf(proposed)} under review: the change waits for approval.`

/** The id of an action's message: different actions on the same documents must differ. */
export const nameOf = (what: string, documents: readonly TitledDocument[]) =>
  `${what} ${documents.length} from ${documents[0]?.id}`
