// Sends lines to an HTTP endpoint (JSON lines) or a syslog server over TCP or TLS (RFC 5424 in frames of
// RFC 6587). Resolves when they were delivered, as far as that can be known; rejects otherwise, and the caller retries.

import { once } from 'node:events'
import { connect } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'
import { SECOND } from '#time.ts'

const LONGEST_MS = 10 * SECOND
/** PRIORITY is facility 13 (audit), severity 6 (informational). */
const PRIORITY = 13 * 8 + 6
const PORTS: Record<string, number> = { 'syslog:': 514, 'syslogs:': 6514 }

type SinkLine = { at: string; kind: string; json: string }

export async function sendLines(address: string, token: string, lines: readonly SinkLine[]): Promise<void> {
  const url = new URL(address)
  if (url.protocol in PORTS) await sendToSyslog(url, lines)
  else await sendToHttp(url, token, lines)
}

async function sendToHttp(url: URL, token: string, lines: readonly SinkLine[]): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-ndjson',
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    },
    body: lines.map(({ json }) => `${json}\n`).join(''),
    redirect: 'error',
    signal: AbortSignal.timeout(LONGEST_MS),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`the sink responded with ${response.status}`)
}

/** Syslog has no acknowledgement: success means that all bytes were taken and the connection closed cleanly. */
async function sendToSyslog(url: URL, lines: readonly SinkLine[]): Promise<void> {
  const to = { host: url.hostname, port: Number(url.port) || PORTS[url.protocol]! }
  const socket = url.protocol === 'syslogs:' ? connectTls({ ...to, servername: to.host }) : connect(to)
  socket.setTimeout(LONGEST_MS, () => socket.destroy(new Error('the sink does not respond')))
  socket.resume()
  socket.end(lines.map(frameOf).join(''))
  await once(socket, 'close')
  if (socket.errored) throw socket.errored
}

function frameOf({ at, kind, json }: SinkLine): string {
  const message = `<${PRIORITY}>1 ${at} ${hostname()} galley ${process.pid} ${kind} - ${json}`
  return `${Buffer.byteLength(message)} ${message}`
}
