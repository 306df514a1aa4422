// node bench/flame.ts <case> [file.cpuprofile]: where the service's time goes while one case runs, as a profile that browsers'
// developer tools draw as a flame graph. The service is the same as in `npm run bench`; only V8's sampling profiler is on.

import { writeFileSync } from 'node:fs'
import { freePort } from '../test/postgres.ts'
import { casesFor } from './cases.ts'
import { importCorpus, prepare } from './fill.ts'
import { load } from './load.ts'
import { removeFolder, startGalley } from './servers.ts'

const DOCUMENTS = 10_000
const SECONDS = 8
const SAMPLE_MICROSECONDS = 250

const [name = 'create', file = `${name.replaceAll(/\W+/g, '-')}.cpuprofile`] = process.argv.slice(2)
const port = await freePort()
const galley = await startGalley({ NODE_OPTIONS: `--inspect=127.0.0.1:${port}` })
try {
  await importCorpus(galley.env, DOCUMENTS)
  const cases = casesFor(await prepare(galley, DOCUMENTS))
  const one = cases.find((listed) => listed.name === name)
  if (!one) throw new Error(`no such case: ${name}; there are ${cases.map((listed) => listed.name).join(', ')}`)
  await load(galley, one.shots(0), SECONDS / 2)
  const inspector = await connect(port)
  await inspector.call('Profiler.enable')
  await inspector.call('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS })
  await inspector.call('Profiler.start')
  const { cpuMicroseconds } = await load(galley, one.shots(1), SECONDS)
  const { profile } = (await inspector.call('Profiler.stop')) as { profile: unknown }
  // A process that is watched waits at its end for the one that watches it.
  inspector.close()
  writeFileSync(file, JSON.stringify(profile))
  process.stdout.write(`${file}: ${name}, ${Math.round(cpuMicroseconds)} µs of CPU a request\n`)
} finally {
  await galley.stop()
  removeFolder(galley.folder)
}
process.exit(0)

/** connect speaks to the service's inspector: a call is answered by its number. */
async function connect(inspectorPort: number) {
  const [target] = (await (await fetch(`http://127.0.0.1:${inspectorPort}/json`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  const socket = new WebSocket(target!.webSocketDebuggerUrl)
  const waiting = new Map<number, (result: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id: number; result: unknown }
    waiting.get(id)?.(result)
  })
  await new Promise((resolve) => socket.addEventListener('open', resolve, { once: true }))
  let calls = 0
  return {
    call: (method: string, params: object = {}) =>
      new Promise<unknown>((resolve) => {
        waiting.set(++calls, resolve)
        socket.send(JSON.stringify({ id: calls, method, params }))
      }),
    close: () => socket.close(),
  }
}
