// npm run bench: starts its own service on a temporary folder, fills it, measures every case against the floor, prints one table.

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { startPostgres } from '../test/postgres.ts'
import { askQuality } from './ask/ask.ts'
import { askCost } from './ask/cost.ts'
import { type BenchSite, casesFor } from './cases.ts'
import { whileChanging } from './changing.ts'
import { madeDocument } from './corpus.ts'
import { evidenceCost } from './evidence.ts'
import { importCorpus, post, prepare } from './fill.ts'
import { load } from './load.ts'
import { type BenchRow, measure } from './measure.ts'
import { commit, comparison, machine, markdown, memoryText, type Result, tables } from './report.ts'
import { searchQuality } from './search-quality.ts'
import { databaseServer, type Galley, memoryOf, removeFolder, startFloor, startGalley } from './servers.ts'
import { uncached } from './uncached.ts'

/** The pipeline's throughput: many documents enqueued at once, the service's worker, until every one is in review. */
const NOTES_LENGTH = 2_048

/** draftsPerSecond counts from the enqueue to the last document's review; a failed job counts as a failure of the benchmark. */
async function draftsPerSecond(galley: Galley, site: BenchSite, documents: number): Promise<number> {
  const ids: number[] = []
  for (let index = 0; index < documents; index++) {
    const document = await post(galley.origin, '/api/docs/', { title: `To draft ${index}` }, site.headers)
    ids.push(document.id as number)
  }
  const notes = madeDocument(9_000_000).markdown.repeat(2).slice(0, NOTES_LENGTH)
  // The first job makes the worker load what drafts.
  await post(galley.origin, '/api/pipeline/docs/enqueue_many', { document_ids: ids.slice(0, 1), notes }, site.headers)
  await untilDrafted(galley, site)
  const started = performance.now()
  await post(galley.origin, '/api/pipeline/docs/enqueue_many', { document_ids: ids.slice(1), notes }, site.headers)
  await untilDrafted(galley, site)
  return (documents - 1) / ((performance.now() - started) / 1000)
}

async function untilDrafted(galley: Galley, site: BenchSite): Promise<void> {
  for (;;) {
    const { failed, queued, open } = await states(galley, site)
    if (failed > 0) throw new Error(`${failed} jobs failed`)
    if (queued === 0 && open === 0) return
    await sleep(50)
  }
}

/** states reads /metrics, which counts jobs by status without touching the documents. */
async function states(galley: Galley, site: BenchSite): Promise<{ queued: number; open: number; failed: number }> {
  const text = await (await fetch(`${galley.origin}/metrics`, { headers: site.headers })).text()
  const of = (status: string) =>
    Number(new RegExp(`^galley_jobs\\{status="${status}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return { queued: of('queued'), open: of('processing'), failed: of('failed') }
}

const program = new Command('npm run bench --')
  .description('Measures Galley against a bare node:http server that sends the same bytes, in the same run.')
  .option('--full', 'longer rounds')
  .option('--docs <count>', 'documents to fill in', '10000')
  .option('--engine <name>', 'sqlite or postgres', 'sqlite')
  .option('--nodes <count>', 'service nodes that share the database (postgres)', '1')
  .option('--changing', 'also reads under writes, on the last node while the first is written to, and uncached costs')
  .option('--search-quality <folder>', 'only how well search finds the headings of a folder of Markdown')
  .option('--ask <folder>', "only how well people's own questions are met, over the documentations of bench/ask/ there")
  .option(
    '--ask-cost <folder>',
    'only what an answer costs on both engines, over pages mixed from the same documentations',
  )
  .option(
    '--evidence',
    'only what checking quotes costs a save, with ten quotes a document, and the list of what needs a look',
  )
  .option('--only <text>', 'only the cases whose names contain this')
  .option('--compare <file>', 'show what changed since an earlier result')
  .option('--out <file>', 'where to write the result as JSON', 'bench/results/latest.json')
  .option('--markdown <file>', 'also write the table as Markdown')
  .parse()

const options = program.opts<{
  full?: boolean
  changing?: boolean
  docs: string
  engine: string
  nodes: string
  only?: string
  compare?: string
  out: string
  markdown?: string
  searchQuality?: string
  ask?: string
  askCost?: string
  evidence?: boolean
}>()
const say = (text: string) => process.stderr.write(`${text}\n`)
if (options.searchQuality) {
  process.stdout.write(`${await searchQuality(options.searchQuality, say)}\n`)
  process.exit(0)
}
if (options.ask) {
  process.stdout.write(`${await askQuality(options.ask)}\n`)
  process.exit(0)
}
if (options.askCost) {
  process.stdout.write(`${await askCost(options.askCost, Number(options.docs), say)}\n`)
  process.exit(0)
}
if (options.evidence) {
  process.stdout.write(`${await evidenceCost(Number(options.docs), 10, say)}\n`)
  process.exit(0)
}
const [WARM_UP_SHOTS, WARM_UP_SECONDS] = [20, 5]
/** Time for V8 to release memory. */
const REST_MS = 60_000
const SETTLE_MS = 10_000
const [rounds, seconds] = options.full ? [5, 3] : [5, 1]
const documents = Number(options.docs)
const folder = mkdtempSync(join(tmpdir(), 'galley-bench-'))
const postgres = options.engine === 'postgres' ? await startPostgres(undefined, true) : undefined
const env: Record<string, string> = {
  GALLEY_DATA: folder,
  GALLEY_LOG_LEVEL: 'info',
  ...(postgres && { DATABASE_URL: postgres.url }),
}
const nodes: Galley[] = []
const floor = await startFloor()

try {
  say(`importing ${documents.toLocaleString('en')} documents …`)
  const importSeconds = await importCorpus(env, documents)
  for (let node = 0; node < Number(options.nodes); node++)
    nodes.push(
      // Started as users do, the first brings its worker and the scheduler along: they, too, take memory.
      {
        ...(await startGalley(
          { ...env, GALLEY_NODE: `bench-${node}`, ...(node === 0 && { GALLEY_WORKERS: '1' }) },
          folder,
        )),
        ...(postgres && { databasePid: await databaseServer(postgres.url) }),
      },
    )
  const [galley] = nodes as [Galley, ...Galley[]]
  const site = await prepare(galley, documents)
  await sleep(SETTLE_MS)
  const started = memoryOf(galley)

  const rows: BenchRow[] = []
  const cases = casesFor(site).filter(({ name }) => name.includes(options.only ?? ''))
  // Warm up, so that the first case isn't slower.
  const reads = cases.flatMap(({ shots }) =>
    shots(0)
      .filter(({ method }) => method === 'GET')
      .slice(0, WARM_UP_SHOTS),
  )
  if (reads.length > 0) await load(galley, reads, WARM_UP_SECONDS)
  for (const one of cases) {
    say(`measuring ${one.name} …`)
    rows.push(await measure(one, galley, floor, rounds, seconds))
  }
  const [uncachedRows, changingRows] = options.changing
    ? [await uncached(galley, site, say), await whileChanging(nodes.at(-1)!, galley, site, say)]
    : []
  say('measuring drafts …')
  const drafts = await draftsPerSecond(galley, site, 300)
  const after = memoryOf(galley)
  say('a minute of rest …')
  await sleep(REST_MS)
  const atRest = memoryOf(galley)
  const result: Result = {
    at: new Date().toISOString(),
    commit: commit(),
    machine: machine(),
    engine: options.engine,
    nodes: Number(options.nodes),
    documents,
    startSeconds: galley.startSeconds,
    importSeconds,
    draftsPerSecond: drafts,
    rows,
    ...(uncachedRows && { uncached: uncachedRows }),
    ...(changingRows && { changing: changingRows }),
    memory: { started, after, atRest },
  }
  mkdirSync('bench/results', { recursive: true })
  writeFileSync(options.out, `${JSON.stringify(result, null, 2)}\n`)
  if (options.markdown) writeFileSync(options.markdown, markdown(result))
  process.stdout.write(
    `\n${tables(result)}\n\nimport ${importSeconds.toFixed(1)} s · start ${galley.startSeconds.toFixed(2)} s · ${memoryText(result)} · ${drafts.toFixed(0)} drafts/s\n`,
  )
  if (options.compare)
    process.stdout.write(`\n${comparison(JSON.parse(readFileSync(options.compare, 'utf8')), result)}\n`)
  if (rows.some((row) => row.failures > 0))
    throw new Error(
      `failed requests: ${rows
        .filter((row) => row.failures > 0)
        .map((row) => `${row.name} ${row.failures}`)
        .join(', ')}`,
    )
} finally {
  for (const node of nodes) await node.stop()
  await floor.stop()
  await postgres?.stop()
  removeFolder(folder)
}
process.exit(0)
