// Whether someone is asked to confirm that it is them: a request that needs a fresh proof waits here, and is sent again after it.

import { useSyncExternalStore } from 'react'
import { onProofNeeded } from '../api/client.ts'

let waiting: ((proven: boolean) => void)[] = []
const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

/** Requests that wait at the same time are settled by one proof. */
onProofNeeded(
  () =>
    new Promise((resolve) => {
      waiting = [...waiting, resolve]
      notifyListeners()
    }),
)

export const useProofAsked = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting.length > 0,
  )

/** settleProof lets all that wait go on, or fail. */
export function settleProof(proven: boolean): void {
  const settled = waiting
  waiting = []
  notifyListeners()
  for (const settle of settled) settle(proven)
}
