// A site as a service leaves it that was used for a while, for tests of copies: everything goes through the API, the worker's
// steps and the scheduler, because rows that a test writes by itself are what the test expects.

import assert from 'node:assert/strict'
import { claimImport } from '../src/features/exchange/imports/claims.ts'
import { runStep } from '../src/features/exchange/imports/steps.ts'
import { DAY, HOUR } from '../src/time.ts'
import { schedulesOf } from '../src/worker/schedules.ts'
import { PASSWORD } from './accounts.ts'
import type { Built, Method, TestClock } from './build.ts'
import { zipOf } from './docx.ts'
import { sendDueMails } from './inbox.ts'
import { pipelineOf, plainDrafter, work } from './pipeline.ts'

const FOLDER = {
  'handbook/start.md': '# Start\n\nSee [the kiln](kiln.md).\n',
  'handbook/kiln.md': '---\ntitle: The kiln\n---\n\nKingfisher words, and a formula: $x^2$.\n',
}
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type UsedSite = Built & { clock: TestClock }

async function send(site: UsedSite, method: Method, url: string, payload?: object, token?: string) {
  const type = Buffer.isBuffer(payload) ? { 'content-type': 'application/octet-stream' } : {}
  const headers = { ...type, ...(token && { authorization: `Bearer ${token}` }) }
  const response = await site.app.inject({ method, url, headers, ...(payload && { payload }) })
  assert.ok(response.statusCode < 300, `${method} ${url}: ${response.statusCode} ${response.body}`)
  return response.body === '' ? undefined : response.json()
}

/** runSchedules is what the scheduler and the sender of mails do in a day. */
async function runSchedules(site: UsedSite): Promise<void> {
  for (const { run } of schedulesOf(site)) await run(new AbortController().signal)
  await sendDueMails(site)
}

/** startSite ends with the first account. The service has run since the morning: digests were planned, at seven, for nobody. */
export async function startSite(site: UsedSite): Promise<string> {
  const sinceMidnight = site.clock.now() % DAY
  site.clock.advance(DAY - sinceMidnight + 8 * HOUR)
  await runSchedules(site)
  const { access_token } = await send(site, 'POST', '/auth/register', { email: 'ada@example.com', password: PASSWORD })
  return access_token
}

/** useSite signs people in, writes, imports, drafts, comments and mails, and ends some days later. */
export async function useSite(site: UsedSite): Promise<void> {
  const ada = await startSite(site)
  await send(site, 'POST', '/auth/send-code', { identifier: 'ben@example.com' })
  const code = /\b\d{6}\b/.exec(site.mails.at(-1)!.text)![0]
  const ben = await send(site, 'POST', '/auth/verify-code', { identifier: 'ben@example.com', code })
  await send(site, 'POST', '/auth/login', { identifier: 'ada@example.com', password: PASSWORD })
  await send(site, 'PATCH', `/api/admin/users/${ben.user.id}`, { role: 'editor' }, ada)

  const { id: category_id } = await send(site, 'POST', '/api/admin/categories/', { name: 'Guides' }, ada)
  const page = { title: 'Backups', markdown: 'Backups are kept for 30 days.', category_id }
  const document = await send(site, 'POST', '/api/docs/', page, ada)
  const gone = await send(site, 'POST', '/api/docs/', { title: 'Gone', markdown: 'Soon.' }, ada)
  for (const days of [40, 45])
    await send(site, 'PUT', `/api/docs/${document.id}`, { markdown: `Kept for ${days} days.` }, ada)
  await send(site, 'DELETE', `/api/docs/${gone.id}`, undefined, ada)
  const { blocks } = await send(site, 'GET', `/api/docs/${document.id}/blocks`, undefined, ada)
  const thread = { block_id: blocks[0].id, body: 'Is it?', mentions: [ben.user.id] }
  await send(site, 'POST', `/api/docs/${document.id}/threads`, thread, ada)
  await send(site, 'POST', `/api/docs/${document.id}/threads`, { ...thread, body: 'Ben?' }, ada)
  await site.app.inject({ url: '/api/docs/search?q=kingfisher' })

  const zip = zipOf({ ...FOLDER, 'handbook/kiln.png': PICTURE })
  const { id } = await send(site, 'POST', '/api/admin/imports', { name: 'handbook', size: zip.length }, ada)
  await send(site, 'PUT', `/api/admin/imports/${id}/pieces/0`, zip, ada)
  for (const step of ['read', 'start']) {
    await send(site, 'POST', `/api/admin/imports/${id}/${step}`, {}, ada)
    await runStep(site, (await claimImport(site))!)
  }

  const { enqueue } = pipelineOf(site, { authorization: `Bearer ${ada}` })
  const { body: job } = await enqueue(document.id, { notes: 'Backups are kept for a year.' })
  await work(site, { drafter: plainDrafter() })
  await send(site, 'POST', `/api/pipeline/docs/iterations/${job.iteration_id}/approve`, {}, ada)
  await enqueue(document.id, { notes: 'Waits for somebody.' })

  for (let day = 0; day < 3; day++) {
    await runSchedules(site)
    site.clock.advance(DAY)
  }
}
