// Detects the end of an outage by polling, and at once when the browser is back online.

import { useEffect, useRef } from 'react'

const ASK_EVERY = 4_000

/** Runs each time the service responds, until the component unmounts. */
export function useWhenBack(run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    let isLeft = false
    // A plain fetch, which doesn't renew the session.
    const ask = () =>
      fetch('/healthz', { cache: 'no-store' }).then(
        ({ ok }) => ok && !isLeft && latest.current(),
        () => {},
      )
    const timer = setInterval(() => !document.hidden && void ask(), ASK_EVERY)
    window.addEventListener('online', ask)
    return () => {
      isLeft = true
      clearInterval(timer)
      window.removeEventListener('online', ask)
    }
  }, [])
}
