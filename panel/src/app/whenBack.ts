// The end of an outage: noticed by polling the service, and at once when the browser is online again.

import { useEffect, useRef } from 'react'

const ASK_EVERY = 4_000

/** useWhenBack runs something each time the service responds, until the page is left. */
export function useWhenBack(run: () => void): void {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    let isLeft = false
    // A plain fetch: this only asks whether anyone is there, and must not begin to renew a session.
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
