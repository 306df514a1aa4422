// What evidence costs: saves of a document that nobody quotes, and of one that a thousand blocks quote, the sources of a page that
// is not cached, and the list of what needs a look. Both engines, one process; the quickest of twenty calls, which leaves out what else the machine does.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMMAND_LINE, VISITOR } from '../src/actor.ts'
import { readConfig } from '../src/config.ts'
import { batchesOf } from '../src/engine/db/batches.ts'
import type { Db } from '../src/engine/db/db.ts'
import { migrate } from '../src/engine/db/migrate.ts'
import { openDb } from '../src/engine/db/open.ts'
import { readableBy } from '../src/features/documents/access/access.ts'
import { prepareContent } from '../src/features/documents/writing/prepare/prepare.ts'
import { changeDocument } from '../src/features/documents/writing/write.ts'
import { getPageEvidence } from '../src/features/evidence/reading.ts'
import { listStale } from '../src/features/evidence/stale.ts'
import { startPostgres } from '../test/postgres.ts'
import { insertTexts } from '../test/texts.ts'
import { markdownTable } from './report.ts'
import { removeFolder } from './servers.ts'

const QUOTING = 1_000
const ROUNDS = 21
const MOST_MS = 50

/** evidenceCost fills both engines with documents that quote one another ten times each, and prints one table. */
export async function evidenceCost(documents: number, quotes: number, say: (text: string) => void): Promise<string> {
  const rows = [['call', 'SQLite ms', 'PostgreSQL ms']]
  const columns: Map<string, number>[] = []
  const postgres = await startPostgres(undefined)
  const folder = mkdtempSync(join(tmpdir(), 'galley-bench-evidence-'))
  try {
    for (const DATABASE_URL of ['', postgres.url]) {
      const config = readConfig({ GALLEY_DATA: folder, DATABASE_URL })
      const db = await openDb(config)
      await migrate(db)
      say(`filling ${documents} documents with ${quotes} quotes each …`)
      const ids = await fill(db, documents, quotes)
      await db.inTransaction((tx) => db.dialect.optimize(tx))
      columns.push(await measureOn(db, config, ids))
      await db.close()
    }
  } finally {
    await postgres.stop()
    removeFolder(folder)
  }
  for (const name of columns[0]!.keys()) rows.push([name, ...columns.map((column) => column.get(name)!.toFixed(2))])
  const more = columns.map((column) => column.get('save, quoted and all flagged')! - column.get('save, unquoted')!)
  const verdict = more.every((ms) => ms < MOST_MS) ? '✓' : '✗'
  return `${markdownTable(rows)}\n${QUOTING} quoting blocks add ${more.map((ms) => ms.toFixed(1)).join(' / ')} ms (< ${MOST_MS}): ${verdict}`
}

const limitOf = (topic: number, value: number) => `Limit ${topic} of the service is ${value} requests a minute.`
const textOf = (value: number) => Array.from({ length: 20 }, (_, topic) => limitOf(topic, value)).join('\n')
const blocksOf = (value: number, id: number) =>
  Array.from({ length: 20 }, (_, topic) => ({
    id: `b${id}-${topic}`,
    type: 'paragraph',
    props: {},
    content: [{ type: 'text' as const, text: limitOf(topic, value), styles: {} }],
    children: [],
  }))

/** fill: document n is quoted by others, the first by QUOTING blocks, the last by none. */
async function fill(db: Db, documents: number, quotes: number): Promise<number[]> {
  const ids: number[] = []
  const at = Date.now()
  for (const some of batchesOf([...Array(documents).keys()]))
    await db.inTransaction(async (tx) => {
      const rows = some.map((n) => ({
        slug: `d-${n}`,
        title: `Document ${n}`,
        has_content: 1 as const,
        bucket: 'approved' as const,
        created_at: at,
        updated_at: at,
      }))
      const documents = await tx.insertInto('document_rows').values(rows).returning('id').execute()
      const own = documents.map(({ id }) => id)
      const blocks = own.map((id) => ({ document_id: id, blocks: JSON.stringify(blocksOf(1, id)), text: textOf(1) }))
      for (const few of batchesOf(blocks, 100)) await insertTexts(tx, few)
      ids.push(...own)
    })
  const sourceOf = (n: number, topic: number) =>
    ids[n < QUOTING && topic === 0 ? 0 : 1 + ((n * 7 + topic) % (documents - 2))]!
  for (const some of batchesOf([...ids.keys()], 50))
    await db.inTransaction(async (tx) => {
      const rows = some.flatMap((n) =>
        Array.from({ length: quotes }, (_, topic) => ({
          document_id: ids[n]!,
          block_id: `b${ids[n]}-${topic}`,
          kind: 'document' as const,
          source_id: sourceOf(n, topic),
          title: 'Source',
          quote: limitOf(n < QUOTING && topic === 0 ? n % 20 : topic, 1),
          ...(n % 100 === 50
            ? { missing: 'changed' as const, reason: 'changed' as const, stale_since: at }
            : { missing: null, reason: null, stale_since: null }),
        })),
      )
      const origin = 'source' as const
      const blocks = rows.map(({ document_id, block_id }) => ({ document_id, block_id, origin, checked_at: at }))
      await tx.insertInto('evidence').values(blocks).execute()
      await tx.insertInto('evidence_sources').values(rows).execute()
    })
  return ids
}

async function timed(call: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await call()
  return performance.now() - begin
}

async function measureOn(db: Db, config: ReturnType<typeof readConfig>, ids: number[]): Promise<Map<string, number>> {
  const clock = { now: () => Date.now() }
  const save = async (id: number, value: number, extra: string) => {
    const blocks = blocksOf(value, id)
    blocks.push({ ...blocks[0]!, id: 'more', content: [{ type: 'text' as const, text: extra, styles: {} }] })
    const prepared = await prepareContent(blocks)
    const begin = performance.now()
    const cause = { actor: COMMAND_LINE, origin: 'hand', at: clock.now() } as const
    await db.inTransaction((tx) => changeDocument({ db }, tx, id, { prepared }, cause))
    return performance.now() - begin
  }
  const no = async () => Promise.reject(new Error('not measured'))
  const deps = { db, config, clock, readableBy, rewrite: no, redraft: no }
  const calls: Record<string, (round: number) => Promise<number>> = {
    'save, unquoted': (round) => save(ids.at(-1)!, 1, `Round ${round}`),
    'save, quoted and nothing lost': (round) => save(ids[0]!, 1, `Round ${round}`),
    'save, quoted and all flagged': (round) => save(ids[0]!, 100 + round, `Round ${round}`),
    'sources of a page': (round) => timed(() => getPageEvidence(deps, VISITOR, ids[QUOTING + round]!)),
    'needs a look, first page': () => timed(() => listStale(deps, COMMAND_LINE, { limit: 50, offset: 0 })),
    'needs a look, last page': () =>
      timed(() => listStale(deps, COMMAND_LINE, { limit: 50, offset: ids.length / 10 - 50 })),
    'needs a look, by source': () =>
      timed(() => listStale(deps, COMMAND_LINE, { limit: 50, offset: 0, source_id: ids[0]! })),
  }
  const column = new Map<string, number>()
  for (const [name, call] of Object.entries(calls)) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await call(round))
    column.set(name, Math.min(...times.slice(1)))
  }
  return column
}
