// Breaks the code on purpose, once for each promise, and runs the experiment that must notice. Passes when every break is
// caught. The copy has no repository and shares the installed packages; the checkout itself is never touched.

import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { conclude, readOptions } from './experiment.ts'
import { MUTATIONS, type Mutation } from './mutations.ts'
import { newFolder } from './service.ts'

const { only } = readOptions('Every promise is broken on purpose; its experiment must fail.', { only: '' })
const root = join(import.meta.dirname, '../..')
const LEFT_OUT = ['node_modules', '.git', 'data']
/** An experiment that takes longer may have noticed, but does not say what. */
const LONGEST_MS = 600_000

/** makeCopy brings the whole checkout: experiments start its commands. */
function makeCopy(): string {
  const copy = newFolder()
  for (const name of readdirSync(root))
    if (!LEFT_OUT.includes(name)) cpSync(join(root, name), join(copy, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** catches: a promise that does not hold is said so; an experiment that crashed, or can't be made here, proves nothing. */
function catches({ experiment, file, from, to, shows = /^/ }: Mutation): boolean {
  const copy = makeCopy()
  const path = join(copy, file)
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(from, () => to),
  )
  const [script, ...options] = experiment.split(' ')
  const run = spawnSync(process.execPath, [join('test/faults', script!), ...options], {
    cwd: copy,
    encoding: 'utf8',
    timeout: LONGEST_MS,
    // Releases before this one are found in the checkout's history.
    env: { ...process.env, GIT_DIR: join(root, '.git') },
  })
  const lastLine = `${run.stdout}${run.stderr}`.trim().split('\n').at(-1)?.slice(0, 400)
  const failure = /^FAILED: .*/m.exec(run.stdout)?.[0]
  const isCaught = run.status === 1 && failure !== undefined && shows.test(failure)
  const why = run.error ? `not within ${LONGEST_MS / 1000} s` : 'NOT CAUGHT'
  const verdict = isCaught ? 'caught' : run.status === 2 ? 'not possible here' : why
  process.stdout.write(`${verdict}: ${experiment} without ${JSON.stringify(from.trim())}: ${lastLine}\n`)
  return isCaught
}

const tried = MUTATIONS.filter(({ experiment }) => experiment.startsWith(only))
const caught = tried.filter(catches)
conclude(`${caught.length} of ${tried.length} breaks were caught`, caught.length === tried.length)
