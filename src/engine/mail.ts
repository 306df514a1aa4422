// Mail: by SMTP where a server is set, else a line in outbox.log in the data folder. What goes in is never logged.
//
// The outbox takes a mail at once. SMTP takes it into a queue and delivers beside the request, so that the time of a
// response reveals nothing and a slow mail server holds nobody up; it tries three times, and close() waits a little for the rest.

import { appendFile, mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import type { Config } from '#config.ts'

const RETRY_AFTER_MS = [2_000, 10_000]
const MOST_WAITING = 1_000
const CLOSE_WAIT_MS = 5_000

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  /** messageId is for a mail that may be sent again: whoever gets it twice can tell. */
  messageId?: string
}
export type Mailer = {
  /** send resolves when the mail is queued for delivery, not when it has arrived. */
  send: (mail: Mail) => Promise<void>
  /** deliver resolves when the mail server has the mail, and rejects when the first try fails; retries go on. */
  deliver: (mail: Mail) => Promise<void>
  /** hand resolves when the mail server has the mail, and is the only try: whoever calls it keeps the mail. */
  hand: (mail: Mail) => Promise<void>
  /** check connects to the mail server and signs in, without sending anything; undefined where there is none. */
  check: () => Promise<'ok' | undefined>
  /** counts: mails of `send` and `deliver` that wait for the mail server now, and those lost since this process started. */
  counts: () => { waiting: number; lost: number }
  close: () => Promise<void>
}

export function createMailer(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>,
  log: Logger,
  retryAfterMs: readonly number[] = RETRY_AFTER_MS,
): Mailer {
  if (config.smtpUrl === '') return outbox(join(config.dataDir, 'outbox.log'), log)
  return new SmtpMailer(config, log, retryAfterMs)
}

function outbox(file: string, log: Logger): Mailer {
  const write = async ({ to, subject, text }: Mail) => {
    const line = JSON.stringify({ at: new Date().toISOString(), to, subject, text })
    // A node on PostgreSQL may have had no need of its data folder until now.
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await appendFile(file, `${line}\n`, { mode: 0o600 })
    log.warn({ file }, 'no mail server is set (GALLEY_SMTP_URL): a mail was written to the outbox')
  }
  return {
    send: write,
    deliver: write,
    hand: write,
    check: async () => undefined,
    counts: () => ({ waiting: 0, lost: 0 }),
    close: async () => {},
  }
}

class SmtpMailer implements Mailer {
  readonly #config: Pick<Config, 'smtpUrl' | 'mailFrom'>
  readonly #log: Logger
  readonly #retryAfterMs: readonly number[]
  readonly #underWay = new Set<Promise<void>>()
  readonly #closing = new AbortController()
  #transport: Promise<Transporter> | undefined
  #lost = 0

  constructor(config: Pick<Config, 'smtpUrl' | 'mailFrom'>, log: Logger, retryAfterMs: readonly number[]) {
    this.#config = config
    this.#log = log
    this.#retryAfterMs = retryAfterMs
  }

  async send(mail: Mail): Promise<void> {
    // Whether it arrives is in the log.
    this.#begin(mail).catch(() => {})
  }

  async deliver(mail: Mail): Promise<void> {
    await this.#begin(mail)
  }

  async hand(mail: Mail): Promise<void> {
    await this.#sendNow(mail)
  }

  async #sendNow(mail: Mail): Promise<void> {
    await (await this.#open()).sendMail({ ...mail, from: this.#config.mailFrom })
  }

  /** #begin returns the outcome of the first attempt. */
  #begin(mail: Mail): Promise<void> {
    if (this.#underWay.size >= MOST_WAITING) throw new Error('too many mails wait for the mail server')
    const firstTry = Promise.withResolvers<void>()
    const delivery = this.#try(mail, firstTry).finally(() => this.#underWay.delete(delivery))
    this.#underWay.add(delivery)
    return firstTry.promise
  }

  async check(): Promise<'ok'> {
    await (await this.#open()).verify()
    return 'ok'
  }

  counts() {
    return { waiting: this.#underWay.size, lost: this.#lost }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    // A mail server that hangs must not hold up the end of the service.
    const patience = new AbortController()
    const enough = sleep(CLOSE_WAIT_MS, undefined, { signal: patience.signal }).catch(() => {})
    await Promise.race([Promise.all(this.#underWay), enough])
    patience.abort()
    if (this.#transport) (await this.#transport).close()
  }

  async #try(mail: Mail, first: { resolve: () => void; reject: (error: unknown) => void }): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        await this.#sendNow(mail)
        first.resolve()
        return
      } catch (error) {
        first.reject(error)
        const pause = this.#retryAfterMs[tries]
        const mayRetry = pause !== undefined && !isRefusal(error) && !this.#closing.signal.aborted
        this.#log[mayRetry ? 'warn' : 'error'](
          asLogged(error),
          mayRetry ? 'a mail will be tried again' : 'a mail is lost',
        )
        if (!mayRetry) {
          this.#lost++
          return
        }
        await sleep(pause, undefined, { signal: this.#closing.signal }).catch(() => {})
      }
    }
  }

  /** One connection is kept for mails that follow one another; nodemailer closes it when it idles. */
  #open(): Promise<Transporter> {
    this.#transport ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        url: this.#config.smtpUrl,
        pool: true,
        maxConnections: 2,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000,
      } as object),
    )
    return this.#transport
  }
}

/** isRefusal: the server answered with a permanent refusal (5xx), which no further attempt changes. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500

/**
 * The server's own words may quote the mail, hence only codes are logged: the system's (ECONNREFUSED) where there is one, else
 * nodemailer's (EAUTH). Not under the name `code`, which the log takes for a secret.
 */
function asLogged(error: unknown): { fault: unknown; response: unknown } {
  const { code, originalCode, responseCode } = error as { code?: string; originalCode?: string; responseCode?: number }
  return { fault: originalCode ?? code, response: responseCode }
}
