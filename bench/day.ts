// A mixed day, in half a minute: 200 readers, 5 editors, one importer and one drafting worker at once, each at an even pace
// whatever the service does (open loop), so that a stall is paid for by everyone who arrives during it.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BenchSite, casesFor } from './cases.ts'
import { categoryIds, createIn, edit, percentile } from './changing.ts'
import { madeDocument, writeCorpus } from './corpus.ts'
import { galley as command, post } from './fill.ts'
import { steadily } from './load.ts'
import type { Galley } from './servers.ts'
import type { Shot } from './shots.ts'

export type DayRow = { kind: string; aSecond: number; p50: number; p99: number; p999: number }

const SECONDS = 30
/** A reader asks for something every other second, an editor saves every two seconds. */
const READS_A_SECOND = 100
const SAVES_A_SECOND = 2.5
const SHARES: Record<string, number> = {
  'reader pages': 0.6,
  'slug + token': 0.1,
  list: 0.1,
  suggest: 0.1,
  'search 2 %': 0.07,
  tree: 0.03,
}
const IMPORTED = 3_000
const TO_DRAFT = 500

/** mixedDay reads from every node in turn and writes to the first. */
export async function mixedDay(nodes: Galley[], site: BenchSite, say: (text: string) => void): Promise<DayRow[]> {
  say(`a mixed day: ${SECONDS} s …`)
  const [first] = nodes as [Galley, ...Galley[]]
  const categories = await categoryIds(first.origin, site)
  // All requests are made before the first is due: the process that sends them must not be late itself.
  const streams = [
    ...Object.entries(SHARES).map(([kind, share], index) => {
      return { kind, aSecond: READS_A_SECOND * share, at: nodes[index % nodes.length]!, shots: readsOf(site, kind) }
    }),
    ...(['create', 'save'] as const).map((kind) => {
      const shots = Array.from({ length: 200 }, (_, index) =>
        kind === 'create' ? createIn(site, categories, 500_000 + index) : edit(site, 500_000 + index),
      )
      return { kind, aSecond: SAVES_A_SECOND / 2, at: first, shots }
    }),
  ]
  await startDrafting(first, site)
  const importing = startImport(first)
  try {
    return await Promise.all(streams.map(({ kind, aSecond, at, shots }) => dayRow(kind, aSecond, at.origin, shots)))
  } finally {
    await importing
  }
}

async function dayRow(kind: string, aSecond: number, origin: string, shots: Shot[]): Promise<DayRow> {
  const { took, refused } = await steadily(origin, shots, aSecond, SECONDS)
  if (refused > 0) throw new Error(`${refused} requests were turned away`)
  return { kind, aSecond, p50: percentile(took, 0.5), p99: percentile(took, 0.99), p999: percentile(took, 0.999) }
}

function readsOf(site: BenchSite, kind: string): Shot[] {
  const packed = { 'accept-encoding': 'gzip' }
  if (kind === 'reader pages')
    return site.slugs.map((slug) => ({ method: 'GET' as const, path: `/read/${slug}`, headers: packed }))
  const { shots } = casesFor(site).find(({ name }) => name === kind)!
  return shots(0).map((shot) => ({ ...shot, headers: { ...packed, ...shot.headers } }))
}

/** startDrafting leaves the drafts to the service's own worker. */
async function startDrafting(galley: Galley, { headers }: BenchSite): Promise<void> {
  const ids: number[] = []
  for (let index = 0; index < TO_DRAFT; index++)
    ids.push((await post(galley.origin, '/api/docs/', { title: `Day's draft ${index}` }, headers)).id as number)
  const notes = madeDocument(9_000_001).markdown.slice(0, 2_048)
  await post(galley.origin, '/api/pipeline/docs/enqueue_many', { document_ids: ids, notes }, headers)
}

async function startImport({ env }: Galley): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-day-'))
  try {
    writeCorpus(join(folder, 'imported'), IMPORTED, 30_000_000)
    await command(['import', folder], env)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const dayCells = (rows: DayRow[]): string[][] => [
  ['a mixed day', 'a second', 'p50 ms', 'p99 ms', 'p99.9 ms'],
  ...rows.map((row) => [row.kind, row.aSecond.toFixed(1), row.p50.toFixed(1), row.p99.toFixed(1), row.p999.toFixed(1)]),
]
