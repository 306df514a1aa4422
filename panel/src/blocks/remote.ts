// Images of other sites in drafts. Loading one tells that site who reads the draft and when, and a model may have inserted it
// for that; so none is loaded before the person allows its host, until the page is left.

import { useSyncExternalStore } from 'react'

let allowed: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Undefined for images of this site. */
export function remoteHostOf(url: string): string | undefined {
  const parsed = URL.parse(url, location.origin)
  return parsed === null || parsed.origin === location.origin ? undefined : parsed.host
}

export function allowHosts(hosts: readonly string[]): void {
  allowed = new Set([...allowed, ...hosts])
  for (const listener of [...listeners]) listener()
}

export const useAllowedHosts = (): ReadonlySet<string> => useSyncExternalStore(subscribe, () => allowed)

/** Resolves to the address once it may be loaded; the editor shows an empty frame until then. */
export function whenAllowed(url: string): Promise<string> {
  const host = remoteHostOf(url)
  return new Promise((resolve) => {
    const look = () => {
      if (host !== undefined && !allowed.has(host)) return
      listeners.delete(look)
      resolve(url)
    }
    listeners.add(look)
    look()
  })
}
