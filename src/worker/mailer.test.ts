// Senders of mail that are killed, with a mail server that refuses every other mail: real processes, a real server.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { build, onEngines } from '../../test/build.ts'
import { inboxSite } from '../../test/inbox.ts'
import { smtp } from '../../test/smtp.ts'
import { until } from '../../test/until.ts'

const PEOPLE = 8
const KILLS = 2
const BUSY = { code: 451, text: 'try later' }

type MailedSite = Awaited<ReturnType<typeof inboxSite>>

/** inProcess runs senders one after the other, each killed once it has sent something. */
async function inProcess(t: TestContext, { config, db }: MailedSite, url: string, sent: () => number): Promise<void> {
  const env = { ...process.env, GALLEY_DATA: config.dataDir, DATABASE_URL: config.databaseUrl, GALLEY_SMTP_URL: url }
  const start = () => spawn(process.execPath, ['test/faults/mailer.ts'], { env, stdio: 'inherit' })
  // As if the time in which mails are gathered, or the lease of what was under way, had run out.
  const due = { run_at: 0, lease_until: null }
  const makeDue = () =>
    db.inTransaction((tx) => tx.updateTable('mails').set(due).where('run_at', 'is not', null).execute())
  await makeDue()
  for (let kill = 0; kill < KILLS; kill++) {
    const [child, before] = [start(), sent()]
    await until('some were sent', () => sent() > before)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await makeDue()
  }
  const last = start()
  t.after(() => last.kill('SIGKILL'))
  const pending = () => db.read.selectFrom('mails').select('id').where('status', '=', 'pending')
  await until('none is pending', async () => (await pending().executeTakeFirst()) === undefined)
}

onEngines('senders of mail killed', (engine) => {
  test('lose no mail, and send none twice but what a kill left open, under the same id', async (t) => {
    const site = await inboxSite(await build(t, { engine }))
    const server = await smtp(
      t,
      Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? BUSY : undefined)),
    )
    const people = await Promise.all(Array.from({ length: PEOPLE }, () => site.person('editor')))
    await site.comment(site.ada, await site.create(), 'All of you.', people)
    await inProcess(t, site, server.url, () => server.taken.length)
    assert.deepEqual(new Set(server.taken.flatMap(({ to }) => to)), new Set(people.map(({ email }) => email)))
    const ids = server.taken.map(({ raw }) => /^message-id: (.*)$/im.exec(raw)![1]!)
    assert.equal(new Set(ids).size, PEOPLE)
    assert.ok(ids.length <= PEOPLE + KILLS, `${ids.length} mails`)
    const rows = await site.db.read.selectFrom('mails').select('status').distinct().execute()
    assert.deepEqual(rows, [{ status: 'sent' }])
  })
})
