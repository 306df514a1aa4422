// What a response costs when no cached one can be used: the CPU time of the service alone. Pages of documents are asked for
// once each, those of all categories again after an edit; what has one address (the first page, the tree) is asked for after
// each edit, and measured by itself.

import type { BenchSite } from './cases.ts'
import { edit } from './changing.ts'
import { answered } from './load.ts'
import { median } from './measure.ts'
import { cpuMilliseconds, type Measured } from './servers.ts'
import type { Shot } from './shots.ts'

export type UncachedRow = { name: string; cpuMilliseconds: number; target: number }

const PAGES = 4_000
const EDITS = 150
const ROUNDS = 4
/** What part of the requests warms the program up, before the rest counts: V8 goes on compiling for many seconds. */
const WARM_UP = 3 / 4
const PAGE_MS = 1
const FIRST_MS = 2

export async function uncached(
  galley: Measured,
  known: BenchSite,
  say: (text: string) => void,
): Promise<UncachedRow[]> {
  const get = (path: string): Shot => ({ method: 'GET', path })
  say('measuring uncached pages …')
  const pages = (await laterSlugs(galley.origin, known)).map((slug) => get(`/read/${slug}`))
  await cpuOf(galley, pages.splice(0, pages.length * WARM_UP))
  const page = await cpuOf(galley, pages)
  let made = 0
  const listings = (await categorySlugs(galley.origin, known)).map((slug) => get(`/read/category/${slug}`))
  const category = await afterRounds(async () => {
    await answered(galley.origin, edit(known, made++))
    return cpuOf(galley, listings)
  })
  const after = (shot: Shot) =>
    afterRounds(async () => {
      const took: number[] = []
      for (let edits = 0; edits < EDITS; edits++) {
        await answered(galley.origin, edit(known, made++))
        took.push(await cpuOf(galley, [shot]))
      }
      return median(took)
    })
  return [
    { name: 'reader page', cpuMilliseconds: page, target: PAGE_MS },
    { name: 'category page', cpuMilliseconds: category, target: FIRST_MS },
    { name: 'first page, after an edit', cpuMilliseconds: await after(get('/')), target: FIRST_MS },
    { name: 'first list, after an edit', cpuMilliseconds: await after(get('/api/docs/')), target: FIRST_MS },
    { name: 'tree, after an edit', cpuMilliseconds: await after(get('/api/docs/tree')), target: FIRST_MS },
  ]
}

/** afterRounds is the last of some rounds: the others warm the program up. */
async function afterRounds(round: () => Promise<number>): Promise<number> {
  for (let warming = 1; warming < ROUNDS; warming++) await round()
  return round()
}

/** cpuOf is the service's CPU time per request, in milliseconds; one after the other, so that nothing is shared. */
async function cpuOf({ origin, pid }: Measured, shots: Shot[]): Promise<number> {
  const before = cpuMilliseconds(pid)
  for (const shot of shots) await answered(origin, shot)
  return (cpuMilliseconds(pid) - before) / shots.length
}

/** laterSlugs are documents that no other case reads. */
async function laterSlugs(origin: string, { documents }: BenchSite): Promise<string[]> {
  const slugs: string[] = []
  const from = Math.max(500, Math.floor(documents / 2))
  for (let offset = from; offset < Math.min(documents, from + PAGES); offset += 200) {
    const rows = (await (await fetch(`${origin}/api/docs/?limit=200&offset=${offset}`)).json()) as { slug: string }[]
    slugs.push(...rows.map(({ slug }) => slug))
  }
  return slugs.slice(0, PAGES)
}

async function categorySlugs(origin: string, known: BenchSite): Promise<string[]> {
  const response = await fetch(`${origin}/api/admin/categories`, { headers: known.headers })
  return ((await response.json()) as { slug: string }[]).map(({ slug }) => slug)
}

export const uncachedCells = (rows: UncachedRow[]): string[][] => [
  ['uncached', 'CPU ms', 'target'],
  ...rows.map(({ name, cpuMilliseconds, target }) => [
    name,
    cpuMilliseconds.toFixed(2),
    `${cpuMilliseconds <= target ? '✓' : '✗'} ${target}`,
  ]),
]
