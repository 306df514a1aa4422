// Editing evidence by hand: attach a source to a block, remove it, or make it public. The editor must be able to read the
// source, because its title and a matching quote would reveal a closed document.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict, invalidValue, notFound } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { withFindings } from './check.ts'
import { type EvidenceDeps, getEvidence } from './reading.ts'
import type { EvidenceOut, EvidenceSourceIn } from './schemas.ts'
import * as store from './store.ts'

const MOST_SOURCES = 20

type AttachedSource = Pick<store.SourceRow, 'block_id' | 'kind' | 'source_id' | 'title' | 'quote' | 'url'> & {
  is_public?: 0 | 1
}
/** As a proposal saves it. */
export type SourceChange =
  | { way: 'attach'; source: AttachedSource }
  | { way: 'remove' | 'show' | 'hide'; key: number; title: string }

/** Turns a change into a proposal if the document is under review (injected by documents/). */
type HandDeps = EvidenceDeps & Deps & { proposeSource: ProposeSource }
export type ProposeSource = (
  tx: Tx,
  actor: Actor,
  documentId: number,
  change: SourceChange,
) => Promise<Proposed | undefined>
type Proposed = NonNullable<EvidenceOut['proposal']>

/** Locks the document. Changes that visitors would see wait for review like its text; hiding a source is immediate. */
async function change(
  deps: HandDeps,
  actor: Actor,
  documentId: number,
  findChange: (tx: Tx, now: number) => Promise<SourceChange>,
  cited: readonly number[] = [],
): Promise<EvidenceOut> {
  const proposal = await deps.db.inTransaction(async (tx) => {
    const now = deps.clock.now()
    // Locked before any check, so that saves of either document come before or after, never in between.
    await store.holdDocuments(tx, deps.db.dialect, documentId, cited)
    if (!(await store.isReadable(tx, deps.readableBy(actor), documentId))) throw notFound('Document')
    const asked = await findChange(tx, now)
    const waiting = asked.way === 'hide' ? undefined : await deps.proposeSource(tx, actor, documentId, asked)
    if (!waiting) await changeSources(tx, actor, documentId, [asked], now)
    return waiting
  })
  return { ...(await getEvidence(deps, actor, documentId)), ...(proposal && { proposal }) }
}

export const attachSource = (deps: HandDeps, actor: Actor, documentId: number, input: EvidenceSourceIn) =>
  change(
    deps,
    actor,
    documentId,
    async (tx, now) => {
      const { block_id } = input
      if (!(await hasBlock(tx, documentId, block_id)))
        throw invalidValue(['body', 'block_id'], `The document has no block ${block_id}`, block_id)
      const source = await sourceOf(deps, tx, actor, documentId, input)
      if (await isFull(tx, documentId, block_id))
        throw conflict(`Block ${block_id} has ${MOST_SOURCES} sources already`)
      const [checked] = await withFindings(tx, documentId, [{ ...source, document_id: documentId }], now)
      if (checked!.missing)
        throw invalidValue(['body', 'quote'], `Document ${source.source_id} does not say this`, input.quote)
      return { way: 'attach', source }
    },
    input.kind === 'document' && input.id !== undefined ? [input.id] : [],
  )

const isFull = async (tx: Tx, documentId: number, blockId: string): Promise<boolean> =>
  (await store.countSources(tx, documentId, blockId)) >= MOST_SOURCES

async function hasBlock(tx: Tx, documentId: number, blockId: string): Promise<boolean> {
  const blocks = JSON.parse((await store.findBlocksJson(tx, documentId)) ?? '[]') as Block[]
  return walkBlocks(blocks).some(({ id }) => id === blockId)
}

async function sourceOf(
  deps: HandDeps,
  tx: Tx,
  actor: Actor,
  documentId: number,
  { block_id, kind, id = 0, url, title, quote }: EvidenceSourceIn,
): Promise<AttachedSource> {
  const source = { block_id, kind, quote, source_id: null, url: null }
  if (kind === 'text') return { ...source, title: title ?? '' }
  if (kind === 'url') {
    if (!/^https?:\/\/[^\s/]/i.test(url ?? '') || !URL.canParse(url!))
      throw invalidValue(['body', 'url'], 'give an address that begins with http:// or https://', url ?? null)
    return { ...source, title: title ?? new URL(url!).hostname, url: url! }
  }
  const found = await store.findReadableTitle(tx, deps.readableBy(actor), id)
  if (found === undefined || id === documentId)
    throw invalidValue(
      ['body', 'id'],
      id === documentId ? 'A document cannot be its own source' : `Document ${id} does not exist`,
      id,
    )
  return { ...source, title: found, source_id: id }
}

export const removeSource = (deps: HandDeps, actor: Actor, documentId: number, key: number) =>
  change(deps, actor, documentId, (tx) => changeOf(tx, documentId, 'remove', key))

export const showSource = (deps: HandDeps, actor: Actor, documentId: number, key: number, isPublic: boolean) =>
  change(deps, actor, documentId, (tx) => changeOf(tx, documentId, isPublic ? 'show' : 'hide', key))

async function changeOf(tx: Tx, documentId: number, way: 'remove' | 'show' | 'hide', key: number) {
  const source = (await store.listSources(tx, documentId)).find(({ id }) => id === key)
  if (!source) throw notFound('Source')
  return { way, key, title: source.title }
}

const DONE = { attach: 'attached', remove: 'removed', show: 'shown', hide: 'hidden' } as const

/**
 * Applies changes and records them in the audit trail. They may have waited for approval: blocks and sources that are gone by
 * then are skipped. The caller holds the locks of the document and the quoted ones.
 */
export async function changeSources(
  tx: Tx,
  actor: Actor,
  documentId: number,
  changes: readonly SourceChange[],
  now: number,
): Promise<void> {
  for (const asked of changes) {
    const source = await changeOne(tx, documentId, asked, now)
    if (!source) continue
    const detail = { block_id: source.block_id, kind: source.kind, id: source.source_id }
    await recordAudit(tx, actor, `evidence.${DONE[asked.way]}`, `document:${documentId}`, detail, now)
  }
}

async function changeOne(
  tx: Tx,
  document_id: number,
  asked: SourceChange,
  now: number,
): Promise<AttachedSource | undefined> {
  if (asked.way === 'remove') return store.deleteSource(tx, document_id, asked.key)
  if (asked.way !== 'attach') return store.updatePublic(tx, document_id, asked.key, asked.way === 'show' ? 1 : 0)
  const { source } = asked
  const { block_id } = source
  if (!(await hasBlock(tx, document_id, block_id)) || (await isFull(tx, document_id, block_id))) return undefined
  await store.insertMissingBlock(tx, { document_id, block_id, origin: 'human', checked_at: now })
  await store.insertSources(tx, await withFindings(tx, document_id, [{ ...source, document_id }], now))
  return source
}

/** The documents to lock (see the lock order in store.ts). */
export const quotedBy = (changes: readonly SourceChange[]): number[] =>
  changes.flatMap((asked) =>
    asked.way === 'attach' && asked.source.kind === 'document' ? [asked.source.source_id!] : [],
  )
