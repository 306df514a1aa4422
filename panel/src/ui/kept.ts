// What a person typed and has not saved yet: kept in the browser under a name until it is saved or discarded, so that
// neither a lost session nor a closed tab loses it. Nobody else who signs in there sees it.

import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'

const PREFIX = 'galley.kept.'
let person = ''

/** keepFor sets whose copies are kept and read from now on. */
export function keepFor(userId: number): void {
  person = `${userId}.`
  // Copies from a time when they had no owner could be anyone's.
  for (const key of Object.keys(localStorage)) if (/^galley\.kept\.\D/.test(key)) localStorage.removeItem(key)
}

const keyOf = (name: string) => PREFIX + person + name

export function readKept<T>(name: string): T | undefined {
  try {
    const text = localStorage.getItem(keyOf(name))
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify(value))
    notifyWatchers()
  } catch {
    // The browser's store is full or closed: the page itself still holds the text.
  }
}

function remove(name: string): void {
  localStorage.removeItem(keyOf(name))
  notifyWatchers()
}

/** forgetAll is for signing out: whoever comes next in this browser finds nothing. */
export function forgetAll(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX + person)) localStorage.removeItem(key)
  notifyWatchers()
}

const watchers = new Set<() => void>()
const notifyWatchers = () => {
  for (const watcher of watchers) watcher()
}
function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  // Other tabs of the same browser keep things, too.
  window.addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    window.removeEventListener('storage', watcher)
  }
}

/** useKeptIds are the things of a kind of which an unsaved text is kept here. */
export function useKeptIds(kind: 'document' | 'draft'): ReadonlySet<number> {
  const beginning = keyOf(`${kind}:`)
  // As one text: React compares snapshots by identity, and a set that is made anew each time would draw forever.
  const ids = useSyncExternalStore(watch, () =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(beginning))
      .map((key) => key.slice(beginning.length))
      .sort()
      .join(),
  )
  return useMemo(() => new Set(ids === '' ? [] : ids.split(',').map(Number)), [ids])
}

/** Views of what is kept under a name; another view may send it and then forget it. */
const shownBy = new Map<string, Set<() => void>>()

export function forget(name: string): void {
  remove(name)
  for (const empty of shownBy.get(name) ?? []) empty()
}

/** isSame compares as what is kept is written, so that a copy read back is the same as what it was made from. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** useKept is useState whose value outlives the page; the third member forgets it, and then it is the initial one again. */
export function useKept<T>(name: string, initial: T): [T, (next: T | ((now: T) => T)) => void, () => void] {
  const [value, setValue] = useState<T>(() => readKept<T>(name) ?? initial)
  const first = useRef(initial)
  first.current = initial
  useEffect(() => {
    if (isSame(value, first.current)) remove(name)
    else keep(name, value)
  }, [name, value])
  useEffect(() => {
    const empty = () => setValue(first.current)
    const views = shownBy.get(name) ?? new Set()
    shownBy.set(name, views.add(empty))
    return () => {
      views.delete(empty)
      if (views.size === 0) shownBy.delete(name)
    }
  }, [name])
  return [value, setValue, useCallback(() => forget(name), [name])]
}

/** A long document takes milliseconds to write as JSON: not with each key. */
const KEEP_AFTER = 400

/**
 * useCopy keeps what `read` gives, or forgets it when that is undefined: `soon` after the last key, `now`, and at once when
 * the page is left, hidden or closed. `read` must not depend on the next render.
 */
export function useCopy(name: string, read: () => unknown): { soon: () => void; now: () => void } {
  const latest = useRef(read)
  latest.current = read
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [copy] = useState(() => {
    const now = () => {
      clearTimeout(timer.current)
      timer.current = undefined
      const value = latest.current()
      if (value === undefined) forget(name)
      else keep(name, value)
    }
    const soon = () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(now, KEEP_AFTER)
    }
    return { now, soon }
  })
  useEffect(() => {
    const leave = () => timer.current !== undefined && copy.now()
    const hide = () => document.hidden && leave()
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      leave()
    }
  }, [copy])
  return copy
}
