// Tells open pages what kind of thing has changed: documents, categories, jobs, processes, inboxes. Messages carry no
// content, so they need no access rules. One query serves all streams of this node.
//
// Glossary
//   mark    a short text that changes whenever things of a kind change, the same on every node
//   marks   those of all kinds, joined: a message's id, by which a stream resumes

import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { TAGS } from '#changes.ts'
import { Bell } from '#engine/bell.ts'
import { findNewestChange } from '#engine/db/change-log.ts'
import type { Db } from '#engine/db/db.ts'
import { listRows } from '#engine/supervisor/rows.ts'
import { newestEventId } from '#features/pipeline/events.ts'
import { SECOND } from '#time.ts'

const KINDS = ['documents', 'categories', 'jobs', 'processes', 'inbox'] as const
export type LiveKind = (typeof KINDS)[number]
type LiveMarks = Record<LiveKind, string>
type LiveChange = { id: string; data: { changed: LiveKind[] } }

/** Messages are sent no more often than this. */
const SHORTEST_PAUSE_MS = SECOND / 2
/** Polled this often even without a signal, because one may get lost. */
const LOOK_EVERY_MS = 5 * SECOND

export class LiveChanges {
  readonly #db: Db
  /** Called after each poll, one for each stream. */
  readonly #bells = new Set<Bell>()
  #marks: LiveMarks | undefined
  #watching: Promise<void> | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** Yields what has changed since the marks of an earlier message (nothing without any), then each change. */
  async *follow(since: string, signal: AbortSignal): AsyncGenerator<LiveChange> {
    const bell = new Bell()
    signal.addEventListener('abort', () => bell.ring(), { once: true })
    this.#bells.add(bell)
    try {
      // The last poll may be older than a change that this client already knows of.
      let sent = await this.#look(KINDS)
      yield changeOf(parseMarks(since) ?? sent, sent)
      while (!signal.aborted) {
        this.#watching ??= this.#watch()
        await bell.wait(LOOK_EVERY_MS)
        const before = sent
        sent = this.#marks ?? sent
        const change = changeOf(before, sent)
        if (change.data.changed.length > 0) yield change
      }
    } finally {
      this.#bells.delete(bell)
    }
  }

  async #watch(): Promise<void> {
    const signalled = new Set<LiveKind>()
    const stops = [
      this.#db.on('jobs', () => signalled.add('jobs')),
      this.#db.on('events', () => signalled.add('jobs')),
      this.#db.on('processes', () => signalled.add('processes')),
    ]
    let lookAt = 0
    for (;;) {
      await sleep(SHORTEST_PAUSE_MS, undefined, { ref: false })
      if (this.#bells.size === 0) break
      if (performance.now() > lookAt) {
        lookAt = performance.now() + LOOK_EVERY_MS
        for (const kind of KINDS) signalled.add(kind)
      }
      const kinds = [...signalled]
      signalled.clear()
      // During an outage nothing changes; the next poll tries again.
      await this.#look(kinds).catch(() => {
        for (const kind of kinds) signalled.add(kind)
      })
      for (const bell of this.#bells) bell.ring()
    }
    for (const stop of stops) stop()
    this.#marks = this.#watching = undefined
  }

  /** Reads the marks of the given kinds; those of documents, categories and inboxes come from the changes since the last poll. */
  async #look(kinds: readonly LiveKind[]): Promise<LiveMarks> {
    const { read } = this.#db
    const before = this.#marks
    const changeMark = async (tags: string[], since: string | undefined) =>
      String(await findNewestChange(read, tags, Number(since ?? 0)))
    const marks: LiveMarks = {
      documents: await changeMark([TAGS.documents, TAGS.work], before?.documents),
      categories: await changeMark([TAGS.site, TAGS.index], before?.categories),
      jobs: before && !kinds.includes('jobs') ? before.jobs : String(await newestEventId(read)),
      inbox: await changeMark([TAGS.inbox], before?.inbox),
      processes: before && !kinds.includes('processes') ? before.processes : await processesMark(read),
    }
    this.#marks = marks
    return marks
  }
}

function changeOf(before: LiveMarks, now: LiveMarks): LiveChange {
  const changed = KINDS.filter((kind) => before[kind] !== now[kind])
  return { id: KINDS.map((kind) => now[kind]).join('.'), data: { changed } }
}

/** Without heartbeats, which change all the time. */
async function processesMark(read: Db['read']): Promise<string> {
  const states = (await listRows(read)).map(({ heartbeat_at: _, ...state }) => state)
  return hash('sha256', JSON.stringify(states)).slice(0, 12)
}

function parseMarks(text: string): LiveMarks | undefined {
  const parts = text.split('.')
  if (parts.length !== KINDS.length || parts.some((part) => !/^[0-9a-f]{1,16}$/.test(part))) return undefined
  return Object.fromEntries(KINDS.map((kind, at) => [kind, parts[at]!])) as LiveMarks
}
