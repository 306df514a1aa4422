// Mail over a real SMTP server on loopback, and the outbox that stands in for one.

import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { mailVoice } from '#features/accounts/mail-voice.ts'
import { codeMail } from '#features/accounts/mails.ts'
import { createLog } from '#logging.ts'
import { smtp } from '../../test/smtp.ts'
import { until } from '../../test/until.ts'
import { createMailer } from './mail.ts'

const MAIL = codeMail(mailVoice('en'), 'Docs & <Co>', 'ann@example.com', '012345', 10)

function mailer(smtpUrl: string, dataDir = '') {
  const lines: string[] = []
  const log = createLog({ logLevel: 'debug', nodeName: 'test' }, { write: (line) => void lines.push(line) })
  return { ...wrap(createMailer({ smtpUrl, mailFrom: 'Docs <docs@example.com>', dataDir }, log, [1, 1])), lines }
}
const wrap = (mailer: ReturnType<typeof createMailer>) => ({
  send: mailer.send.bind(mailer),
  close: mailer.close.bind(mailer),
  counts: mailer.counts.bind(mailer),
})

/** said is what a line of the log tells of a mail. */
function faultIn(line: string) {
  const { fault, response, msg } = JSON.parse(line)
  return { fault, response, msg }
}

describe('mail by SMTP', () => {
  it('arrives with subject, a text and an HTML part, and the code in both but not in the subject', async (t) => {
    const { url, taken } = await smtp(t)
    const { send, close, lines } = mailer(url)
    await send(MAIL)
    await close()
    const [{ from, to, raw }] = taken as [(typeof taken)[0]]
    assert.deepEqual({ from, to }, { from: 'docs@example.com', to: ['ann@example.com'] })
    assert.match(raw, /^Subject: Your sign-in code for Docs & <Co>\r?$/m)
    assert.match(raw, /^From: Docs <docs@example.com>\r?$/m)
    assert.match(raw, /Content-Type: multipart\/alternative/)
    const [, plain = '', html = ''] = raw.split(/Content-Type: text\//)
    assert.ok(plain.startsWith('plain') && plain.includes('012345'))
    assert.ok(html.startsWith('html') && html.includes('012345') && html.includes('Docs &amp; &lt;Co&gt;'))
    assert.ok(!lines.join().includes('012345'))
  })

  it('is tried again after a passing refusal', async (t) => {
    const busy = { code: 451, text: 'try later 012345' }
    const { url, taken, seen } = await smtp(t, [busy, busy])
    const { send, close, lines } = mailer(url)
    await send(MAIL)
    await until('the mail is taken', () => taken.length > 0)
    await close()
    assert.deepEqual({ seen: seen(), takenLength: taken.length }, { seen: 3, takenLength: 1 })
    assert.equal(lines.filter((line) => line.includes('tried again')).length, 2)
    assert.ok(!lines.join().includes('012345'))
  })

  it('is not tried again after a permanent refusal', async (t) => {
    const { url, taken, seen } = await smtp(t, [{ code: 550, text: 'no such mailbox' }])
    const { send, close, counts, lines } = mailer(url)
    await send(MAIL)
    await close()
    assert.deepEqual({ seen: seen(), takenLength: taken.length }, { seen: 1, takenLength: 0 })
    assert.deepEqual(lines.map(faultIn), [{ fault: 'EMESSAGE', response: 550, msg: 'a mail is lost' }])
    assert.deepEqual(counts(), { waiting: 0, lost: 1 })
  })

  it('is taken over at once, also when no server answers', async () => {
    const { send, close, lines } = mailer('smtp://127.0.0.1:1')
    await send(MAIL)
    assert.deepEqual(lines, [])
    await close()
    assert.deepEqual(lines.map(faultIn), [{ fault: 'ECONNREFUSED', response: undefined, msg: 'a mail is lost' }])
  })
})

describe('mail without a server', () => {
  it('is a JSON line in outbox.log that only the owner may read, and the log says so without the code', async (t) => {
    const above = mkdtempSync(join(tmpdir(), 'galley-mail-'))
    t.after(() => rmSync(above, { recursive: true, force: true }))
    const folder = join(above, 'not', 'there yet')
    const { send, lines } = mailer('', folder)
    await send(MAIL)
    await send(MAIL)
    const file = join(folder, 'outbox.log')
    const rows = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.equal(rows.length, 2)
    assert.deepEqual(Object.keys(rows[0]), ['at', 'to', 'subject', 'text'])
    assert.ok(rows[0].text.includes('012345'))
    assert.equal(statSync(file).mode & 0o777, 0o600)
    assert.ok(lines[0]!.includes('GALLEY_SMTP_URL') && !lines.join().includes('012345'))
  })
})
