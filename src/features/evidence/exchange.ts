// Evidence in an exported folder: in the front matter of each page. Blocks are named by their text and documents by their slugs,
// because ids are others after an import. Who approved stays behind: accounts do, too. A document that has evidence keeps it:
// importing what was exported changes nothing.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blockText } from 'galley-blocks/text.ts'
import type { Static } from 'typebox'
import type { Deps } from '#deps.ts'
import type { Query, Tx } from '#engine/db/db.ts'
import { stamp, stampOrNull } from '#time.ts'
import type { SourceChange } from './attach.ts'
import { findPublished, listIdsOf, listSourcesOf, listWithEvidence } from './exchange-store.ts'
import { type EvidenceNote, replaceEvidence, type SourceNote } from './keep.ts'
import type { ExportedEvidence } from './schemas.ts'
import * as store from './store.ts'

type ExportedBlock = Static<typeof ExportedEvidence>

export const listRestingIds = async (query: Query): Promise<Set<number>> =>
  new Set((await listWithEvidence(query)).map(({ document_id }) => document_id))

export async function exportEvidence(query: Query, id: number, blocks: Block[]): Promise<ExportedBlock[]> {
  const rows = new Map((await store.listBlocks(query, id)).map((row) => [row.block_id, row]))
  const sources = Map.groupBy(await listSourcesOf(query, id), ({ block_id }) => block_id)
  return [...walkBlocks(blocks)].flatMap((block) => {
    const row = rows.get(block.id)
    if (!row) return []
    return {
      text: blockText(block),
      origin: row.origin,
      approved_at: stampOrNull(row.approved_at),
      checked_at: stamp(row.checked_at),
      sources: (sources.get(row.block_id) ?? []).map((source) => ({
        kind: source.kind,
        document: source.source_slug,
        title: source.title,
        quote: source.quote,
        version: source.version,
        url: source.url,
        public: source.is_public === 1,
        before: source.is_before === 1,
        watched: source.is_watched === 1,
      })),
    }
  })
}

/** A page's document, and what its front matter says that it rests on; people may have edited that. */
type ImportedEvidence = { id: number; path: string; blocks: unknown[] }

/** HeldText is the text that waits for approval, of a document under review (injected by documents/): its sources wait, too. */
type HeldText = { blocks: string; propose: (sources: SourceChange[]) => Promise<void> }
type FindHeld = (tx: Tx, documentId: number) => Promise<HeldText | undefined>

/** importEvidence comes when all documents that are quoted are there. It returns the paths of pages with something that it can't read. */
export async function importEvidence(
  deps: Pick<Deps, 'db' | 'clock'>,
  pages: readonly ImportedEvidence[],
  findHeld: FindHeld,
): Promise<string[]> {
  if (pages.length === 0) return []
  // 700 modules that an import without evidence, or an export, does not wait for.
  const [{ Compile }, { ExportedEvidence }] = await Promise.all([import('typebox/compile'), import('./schemas.ts')])
  const check = Compile(ExportedEvidence)
  const unread: string[] = []
  for (const { id, path, blocks } of pages) {
    const readable = blocks.filter((block): block is ExportedBlock => check.Check(block))
    if (readable.length < blocks.length) unread.push(path)
    if (readable.length > 0) await importOne(deps, id, readable, findHeld)
  }
  return unread
}

async function importOne(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
  read: ExportedBlock[],
  findHeld: FindHeld,
) {
  await db.inTransaction(async (tx) => {
    const slugs = read.flatMap(({ sources }) => sources.flatMap(({ document }) => document ?? []))
    const ids = new Map(slugs.length === 0 ? [] : (await listIdsOf(tx, slugs)).map((one) => [one.slug, one.id]))
    const document = await findPublished(tx, id)
    if (!document) return
    await store.holdDocuments(tx, db.dialect, id, [...ids.values()])
    if ((await store.listBlocks(tx, id)).length > 0) return
    const held = await findHeld(tx, id)
    const notes = notesOf(read, JSON.parse((held ?? document).blocks) as Block[], ids)
    if (held) return held.propose(notes.flatMap(attachedIn))
    await replaceEvidence(tx, id, notes, clock.now())
  })
}

/** notesOf: of blocks with the same text each gets one, in their order. A document that is not here is no source. */
function notesOf(read: ExportedBlock[], blocks: Block[], ids: ReadonlyMap<string, number>): EvidenceNote[] {
  const places = Map.groupBy(walkBlocks(blocks), blockText)
  return read.flatMap(({ text, origin, approved_at, checked_at, sources }) => {
    const block_id = places.get(text)?.shift()?.id
    if (block_id === undefined) return []
    const attached = sources.flatMap((source): SourceNote[] => {
      const { kind, document, title, quote, version, url } = source
      const source_id = kind === 'document' ? ids.get(document ?? '') : null
      if (source_id === undefined) return []
      const flag = (is: boolean) => (is ? 1 : 0)
      const flags = {
        is_public: flag(source.public),
        is_before: flag(source.before),
        is_watched: flag(source.watched),
      } as const
      return [{ kind, source_id, title, quote, version, url, ...flags }]
    })
    const at = {
      approved_at: approved_at === null ? null : Date.parse(approved_at),
      checked_at: Date.parse(checked_at),
    }
    return [{ block_id, origin, approved_by: null, ...at, sources: attached }]
  })
}

const attachedIn = ({ block_id, sources }: EvidenceNote) =>
  sources.map(({ kind, source_id = null, title, quote, url = null, is_public = 0 }) => ({
    way: 'attach' as const,
    source: { block_id, kind, source_id, title, quote, url, is_public },
  }))
