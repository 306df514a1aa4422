// node bench/peers/cms.ts: Galley beside Directus and Strapi, each on SQLite with the same made documents, in one run: lists,
// reads, searches and creates by wrk, and the CPU time of each server. Installs the peers into a cache of its own, which takes
// some minutes and a compiler; nothing else of the project uses them.

import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { casesFor } from '../cases.ts'
import { importCorpus, prepare } from '../fill.ts'
import { load } from '../load.ts'
import { median } from '../measure.ts'
import { CMS_PEERS, commit, machine, markdownTable, type Peers } from '../report.ts'
import { removeFolder, startGalley } from '../servers.ts'
import type { LoadResult } from '../shots.ts'
import { CASES, type CmsCase, type MeasuredCms } from './cms-cases.ts'
import { startDirectus } from './directus.ts'
import { startStrapi } from './strapi.ts'

const { docs, directusNode } = new Command('node bench/peers/cms.ts')
  .option('--docs <count>', 'documents in each', '10000')
  .option(
    '--directus-node <path>',
    'the Node for Directus, whose isolated-vm does not build for every one',
    process.execPath,
  )
  .parse()
  .opts<{ docs: string; directusNode: string }>()

const ROUNDS = 3
const SECONDS = 3
const say = (text: string) => process.stderr.write(`${text}\n`)

async function startOurs(folder: string, count: number): Promise<MeasuredCms> {
  await importCorpus({ GALLEY_DATA: folder }, count)
  const galley = await startGalley({}, folder)
  const allCases = casesFor(await prepare(galley, count))
  const shots = (name: string) => allCases.find((one) => one.name === name)!.shots
  const cases = {
    list: shots('list'),
    read: shots('slug + token'),
    'search 2 %': shots('search 2 %'),
    create: shots('create'),
  }
  return { ...galley, name: 'Galley', cases }
}

async function measured(cms: MeasuredCms, name: CmsCase): Promise<LoadResult> {
  await load(cms, cms.cases[name](0), 1)
  const rounds: LoadResult[] = []
  for (let round = 1; round <= ROUNDS; round++) rounds.push(await load(cms, cms.cases[name](round), SECONDS))
  const failures = rounds.reduce((sum, one) => sum + one.failures, 0)
  if (failures > 0) throw new Error(`${cms.name}, ${name}: ${failures} requests failed`)
  const of = (pick: (one: LoadResult) => number) => median(rounds.map(pick))
  const [cpuMicroseconds, perSecond] = [of((one) => one.cpuMicroseconds), of((one) => one.perSecond)]
  return {
    cpuMicroseconds,
    databaseMicroseconds: 0,
    perSecond,
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    failures,
  }
}

const cells = ({ cpuMicroseconds, perSecond, p99 }: LoadResult): string[] => [
  Math.round(cpuMicroseconds).toLocaleString('en'),
  Math.round(perSecond).toLocaleString('en'),
  p99.toFixed(0),
]

const rows: string[][] = []
for (const start of [startOurs, startDirectus, startStrapi]) {
  const folder = mkdtempSync(join(tmpdir(), 'galley-cms-'))
  try {
    const cms = await start(folder, Number(docs), directusNode)
    try {
      for (const name of CASES) {
        say(`${cms.name}, ${name} …`)
        rows.push([cms.name, name, ...cells(await measured(cms, name))])
      }
    } finally {
      await cms.stop()
    }
  } finally {
    removeFolder(folder)
  }
}
const table = [['', '', 'CPU µs', 'requests/s', 'p99 ms'], ...rows]
const result: Peers = {
  at: new Date().toISOString(),
  commit: commit(),
  machine: machine(),
  documents: Number(docs),
  tables: [table],
}
writeFileSync(CMS_PEERS, `${JSON.stringify(result, null, 2)}\n`)
process.stdout.write(`${markdownTable(table)}\n`)
process.exit(0)
