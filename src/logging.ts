// The log: JSON lines without tokens, passwords, codes and cookies.

import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'
import { GatheredLog } from './gathered-log.ts'

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

/** Copies an entry only if it hides something; ignores the case of names, down to a few levels. */
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

/** A finished request. */
export type RequestLine = {
  id: string
  method: string
  route: string
  status: number
  ms: number
  user: number | null
  address: string
}

export const requestLogger =
  (log: Logger) =>
  ({ id, method, route, status, ms, user, address }: RequestLine): void =>
    log.info(
      { reqId: id, method, route, status, ms: Math.round(ms * 100) / 100, ...(user !== null && { user }), ip: address },
      'request',
    )
