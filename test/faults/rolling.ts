// Experiment: a node of the previous release and one of this release over one PostgreSQL, both under write load; the new one
// migrates while the old one writes, and then the old one is restarted on the newer schema. Passes when nobody meets an error
// and nothing acknowledged is lost.

import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS } from '../../src/engine/db/migrate.ts'
import { MINUTE } from '../../src/time.ts'
import { startPostgres } from '../postgres.ts'
import { until } from '../until.ts'
import { conclude, readOptions, refuse } from './experiment.ts'
import { firstToken, NO_LIMITS, newFolder, startService, stopService } from './service.ts'
import { Writers } from './writers.ts'

const { writes, clients } = readOptions('The previous release and this one at once, over one PostgreSQL.', {
  writes: 1_000,
  clients: 4,
})
const root = join(import.meta.dirname, '../..')
const release = readFileSync(join(import.meta.dirname, 'previous-release'), 'utf8').trim()
if (spawnSync('git', ['cat-file', '-e', `${release}^{commit}`], { cwd: root }).status !== 0)
  refuse(`The commit ${release} is not here: this needs a clone with history.`)
const old = newFolder()
execFileSync('sh', ['-c', `git archive ${release} | tar x -C ${old}`], { cwd: root })
const migrationsOf = (folder: string) => readdirSync(join(folder, 'src/engine/db/migrations'))
const since = migrationsOf(root).filter((name) => !migrationsOf(old).includes(name))
if (since.length === 0) refuse(`${release} has the schema of this version: beside it nothing would be proved.`)
const taking = MIGRATIONS.filter(({ name, phase }) => since.includes(`${name}.ts`) && phase === 'contract')
if (taking.length > 0)
  refuse(
    `${taking.map(({ name }) => name).join(', ')} take away what ${release} uses: this version needs all nodes stopped once.`,
  )
const lockOf = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8')
if (lockOf(old) === lockOf(root)) symlinkSync(join(root, 'node_modules'), join(old, 'node_modules'))
else execFileSync('npm', ['ci', '--ignore-scripts', '--omit=dev', '--loglevel=error'], { cwd: old, stdio: 'inherit' })

const postgres = await startPostgres(process.env.TEST_DATABASE_URL)
const env = { ...NO_LIMITS, DATABASE_URL: postgres.url, GALLEY_LOG_LEVEL: 'silent' }
const startOld = () => startService({ ...env, GALLEY_NODE: 'before' }, [], old)
let before = await startOld()
const token = await firstToken(before.origin)
const there = new Writers(() => before.origin, token)
there.start(clients)
await reach(there, writes / 4)
const after = await startService({ ...env, GALLEY_NODE: 'after' })
const here = new Writers(() => after.origin, token)
here.start(clients)
await reach(here, writes / 4)
await reach(there, writes / 2)
await there.stop()
await stopService(before)
before = await startOld()
there.start(clients)
await reach(here, writes / 2)
await reach(there, writes)
await there.stop()
await here.stop()
const lost = (await here.lost()) + (await there.lost(after.origin)) + (await here.lost(before.origin))
const pages = await Promise.all(
  [before, after].flatMap(({ origin }) => ['/', '/api/docs/', '/api/docs/tree'].map((path) => fetch(origin + path))),
)
await stopService(before)
await stopService(after)
await postgres.stop()
const odd = [there.odd([]), here.odd([]), ...pages.filter(({ ok }) => !ok).map(({ url, status }) => `${url} ${status}`)]
conclude(
  `${release}, restarted once, beside this version, which adds ${since.map((name) => name.slice(0, -3)).join(', ')}: ${there.writes} and ${here.writes} writes, ${lost} lost; other responses: ${odd.filter(Boolean).join(', ') || 'none'}`,
  lost === 0 && odd.every((one) => one === ''),
)

/** reach waits for writes, but not for those of a node that can't write any more. */
async function reach(writers: Writers, writes: number): Promise<void> {
  const isRefused = () => writers.odd([]) !== '' || writers.broken > 0
  await until(`${writes} writes, or one that fails`, () => writers.writes >= writes || isRefused(), 10 * MINUTE)
  if (isRefused()) conclude(`${release} beside this version: ${writers.odd([])}, ${writers.broken} cut off`, false)
}
