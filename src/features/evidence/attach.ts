// Evidence by hand: editors attach a source to a block, remove one, or show one to everyone. A source must be readable for the
// editor, because its title and a quote that is found in it would tell of a document that is closed to them.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import type { Actor } from '#actor.ts'
import { documentChanged } from '#changes.ts'
import type { Deps } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { conflict, invalidValue, notFound } from '#errors.ts'
import { recordAudit } from '#features/accounts/audit/audit.ts'
import { withFindings } from './check.ts'
import { type EvidenceDeps, getEvidence } from './reading.ts'
import type { EvidenceOut, EvidenceSourceIn } from './schemas.ts'
import * as store from './store.ts'

const MOST_SOURCES = 20

type HandDeps = EvidenceDeps & Pick<Deps, 'clock'>

/** change holds the document, and says in the audit trail what an editor did with its evidence. */
async function change(
  deps: HandDeps,
  actor: Actor,
  documentId: number,
  what: 'attached' | 'removed' | 'shown' | 'hidden',
  work: (tx: Tx, now: number) => Promise<Record<string, unknown>>,
  cited: readonly number[] = [],
): Promise<EvidenceOut> {
  await deps.db.inTransaction(async (tx) => {
    const now = deps.clock.now()
    // Held before anything is asked: a save of either document comes whole before this, or after.
    await store.holdDocuments(tx, deps.db.dialect, documentId, cited)
    if (!(await store.isReadable(tx, deps.readableBy(actor), documentId))) throw notFound('Document')
    const detail = await work(tx, now)
    documentChanged(tx, documentId, ['evidence'])
    await recordAudit(tx, actor, `evidence.${what}`, `document:${documentId}`, detail, now)
  })
  return getEvidence(deps, actor, documentId)
}

export const attachSource = (deps: HandDeps, actor: Actor, documentId: number, input: EvidenceSourceIn) =>
  change(
    deps,
    actor,
    documentId,
    'attached',
    async (tx, now) => {
      const { block_id, kind } = input
      await refuseUnknownBlock(tx, documentId, block_id)
      const source = await sourceOf(deps, tx, actor, documentId, input)
      if ((await store.countSources(tx, documentId, block_id)) >= MOST_SOURCES)
        throw conflict(`Block ${block_id} has ${MOST_SOURCES} sources already`)
      await store.insertMissingBlock(tx, { document_id: documentId, block_id, origin: 'human', checked_at: now })
      const [checked] = await withFindings(tx, documentId, [source], now)
      if (checked!.missing)
        throw invalidValue(['body', 'quote'], `Document ${source.source_id} does not say this`, input.quote)
      await store.insertSources(tx, [checked!])
      return { block_id, kind, id: source.source_id }
    },
    input.kind === 'document' && input.id !== undefined ? [input.id] : [],
  )

async function refuseUnknownBlock(tx: Tx, documentId: number, blockId: string): Promise<void> {
  const blocks = JSON.parse((await store.findBlocksJson(tx, documentId)) ?? '[]') as Block[]
  for (const { id } of walkBlocks(blocks)) if (id === blockId) return
  throw invalidValue(['body', 'block_id'], `The document has no block ${blockId}`, blockId)
}

async function sourceOf(
  deps: HandDeps,
  tx: Tx,
  actor: Actor,
  documentId: number,
  { block_id, kind, id = 0, url, title, quote }: EvidenceSourceIn,
): Promise<store.NewSource> {
  const source = { document_id: documentId, block_id, kind, quote, source_id: null, url: null }
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
  change(deps, actor, documentId, 'removed', async (tx) => {
    const removed = await store.deleteSource(tx, documentId, key)
    if (!removed) throw notFound('Source')
    return { block_id: removed.block_id, kind: removed.kind, id: removed.source_id }
  })

export const showSource = (deps: HandDeps, actor: Actor, documentId: number, key: number, isPublic: boolean) =>
  change(deps, actor, documentId, isPublic ? 'shown' : 'hidden', async (tx) => {
    const shown = await store.updatePublic(tx, documentId, key, isPublic ? 1 : 0)
    if (!shown) throw notFound('Source')
    return { block_id: shown.block_id, kind: shown.kind, id: shown.source_id }
  })
