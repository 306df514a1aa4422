// The pipeline's throughput: many documents enqueued at once, the service's worker, until every one is in review.

import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchSite } from './cases.ts'
import { madeDocument } from './corpus.ts'
import { post } from './fill.ts'
import type { Galley } from './servers.ts'

const NOTES_LENGTH = 2_048

/** draftsPerSecond counts from the enqueue to the last document's review; a failed job counts as a failure of the benchmark. */
export async function draftsPerSecond(galley: Galley, site: BenchSite, documents: number): Promise<number> {
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
