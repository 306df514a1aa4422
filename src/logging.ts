// The log: JSON lines with tokens, passwords, codes and cookies taken out, whoever passes them in.

import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'

const SECRETS = [
  'password',
  'code',
  'token',
  'access_token',
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'apiKey',
  'secret',
]

export function createLog(config: Pick<Config, 'logLevel' | 'nodeName'>, destination?: DestinationStream): Logger {
  const options = {
    level: config.logLevel,
    base: { node: config.nodeName, pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[redacted]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
