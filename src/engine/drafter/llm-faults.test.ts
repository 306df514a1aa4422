// What the model drafter does when the model or the wire fails: repair, retry or give up, never hang and never tell the key.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  answering,
  block,
  chat,
  draftOf,
  failure,
  fake,
  inputs,
  KEY,
  NOTHING,
  PLAN,
  type Reply,
  setup,
  useFakeModel,
} from '../../../test/drafter/fake-model.ts'
import { parseRetryAfter } from './llm-fetch.ts'

useFakeModel()

describe('unusable answers', () => {
  const good = { questions: [{ section: 's1', body: 'What is it for?' }] }
  const cases: Record<string, Reply> = {
    'truncated JSON': (_, response) => chat(response, '{"questions": [{"section": "s1", "bo'),
    'JSON of another shape': answering({ wrong: true }),
    'plain prose': (_, response) => chat(response, 'Certainly! Here are some questions.'),
    'an empty message': (_, response) => chat(response, ''),
    HTML: (_, response) => response.setHeader('content-type', 'text/html').end('<html>Sign in</html>'),
    'no choices': (_, response) => response.setHeader('content-type', 'application/json').end('{"choices":[]}'),
    '50 MB': (_, response) => {
      response.setHeader('content-type', 'application/json')
      const part = 'x'.repeat(1_048_576)
      let left = 50
      const more = () => {
        while (left-- > 0) if (!response.write(part)) return response.once('drain', more)
        return response.end()
      }
      more()
    },
  }
  for (const [name, bad] of Object.entries(cases)) {
    test(`${name}: asked once more, then failed for good`, async () => {
      const { drafter, context, usage } = setup()
      fake.reply = bad
      const error = await failure(drafter.question(inputs(), PLAN, NOTHING, context))
      assert.equal(error.retryable, false)
      assert.match(error.message, /stayed unusable after one repair/)
      assert.equal(fake.requests.length, 2)
      assert.equal(
        usage.reduce((sum, { calls }) => sum + calls, 0),
        2,
      )
    })
  }

  test('a repaired answer is taken', async () => {
    const { drafter, context } = setup()
    fake.reply = answering({ wrong: true }, good)
    const { questions } = await drafter.question(inputs(), PLAN, NOTHING, context)
    assert.equal(questions.length, 1)
    assert.match(JSON.stringify(fake.requests[1]?.messages), /could not be used/)
  })

  test('a draft without one carried claim is unusable', async () => {
    const { drafter, context } = setup()
    fake.reply = answering(draftOf(block('Keys live for ever.', 'Keys live for ever.')))
    const error = await failure(drafter.draft(inputs(), PLAN, NOTHING, context))
    assert.match(error.message, /none of its quotes/)
  })
})

describe('faults on the wire', () => {
  const ask = async (settings: Parameters<typeof setup>[0] = {}) => {
    const { drafter, context, usage } = setup(settings)
    const error = await failure(drafter.question(inputs(), PLAN, NOTHING, context))
    assert.equal(usage.length, 1, 'a failed call is counted too')
    return error
  }
  const status =
    (code: number, headers: Record<string, string> = {}): Reply =>
    (_, response) =>
      response.writeHead(code, headers).end(`{"error":{"message":"bad key ${KEY}"}}`)

  test('429 can be retried, after the time it names', async () => {
    fake.reply = status(429, { 'retry-after': '17' })
    const error = await ask()
    assert.deepEqual([error.retryable, error.retryAfterSeconds], [true, 17])
  })

  for (const code of [408, 409, 500, 503]) {
    test(`${code} can be retried`, async () => {
      fake.reply = status(code)
      assert.equal((await ask()).retryable, true)
      assert.equal(fake.requests.length, 1, 'the queue retries, not the client')
    })
  }
  for (const code of [400, 401, 404, 422]) {
    test(`${code} cannot`, async () => {
      fake.reply = status(code)
      const error = await ask()
      assert.equal(error.retryable, false)
      assert.match(error.message, new RegExp(`${code}`))
    })
  }

  test('a redirect is not followed', async () => {
    fake.reply = status(302, { location: `${fake.baseUrl}/elsewhere` })
    const error = await ask()
    assert.deepEqual([error.retryable, fake.requests.length], [false, 1])
  })

  test('a hang ends at the limit and can be retried', async () => {
    fake.reply = () => {}
    const error = await ask({ llmTimeout: 0.3 })
    assert.equal(error.retryable, true)
    assert.match(error.message, /did not answer within 0\.3 s/)
  })

  test('so does a slow drip', async () => {
    fake.reply = (_, response) => {
      response.setHeader('content-type', 'application/json')
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    }
    assert.equal((await ask({ llmTimeout: 0.3 })).retryable, true)
  })

  test('a connection cut in the middle can be retried', async () => {
    fake.reply = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
      response.write('{"id":')
      setTimeout(() => response.destroy(), 20)
    }
    assert.equal((await ask()).retryable, true)
  })

  test('so can a refused one', async () => {
    const error = await ask({ llmBaseUrl: 'http://127.0.0.1:1/v1' })
    assert.equal(error.retryable, true)
    assert.match(error.message, /could not be reached/)
  })

  test('an aborted step ends with the abort’s own reason', async () => {
    const { drafter, context, controller } = setup()
    fake.reply = () => controller.abort(new Error('lease lost'))
    await assert.rejects(drafter.question(inputs(), PLAN, NOTHING, context), /lease lost/)
  })
})

test('Retry-After is read as seconds or as a date', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  assert.equal(parseRetryAfter('30', now), 30)
  assert.equal(parseRetryAfter('Thu, 01 Jan 2026 00:01:00 GMT', now), 60)
  assert.equal(parseRetryAfter('soon', now), undefined)
  assert.equal(parseRetryAfter(null, now), undefined)
})
