// The log: JSON lines with tokens, passwords, codes and cookies taken out, whoever passes them in. Lines are gathered for a
// moment and written together, off the way of requests; a fatal end flushes what is left.

import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'

const SECRETS = new Set(
  'password code token access_token authorization cookie set-cookie x-api-key apikey secret current_password'.split(
    ' ',
  ),
)
const REDACTED = '[redacted]'
const DEEPEST = 4
const GATHERED_BYTES = 8_192
const GATHERED_MS = 200

export function createLog(
  config: Pick<Config, 'logLevel' | 'nodeName'>,
  destination: DestinationStream = gathered(),
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

function gathered(): DestinationStream {
  const stream = pino.destination({ sync: false, minLength: GATHERED_BYTES })
  setInterval(() => stream.flush(), GATHERED_MS).unref()
  process.on('exit', () => stream.flushSync())
  return stream
}

/** withoutSecrets copies an entry only where it hides something; names count in any case, down to a few levels. */
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
