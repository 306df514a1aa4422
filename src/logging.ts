// The log: JSON lines with tokens, passwords, codes and cookies taken out, wherever they come from.

import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'
import { GatheredLog } from './gathered-log.ts'
import { stamp } from './time.ts'

const SECRETS = new Set(
  'password code token access_token authorization cookie set-cookie x-api-key apikey secret current_password'.split(
    ' ',
  ),
)
const REDACTED = '[redacted]'
const DEEPEST = 4
const STANDARD_OUTPUT = 1

export function createLog(
  config: Pick<Config, 'logLevel' | 'nodeName'>,
  destination: DestinationStream = new GatheredLog(STANDARD_OUTPUT),
): Logger {
  return pino(
    {
      level: config.logLevel,
      base: { node: config.nodeName, pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: (entry) => withoutSecrets(entry, 0) as Record<string, unknown> },
    },
    destination,
  )
}

/** withoutSecrets copies an entry only where it hides something; names count in upper and lower case, down to a few levels. */
function withoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error || depth >= DEEPEST) return value
  let copy: Record<string, unknown> | undefined
  for (const [key, inner] of Object.entries(value)) {
    const shown = SECRETS.has(key) || SECRETS.has(key.toLowerCase()) ? REDACTED : withoutSecrets(inner, depth + 1)
    if (shown === inner) continue
    copy ??= Array.isArray(value) ? ([...value] as unknown as Record<string, unknown>) : { ...(value as object) }
    copy[key] = shown
  }
  return copy ?? value
}

/** A RequestLine is what is known of a request once it has been responded to. */
export type RequestLine = {
  id: string
  method: string
  route: string
  status: number
  ms: number
  user: number | null
  address: string
}

/**
 * requestLogger writes the line of a request the way the log would, but puts it together itself: with one line per
 * request, the log's general way took 6.0 µs instead of 1.1, a ninth of a cached response. Every field is known; none can hold a secret.
 */
export function requestLogger(log: Logger): (line: RequestLine) => void {
  const stream = (log as unknown as Record<symbol, DestinationStream>)[pino.symbols.streamSym]
  if (!stream) return () => {}
  const base = JSON.stringify({ ...log.bindings(), pid: process.pid }).slice(1, -1)
  const routes = new Map<string, string>()
  let lines = ''
  const flush = () => {
    stream.write(lines)
    lines = ''
  }
  return ({ id, method, route, status, ms, user, address }) => {
    if (!log.isLevelEnabled('info')) return
    if (!routes.has(route)) routes.set(route, JSON.stringify(route))
    const who = user === null ? '' : `"user":${user},`
    // Written with all other lines of this turn of the event loop: at every write the stream counts what it has gathered.
    if (lines === '') setImmediate(flush)
    lines += `{"level":30,"time":"${stamp(Date.now())}",${base},"reqId":"${id}","method":"${method}","route":${routes.get(route)},"status":${status},"ms":${Math.round(ms * 100) / 100},${who}"ip":${JSON.stringify(address)},"msg":"request"}\n`
  }
}
