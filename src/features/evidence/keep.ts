// Evidence through a document's life: save, approval, restore, trash. Each function is part of the transaction that changes
// the document and already holds its lock (documents/writing/write.ts, pipeline/approve.ts).

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blocksToText, blockText } from 'galley-blocks/text.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import type { Dialect } from '#engine/db/dialect.ts'
import { checkQuotes, withFindings } from './check.ts'
import { keepsQuotedWords, LONGEST_QUOTE, LONGEST_TITLE } from './quotes.ts'
import * as store from './store.ts'

/** Evidence of a block as JSON for revisions, the trash and exports; without findings. */
export type SourceNote = Omit<
  store.NewSource,
  'id' | 'document_id' | 'block_id' | 'missing' | 'nearest' | 'reason' | 'stale_since'
>
export type EvidenceNote = Omit<store.EvidenceRow, 'document_id'> & { sources: SourceNote[] }

/** What a save has to consider; undefined if the document has no evidence and isn't quoted. */
export type HeldEvidence =
  | { blocks: store.EvidenceRow[]; own: store.SourceRow[]; quoting: store.SourceRow[] }
  | undefined

/** Sources of evidence that will be restored are locked first (lock order in store.ts). */
export async function holdEvidence(
  dialect: Dialect,
  tx: Tx,
  documentId: number,
  restored?: string | null,
): Promise<HeldEvidence> {
  if (restored) await store.holdDocuments(tx, dialect, documentId, quotedIn(JSON.parse(restored) as EvidenceNote[]))
  const { own, quoted } = await store.findConcerned(tx, documentId)
  if (!own && !quoted) return undefined
  const sources = await store.holdSources(tx, dialect, documentId)
  const isOwn = ({ document_id }: store.SourceRow) => document_id === documentId
  return {
    blocks: own ? await store.listBlocks(tx, documentId) : [],
    own: sources.filter(isOwn),
    quoting: sources.filter((source) => !isOwn(source)),
  }
}

const quotedIn = (notes: readonly EvidenceNote[]): number[] =>
  notes.flatMap(({ sources }) =>
    sources.flatMap(({ kind, source_id }) => (kind === 'document' ? (source_id ?? []) : [])),
  )

type OwnEvidence = Pick<NonNullable<HeldEvidence>, 'blocks' | 'own'>

/** The block has the new quote, whatever someone had accepted before. */
const RESTS_ON_IT = { version: null, is_before: 0, is_watched: 1 } as const

/** Evidence as notes; `wording` may replace a source's quote. */
export function notesOf({ blocks, own }: OwnEvidence, wording?: (source: store.SourceRow) => string | undefined) {
  const sources = Map.groupBy(own, ({ block_id }) => block_id)
  const note = (source: store.SourceRow) => {
    const quote = wording?.(source)
    return { ...noteOf(source), ...(quote !== undefined && { quote, ...RESTS_ON_IT }) }
  }
  return blocks.map(
    ({ document_id: _, ...block }): EvidenceNote => ({
      ...block,
      sources: (sources.get(block.block_id) ?? []).map(note),
    }),
  )
}

/** Null if there is nothing to save. */
export const snapshotOf = (held: OwnEvidence | undefined): string | null =>
  held && held.blocks.length > 0 ? JSON.stringify(notesOf(held)) : null

const noteOf = (row: store.SourceRow): SourceNote => ({
  kind: row.kind,
  source_id: row.source_id,
  title: row.title,
  quote: row.quote,
  version: row.version,
  url: row.url,
  is_public: row.is_public,
  is_before: row.is_before,
  is_watched: row.is_watched,
})

/** What readers may see of a document's sources, whoever they are. */
export const listShownSources = async (query: Query, documentId: number) =>
  (await store.listSources(query, documentId)).map(({ block_id, kind, source_id, title, quote, url, is_public }) => ({
    ...{ block_id, kind, source_id, title, quote, url, is_public },
  }))

/** The document before and after (`before` and `after` are blocks as JSON). `restored` is the evidence of a restored revision. */
type Saved = {
  id: number
  before: string
  after: string
  text: string
  at: number
  restored?: string | null | undefined
}

/** After a change of content: blocks keep their sources, and documents that quote this one are checked. */
export async function updateEvidenceAfterSave(
  dialect: Dialect,
  tx: Tx,
  held: HeldEvidence,
  saved: Saved,
): Promise<void> {
  if (saved.restored) await bringBack(tx, saved, privately(saved.restored))
  else if (held && held.blocks.length > 0) await keepBlocks(dialect, tx, held, saved)
  const quoting = held?.quoting ?? []
  if (quoting.length === 0) return
  await checkQuotes(dialect, tx, quoting, saved.text, saved.at, blocksToText(JSON.parse(saved.before) as Block[]))
}

/** A source that was public in the revision may have been hidden since, so it comes back hidden. */
const privately = (restored: string): EvidenceNote[] =>
  (JSON.parse(restored) as EvidenceNote[]).map((note) => ({
    ...note,
    sources: note.sources.map((source) => ({ ...source, is_public: 0 })),
  }))

async function keepBlocks(
  dialect: Dialect,
  tx: Tx,
  { blocks, own }: OwnEvidence,
  { id, before, after, at }: Saved,
): Promise<void> {
  const was = textsOf(JSON.parse(before) as Block[])
  const is = textsOf(JSON.parse(after) as Block[])
  const { renamed, edited, gone } = fateOf(
    blocks.map(({ block_id }) => block_id),
    was,
    is,
  )
  if (gone.length > 0) await store.deleteBlocks(tx, id, gone)
  if (edited.length > 0) {
    const isEnded = ({ block_id, quote }: store.SourceRow) =>
      edited.includes(block_id) && !keepsQuotedWords(quote, was.get(block_id)!, is.get(block_id)!)
    await store.markRewritten(tx, id, edited, at)
    await store.stopWatching(
      tx,
      own.filter(isEnded).map((source) => source.id),
    )
  }
  await store.renameBlocks(tx, dialect, id, renamed)
}

/** Matches a block with evidence by id and text, else by text (renamed), else by id (edited). */
function fateOf(ids: readonly string[], was: ReadonlyMap<string, string>, is: ReadonlyMap<string, string>) {
  const holders = new Set(ids)
  const free = Map.groupBy(
    [...is].filter(([id, text]) => !holders.has(id) && text !== ''),
    ([, text]) => text,
  )
  const renamed = new Map<string, string>()
  const edited: string[] = []
  const gone: string[] = []
  for (const id of ids) {
    const text = was.get(id) ?? ''
    if (is.get(id) === text) continue
    const next = free.get(text)?.shift()
    if (next) renamed.set(id, next[0])
    else (is.has(id) ? edited : gone).push(id)
  }
  return { renamed, edited, gone }
}

const textsOf = (blocks: Block[]): Map<string, string> =>
  new Map([...walkBlocks(blocks)].map((block) => [block.id, blockText(block)]))

/** Replaces all evidence of the named blocks. */
export async function replaceEvidence(
  tx: Tx,
  document_id: number,
  notes: readonly EvidenceNote[],
  now: number,
): Promise<void> {
  const sources = notes.flatMap(({ block_id, sources }) =>
    sources.map((source): store.NewSource => ({ ...source, document_id, block_id })),
  )
  // Sources are locked before any row of evidence is written: the lock order in store.ts.
  const checked = await withFindings(tx, document_id, sources, now)
  await store.deleteBlocks(
    tx,
    document_id,
    notes.map(({ block_id }) => block_id),
  )
  await store.insertBlocks(
    tx,
    notes.map(({ sources: _, ...note }) => ({ ...note, document_id })),
  )
  await store.insertSources(tx, checked)
}

/** Replaces all evidence of a document, for the blocks that exist. */
async function bringBack(
  tx: Tx,
  { id, after, at }: Pick<Saved, 'id' | 'after' | 'at'>,
  notes: EvidenceNote[],
): Promise<void> {
  const present = textsOf(JSON.parse(after) as Block[])
  const had = (await store.listBlocks(tx, id)).map(({ block_id }) => block_id)
  const back = notes.filter(({ block_id }) => present.has(block_id))
  await replaceEvidence(tx, id, back, at)
  const returned = new Set(back.map(({ block_id }) => block_id))
  await store.deleteBlocks(
    tx,
    id,
    had.filter((block) => !returned.has(block)),
  )
}

/** Called before the document is deleted: returns what the trash keeps, and flags documents that quote it. */
export async function evidenceDeleted(dialect: Dialect, tx: Tx, id: number, now: number): Promise<string | null> {
  const held = await holdEvidence(dialect, tx, id)
  await checkQuotes(dialect, tx, held?.quoting ?? [], undefined, now)
  const had = (held?.blocks ?? []).map(({ block_id }) => block_id)
  if (had.length > 0) await store.deleteBlocks(tx, id, had)
  return snapshotOf(held)
}

/** After a restore from the trash: sources may have changed, and documents that quote this one are checked. */
export async function evidenceRestored(
  dialect: Dialect,
  tx: Tx,
  { id, blocks, text, at }: { id: number; blocks: string; text: string; at: number },
  evidence: string | null,
): Promise<void> {
  const notes = evidence === null ? [] : (JSON.parse(evidence) as EvidenceNote[])
  await store.holdDocuments(tx, dialect, id, quotedIn(notes))
  const held = await holdEvidence(dialect, tx, id)
  if (notes.length > 0) await bringBack(tx, { id, after: blocks, at }, notes)
  await checkQuotes(dialect, tx, held?.quoting ?? [], text, at)
}

/** Headings state nothing that could go stale, so they need no sources and no checks. */
const isPassage = (type: string): boolean => type !== 'heading'

/** The blocks to check: those with text, and headings only if there is nothing else. */
export function passagesOf(blocks: readonly Block[]): Block[] {
  const worded = [...walkBlocks(blocks)].filter((block) => blockText(block) !== '')
  const passages = worded.filter(({ type }) => isPassage(type))
  return passages.length > 0 ? passages : worded
}

/** A drafter's provenance of a block; sources without an id are text that people gave to the pipeline. */
type ApprovedBlock = { origin: store.EvidenceRow['origin']; sources: DraftSource[] }
type DraftSource = Pick<SourceNote, 'kind' | 'title' | 'quote' | 'url'> & { id: number | null }
type Approval = { id: number; blocks: string; provenance: Record<string, ApprovedBlock>; by: number | null; at: number }

/** Must come before the document's own lock: the lock order in store.ts. */
export const holdForApproval = (dialect: Dialect, tx: Tx, id: number, cited: readonly number[]): Promise<void> =>
  store.holdDocuments(tx, dialect, id, cited)

/**
 * After an approved draft is saved. A block that the draft took over unchanged keeps its sources; without any it counts as
 * written by a person. A changed block keeps its other sources.
 */
export async function evidenceApproved(tx: Tx, approval: Approval): Promise<void> {
  const { id, by, at, provenance } = approval
  const approved = { approved_by: by, approved_at: at, checked_at: at }
  const present = new Set((await store.listBlocks(tx, id)).map(({ block_id }) => block_id))
  const rows = Map.groupBy(await store.listSources(tx, id), ({ block_id }) => block_id)
  const carried: string[] = []
  const notes: EvidenceNote[] = []
  for (const { id: block_id, type } of walkBlocks(JSON.parse(approval.blocks) as Block[])) {
    const entry = provenance[block_id]
    if (!entry || !isPassage(type)) continue
    const others = entry.sources.filter((source) => !(source.kind === 'document' && source.id === id))
    const isOwn = others.length === 0 && entry.sources.length > 0
    const isChanged = others.length < entry.sources.length
    const isReplaced = (row: store.SourceRow) =>
      others.some(({ kind, id: other }) => kind === row.kind && other === row.source_id)
    const stay = (isChanged ? (rows.get(block_id) ?? []) : []).filter((row) => !isReplaced(row))
    const sources = [...stay.map((row) => ({ ...noteOf(row), is_before: 0 as const })), ...others.map(sourceNote)]
    if (isOwn && present.has(block_id)) carried.push(block_id)
    else notes.push({ block_id, ...approved, origin: isOwn ? 'human' : entry.origin, sources: isOwn ? [] : sources })
  }
  await replaceEvidence(tx, id, notes, at)
  await store.updateBlocks(tx, id, carried, approved)
}

const sourceNote = ({ id, quote, title, url, kind }: DraftSource): SourceNote => ({
  kind,
  source_id: id,
  title: title.slice(0, LONGEST_TITLE),
  quote: whole(quote),
  url: url ?? null,
})

/** Cuts a long quote between words, as half a word matches no source. */
const whole = (quote: string): string =>
  quote.length <= LONGEST_QUOTE ? quote : quote.slice(0, LONGEST_QUOTE).replace(/\s\S*$/, '')
