import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from './logging.ts'

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
  log.error({ err: new Error('broken') }, 'oh')
  const text = lines.join('')
  assert.doesNotMatch(text, /hidden/)
  assert.match(text, /"user":7/)
  assert.match(text, /"msg":"hello"/)
  assert.match(text, /broken/)
})

test('what is logged is left as it was', () => {
  const log = createLog({ logLevel: 'info', nodeName: 'n' }, { write: () => {} })
  const entry = { headers: { cookie: 'a=b' } }
  log.info(entry)
  assert.deepEqual(entry, { headers: { cookie: 'a=b' } })
})
