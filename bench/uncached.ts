// What a response costs when no cached one can be used: the CPU time of the service alone. Pages of documents are asked for
// once each, that of a category after an edit in it; what has one address (the first page, the tree) is asked for after each
// edit. Each is measured by itself.

import type { BenchSite } from './cases.ts'
import { edit } from './changing.ts'
import { answered } from './load.ts'
import { median } from './measure.ts'
import { cpuMilliseconds, cpuSeconds, type MeasuredServer } from './servers.ts'
import type { Shot } from './shots.ts'

export type UncachedRow = { name: string; cpuMilliseconds: number; target: number }

const PAGES = 4_000
const EDITS = 150
const ROUNDS = 4
/** Share of requests used to warm up V8 before counting. */
const WARM_UP = 3 / 4
const PAGE_MS = 2
const FIRST_MS = 3

export async function uncached(
  galley: MeasuredServer,
  site: BenchSite,
  say: (text: string) => void,
): Promise<UncachedRow[]> {
  const get = (path: string): Shot => ({ method: 'GET', path })
  say('measuring uncached pages …')
  const pages = (await laterSlugs(galley.origin, site)).map((slug) => get(`/read/${slug}`))
  await cpuOf(galley, pages.splice(0, pages.length * WARM_UP))
  const page = await cpuOf(galley, pages)
  let nth = 0
  /** after is the cost of each shot after an edit of one of its documents. */
  const after = (shots: { shot: Shot; documentIds: number[] }[]) =>
    afterRounds(async () => {
      const took: number[] = []
      for (let edits = 0; edits < EDITS; edits++) {
        const { shot, documentIds } = shots[edits % shots.length]!
        await answered(galley.origin, edit({ ...site, documentIds }, nth++))
        took.push(await cpuOf(galley, [shot]))
      }
      return median(took)
    })
  const afterAny = (path: string) => after([{ shot: get(path), documentIds: site.documentIds }])
  const listings = (await filledCategories(galley.origin)).map(({ slug, documentIds }) => ({
    shot: get(`/read/category/${slug}`),
    documentIds,
  }))
  return [
    { name: 'reader page', cpuMilliseconds: page, target: PAGE_MS },
    { name: 'category page', cpuMilliseconds: await after(listings), target: FIRST_MS },
    { name: 'first page, after an edit', cpuMilliseconds: await afterAny('/'), target: FIRST_MS },
    { name: 'first list, after an edit', cpuMilliseconds: await afterAny('/api/docs/'), target: FIRST_MS },
    { name: 'tree, after an edit', cpuMilliseconds: await afterAny('/api/docs/tree'), target: FIRST_MS },
  ]
}

/** afterRounds is the last of some rounds: the others warm the program up. */
async function afterRounds(round: () => Promise<number>): Promise<number> {
  for (let warming = 1; warming < ROUNDS; warming++) await round()
  return round()
}

/**
 * cpuOf is the service's CPU time per request, in milliseconds; one after the other, so that nothing is shared. Many take longer
 * than a tick of the clock that also counts threads which end meanwhile.
 */
async function cpuOf({ origin, pid }: MeasuredServer, shots: Shot[]): Promise<number> {
  const used = () => (shots.length > 1 ? 1000 * cpuSeconds(pid) : cpuMilliseconds(pid))
  const before = used()
  for (const shot of shots) await answered(origin, shot)
  return (used() - before) / shots.length
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

type ListedNode = { type: string; id: number; slug: string; children: ListedNode[] }
type FilledCategory = { slug: string; documentIds: number[] }

/** Documents on the first page of a category. */
const LISTED_FIRST = 20

/** filledCategories are those that list documents, with the first of them. */
async function filledCategories(origin: string): Promise<FilledCategory[]> {
  const walk = (nodes: ListedNode[]): FilledCategory[] =>
    nodes.flatMap(({ slug, children }) => {
      const documentIds = children.filter(({ type }) => type === 'document').map(({ id }) => id)
      const below = walk(children)
      return documentIds.length > 0 ? [{ slug, documentIds: documentIds.slice(0, LISTED_FIRST) }, ...below] : below
    })
  return walk((await (await fetch(`${origin}/api/docs/tree`)).json()) as ListedNode[])
}

export const uncachedCells = (rows: UncachedRow[]): string[][] => [
  ['uncached', 'CPU ms', 'budget'],
  ...rows.map(({ name, cpuMilliseconds, target }) => [
    name,
    cpuMilliseconds.toFixed(2),
    `${cpuMilliseconds <= target ? '✓' : '✗'} ${target}`,
  ]),
]
