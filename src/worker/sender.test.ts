// Senders that are killed: real processes, ended by SIGKILL in the middle of their work.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import type { Deps } from '#deps.ts'
import { emit } from '#features/webhooks/emit.ts'
import { buildDeps, onEngines } from '../../test/build.ts'
import { makeDocument } from '../../test/pipeline.ts'
import { receive } from '../../test/receiver.ts'
import { until } from '../../test/until.ts'

const DOCUMENTS = 6
const EVENTS = 10
const KILLS = 3

/** said is a webhook and a number of messages about each of some documents. */
async function publishMany(deps: Deps, url: string): Promise<void> {
  const ids: number[] = []
  for (let at = 0; at < DOCUMENTS; at++) ids.push(await makeDocument(deps))
  const secret = `whsec_${Buffer.alloc(32).toString('base64')}`
  const row = { name: 'n', url, kinds: '[]', visibility: 'restricted', secret, created_at: 0, updated_at: 0 } as const
  await deps.db.inTransaction((tx) => tx.insertInto('webhooks').values(row).execute())
  for (let number = 0; number < EVENTS; number++)
    await deps.db.inTransaction(async (tx) => {
      for (const documentId of ids) await emit(tx, 'document.updated', { documentId }, deps.clock.now(), { number })
    })
}

/** inProcess runs senders one after the other, each killed once it has sent something. */
async function inProcess(t: TestContext, { config, db }: Deps, sent: () => number): Promise<void> {
  const env = { ...process.env, GALLEY_DATA: config.dataDir, DATABASE_URL: config.databaseUrl }
  const start = () => spawn(process.execPath, ['test/faults/sender.ts'], { env, stdio: 'inherit' })
  for (let kill = 0; kill < KILLS; kill++) {
    const [child, before] = [start(), sent()]
    await until('some were sent', () => sent() > before + kill)
    child.kill('SIGKILL')
    await once(child, 'exit')
    // As if the lease of what was under way had run out.
    const freed = { run_at: 0, lease_until: null }
    await db.inTransaction((tx) =>
      tx.updateTable('webhook_deliveries').set(freed).where('status', '=', 'pending').execute(),
    )
  }
  const last = start()
  t.after(() => last.kill('SIGKILL'))
  const pending = () => db.read.selectFrom('webhook_deliveries').select('id').where('status', '=', 'pending')
  await until('all are delivered', async () => (await pending().executeTakeFirst()) === undefined)
}

onEngines('senders killed', (engine) => {
  test('lose no message, double none under another id, and keep the order of each document', async (t) => {
    const deps = await buildDeps(t, { engine })
    const receiver = await receive(t, (response) => setTimeout(() => response.writeHead(204).end(), 5))
    await publishMany(deps, receiver.url)
    await inProcess(t, deps, () => receiver.messages.length)
    const first = new Map(
      receiver.messages.map((message) => [message.headers['webhook-id'], message]).reverse() as never,
    )
    assert.equal(first.size, DOCUMENTS * EVENTS)
    const seen = [...(first as Map<string, (typeof receiver.messages)[0]>).values()].reverse()
    const lanes = Map.groupBy(seen, ({ body }) => (body.data.document as { id: number }).id)
    const inOrder = Array.from({ length: EVENTS }, (_, number) => number)
    for (const lane of lanes.values())
      assert.deepEqual(
        lane.map(({ body }) => body.data.number),
        inOrder,
      )
  })
})
