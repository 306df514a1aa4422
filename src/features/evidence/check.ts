// Staleness: checks whether quotes are still in their sources, in the transaction that changes either side, so that no block
// goes stale unnoticed. A finding that someone accepted reappears only when it changes again.

import { batchesOf } from '#engine/db/batches.ts'
import type { Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import { emit } from '#features/webhooks/emit.ts'
import { QuotedText } from './quotes.ts'
import * as store from './store.ts'

type CheckedSource = Pick<store.SourceRow, 'id' | 'quote' | 'missing' | 'nearest' | 'stale_since'>

/** Undefined if nothing changed. Without a text the source is deleted. */
function findingOf(row: CheckedSource, text: QuotedText | undefined, now: number): store.QuoteFinding | undefined {
  const missing = text === undefined ? 'deleted' : text.has(row.quote) ? null : 'changed'
  // QuotedText skips wordings that the source had before, so an earlier finding is kept here.
  const earlier = row.nearest !== null && text?.has(row.nearest) ? row.nearest : null
  const nearest = missing === 'changed' ? (text!.nearest(row.quote) ?? earlier) : null
  if (missing === row.missing && nearest === row.nearest) return undefined
  return {
    id: row.id,
    missing,
    nearest,
    reason: missing,
    stale_since: missing === null ? null : (row.stale_since ?? now),
  }
}

/** The rows are locked. `text` is the source's current text (undefined: deleted), `former` the one before. */
export async function checkQuotes(
  dialect: Dialect,
  tx: Tx,
  rows: readonly store.SourceRow[],
  text: string | undefined,
  now: number,
  former?: string,
): Promise<void> {
  if (rows.length === 0) return
  const quoted = text === undefined ? undefined : new QuotedText(text, former)
  const findings = rows.flatMap((row) => findingOf(row, quoted, now) ?? [])
  await store.writeFindings(tx, dialect, findings)
  const changed = new Set(findings.map(({ id }) => id))
  const documentIds = [...new Set(rows.filter(({ id }) => changed.has(id)).map(({ document_id }) => document_id))]
  await reportFindings(tx, documentIds, now)
}

/** Reports documents that went stale in this transaction to webhooks too. */
async function reportFindings(tx: Tx, documentIds: number[], now: number): Promise<void> {
  for (const some of batchesOf(documentIds))
    for (const documentId of await store.listStaleSince(tx, some, now))
      await emit(tx, 'document.stale', { documentId }, now)
}

/** For sources about to be attached, which are locked (store.holdDocuments). */
export async function withFindings(
  tx: Tx,
  documentId: number,
  sources: readonly store.NewSource[],
  now: number,
): Promise<store.NewSource[]> {
  const isQuoted = (source: store.NewSource) =>
    source.kind === 'document' && source.source_id !== documentId && store.isWatched(source)
  const cited = [...new Set(sources.filter(isQuoted).map(({ source_id }) => source_id!))]
  const texts = new Map<number, { quoted: QuotedText; version: number }>()
  for (const some of batchesOf(cited))
    for (const { id, text, version } of await store.listTexts(tx, some))
      texts.set(id, { quoted: new QuotedText(text), version })
  return sources.map((source) => {
    if (!isQuoted(source)) return source
    const found = texts.get(source.source_id!)
    const row = { id: 0, quote: source.quote, missing: null, nearest: null, reason: null, stale_since: null }
    const { id: _, ...finding } = findingOf(row, found?.quoted, now) ?? row
    return { ...source, ...finding, version: source.version ?? found?.version ?? null }
  })
}
