// node bench/bystander.ts [--data folder]: what one kind of work costs everyone else. A steady stream of mixed reads is
// measured by itself, while a worker drafts at full speed, while people sign in, and while others save without a pause: the
// ratio of the p99s is the result, all in one run.

import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions } from '../test/faults/experiment.ts'
import { type BenchSite, casesFor } from './cases.ts'
import { madeDocument } from './corpus.ts'
import { importCorpus, post, prepare } from './fill.ts'
import { load } from './load.ts'
import { RATE, READS, reads } from './reads.ts'
import { BYSTANDERS, type Bystanders, commit, machine } from './report.ts'
import { type Galley, removeFolder, startGalley, startWorker } from './servers.ts'

const SECONDS = 12
const SIGN_INS_A_SECOND = 20
const SAVERS = 8
const START_SECONDS = 2
/** Enough for one worker to be busy all the time that is measured. */
const TO_DRAFT = 2_000
const MOST_AT_ONCE = 1_000

const { data } = readOptions('What one kind of work costs everyone else; `data` is a folder that is filled already.', {
  data: '',
})
const galley = await startGalley({}, data || undefined)
try {
  if (!data) await importCorpus(galley.env, 10_000)
  const known = await prepare(galley, 10_000)
  await reads(galley, known, 4)
  const alone = await reads(galley, known, SECONDS)
  const drafting = await whileDrafting(galley, known, () => reads(galley, known, SECONDS))
  const signing = await whileSigningIn(galley, () => reads(galley, known, SECONDS))
  const saving = await whileSaving(galley, known, () => reads(galley, known, SECONDS))
  const result: Bystanders = {
    at: new Date().toISOString(),
    commit: commit(),
    machine: machine(),
    aSecond: RATE,
    reads: READS,
    p99: {
      alone,
      'a worker drafts at full speed': drafting.p99,
      [`${Math.round(signing.perSecond)} people a second sign in`]: signing.p99,
      [`${SAVERS} save without a pause, ${Math.round(saving.perSecond)} documents a second`]: saving.p99,
    },
  }
  writeFileSync(BYSTANDERS, `${JSON.stringify(result, null, 2)}\n`)
  const line = (name: string, p99: number) =>
    `${name.padEnd(34)} p99 ${p99.toFixed(1).padStart(6)} ms   ${(p99 / alone).toFixed(1)} × alone\n`
  process.stdout.write(`${RATE} reads a second (${READS.join(', ')}), 10,000 documents\n`)
  process.stdout.write(
    line('alone', alone) +
      line('while a worker drafts', drafting.p99) +
      line(`while ${signing.perSecond.toFixed(0)} people a second sign in`, signing.p99) +
      line(`while ${saving.perSecond.toFixed(0)} documents a second are saved`, saving.p99),
  )
} finally {
  await galley.stop()
  if (!data) removeFolder(galley.folder)
}
process.exit(0)

async function whileDrafting(target: Galley, known: BenchSite, work: () => Promise<number>): Promise<{ p99: number }> {
  const ids: number[] = []
  for (let index = 0; index < TO_DRAFT; index++) {
    ids.push((await post(target.origin, '/api/docs/', { title: `To draft ${index}` }, known.headers)).id as number)
  }
  const worker = startWorker(target)
  try {
    const notes = madeDocument(9_000_000).markdown.slice(0, 2_048)
    for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
      const body = { document_ids: ids.slice(from, from + MOST_AT_ONCE), notes }
      await post(target.origin, '/api/pipeline/docs/enqueue_many', body, known.headers)
    }
    return { p99: await work() }
  } finally {
    await worker.stop()
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

async function whileSaving(
  target: Galley,
  known: BenchSite,
  work: () => Promise<number>,
): Promise<{ p99: number; perSecond: number }> {
  const { shots } = casesFor(known).find(({ name }) => name === 'create')!
  const saving = load(target, shots(0), SECONDS + 2 * START_SECONDS, SAVERS)
  // The sender itself is busy when it begins: that is not what is measured.
  await sleep(START_SECONDS * 1_000)
  const p99 = await work()
  return { p99, perSecond: (await saving).perSecond }
}
