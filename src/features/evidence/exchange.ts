// Evidence in an exported folder: a file beside the documents, a JSON object a line for each document. Blocks are named by their
// text and documents by their slugs, because ids are others after an import. Who approved stays behind: accounts do, too.
// A document that has evidence keeps it: importing what was exported changes nothing.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import type { Static } from 'typebox'
import { blockText } from '#blocks/text.ts'
import type { Deps } from '#deps.ts'
import type { Query } from '#engine/db/db.ts'
import { stamp, stampOrNull } from '#time.ts'
import { findBySlug, listIdsOf, listSourcesOf, listWithEvidence } from './exchange-store.ts'
import { type EvidenceNote, replaceEvidence, type SourceNote } from './keep.ts'
import type { ExportedEvidence } from './schemas.ts'
import * as store from './store.ts'

/** EVIDENCE_FILE is at the top of the folder. */
export const EVIDENCE_FILE = 'evidence.jsonl'
const BATCH = 200

type EvidenceLine = Static<typeof ExportedEvidence>

export async function* evidenceLines(query: Query): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const documents = await listWithEvidence(query, after, BATCH)
    if (documents.length === 0) return
    for (const { id, slug, blocks } of documents) yield JSON.stringify(await exported(query, id, slug, blocks))
    after = documents.at(-1)!.id
  }
}

async function exported(query: Query, id: number, slug: string, json: string): Promise<EvidenceLine> {
  const rows = new Map((await store.listBlocks(query, id)).map((row) => [row.block_id, row]))
  const sources = Map.groupBy(await listSourcesOf(query, id), ({ block_id }) => block_id)
  const blocks = [...walkBlocks(JSON.parse(json) as Block[])].flatMap((block) => {
    const row = rows.get(block.id)
    return row ? [{ row, text: blockText(block) }] : []
  })
  return {
    document: slug,
    blocks: blocks.map(({ row, text }) => ({
      text,
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
    })),
  }
}

/** importEvidence returns the numbers of lines that it can't read. */
export async function importEvidence(deps: Pick<Deps, 'db' | 'clock'>, lines: readonly string[]): Promise<number[]> {
  // 700 modules that an import without evidence, or an export, does not wait for.
  const [{ Compile }, { ExportedEvidence }] = await Promise.all([import('typebox/compile'), import('./schemas.ts')])
  const check = Compile(ExportedEvidence)
  const unread: number[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const read = readLine(line, (value): value is EvidenceLine => check.Check(value))
    if (read) await importOne(deps, read)
    else unread.push(index + 1)
  }
  return unread
}

function readLine(line: string, isEvidence: (value: unknown) => value is EvidenceLine): EvidenceLine | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isEvidence(value) ? value : undefined
  } catch {
    return undefined
  }
}

async function importOne({ db, clock }: Pick<Deps, 'db' | 'clock'>, read: EvidenceLine) {
  await db.inTransaction(async (tx) => {
    const slugs = read.blocks.flatMap(({ sources }) => sources.flatMap(({ document }) => document ?? []))
    const ids = new Map(slugs.length === 0 ? [] : (await listIdsOf(tx, slugs)).map(({ id, slug }) => [slug, id]))
    const document = await findBySlug(tx, read.document)
    if (!document) return
    await store.holdDocuments(tx, db.dialect, document.id, [...ids.values()])
    if ((await store.listBlocks(tx, document.id)).length > 0) return
    const notes = notesOf(read, JSON.parse(document.blocks) as Block[], ids)
    await replaceEvidence(tx, document.id, notes, clock.now())
  })
}

/** notesOf: of blocks with the same text each gets one, in their order. A document that is not here is no source. */
function notesOf(read: EvidenceLine, blocks: Block[], ids: ReadonlyMap<string, number>): EvidenceNote[] {
  const places = Map.groupBy(walkBlocks(blocks), blockText)
  return read.blocks.flatMap(({ text, origin, approved_at, checked_at, sources }) => {
    const block_id = places.get(text)?.shift()?.id
    if (block_id === undefined) return []
    const attached = sources.flatMap((source): SourceNote[] => {
      const { kind, document, title, quote, version, url } = source
      const source_id = kind === 'document' ? ids.get(document ?? '') : null
      if (source_id === undefined) return []
      const [is_public, is_before] = [source.public ? 1 : 0, source.before ? 1 : 0] as const
      const watched = source.watched === undefined ? {} : { is_watched: source.watched ? (1 as const) : (0 as const) }
      return [{ kind, source_id, title, quote, version, url, is_public, is_before, ...watched }]
    })
    const at = {
      approved_at: approved_at === null ? null : Date.parse(approved_at),
      checked_at: Date.parse(checked_at),
    }
    return [{ block_id, origin, approved_by: null, ...at, sources: attached }]
  })
}
