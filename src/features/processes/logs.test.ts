// A log that is followed: its end, then every line once, also across a rotation and after it began again.

import assert from 'node:assert/strict'
import { describe, type TestContext, test } from 'node:test'
import { logFolder, RotatingLog, removeLog } from '#engine/supervisor/logs.ts'
import { build } from '../../../test/build.ts'
import { listen } from '../../../test/streams.ts'
import { until } from '../../../test/until.ts'

type LogMessage = { anew: boolean; lines: string[] }

/** followed is a small log of five lines, and a stream that began with its last three. */
async function followed(t: TestContext) {
  const { app, config, db } = await build(t)
  const [folder, log_file] = [logFolder(config.dataDir), 'w-1.log']
  const { id } = await db.inTransaction((tx) => {
    const row = { kind: 'worker', name: 'w', node: config.nodeName, status: 'running' } as const
    const values = { ...row, log_file, created_at: Date.now() }
    return tx.insertInto('processes').values(values).returning('id').executeTakeFirstOrThrow()
  })
  const log = new RotatingLog(folder, log_file, 200)
  t.after(() => log.close())
  for (let line = 1; line <= 5; line++) log.write(`line ${line}\n`)
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const stream = await listen<LogMessage>(`${origin}/api/admin/celery/proc/${id}/log/stream?lines=3`)
  t.after(() => stream.stop())
  await until('the last lines come', () => stream.messages.length === 1)
  return { log, messages: stream.messages, remove: () => removeLog(folder, log_file) }
}

describe('GET /api/admin/celery/proc/:proc_id/log/stream', () => {
  test('sends the end of the log first', async (t) => {
    const { messages } = await followed(t)
    assert.deepEqual(messages[0]!.data, { anew: true, lines: ['line 3', 'line 4', 'line 5'] })
  })

  test('sends every line once, also when the log rotates on the way', async (t) => {
    const { log, messages } = await followed(t)
    const heard = () => messages.flatMap(({ data }) => data.lines)
    // Long enough for the file to be full more than once.
    for (let line = 6; line <= 60; line++) log.write(`line ${line}\n`)
    await until('the newest line comes', () => heard().at(-1) === 'line 60')
    assert.deepEqual(
      heard(),
      Array.from({ length: 58 }, (_, at) => `line ${at + 3}`),
    )
    assert.ok(messages.slice(1).every(({ data }) => !data.anew))
  })

  test('says when the log begins anew', async (t) => {
    const { messages, remove } = await followed(t)
    remove()
    await until('the log begins anew', () => messages.length > 1)
    assert.deepEqual(messages.at(-1)!.data, { anew: true, lines: [] })
  })
})
