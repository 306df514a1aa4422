// Experiment: SIGKILL to the scheduler while it publishes documents at their time, and every other time to the service as well,
// again and again over one database. Passes when every document is published, once, as its working copy was.

import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE } from '../../src/time.ts'
import { random } from '../random.ts'
import { until } from '../until.ts'
import { conclude, databaseOf, readOptions } from './experiment.ts'
import { firstToken, NO_LIMITS, newFolder, startService, stopService } from './service.ts'

const { engine, kills, documents, seed } = readOptions(
  'SIGKILL to scheduler and service while documents are published at their time.',
  { engine: 'sqlite', kills: 12, documents: 30, seed: 1 },
)
/** A kill comes within this time after the first publication of its round: most are still under way then. */
const SOON_MS = 150
const AHEAD_MS = 1_500

const next = random(seed)
const server = await databaseOf(engine)
const env = {
  ...NO_LIMITS,
  GALLEY_DATA: newFolder(),
  DATABASE_URL: server.url,
  GALLEY_LOG_LEVEL: 'error',
  GALLEY_WORKERS: '1',
}
let service = await startService(env)
const token = await firstToken(service.origin)
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

async function call(method: string, path: string, body?: object) {
  const response = await fetch(service.origin + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`)
  return JSON.parse(await response.text())
}

/** findScheduler is the process of the scheduler once it runs: the service starts it again after each kill. */
async function findScheduler(): Promise<number | undefined> {
  const procs: { kind: string; status: string; pid: number }[] = await call('GET', '/api/admin/celery/procs')
  return procs.find(({ kind, status, pid }) => kind === 'beat' && status === 'running' && isAlive(pid))?.pid
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const isPublished = async (id: number): Promise<boolean> => (await call('GET', `/api/admin/docs/${id}`)).published

/** plan makes drafts that are all due at the same moment. */
async function plan(round: number): Promise<number[]> {
  const ids: number[] = []
  for (let number = 0; number < documents; number++) {
    const draft = { title: `Round ${round}, ${number}`, markdown: `Text ${round}-${number}.` }
    ids.push((await call('POST', '/api/docs/?publish=false', draft)).id)
  }
  const at = new Date(Date.now() + AHEAD_MS).toISOString()
  await Promise.all(ids.map((id) => call('POST', `/api/docs/${id}/schedule`, { at })))
  return ids
}

const planned: number[] = []
let underWay = 0
for (let kill = 1; kill <= kills; kill++) {
  const scheduler = await until('the scheduler runs', findScheduler, MINUTE)
  const ids = await plan(kill)
  planned.push(...ids)
  await until('the first of a round is published', () => isPublished(ids[0]!), MINUTE)
  await sleep(next() * SOON_MS)
  process.kill(scheduler!, 'SIGKILL')
  if (kill % 2 === 0) {
    service.child.kill('SIGKILL')
    await service.ended
    service = await startService(env)
  }
  if ((await Promise.all(ids.map(isPublished))).includes(false)) underWay++
}

const allArePublished = async () => (await Promise.all(planned.map(isPublished))).every(Boolean)
const lost = await until('all are published', allArePublished, 3 * MINUTE).then(
  () => 0,
  async () => (await Promise.all(planned.map(isPublished))).filter((published) => !published).length,
)

/** timesPublished counts the entries of the audit trail, which are written with what they note. */
async function timesPublished(id: number): Promise<number> {
  return (await call('GET', `/api/admin/audit?action=document.published&target=document:${id}`)).items.length
}
const times = await Promise.all(planned.map(timesPublished))
const twice = times.filter((count) => count > 1).length
const views = await Promise.all(planned.map((id) => call('GET', `/api/admin/docs/${id}`)))
const odd = views.filter(({ draft, version, title, blocks }) => {
  const [, round, number] = /^Round (\d+), (\d+)$/.exec(title)!
  return draft !== null || version !== 2 || !JSON.stringify(blocks).includes(`Text ${round}-${number}.`)
}).length
await stopService(service)
await server.stop()
conclude(
  `${engine}, seed ${seed}, ${kills} kills, ${underWay} of them between two publications: of ${planned.length} scheduled documents ${lost} were not published, ${twice} more than once, ${odd} not as they were saved`,
  lost + twice + odd === 0 && underWay > 0,
)
