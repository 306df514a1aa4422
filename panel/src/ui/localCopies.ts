// Unsaved text in the browser's storage, by name, until it is saved or discarded, so that a lost session or closed tab loses
// nothing. Separate for each account.

import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'

const PREFIX = 'galley.kept.'
let person = ''

/** Sets the account whose copies are used from now on. */
export function setStorageOwner(userId: number): void {
  person = `${userId}.`
  // Old copies without an owner could be anyone's.
  for (const key of Object.keys(localStorage)) if (/^galley\.kept\.\D/.test(key)) localStorage.removeItem(key)
}

const keyOf = (name: string) => PREFIX + person + name

export function readLocalCopy<T>(name: string): T | undefined {
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
    // Storage is full or unavailable: the page still has the text.
  }
}

function remove(name: string): void {
  localStorage.removeItem(keyOf(name))
  notifyWatchers()
}

/** For signing out: the next person in this browser finds nothing. */
export function clearLocalCopies(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX + person)) localStorage.removeItem(key)
  notifyWatchers()
}

const watchers = new Set<() => void>()
const notifyWatchers = () => {
  for (const watcher of watchers) watcher()
}
function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  // Other tabs change the storage too.
  window.addEventListener('storage', watcher)
  return () => {
    watchers.delete(watcher)
    window.removeEventListener('storage', watcher)
  }
}

/** Things of a kind with an unsaved text in this browser. */
export function useLocalCopyIds(kind: 'document' | 'draft'): ReadonlySet<number> {
  const beginning = keyOf(`${kind}:`)
  // As a string: React compares snapshots by identity, and a new set each time would render forever.
  const ids = useSyncExternalStore(watch, () =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(beginning))
      .map((key) => key.slice(beginning.length))
      .sort()
      .join(),
  )
  return useMemo(() => new Set(ids === '' ? [] : ids.split(',').map(Number)), [ids])
}

/** Views by name; another view may send the text and forget it. */
const shownBy = new Map<string, Set<() => void>>()

export function forget(name: string): void {
  remove(name)
  for (const empty of shownBy.get(name) ?? []) empty()
}

/** Compares JSON, so that a copy read back equals its original. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** useState that survives the page; the third member forgets it and resets to the initial value. */
export function useSavedState<T>(name: string, initial: T): [T, (next: T | ((now: T) => T)) => void, () => void] {
  const [value, setValue] = useState<T>(() => readLocalCopy<T>(name) ?? initial)
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

/** Writing a long document as JSON takes milliseconds, so not for each key. */
const KEEP_AFTER = 400

/**
 * Keeps the result of `read`, or forgets it if undefined: `soon` after the last key, `now`, or when the page is left, hidden
 * or closed. `read` must not depend on the next render.
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
