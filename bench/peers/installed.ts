// Where peers are installed: outside the source tree, so that our tools don't read their files.

import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, openSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MeasuredServer } from '../servers.ts'

const CACHE = join(import.meta.dirname, '..', '..', 'node_modules', '.cache')

/** An environment with this Node on PATH, for which npm builds native modules. */
export const on = (node: string): NodeJS.ProcessEnv => ({
  ...process.env,
  PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
})

/** installed copies bench/peers/{name} into the cache, and installs what its package.json names on the first run. */
export function installed(name: string, node: string): string {
  const folder = join(CACHE, `peers-${name}`)
  cpSync(join(import.meta.dirname, name), folder, { recursive: true })
  if (!existsSync(join(folder, 'node_modules'))) {
    process.stderr.write(`installing ${name} …\n`)
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--legacy-peer-deps'], {
      cwd: folder,
      env: on(node),
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  }
  return folder
}

type PeerProcess = {
  node: string
  cwd: string
  words: string[]
  env: Record<string, string>
  log: string
  port: number
}

const START_MS = 180_000

/** startPeer waits until the peer answers at `path`. */
export async function startPeer(
  { node, cwd, words, env, log, port }: PeerProcess,
  path: string,
): Promise<MeasuredServer> {
  const output = openSync(log, 'a')
  const child = spawn(node, words, {
    cwd,
    env: { ...on(node), NODE_ENV: 'production', ...env },
    stdio: ['ignore', output, output],
  })
  const origin = `http://127.0.0.1:${port}`
  const giveUpAt = performance.now() + START_MS
  while (
    !(await fetch(origin + path).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || performance.now() > giveUpAt)
      throw new Error(`${words.join(' ')} does not answer; see ${log}`)
    await sleep(100)
  }
  const stop = () => new Promise<void>((resolve) => void child.once('exit', () => resolve()).kill('SIGKILL'))
  return { pid: child.pid!, origin, stop }
}

/** sent posts one body and gives the response's; anything but a success is an error. */
export async function sent(url: string, headers: Record<string, string>, body: unknown): Promise<unknown> {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
