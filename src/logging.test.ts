// What a log line holds, and what it never does.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createLog, requestLogger } from './logging.ts'

test('no secret passes into a line, at any of the first levels and in any case', () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'info', nodeName: 'n' }, { write: (line) => void lines.push(line) })
  log.info(
    {
      password: 'hidden1',
      req: { headers: { Authorization: 'Bearer hidden2', cookie: 'auth_token=hidden3' } },
      list: [{ code: 'hidden4' }],
      user: 7,
    },
    'hello',
  )
  log.error({ err: Object.assign(new Error('broken'), { code: 'ECONNREFUSED' }) }, 'oh')
  const text = lines.join('')
  assert.doesNotMatch(text, /hidden/)
  assert.match(text, /"user":7/)
  assert.match(text, /"msg":"hello"/)
  assert.match(text, /broken/)
  assert.match(text, /"code":"ECONNREFUSED"/)
})

test('what is logged is left as it was', () => {
  const log = createLog({ logLevel: 'info', nodeName: 'n' }, { write: () => {} })
  const entry = { headers: { cookie: 'a=b' } }
  log.info(entry)
  assert.deepEqual(entry, { headers: { cookie: 'a=b' } })
})

test("a request's line is the line that the log itself would write", async () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'info', nodeName: 'n"1' }, { write: (line) => void lines.push(line) })
  requestLogger(log)({ id: 'r1', method: 'GET', route: '/api/"x"', status: 200, ms: 1.25, user: 7, address: '::1' })
  await setImmediate()
  const entry = { reqId: 'r1', method: 'GET', route: '/api/"x"', status: 200, ms: 1.25, user: 7, ip: '::1' }
  log.info(entry, 'request')
  const [own, general] = lines.map((line) => JSON.parse(line))
  assert.match(own.time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  assert.deepEqual({ ...own, time: '' }, { ...general, time: '' })
})
