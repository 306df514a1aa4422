// node bench/typing.ts [--engine postgres]: what fifty people who type leave readers. Each has a page of their own open and
// saves it by itself every ten seconds, as the editor does, while visitors read all they can; quiet windows in between.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { conclude, databaseOf, percentile, readOptions } from '../test/faults/experiment.ts'
import type { BenchSite } from './cases.ts'
import { blocksOf } from './corpus.ts'
import { importCorpus, post, prepare } from './fill.ts'
import { load } from './load.ts'
import { median } from './measure.ts'
import { removeFolder, startGalley } from './servers.ts'

const PEOPLE = 50
const EVERY_MS = 10_000
/** About 20 kB as JSON: a page of documentation. */
const BLOCKS = 75
const LEAST = 0.9

const { engine, documents, rounds, seconds } = readOptions('What fifty people who type leave readers.', {
  engine: 'sqlite',
  documents: 2_000,
  rounds: 7,
  seconds: 5,
})

/** perCpuSecond counts the time of the service's process alone: what else the machine does is not in it. */
type Reads = { perSecond: number; perCpuSecond: number }
/** A Typist saves over what they saved before. */
type Typist = { headers: Record<string, string>; path: string; title: string; blocks: TypedBlock[]; parent: number }
type TypedBlock = { content: { text: string }[] }

const database = await databaseOf(engine)
const folder = mkdtempSync(join(tmpdir(), 'galley-bench-'))
const env = { GALLEY_DATA: folder, ...(database.url && { DATABASE_URL: database.url }) }
await importCorpus(env, documents)
const galley = await startGalley(env, folder)
const took: number[] = []
let refused = 0
const pairs: { quiet: Reads; typing: Reads }[] = []
try {
  const site = await prepare(galley, documents)
  const typists: Typist[] = []
  for (const id of site.documentIds.slice(0, PEOPLE)) typists.push(await typistOf(site, id))
  const pages = site.slugs.map((slug) => ({ method: 'GET' as const, path: `/read/${slug}` }))
  const read = async (): Promise<Reads> => {
    const { perSecond, cpuMicroseconds, failures } = await load(galley, pages, seconds)
    if (failures > 0) throw new Error(`${failures} reads failed`)
    return { perSecond, perCpuSecond: 1e6 / cpuMicroseconds }
  }
  const readWhileTyping = async (): Promise<Reads> => {
    const over = new AbortController()
    const typing = typists.map((typist, index) => type(typist, index, over.signal))
    const [reads] = await Promise.all([read().finally(() => over.abort()), ...typing])
    return reads
  }
  // The first turn warms both up.
  await readWhileTyping()
  took.length = 0
  for (let round = 0; round < rounds; round++) {
    // Which comes first changes, so that a machine that grows busier favours neither.
    const first = round % 2 === 0 ? await read() : undefined
    const typing = await readWhileTyping()
    pairs.push({ quiet: first ?? (await read()), typing })
  }
} finally {
  await galley.stop()
  await database.stop()
  removeFolder(folder)
}
const middle = (of: (pair: (typeof pairs)[number]) => number) => median(pairs.map(of))
const share = middle(({ quiet, typing }) => typing.perSecond / quiet.perSecond)
const ofCpu = middle(({ quiet, typing }) => typing.perCpuSecond / quiet.perCpuSecond)
const [quiet, typing] = [middle((pair) => pair.quiet.perSecond), middle((pair) => pair.typing.perSecond)]
conclude(
  `${engine}: ${quiet.toFixed(0)} pages a second quiet, ${typing.toFixed(0)} while ${PEOPLE} people type: ${share.toFixed(2)} kept (≥ ${LEAST}), ` +
    `${ofCpu.toFixed(2)} by CPU time; ${took.length} autosaves (${refused} refused), p50 ${percentile(took, 0.5).toFixed(1)} ms, p99 ${percentile(took, 0.99).toFixed(1)} ms`,
  share >= LEAST,
)

async function typistOf({ headers: admin }: BenchSite, id: number): Promise<Typist> {
  const account = { email: `typist${id}@example.com`, password: 'measured-twice-cut-once' }
  const { access_token, user } = await post(galley.origin, '/auth/register', account, {})
  const response = await fetch(`${galley.origin}/api/admin/users/${(user as { id: number }).id}`, {
    method: 'PATCH',
    headers: { ...admin, 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'editor' }),
  })
  if (!response.ok) throw new Error(`the role of ${account.email}: ${response.status}`)
  const headers = { authorization: `Bearer ${access_token}` }
  const path = `/api/docs/${id}/autosave`
  const open = await fetch(galley.origin + path, { headers })
  const { title, revision } = (await open.json()) as { title: string; revision: number }
  return { headers, path, title, blocks: blocksOf(BLOCKS, id) as TypedBlock[], parent: revision }
}

/** type saves every ten seconds, each typist at a moment of their own. */
async function type(typist: Typist, index: number, over: AbortSignal): Promise<void> {
  const { headers, path, title, blocks } = typist
  const begun = performance.now()
  for (let due = begun + (index * EVERY_MS) / PEOPLE; ; due += EVERY_MS) {
    const isOver = await sleep(Math.max(0, due - performance.now()), undefined, { signal: over }).catch(() => true)
    if (isOver) return
    blocks[index]!.content[0]!.text += ' and some words more'
    const body = { parent: typist.parent, title, summary: null, tags: [], blocks }
    const response = await fetch(galley.origin + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const { revision } = (await response.json()) as { revision: number }
    took.push(performance.now() - due)
    if (response.ok) typist.parent = revision
    // A service that has too much to do says so, and the editor tries again.
    else if (response.status === 503) refused++
    else throw new Error(`POST ${path} answered ${response.status}`)
  }
}
