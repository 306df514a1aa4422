// Edits the pages of a folder of Markdown at random for some minutes (editing.ts), and says what it lost:
// node test/browser/edit-at-random.ts --folder docs --minutes 10 --seed 1

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { scriptCleaner } from '../cleaner.ts'
import { random } from '../random.ts'
import { openBrowser, openPage, startService } from './browser.ts'
import { editAtRandom } from './editing.ts'
import { apiOf, signUp } from './sample.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = 50
const MOST_AT_ONCE = 200
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'src/blocks/corpus' },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
  },
})
const [minutes, seed] = [Number(values.minutes), Number(values.seed)]

const t = scriptCleaner()
try {
  const service = await startService(t, { GALLEY_RATE_IP: '0', GALLEY_RATE_TOKEN: '0' })
  const page = await openPage(await openBrowser(t), service)
  await signUp(page)
  const env = { ...process.env, GALLEY_DATA: service.folder, DATABASE_URL: '' }
  // It ends with 1 where some of the folder can't be imported, which is no business of this.
  try {
    execFileSync(process.execPath, ['src/main.ts', 'import', values.folder], { cwd: ROOT, env, stdio: 'ignore' })
  } catch {}
  const ids: number[] = []
  for (let more = true; more; ) {
    const { body } = await apiOf(page)('GET', `/api/docs/private?limit=${MOST_AT_ONCE}&offset=${ids.length}`)
    const items = body as unknown as { id: number }[]
    ids.push(...items.map(({ id }) => id))
    more = items.length === MOST_AT_ONCE
  }
  const next = random(seed)
  const chosen = ids
    .map((id) => ({ id, order: next() }))
    .sort((one, other) => one.order - other.order)
    .slice(0, PAGES)
    .map(({ id }) => id)
  const end = performance.now() + minutes * 60_000
  const steps = await editAtRandom(page, chosen, seed, () => performance.now() > end)
  process.stdout.write(`passed: ${steps} steps in ${chosen.length} pages, seed ${seed}\n`)
} finally {
  await t.clean()
}
