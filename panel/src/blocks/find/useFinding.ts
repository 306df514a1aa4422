// When to find: Ctrl-F in the document, not in the page, which knows nothing of closed tabs; Ctrl-H also replaces.

import { type KeyboardEvent, useState } from 'react'

/** A FindRequest counts how often it was asked for: each time the field has the focus again. */
export type FindRequest = { withReplace: boolean; asked: number }

export function useFinding() {
  const [request, setRequest] = useState<FindRequest>()
  const begin = (withReplace: boolean) =>
    setRequest((now) => ({ withReplace: withReplace || now?.withReplace === true, asked: (now?.asked ?? 0) + 1 }))
  /** takesKey returns whether it was a key for this. */
  const takesKey = (event: KeyboardEvent): boolean => {
    const { ctrlKey, metaKey, shiftKey, altKey, key } = event
    if (!(ctrlKey || metaKey) || shiftKey || altKey || !(key === 'f' || key === 'h')) return false
    event.preventDefault()
    event.stopPropagation()
    begin(key === 'h')
    return true
  }
  return { request, begin, takesKey, end: () => setRequest(undefined) }
}
