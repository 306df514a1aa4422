// Load through wrk, where it is installed: autocannon runs out of CPU before the floor does, so its ratios flatter us.
// wrk takes raw requests from a file, in turn over all connections, and prints its figures as one line of JSON.

import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LoadResult, Shot } from './shots.ts'

export const hasWrk: boolean = spawnSync('wrk', ['--version']).error === undefined

/** Each request in the file is its length, a line break, and its bytes. */
const SCRIPT = `
local requests, at = {}, 0
function init()
  local file = io.open(os.getenv('SHOTS'), 'rb')
  while true do
    local length = file:read('*n')
    if not length then break end
    file:read(1)
    requests[#requests + 1] = file:read(length)
  end
  file:close()
end
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('RESULT {"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"failures":%d}\\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3, failed))
end
`

type Figures = { requests: number; seconds: number; p50: number; p99: number; failures: number }

/** wrkLoad is `load` without the CPU, which the caller measures around it. */
export async function wrkLoad(
  origin: string,
  shots: Shot[],
  seconds: number,
  connections: number,
): Promise<Omit<LoadResult, 'cpuMicroseconds' | 'databaseMicroseconds'> & { requests: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-wrk-'))
  try {
    const [script, file] = [join(folder, 'shots.lua'), join(folder, 'shots')]
    writeFileSync(script, SCRIPT)
    writeFileSync(file, Buffer.concat(shots.map((shot) => rawRequest(new URL(origin).host, shot))))
    const args = ['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`]
    const output = await run([...args, '--timeout', '30s', '--script', script, origin], { SHOTS: file })
    const figures = JSON.parse(/^RESULT (.*)$/m.exec(output)![1]!) as Figures
    return { ...figures, perSecond: figures.requests / figures.seconds }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rawRequest(host: string, { method, path, headers = {}, body }: Shot): Buffer {
  const content = body === undefined ? undefined : Buffer.from(body)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(content ? ['Content-Type: application/json', `Content-Length: ${content.length}`] : []),
  ]
  const request = Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), content ?? Buffer.alloc(0)])
  return Buffer.concat([Buffer.from(`${request.length}\n`), request])
}

function run(args: string[], env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('wrk', args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve(output) : reject(new Error(`wrk ended with ${code}: ${output}`))))
  })
}
