// Autosave timing: two seconds after the last key, every ten seconds while typing, and at once when focus leaves. Failures
// are retried; the text is kept in the browser (ui/localCopies.ts).

import { useEffect, useRef, useState } from 'react'

const AFTER_KEY = 2_000
const WHILE_TYPING = 10_000
const AGAIN_AFTER = 10_000

/** `send` resolves to whether to try again. */
export function useAutosave(send: () => Promise<'done' | 'again'>): { soon: () => void; now: () => void } {
  const latest = useRef(send)
  latest.current = send
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const since = useRef<number>(undefined)
  const [autosave] = useState(() => {
    const now = () => {
      clearTimeout(timer.current)
      timer.current = undefined
      since.current = undefined
      void latest.current().then((outcome) => {
        if (outcome === 'again') timer.current ??= setTimeout(now, AGAIN_AFTER)
      })
    }
    const soon = () => {
      since.current ??= Date.now()
      clearTimeout(timer.current)
      const longest = since.current + WHILE_TYPING - Date.now()
      timer.current = setTimeout(now, Math.max(0, Math.min(AFTER_KEY, longest)))
    }
    return { soon, now }
  })
  useEffect(() => {
    const waiting = () => timer.current !== undefined && autosave.now()
    const hide = () => document.hidden && waiting()
    document.addEventListener('focusout', waiting)
    document.addEventListener('visibilitychange', hide)
    window.addEventListener('blur', waiting)
    window.addEventListener('online', waiting)
    return () => {
      document.removeEventListener('focusout', waiting)
      document.removeEventListener('visibilitychange', hide)
      window.removeEventListener('blur', waiting)
      window.removeEventListener('online', waiting)
      waiting()
    }
  }, [autosave])
  return autosave
}
