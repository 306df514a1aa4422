// node bench/bystander.ts: what one kind of work costs everyone else. A steady stream of mixed reads is measured alone, then
// while a worker drafts at full speed, then while people sign in: the ratio of the p99s is the result, all in one run.

import { spawn } from 'node:child_process'
import autocannon from 'autocannon'
import { casesFor, type Known } from './cases.ts'
import { madeDocument } from './corpus.ts'
import { importCorpus, post, prepare } from './fill.ts'
import { type Galley, removeFolder, startGalley } from './servers.ts'

const RATE = 200
const SECONDS = 12
const SIGN_INS_A_SECOND = 20
const READS = ['list', 'slug + token', 'tree', 'blocks', 'search 2 %', 'suggest']

const folder = process.argv[2]
const galley = await startGalley({}, folder)
try {
  if (!folder) await importCorpus(galley.env, 10_000)
  const known = await prepare(galley, 10_000)
  await reads(galley, known, 4)
  const alone = await reads(galley, known, SECONDS)
  const drafting = await whileDrafting(galley, known, () => reads(galley, known, SECONDS))
  const signing = await whileSigningIn(galley, () => reads(galley, known, SECONDS))
  const line = (name: string, p99: number) =>
    `${name.padEnd(34)} p99 ${String(p99).padStart(5)} ms   ${(p99 / alone).toFixed(1)} × alone\n`
  process.stdout.write(`${RATE} reads a second (${READS.join(', ')}), 10,000 documents\n`)
  process.stdout.write(
    line('alone', alone) +
      line('while a worker drafts', drafting.p99) +
      line(`while ${signing.perSecond.toFixed(0)} people a second sign in`, signing.p99),
  )
} finally {
  await galley.stop()
  removeFolder(galley.folder)
}
process.exit(0)

/** reads sends the mix at a steady rate over few connections and returns the p99, in milliseconds. */
async function reads(target: Galley, known: Known, seconds: number): Promise<number> {
  const shots = casesFor(known)
    .filter(({ name }) => READS.includes(name))
    .flatMap(({ shots: all }) => all.slice(0, 40))
  const mixed = shots.map((_, index) => shots[(index * 61) % shots.length]!)
  const result = await autocannon({
    url: target.origin,
    connections: 8,
    duration: seconds,
    overallRate: RATE,
    requests: mixed.map(({ method, path, headers }) => ({
      method,
      path,
      headers: { 'accept-encoding': 'gzip', ...headers },
    })),
  })
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx + result.errors} reads failed`)
  return result.latency.p99
}

async function whileDrafting(target: Galley, known: Known, work: () => Promise<number>): Promise<{ p99: number }> {
  const ids: number[] = []
  for (let index = 0; index < 1_000; index++) {
    ids.push((await post(target.origin, '/api/docs/', { title: `To draft ${index}` }, known.headers)).id as number)
  }
  const worker = spawn(process.execPath, ['src/main.ts', 'worker'], {
    cwd: new URL('..', import.meta.url).pathname,
    stdio: 'ignore',
    env: { ...process.env, ...target.env },
  })
  try {
    const notes = madeDocument(9_000_000).markdown.slice(0, 2_048)
    await post(target.origin, '/api/pipeline/docs/enqueue_many', { document_ids: ids, notes }, known.headers)
    return { p99: await work() }
  } finally {
    worker.kill('SIGTERM')
  }
}

async function whileSigningIn(
  target: Galley,
  work: () => Promise<number>,
): Promise<{ p99: number; perSecond: number }> {
  let done = 0
  const begun = performance.now()
  const login = () =>
    post(
      target.origin,
      '/auth/login',
      { identifier: 'bench@example.com', password: 'measured-twice-cut-once' },
      {},
    ).then(
      () => done++,
      () => {},
    )
  const timer = setInterval(login, 1_000 / SIGN_INS_A_SECOND)
  const p99 = await work()
  clearInterval(timer)
  return { p99, perSecond: done / ((performance.now() - begun) / 1_000) }
}
