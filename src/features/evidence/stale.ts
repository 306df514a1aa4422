// Blocks that need a review, and ways to resolve them: keep the block and mark it as checked, take the new wording, or
// redraft the document (editing is an ordinary save). One transaction per document.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blockText } from 'galley-blocks/text.ts'
import { type Actor, hasRole, seesEverything } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { GalleyError, notFound } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { deletedDocumentRule } from '#features/categories/access.ts'
import { listReviewDays } from '#features/categories/reading.ts'
import type { WaitingSource } from '#features/inbox/waiting.ts'
import { DAY, stamp } from '#time.ts'
import { holdEvidence, notesOf, passagesOf, replaceEvidence } from './keep.ts'
import { plainQuote, QuotedText } from './quotes.ts'
import { type EvidenceDeps, getEvidence } from './reading.ts'
import type { EvidenceOut, ResolveIn, ResolveOut, StaleOut, StalePage, StaleQuery } from './schemas.ts'
import * as staleStore from './stale-store.ts'
import * as store from './store.ts'
import { withWording } from './wording.ts'

/** The new texts of sources, and instructions for the writer. */
type RedraftOrder = { instructions: string; rewordings: SourceRewording[] }
type SourceRewording = {
  block_id: string
  quote: string
  now: string
  source: { kind: 'document'; id: number; title: string; quote: string }
}

/** Injected by documents/ and pipeline/: how to rewrite a document within a transaction, and how to redraft one. */
type ResolutionDeps = {
  rewrite: (
    actor: Actor,
    id: number,
    version: number,
    blocks: Block[],
    summary: string | null,
  ) => Promise<(tx: Tx, at: number) => Promise<void>>
  redraft: (actor: Actor, id: number, order: RedraftOrder) => Promise<{ job_id: number }>
}
export type StaleDeps = EvidenceDeps & Pick<Deps, 'clock'> & ResolutionDeps

export async function listStale(deps: StaleDeps, actor: Actor, asked: StaleQuery): Promise<StalePage> {
  const query = deps.db.read
  const now = deps.clock.now()
  const filter = {
    ...readableUnlessAll(deps, actor),
    due: await dueOn(query, now),
    categoryId: asked.category_id,
    sourceId: asked.source_id,
    documentId: asked.document_id,
    reason: asked.reason,
    before: asked.age === undefined ? undefined : now - asked.age * DAY,
  }
  const counts = await staleStore.countStale(query, filter)
  const rows = await staleStore.listStale(query, filter, asked)
  const texts = await textsOf(query, [...new Set(rows.map(({ document_id }) => document_id))])
  const count = (reason: string) => counts.get(reason) ?? 0
  return {
    total: [...counts.values()].reduce((sum, some) => sum + some, 0),
    counts: { changed: count('changed'), deleted: count('deleted'), age: count('age') },
    items: rows.map((row) => present(row, texts.get(row.document_id)?.get(row.block_id) ?? '')),
  }
}

/** Readers of everything skip the access rule, which would be evaluated for every block. */
const readableUnlessAll = (deps: StaleDeps, actor: Actor) =>
  seesEverything(actor) && actor.within === undefined
    ? { readable: undefined }
    : { readable: deps.readableBy(actor), ...(actor.within === undefined && { deleted: deletedDocumentRule(actor) }) }

async function dueOn(query: Query, now: number): Promise<staleStore.DueFilter[]> {
  const byDays = Map.groupBy(await listReviewDays(query), ({ days }) => days)
  return [...byDays].map(([days, some]) => ({ categoryIds: some.map(({ id }) => id), before: now - days * DAY }))
}

/** Owners are notified when a source has changed or a check is overdue. */
export const evidenceWaiting: WaitingSource = async (asker) =>
  hasRole(asker.person, 'editor') ? staleStore.selectDuties(asker, await dueOn(asker.query, asker.now)) : []

async function textsOf(query: Query, documentIds: number[]): Promise<Map<number, Map<string, string>>> {
  const rows = documentIds.length === 0 ? [] : await staleStore.listBlocksJson(query, documentIds)
  return new Map(
    rows.map(({ document_id, blocks }) => [
      document_id,
      new Map([...walkBlocks(JSON.parse(blocks) as Block[])].map((block) => [block.id, blockText(block)])),
    ]),
  )
}

const says = (summary: string | null, quote: string | null): boolean =>
  summary !== null && quote !== null && new QuotedText(summary).has(quote)

const present = (row: staleStore.StaleRow, text: string): StaleOut => ({
  key: row.key === 0 ? null : row.key,
  document: { id: row.document_id, slug: row.slug, title: row.title, category_id: row.category_id },
  block_id: row.block_id,
  text,
  in_summary: says(row.summary, row.quote),
  reason: row.reason,
  since: stamp(row.since),
  checked_at: stamp(row.checked_at),
  quote: row.quote === null ? null : plainQuote(row.quote),
  nearest: row.nearest,
  source: row.kind === null ? null : { id: row.source_id!, title: row.source_title!, slug: row.source_slug },
})

const BY_HAND = { origin: 'human', approved_by: null, approved_at: null } as const

/** Marks blocks (default: all) as checked, and accepts their sources' current text. */
export async function checkBlocks(
  deps: StaleDeps,
  actor: Actor,
  documentId: number,
  named?: string[],
): Promise<EvidenceOut> {
  const isNamed = (id: string) => named === undefined || named.includes(id)
  await deps.db.inTransaction(async (tx) => {
    await store.holdDocuments(tx, deps.db.dialect, documentId, [])
    if (!(await store.isReadable(tx, deps.readableBy(actor), documentId))) throw notFound('Document')
    const blockIds = new Set((await store.listBlocks(tx, documentId)).map(({ block_id }) => block_id))
    const published = JSON.parse((await store.findBlocksJson(tx, documentId)) ?? '[]') as Block[]
    const checkable = new Set(passagesOf(published).map(({ id }) => id))
    const sources = await store.listSources(tx, documentId)
    // Headings had evidence once; entries without a quote are dropped.
    const dropped = [...walkBlocks(published)]
      .filter(({ id, type }) => type === 'heading' && blockIds.has(id) && !checkable.has(id))
      .filter(({ id }) => !sources.some(({ block_id, quote }) => block_id === id && quote !== '') && isNamed(id))
      .map(({ id }) => id)
    if (dropped.length > 0) {
      await store.deleteBlocks(tx, documentId, dropped)
    }
    const ids = [...blockIds.union(checkable).difference(new Set(dropped))].filter(isNamed)
    // Text without evidence is checked too: from now on the date of its check is known.
    const unknown = ids.filter((id) => !blockIds.has(id)).map((block_id) => ({ ...BY_HAND, block_id }))
    const at = { document_id: documentId, checked_at: deps.clock.now() }
    await store.insertBlocks(
      tx,
      unknown.map((row) => ({ ...row, ...at })),
    )
    await keep(deps, tx, actor, documentId, ids)
  })
  return getEvidence(deps, actor, documentId)
}

async function keep(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  actor: Actor,
  id: number,
  blockIds: string[],
  keys?: number[],
): Promise<void> {
  if (blockIds.length === 0) return
  const now = deps.clock.now()
  await staleStore.accept(tx, id, blockIds, keys)
  await store.updateBlocks(tx, id, blockIds, { checked_at: now })
  await recordAudit(tx, actor, 'evidence.checked', `document:${id}`, { block_ids: blockIds }, now)
}

type Skip = ResolveOut['skipped'][number]['reason']
type WayOutcome = { skipped?: Map<number, Skip>; job?: number }
type Resolution = (deps: StaleDeps, actor: Actor, id: number, sources: staleStore.StaleSource[]) => Promise<WayOutcome>

/** Resolves many; failures are reported one by one and don't stop the others. */
export const resolveStale = (deps: StaleDeps, actor: Actor, { keys, way }: ResolveIn): Promise<ResolveOut> =>
  forEach(deps, actor, keys, way === 'keep' ? keepAsItIs : adoptWording)

export const redraftStale = (deps: StaleDeps, actor: Actor, keys: number[]): Promise<ResolveOut> =>
  forEach(deps, actor, keys, redraft)

async function forEach(deps: StaleDeps, actor: Actor, keys: number[], way: Resolution): Promise<ResolveOut> {
  const found = await staleStore.findStale(deps.db.read, readableUnlessAll(deps, actor), keys)
  const staleIds = new Set(found.map(({ id }) => id))
  const out: ResolveOut = { resolved: [], skipped: [], jobs: [] }
  for (const key of new Set(keys)) if (!staleIds.has(key)) out.skipped.push({ key, reason: 'not_stale' })
  for (const [id, sources] of Map.groupBy(found, ({ document_id }) => document_id)) {
    const { skipped, job } = await way(deps, actor, id, sources).catch((error: unknown): WayOutcome => {
      // Someone else was faster: the document changed, is gone, or has a job already.
      if (!(error instanceof GalleyError) || error.status >= 500) throw error
      return { skipped: new Map(sources.map((source) => [source.id, 'in_the_way'])) }
    })
    if (job !== undefined) out.jobs.push({ document_id: id, job_id: job })
    for (const { id: key } of sources) {
      const reason = skipped?.get(key)
      if (reason) out.skipped.push({ key, reason })
      else out.resolved.push(key)
    }
  }
  return out
}

const keepAsItIs: Resolution = async (deps, actor, id, sources) => {
  const blockIds = [...new Set(sources.map(({ block_id }) => block_id))]
  await deps.db.inTransaction(async (tx) => {
    await store.holdDocuments(tx, deps.db.dialect, id, [])
    await keep(
      deps,
      tx,
      actor,
      id,
      blockIds,
      sources.map((source) => source.id),
    )
  })
  return {}
}

/** Saves a revision; the blocks keep their sources, now with the new wording. */
const adoptWording: Resolution = async (deps, actor, id, sources) => {
  const saved = (await staleStore.listBlocksJson(deps.db.read, [id]))[0]
  const blocks = JSON.parse(saved?.blocks ?? '[]') as Block[]
  const skipped = new Map<number, Skip>()
  const taken: staleStore.StaleSource[] = []
  let summary = sources[0]!.document_summary
  for (const source of sources) {
    const rewritten = source.nearest === null ? 'no_wording' : rewriteBlock(blocks, source, source.nearest)
    if (rewritten !== 'done') skipped.set(source.id, rewritten)
    else {
      taken.push(source)
      summary = summaryWith(summary, source)
    }
  }
  if (taken.length === 0) return { skipped }
  const write = await deps.rewrite(actor, id, sources[0]!.document_version, blocks, summary)
  await deps.db.inTransaction((tx) => writeTaken(deps, tx, actor, id, taken, write))
  return { skipped }
}

async function writeTaken(
  deps: StaleDeps,
  tx: Tx,
  actor: Actor,
  id: number,
  taken: staleStore.StaleSource[],
  write: (tx: Tx, at: number) => Promise<void>,
): Promise<void> {
  const at = deps.clock.now()
  await store.holdDocuments(
    tx,
    deps.db.dialect,
    id,
    taken.flatMap(({ source_id }) => source_id ?? []),
  )
  const before = await holdEvidence(deps.db.dialect, tx, id)
  await write(tx, at)
  const wordings = new Map(taken.map((source) => [source.id, source.nearest!]))
  const rewritten = new Set(taken.map(({ block_id }) => block_id))
  const notes = notesOf(before!, (source) => wordings.get(source.id)).filter(({ block_id }) => rewritten.has(block_id))
  const approved = { approved_by: actor.userId, approved_at: at, checked_at: at }
  await replaceEvidence(
    tx,
    id,
    notes.map((note) => ({ ...note, ...approved })),
    at,
  )
  await recordAudit(tx, actor, 'evidence.taken', `document:${id}`, { block_ids: [...rewritten] }, at)
}

/** A summary that contains the quoted sentence gets the new wording too. */
function summaryWith(summary: string | null, { quote, nearest }: staleStore.StaleSource): string | null {
  const content: Block['content'] = [{ type: 'text', text: summary ?? '', styles: {} }]
  const block = withWording({ id: '', type: 'paragraph', props: {}, content, children: [] }, quote, nearest!)
  return block ? blockText(block) : summary
}

/** Changes the list of blocks in place. */
function rewriteBlock(
  blocks: Block[],
  { block_id, quote }: staleStore.StaleSource,
  nearest: string,
): 'done' | 'edit_by_hand' {
  for (const block of walkBlocks(blocks)) {
    if (block.id !== block_id) continue
    const rewritten = withWording(block, quote, nearest)
    if (!rewritten) return 'edit_by_hand'
    Object.assign(block, rewritten)
    return 'done'
  }
  return 'edit_by_hand'
}

/** New wordings are proposed as edits that cite their sources; the rest goes into the writer's instructions. */
const redraft: Resolution = async (deps, actor, id, sources) => {
  const isReworded = ({ reason, nearest }: staleStore.StaleSource) => reason === 'changed' && nearest !== null
  const rewordings = sources.filter(isReworded).map(
    ({ block_id, quote, nearest, source_id, title }): SourceRewording => ({
      block_id,
      quote,
      now: nearest!,
      source: { kind: 'document', id: source_id!, title, quote: nearest! },
    }),
  )
  const lost = sources.filter((source) => !isReworded(source))
  const complaints = lost.map(({ title, quote }) => `“${title}” no longer supports: “${plainQuote(quote)}”.`)
  const instructions = [...new Set(complaints)].join('\n').slice(0, LONGEST_ORDER)
  const { job_id } = await deps.redraft(actor, id, { instructions, rewordings })
  return { job: job_id }
}
const LONGEST_ORDER = 20_000
