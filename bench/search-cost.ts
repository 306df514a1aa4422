// What a search costs on each engine: CPU time of the service and of the database's processes together, per request, both
// engines in turn in one run. PostgreSQL may take twice what SQLite takes.

import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../test/postgres.ts'
import { MOST, TWO_PERCENT } from './corpus.ts'
import { importCorpus, prepare } from './fill.ts'
import { load } from './load.ts'
import { median } from './measure.ts'
import { markdownTable } from './report.ts'
import { cpuSeconds, type Measured, removeFolder, startGalley } from './servers.ts'
import type { Shot } from './shots.ts'

const MOST_RATIO = 2
const ROUNDS = 5
const WARM_UP_SECONDS = 3

/** A SearchedEngine is under measurement: `databasePid` is the database's first process, if it has one of its own. */
type SearchedEngine = { galley: Measured; headers: Record<string, string>; databasePid?: number }

const CASES: [name: string, queries: (documents: number) => string[]][] = [
  ['one document', (documents) => Array.from({ length: 400 }, (_, nth) => `unique${documents - 1 - nth}`)],
  ['2 %', () => TWO_PERCENT],
  ['in most', () => MOST],
  ['three common words', () => ['service runs counts', 'the steps counts', 'see the service']],
  ['beginnings', () => TWO_PERCENT.map((word) => word.slice(0, 3))],
  ['a common and a rare word', () => TWO_PERCENT.map((word) => `service ${word}`)],
  ['a question', () => TWO_PERCENT.map((word) => `how do I use ${word} in my project`)],
  ['a slip', () => TWO_PERCENT.slice(0, 100).map((word) => `${word.slice(0, 4)}x${word.slice(4)}`)],
  ['an unknown word', () => Array.from({ length: 100 }, (_, nth) => `xyzzy${nth}plugh`)],
]

/** searchCost fills both engines with the same documents and prints one table. */
export async function searchCost(documents: number, say: (text: string) => void): Promise<string> {
  const postgres = await startPostgres(undefined)
  const engines: SearchedEngine[] = []
  const folders: string[] = []
  try {
    for (const url of ['', postgres.url]) {
      const folder = mkdtempSync(join(tmpdir(), 'galley-bench-cost-'))
      folders.push(folder)
      say(`importing ${documents} documents …`)
      await importCorpus({ GALLEY_DATA: folder, DATABASE_URL: url }, documents)
      const galley = await startGalley({ DATABASE_URL: url }, folder)
      const { headers } = await prepare(galley, documents)
      engines.push({ galley, headers, ...(url !== '' && { databasePid: await serverOf(url) }) })
    }
    return markdownTable(await rowsOf(engines[0]!, engines[1]!, documents))
  } finally {
    for (const { galley } of engines) await galley.stop()
    await postgres.stop()
    for (const folder of folders) removeFolder(folder)
  }
}

async function rowsOf(sqlite: SearchedEngine, postgres: SearchedEngine, documents: number): Promise<string[][]> {
  const rows = [['search', 'SQLite CPU µs', 'PostgreSQL CPU µs', 'of it the service', 'ratio', `≤ ${MOST_RATIO}`]]
  for (const [name, queries] of CASES) {
    const ours: number[] = []
    const theirs: { all: number; service: number }[] = []
    for (const engine of [sqlite, postgres]) await costOf(engine, queries(documents), WARM_UP_SECONDS)
    for (let round = 0; round < ROUNDS; round++) {
      ours.push((await costOf(sqlite, queries(documents), 1)).all)
      theirs.push(await costOf(postgres, queries(documents), 1))
    }
    const [one, other] = [median(ours), median(theirs.map(({ all }) => all))]
    const service = median(theirs.map((cost) => cost.service))
    const figures = [one, other, service].map((figure) => figure.toFixed(0))
    rows.push([name, ...figures, (other / one).toFixed(2), other / one <= MOST_RATIO ? '✓' : '✗'])
  }
  return rows
}

async function costOf({ galley, headers, databasePid }: SearchedEngine, queries: string[], seconds: number) {
  const shots = queries.map(
    (q): Shot => ({ method: 'GET', path: `/api/docs/search?q=${encodeURIComponent(q)}`, headers }),
  )
  const before = databasePid === undefined ? 0 : treeSeconds(databasePid)
  const { cpuMicroseconds: service, perSecond, failures } = await load(galley, shots, seconds)
  if (failures > 0) throw new Error(`${failures} searches failed`)
  const database = databasePid === undefined ? 0 : treeSeconds(databasePid) - before
  return { service, all: service + (database * 1e6) / (perSecond * seconds) }
}

/** treeSeconds is the CPU time of a process and its children; one that ends meanwhile counts for nothing. */
function treeSeconds(pid: number): number {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
  return children.reduce((sum, child) => sum + secondsIfThere(Number(child)), cpuSeconds(pid))
}

function secondsIfThere(pid: number): number {
  try {
    return cpuSeconds(pid)
  } catch {
    return 0
  }
}

function parentOf(pid: number | string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[1])
  } catch {
    return 0
  }
}

/** serverOf asks a backend for its number: its parent is the server. What it would tidy up on its own after the import is done before. */
async function serverOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const parent = parentOf(rows[0].pid)
  await client.query('vacuum (analyze)')
  await client.end()
  return parent
}
