// A log that is followed: its end, then every line once, also across a rotation and after it began again.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logFolder, RotatingLog, removeLog } from '#engine/supervisor/log-file.ts'
import { build } from '../../../test/build.ts'
import { listen } from '../../../test/streams.ts'
import { until } from '../../../test/until.ts'

test('GET /api/admin/celery/proc/:proc_id/log/stream sends the end of the log and what is appended', async (t) => {
  const { app, config, db } = await build(t)
  const name = 'w-1.log'
  const { id } = await db.inTransaction((tx) =>
    tx
      .insertInto('processes')
      .values({
        kind: 'worker',
        name: 'w',
        node: config.nodeName,
        status: 'running',
        log_file: name,
        created_at: Date.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const log = new RotatingLog(logFolder(config.dataDir), name, 200)
  t.after(() => log.close())
  for (let line = 1; line <= 5; line++) log.write(`line ${line}\n`)

  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const stream = await listen<{ anew: boolean; lines: string[] }>(
    `${origin}/api/admin/celery/proc/${id}/log/stream?lines=3`,
  )
  t.after(() => stream.stop())
  const heard = () => stream.messages.flatMap(({ data }) => data.lines)
  await until('the last lines come', () => stream.messages.length === 1)
  assert.deepEqual(stream.messages[0]!.data, { anew: true, lines: ['line 3', 'line 4', 'line 5'] })

  // Long enough for the file to be full more than once on the way.
  for (let line = 6; line <= 60; line++) log.write(`line ${line}\n`)
  await until('the newest line comes', () => heard().at(-1) === 'line 60')
  assert.deepEqual(
    heard(),
    Array.from({ length: 58 }, (_, at) => `line ${at + 3}`),
  )
  assert.ok(stream.messages.slice(1).every(({ data }) => !data.anew))

  removeLog(logFolder(config.dataDir), name)
  await until('the log begins anew', () => stream.messages.at(-1)!.data.anew)
  assert.deepEqual(stream.messages.at(-1)!.data.lines, [])
})
