// A bulk action over many documents, a few at a time: progress, what failed and why. One failure stops no other, unless it
// means that all others would fail as well.

import type { DocumentRow } from '../../api/documentLists.ts'
import { ApiError, isStatus, messageOf } from '../../api/errors.ts'
import { counted } from '../../counted.ts'

/** A TitledDocument is what a bulk action needs to know of a document. */
type TitledDocument = Pick<DocumentRow, 'id' | 'title'>
export type Refused = { document: TitledDocument; reason: string }
type ManyOutcome<T> = { done: T[]; refused: { document: T; reason: string }[] }
export type ActOnOne<T = DocumentRow> = (document: T) => Promise<unknown>

/** Browsers open six connections to a host, and the tab needs some for its streams and whatever the person does meanwhile. */
const AT_ONCE = 4

type Following = { onStep?: (settled: number) => void; signal?: AbortSignal }

export async function toEach<T extends TitledDocument>(
  documents: T[],
  act: ActOnOne<T>,
  following: Following = {},
): Promise<ManyOutcome<T>> {
  const { onStep, signal } = following
  const waiting = [...documents]
  const outcome: ManyOutcome<T> = { done: [], refused: [] }
  const next = () => (signal?.aborted ? undefined : waiting.shift())
  const work = async () => {
    for (let document = next(); document; document = next()) {
      try {
        await patiently(act, document, signal)
        outcome.done.push(document)
      } catch (error) {
        outcome.refused.push({ document, reason: messageOf(error) })
        // The service is out of reach, or the session is lost.
        if (isStatus(error, 0) || isStatus(error, 401)) waiting.length = 0
      }
      onStep?.(outcome.done.length + outcome.refused.length)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return outcome
}

/** patiently waits for as long as the service asks for when it is rate limited. */
async function patiently<T>(act: ActOnOne<T>, document: T, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    try {
      await act(document)
      return
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

export const countOf = (documents: readonly unknown[]) => counted(documents.length, 'document')
