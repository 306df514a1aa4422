// Reads while the site changes: the same reads idle and under a steady stream of creates and edits, in turn, and how long a create
// waits under full read load. Without writes, only the caches would be measured.

import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchSite, Case } from './cases.ts'
import { blocksOf, madeDocument } from './corpus.ts'
import { load, steadily } from './load.ts'
import { median } from './measure.ts'
import type { MeasuredServer } from './servers.ts'
import type { Shot } from './shots.ts'

export type ChangingRow = {
  name: string
  writesPerSecond: number
  quietPerSecond: number
  perSecond: number
  /** Speed under writes as a share of the idle speed, median of the rounds. */
  kept: number
  target: number
  createP50: number
  createP99: number
  /** Share of writes refused because of overload. */
  refused?: number
}

/** The pages under so many writes a second have to keep this share of their quiet speed. */
const BUDGETS = { 5: 0.9, 50: 0.6 }
const ROUNDS = 3
const SECONDS = 3
/** Writers begin before the readers that are measured, and end after them. */
const MARGIN_SECONDS = 0.5
const PAGES = 400

/** whileChanging reads from one node and writes to another, or to the same one. */
export async function whileChanging(
  reading: MeasuredServer,
  writing: MeasuredServer,
  site: BenchSite,
  say: (text: string) => void,
): Promise<ChangingRow[]> {
  const categories = await categoryIds(writing.origin, site)
  const rows: ChangingRow[] = []
  let begun = 0
  const writes = (count: number) =>
    Array.from({ length: count }, () => {
      const index = begun++
      return index % 2 === 0 ? createIn(site, categories, index) : edit(site, index)
    })
  for (const [rate, target] of Object.entries(BUDGETS)) {
    say(`measuring pages under ${rate} writes a second …`)
    rows.push(await measureUnder(reading, writing, pagesOf(site), Number(rate), target, writes))
  }
  return rows
}

async function measureUnder(
  reading: MeasuredServer,
  writing: MeasuredServer,
  { name, shots }: Case,
  rate: number,
  target: number,
  writes: (count: number) => Shot[],
): Promise<ChangingRow> {
  const pairs: { quiet: number; under: number }[] = []
  const took: number[] = []
  let refused = 0
  await load(reading, shots(0), 1)
  for (let round = 1; round <= ROUNDS; round++) {
    const quiet = await load(reading, shots(round), SECONDS)
    const stream = writes(Math.ceil(rate * (SECONDS + 2 * MARGIN_SECONDS)))
    const writers = steadily(writing.origin, stream, rate, SECONDS + 2 * MARGIN_SECONDS)
    await sleep(MARGIN_SECONDS * 1_000)
    const under = await load(reading, shots(round), SECONDS)
    const written = await writers
    took.push(...written.took)
    refused += written.refused
    if (quiet.failures + under.failures > 0) throw new Error(`${name}: ${quiet.failures + under.failures} reads failed`)
    pairs.push({ quiet: quiet.perSecond, under: under.perSecond })
  }
  took.sort((a, b) => a - b)
  return {
    name,
    writesPerSecond: rate,
    quietPerSecond: Math.round(median(pairs.map(({ quiet }) => quiet))),
    perSecond: Math.round(median(pairs.map(({ under }) => under))),
    kept: median(pairs.map(({ quiet, under }) => under / quiet)),
    target,
    createP50: percentile(took, 0.5),
    createP99: percentile(took, 0.99),
    refused: refused / (refused + took.length),
  }
}

const pagesOf = (site: BenchSite): Case => ({
  name: 'reader pages',
  shots: () => site.slugs.slice(0, PAGES).map((slug) => ({ method: 'GET', path: `/read/${slug}` })),
})

async function categoryIds(origin: string, { headers }: BenchSite): Promise<number[]> {
  const response = await fetch(`${origin}/api/admin/categories`, { headers })
  return ((await response.json()) as { id: number }[]).map(({ id }) => id)
}

function createIn({ headers }: BenchSite, categories: number[], index: number): Shot {
  const { title, markdown } = madeDocument(20_000_000 + index)
  const category_id = categories[(index * 31) % categories.length]
  return {
    method: 'POST',
    path: '/api/docs/',
    headers: json(headers),
    body: JSON.stringify({ title, markdown, category_id }),
  }
}

export const edit = ({ headers, documentIds }: BenchSite, index: number): Shot => ({
  method: 'PUT',
  path: `/api/docs/${documentIds[(index * 17) % documentIds.length]}/blocks`,
  headers: json(headers),
  body: JSON.stringify({ blocks: blocksOf(20, 40_000_000 + index) }),
})

const json = (headers: Record<string, string>) => ({ ...headers, 'content-type': 'application/json' })

const percentile = (sorted: number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

const HEAD = ['', 'writes/s', 'quiet/s', 'under writes/s', 'kept', 'budget', 'write p50 ms', 'write p99 ms', 'refused']

export const changingCells = (rows: ChangingRow[]): string[][] => [
  HEAD,
  ...rows.map((row) => [
    row.name,
    String(row.writesPerSecond),
    row.quietPerSecond.toLocaleString('en'),
    row.perSecond.toLocaleString('en'),
    row.kept.toFixed(2),
    `${row.kept >= row.target ? '✓' : '✗'} ${row.target}`,
    row.createP50.toFixed(1),
    row.createP99.toFixed(1),
    row.refused ? `${(row.refused * 100).toFixed(0)} %` : '',
  ]),
]
