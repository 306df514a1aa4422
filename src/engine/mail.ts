// Mail: by SMTP where a server is set, else a line in outbox.log in the data folder. What goes in is never logged.

import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Mail, Mailer } from '../deps.ts'

export function createMailer(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>, log: Logger): Mailer {
  return config.smtpUrl === '' ? outbox(join(config.dataDir, 'outbox.log'), log) : smtp(config)
}

function outbox(file: string, log: Logger): Mailer {
  return {
    send: async ({ to, subject, text }: Mail) => {
      const line = JSON.stringify({ at: new Date().toISOString(), to, subject, text })
      await appendFile(file, `${line}\n`, { mode: 0o600 })
      log.warn({ file }, 'no mail server is set (GALLEY_SMTP_URL): a mail was written to the outbox')
    },
  }
}

function smtp(config: Pick<Config, 'smtpUrl' | 'mailFrom'>): Mailer {
  return {
    send: async (mail) => {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport(config.smtpUrl, {
        from: config.mailFrom,
        connectionTimeout: 10_000,
        socketTimeout: 20_000,
      } as object)
      try {
        await transport.sendMail(mail)
      } finally {
        transport.close()
      }
    },
  }
}
