// Maintains the index: reindexes documents after an upgrade or a change of their readers, and removes or narrows words that
// fewer documents have. Small transactions with pauses.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Block } from 'galley-blocks/model.ts'
import { textWithSections } from 'galley-blocks/outline.ts'
import type { Deps } from '#deps.ts'
import type { Db, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import type { SearchEntry } from '#engine/db/search.ts'
import { REACH_RULES, reachOf } from '../../access/access.ts'
import { askedIn, bodyWords, entryOf } from './entry.ts'
import { findBehind, findWordsAfter, type SavedEntry } from './maintenance-store.ts'

const BATCH = 20
const MANY = 500
const WORDS = 200
const PAUSE_MS = 5
/** After everything that the index itself defers until the commit. */
const LAST = Number.MAX_SAFE_INTEGER

type IndexDeps = Pick<Deps, 'db'>

/** The entry of a document as saved. */
export function entryFor(row: SavedEntry): SearchEntry {
  const { text, sections } = textWithSections(JSON.parse(row.blocks) as Block[])
  const tags = JSON.parse(row.tags) as string[]
  return entryOf({ ...row, tags, words: bodyWords(text), sections, reach: reachOf(row) })
}

/** Reindexes outdated documents and returns how many. */
export async function reindexOutdated({ db }: IndexDeps, signal?: AbortSignal): Promise<number> {
  for (let total = 0; ; await sleep(PAUSE_MS)) {
    if (signal?.aborted) return total
    const done = await db.inTransaction((tx) => indexSome(db, tx, BATCH))
    total += done
    if (done < BATCH) return total
  }
}

/** reindexOutdated without pauses, after a migration of the data. */
export async function indexAll({ db }: IndexDeps, onProgress: (done: number) => void): Promise<number> {
  let total = 0
  const all = async (next: () => Promise<number>) => {
    for (let done = MANY; done === MANY; onProgress(total)) {
      done = await next()
      total += done
    }
  }
  const { rebuild } = db.dialect.search
  if (!rebuild) await all(() => db.inTransaction((tx) => indexSome(db, tx, MANY)))
  // One transaction: if it is interrupted, the index is unchanged.
  else await db.inTransaction((tx) => rebuild(tx, () => all(() => indexSome(db, tx, MANY))), { patient: true })
  return total
}

async function indexSome({ dialect }: Db, tx: Tx, most: number): Promise<number> {
  const rows = await findBehind(tx, dialect.forUpdate, most)
  for (const { was_reach, ...row } of rows) {
    const entry = entryFor(row)
    await dialect.search.put(tx, entry)
    if (entry.reach < was_reach) settleAtCommit(dialect, tx, entry.vocabulary)
  }
  return rows.length
}

/** Called when a document is closed to visitors or members, or deleted. */
export function narrowWords(dialect: Dialect, tx: Tx, document: SavedEntry): void {
  settleAtCommit(dialect, tx, entryFor(document).vocabulary)
}

/** Goes through the vocabulary once: saves leave a document's former words behind. */
export async function pruneVocabulary({ db }: IndexDeps, signal?: AbortSignal): Promise<number> {
  let total = 0
  for (let after = ''; !signal?.aborted; await sleep(PAUSE_MS)) {
    const words = await findWordsAfter(db.read, after, WORDS)
    if (words.length === 0) break
    after = words.at(-1)!
    total += await db.inTransaction((tx) => settleWords(db.dialect, tx, words))
  }
  return total
}

const settleAtCommit = (dialect: Dialect, tx: Tx, words: string[]): void =>
  tx.beforeCommit(LAST, async () => void (await settleWords(dialect, tx, [...new Set(words)])))

/** Returns how many words were removed or narrowed. */
async function settleWords({ search }: Dialect, tx: Tx, words: string[]): Promise<number> {
  let [rest, lowered] = [words, 0]
  for (const [reach, readable] of REACH_RULES) {
    if (rest.length === 0) return lowered
    const asked = rest.map((word) => askedIn('anywhere', [{ word, prefix: false }]))
    const holders = await search.holders(tx, asked, { readable, limit: 1 })
    const held = rest.filter((_, nth) => holders[nth]!.length > 0)
    if (held.length > 0 && reach < 2) lowered += await search.lowerReach(tx, held, reach)
    rest = rest.filter((_, nth) => holders[nth]!.length === 0)
  }
  if (rest.length > 0) await search.forgetWords(tx, rest)
  return lowered + rest.length
}

/** With fewer segments, merging costs more than it saves: it rewrites the whole index. */
const MANY_PIECES = 5
const MERGE_PAUSE_MS = 5

/** Merges the index's segments for faster searches, in small transactions; returns whether that was needed. */
export async function mergeIndex({ db }: IndexDeps, signal?: AbortSignal): Promise<boolean> {
  const { search } = db.dialect
  if ((await search.countPieces(db.read)) < MANY_PIECES) return false
  let more = await db.inTransaction((tx) => search.mergePieces(tx, 'first'))
  while (more && !signal?.aborted) {
    await sleep(MERGE_PAUSE_MS)
    more = await db.inTransaction((tx) => search.mergePieces(tx, 'further'))
  }
  return true
}
