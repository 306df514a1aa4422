// What a person typed and has not saved yet: kept in the browser under a name until it is saved or thrown away, so that
// neither a lost session nor a closed tab loses it.

import { useCallback, useEffect, useRef, useState } from 'react'

const PREFIX = 'galley.kept.'

export function readKept<T>(name: string): T | undefined {
  try {
    const text = localStorage.getItem(PREFIX + name)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // The browser's store is full or closed: the page itself still holds the text.
  }
}

export const forget = (name: string): void => localStorage.removeItem(PREFIX + name)

/** useKept is useState whose value outlives the page; the third member forgets it. */
export function useKept<T>(name: string, initial: T): [T, (next: T | ((now: T) => T)) => void, () => void] {
  const [value, setValue] = useState<T>(() => readKept<T>(name) ?? initial)
  const forgotten = useRef(false)
  useEffect(() => {
    if (forgotten.current) return
    if (JSON.stringify(value) === JSON.stringify(initial)) forget(name)
    else keep(name, value)
  }, [name, value, initial])
  const drop = useCallback(() => {
    forgotten.current = true
    forget(name)
  }, [name])
  return [value, setValue, drop]
}
