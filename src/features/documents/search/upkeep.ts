// Keeps the index in line with what changed around it: documents that an older program indexed, or whose readers have changed,
// are indexed again; words that no document has any more, or none that every visitor may read, leave the vocabulary. All of
// it in small transactions with pauses, so that nobody waits for it.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Block } from 'galley-blocks/model.ts'
import { textWithSections } from '#blocks/outline.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import { EVERYTHING, isOpen, OPEN } from '../access/access.ts'
import { bodyWords, entryOf } from './entry.ts'
import { type BehindRow, findBehind, findWordsAfter } from './upkeep-store.ts'

const BATCH = 20
const WORDS = 200
const PAUSE_MS = 5
/** After everything that the index itself put off until the commit. */
const LAST = Number.MAX_SAFE_INTEGER

type IndexDeps = Pick<Deps, 'db'>
export type SavedEntry = Omit<BehindRow, 'was_open'>

function entryFor(row: SavedEntry) {
  const { text, sections } = textWithSections(JSON.parse(row.blocks) as Block[])
  const tags = JSON.parse(row.tags) as string[]
  return entryOf({ ...row, tags, words: bodyWords(text), sections, isOpen: isOpen(row) })
}

/** catchUp indexes again what is behind, and returns how many documents that were. */
export async function catchUp({ db }: IndexDeps, signal?: AbortSignal): Promise<number> {
  for (let total = 0; ; await sleep(PAUSE_MS)) {
    if (signal?.aborted) return total
    const done = await db.inTransaction(async (tx) => {
      const rows = await findBehind(tx, db.dialect.forUpdate, BATCH)
      for (const { was_open, ...row } of rows) {
        const entry = entryFor(row)
        await db.dialect.search.put(tx, entry)
        if (was_open === 1 && !entry.isOpen) settleAtCommit(db.dialect, tx, entry.all)
      }
      return rows.length
    })
    total += done
    if (done < BATCH) return total
  }
}

/** closeWords belongs to whatever takes a document away from visitors, or away altogether. */
export function closeWords(dialect: Dialect, tx: Tx, document: SavedEntry): void {
  settleAtCommit(dialect, tx, entryFor(document).all)
}

/** sweepWords goes once through the vocabulary: saves leave words behind that a document had before. */
export async function sweepWords({ db }: IndexDeps, signal?: AbortSignal): Promise<number> {
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

/** settleWords returns how many of the words left the vocabulary, or the open part of it. */
async function settleWords({ search }: Dialect, tx: Tx, words: string[]): Promise<number> {
  const asked = words.map((word) => ({ field: 'anywhere' as const, terms: [[{ word, prefix: false }]] }))
  const open = await search.holders(tx, asked, { readable: OPEN, limit: 1 })
  const closed = words.filter((_, nth) => open[nth]!.length === 0)
  const rest = asked.filter((_, nth) => open[nth]!.length === 0)
  const held = await search.holders(tx, rest, { readable: EVERYTHING, limit: 1 })
  const unused = closed.filter((_, nth) => held[nth]!.length === 0)
  const known = (await search.knownWords(tx, closed, 'open')).map(({ word }) => word)
  if (unused.length > 0) await search.forgetWords(tx, unused, 'all')
  if (known.length > 0) await search.forgetWords(tx, known, 'open')
  return new Set([...unused, ...known]).size
}
