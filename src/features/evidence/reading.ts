// Evidence as a given reader may see it. Sources are `hidden` if they are documents closed to the reader, or notes, material,
// answers, actions and drafts, which are for editors until one of them makes the source public.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blockText, oneLine } from 'galley-blocks/text.ts'
import type { Expression, SqlBool } from 'kysely'
import { type Actor, edits, seesEverything } from '#actor.ts'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { notFound } from '#errors.ts'
import { presentPerson } from '#features/accounts/present.ts'
import { deletedDocumentRule } from '#features/categories/access.ts'
import { stamp, stampOrNull } from '#time.ts'
import { passagesOf } from './keep.ts'
import { plainQuote } from './quotes.ts'
import { hasEvidence, listSeenBlocks, listSeenSources, type SeenBlock, type SeenSource } from './reading-store.ts'
import type { EvidenceBlockOut, EvidenceOut, EvidenceSourceOut } from './schemas.ts'
import { findBlocksJson } from './store.ts'

/** The access rule for a query over `documents`, injected by documents/. */
export type EvidenceDeps = Pick<Deps, 'db' | 'config'> & { readableBy: (actor: Actor) => Expression<SqlBool> }

export async function getEvidence(deps: EvidenceDeps, actor: Actor, documentId: number): Promise<EvidenceOut> {
  const readable = deps.readableBy(actor)
  const blocks = await listSeenBlocks(deps.db.read, readable, documentId)
  if (!blocks) throw notFound('Document')
  const sources = Map.groupBy(
    await listSeenSources(deps.db.read, { readable, deleted: deletedDocumentRule(actor) }, documentId),
    ({ block_id }) => block_id,
  )
  const present = edits(actor) ? forEditors(actor) : forReaders
  return {
    document_id: documentId,
    blocks: blocks.map((block) => present(block, sources.get(block.block_id) ?? [], deps.config)),
  }
}

type ShownSettings = Pick<Deps['config'], 'siteApprovers' | 'siteReviewMarks'>

const forEditors =
  (actor: Actor) =>
  (block: SeenBlock, sources: SeenSource[]): EvidenceBlockOut => ({
    block_id: block.block_id,
    origin: block.origin,
    approved_by: presentPerson(block.approved_by, block.approver),
    approved_at: stampOrNull(block.approved_at),
    checked_at: stamp(block.checked_at),
    under_review: sources.some(({ reason }) => reason !== null),
    sources: sources.map((source) => ({
      ...(isOutside(actor, source) ? { kind: source.kind, hidden: true } : shown(source)),
      key: source.id,
      public: source.is_public === 1,
      before: source.is_before === 1,
      stale:
        source.reason === null
          ? null
          : {
              reason: source.reason,
              since: stamp(source.stale_since!),
              nearest: isOutside(actor, source) ? null : source.nearest,
            },
    })),
  })

/** An editor may not see the source; once it has left the trash, nobody knows any more who may. */
const isOutside = (actor: Actor, { kind, slug, missing, in_trash }: SeenSource): boolean =>
  kind === 'document' &&
  slug === null &&
  (missing !== 'deleted' || actor.within !== undefined || (in_trash === 0 && !seesEverything(actor)))

/** Approvers appear under their display name only: a username is half of the sign-in. */
const forReaders = (block: SeenBlock, sources: SeenSource[], config: ShownSettings): EvidenceBlockOut => ({
  block_id: block.block_id,
  origin: block.origin,
  approved_by: config.siteApprovers === 'on' ? presentPerson(block.approved_by, block.approver_shown) : null,
  approved_at: stampOrNull(block.approved_at),
  ...(config.siteReviewMarks === 'on' && {
    checked_at: stamp(block.checked_at),
    under_review: sources.some(({ reason }) => reason !== null),
  }),
  sources: sources.filter(({ is_before }) => is_before === 0).map(forReader),
})

function forReader(source: SeenSource): EvidenceSourceOut {
  const isOpen = source.kind === 'document' ? source.slug !== null : isForAll(source.kind) || source.is_public === 1
  if (!isOpen) return { kind: source.kind, hidden: true }
  // Text that a source no longer contains is only in its revisions, which are for editors.
  return { ...shown(source), ...(source.missing !== null && { quote: null, version: null }) }
}

const isForAll = (kind: SeenSource['kind']): boolean => kind === 'url' || kind === 'text'

const shown = ({
  kind,
  source_id,
  current_title,
  title,
  quote,
  version,
  url,
  slug,
}: SeenSource): EvidenceSourceOut => ({
  kind,
  hidden: false,
  id: source_id,
  title: current_title ?? title,
  quote: plainQuote(quote),
  version,
  url: slug === null ? url : `/read/${encodeURIComponent(slug)}`,
})

/** What the site shows under a block: the sources that this reader may see. */
export type PageNote = Pick<EvidenceBlockOut, 'block_id' | 'approved_at' | 'checked_at'> & {
  text: string
  approver: string | null
  isUnderReview: boolean
  sources: EvidenceSourceOut[]
}

/** Notes in the order of the blocks, and the cache tags they depend on besides the document's; `checked_at` is the oldest check. */
export type PageEvidence = { notes: PageNote[]; checked_at?: string | undefined; tags: string[] }

/** For public pages; editors see no more than visitors. `marks`: show blocks that are under review. */
export async function getPageEvidence(
  deps: EvidenceDeps,
  actor: Actor,
  documentId: number,
  marks = deps.config.siteReviewMarks === 'on',
): Promise<PageEvidence> {
  if (!(await hasEvidence(deps.db.read, documentId))) return { notes: [], tags: [] }
  const { blocks } = await getEvidence(deps, actor, documentId)
  const byBlock = new Map(blocks.map((block) => [block.block_id, block]))
  const json = await findBlocksJson(deps.db.read, documentId)
  const published = JSON.parse(json ?? '[]') as Block[]
  const all = [...walkBlocks(published)]
  const notes = all.flatMap((block): PageNote[] => {
    const entry = byBlock.get(block.id)
    const sources = entry?.sources.filter(({ hidden, before }) => !hidden && !before) ?? []
    const isUnderReview = marks && entry?.under_review === true
    if (!entry || (sources.length === 0 && !isUnderReview)) return []
    const approver = deps.config.siteApprovers === 'on' ? (entry.approved_by?.display_name ?? null) : null
    const { block_id, approved_at, checked_at } = entry
    return [
      {
        block_id,
        approved_at,
        ...(marks && checked_at !== undefined && { checked_at }),
        text: oneLine(blockText(block)),
        approver,
        isUnderReview,
        sources,
      },
    ]
  })
  // Titles and addresses as they are now. A hidden source has no id; it may become readable.
  const quoted = blocks.flatMap(({ sources }) =>
    sources
      .filter(({ kind }) => kind === 'document')
      .map(({ id }) => (typeof id === 'number' ? TAGS.document(id) : TAGS.index)),
  )
  const checkDates = passagesOf(published).map(({ id }) => byBlock.get(id)?.checked_at)
  const isChecked = marks && checkDates.length > 0 && !checkDates.includes(undefined)
  return {
    notes,
    ...(isChecked && { checked_at: checkDates.toSorted()[0]! }),
    tags: [...new Set(quoted)],
  }
}
