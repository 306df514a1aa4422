// A real SMTP server on loopback for tests of mail.

import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import type { Cleaner } from './cleaner.ts'

type SmtpReply = { code: number; text: string } | undefined

/** smtp starts a server that replies to each mail in turn as the test says (undefined: takes it) and keeps what it took. */
export async function smtp(t: Cleaner, answers: SmtpReply[] = []) {
  const taken: { from: string; to: string[]; raw: string }[] = []
  let seen = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, session, done) => {
      const raw = await text(stream)
      const answer = answers[seen++]
      if (answer) return done(Object.assign(new Error(answer.text), { responseCode: answer.code }))
      const { mailFrom, rcptTo } = session.envelope
      taken.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), raw })
      done()
    },
  })
  // A client that is killed resets its connection.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, taken, seen: () => seen }
}
