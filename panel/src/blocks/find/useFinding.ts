// Opens the find bar: Ctrl-F searches the document rather than the page, which lacks closed tabs; Ctrl-H also replaces.

import { type KeyboardEvent, useState } from 'react'

/** `asked` counts requests: each focuses the field again. */
export type FindRequest = { withReplace: boolean; asked: number }

export function useFinding() {
  const [request, setRequest] = useState<FindRequest>()
  const begin = (withReplace: boolean) =>
    setRequest((now) => ({ withReplace: withReplace || now?.withReplace === true, asked: (now?.asked ?? 0) + 1 }))
  /** Returns whether the key was handled. */
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
