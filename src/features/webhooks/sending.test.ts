// How messages are sent: order, later attempts, receivers that fail, hang, lead elsewhere or are gone, and where nothing is sent to.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR, SECOND } from '#time.ts'
import { onEngines } from '../../../test/build.ts'
import { receive, sendOff, webhookSite } from '../../../test/receiver.ts'
import { until } from '../../../test/until.ts'
import type { WebhookOut } from './schemas.ts'

onEngines('sending webhooks', (engine) => {
  const { site, clock, call, listen, hasSent } = webhookSite(engine)
  const lastOf = async (path: string) => (await call('GET', `${path}/deliveries?limit=1`)).body.items[0]

  test('of one document a later message waits for an earlier one, of another it does not', async (t) => {
    let isDown = true
    const receiver = await receive(t, (response, { body }) => {
      const id = (body.data as { document: { id: number } }).document.id
      response.writeHead(isDown && id === first ? 500 : 200).end()
    })
    const { path } = await listen(t, { url: receiver.url })
    const first: number = (await call('POST', '/api/docs/', { title: 'One' })).body.id
    await call('PUT', `/api/docs/${first}`, { title: 'One again' })
    await call('POST', '/api/docs/', { title: 'Two' })
    const isSettled = (one: { status: string; error: string }) => one.status === 'delivered' || one.error !== null
    await sendOff(
      site(),
      async () => (await call('GET', `${path}/deliveries`)).body.items.filter(isSettled).length === 2,
    )
    assert.deepEqual(receiver.types(), ['document.created', 'document.created'])
    isDown = false
    clock.advance(HOUR)
    await sendOff(site(), hasSent)
    assert.deepEqual(receiver.types().slice(2), ['document.created', 'document.updated'])
    const [again, ...before] = [receiver.messages[2]!, ...receiver.messages.slice(0, 2)]
    assert.ok(
      before.some(({ raw, headers }) => raw === again.raw && headers['webhook-id'] === again.headers['webhook-id']),
    )
  })

  type ShownDelivery = { id: number; status: string; next_attempt_at: string }
  /** tryTen lets all attempts of a message fail. */
  const tryTen = async (read: () => Promise<ShownDelivery>) => {
    const { id } = await read()
    const hasTried = async (attempts: number) => {
      const rows = site().db.read.selectFrom('webhook_deliveries').select('id').where('id', '=', id)
      const tried = rows.where('attempts', '=', attempts).where('lease_until', 'is', null)
      return (await tried.executeTakeFirst()) !== undefined
    }
    for (let attempts = 1; attempts < 10; attempts++) {
      await sendOff(site(), () => hasTried(attempts))
      clock.advance(Date.parse((await read()).next_attempt_at) - clock.now())
      await until('it is due', async () => (await read()).status === 'pending')
    }
    await sendOff(site(), async () => (await read()).status === 'failed')
  }

  test('ten attempts are spread over three days, then the message has failed', async (t) => {
    const receiver = await receive(t, (response) => response.writeHead(503).end('busy'))
    const { path } = await listen(t, { url: receiver.url })
    await call('POST', `${path}/test`)
    const begun = clock.now()
    await tryTen(() => lastOf(path))
    assert.equal(receiver.messages.length, 10)
    assert.equal(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size, 1)
    const hours = (clock.now() - begun) / HOUR
    assert.ok(hours > 75 * 0.9 && hours < 76 * 1.1, `${hours}`)
  })

  test('a receiver that takes nothing for three days is paused; its creator and the admins are told', async (t) => {
    let isDown = true
    const receiver = await receive(t, (response) => response.writeHead(isDown ? 503 : 204).end())
    const other = await site().person('admin')
    const { id, path } = await listen(t, { url: receiver.url, name: 'Search index' })
    const { body: page } = await call('POST', '/api/docs/', { title: 'Waits' })
    site().mails.length = 0
    await tryTen(() => lastOf(path))
    const find = async () => {
      const hooks = (await call('GET', '/api/admin/webhooks')).body as WebhookOut[]
      return hooks.find((hook) => hook.id === id)!
    }
    await until('it is paused', async () => (await find()).state === 'paused')
    const reason = 'The receiver has taken nothing for 3 days. The receiver responded with 503.'
    assert.equal((await find()).pause_reason, reason)
    await until('the admins are told', () => site().mails.some(({ to }) => to === other.email))
    const mail = site().mails.find(({ to }) => to === other.email)!
    assert.match(mail.text, /paused[\s\S]*Search index[\s\S]*resume/)
    const [entry] = (await call('GET', '/api/admin/audit?action=webhook.paused')).body.items
    assert.deepEqual({ target: entry.target, actor: entry.actor }, { target: `webhook:${id}`, actor: 'webhook sender' })
    isDown = false
    await call('PUT', `/api/docs/${page.id}`, { title: 'Waited' })
    await call('PATCH', path, { paused: false })
    assert.equal((await find()).pause_reason, null)
    await sendOff(site(), hasSent)
    assert.equal(receiver.types().at(-1), 'document.updated')
    await call('PATCH', path, { paused: true })
    assert.deepEqual(
      { state: (await find()).state, pause_reason: (await find()).pause_reason },
      { state: 'paused', pause_reason: null },
      'paused by a person',
    )
  })

  test('a message that alone is refused pauses nothing', async (t) => {
    const receiver = await receive(t, (response, { body }) =>
      response.writeHead(body.type === 'webhook.test' ? 400 : 204).end(),
    )
    const { id, path } = await listen(t, { url: receiver.url })
    await call('POST', `${path}/test`)
    const { id: refused } = await lastOf(path)
    await call('POST', '/api/docs/', { title: 'Taken' })
    await tryTen(async () => (await call('GET', `${path}/deliveries/${refused}`)).body)
    const hooks = (await call('GET', '/api/admin/webhooks')).body as { id: number; state: string }[]
    assert.equal(hooks.find((hook) => hook.id === id)!.state, 'active')
  })

  test('410 ends it', async (t) => {
    const receiver = await receive(t, (response) => response.writeHead(410).end())
    const { path, id } = await listen(t, { url: receiver.url })
    await call('POST', `${path}/test`)
    await call('POST', '/api/docs/', { title: 'Waits' })
    await sendOff(site(), hasSent)
    const find = async () =>
      (await call('GET', '/api/admin/webhooks')).body.find((one: { id: number }) => one.id === id)
    assert.equal((await find()).state, 'gone')
    await call('POST', '/api/docs/', { title: 'Not said' })
    assert.equal((await find()).pending, 0)
    await call('PATCH', path, { paused: false })
    assert.equal((await find()).state, 'active')
  })

  test('a redirect is not followed', async (t) => {
    const target = await receive(t)
    const receiver = await receive(t, (response) => response.writeHead(307, { location: target.url }).end())
    const { path } = await listen(t, { url: receiver.url })
    await call('POST', `${path}/test`)
    await sendOff(site(), async () => (await lastOf(path)).response_status === 307)
    assert.equal(target.messages.length, 0)
    assert.equal((await lastOf(path)).status, 'pending')
  })

  test('a sender that stops hands back what hangs, and the next one sends it under the same id', async (t) => {
    let isHanging = true
    const receiver = await receive(t, (response) => {
      if (!isHanging) response.writeHead(200).end()
    })
    const { path } = await listen(t, { url: receiver.url })
    await call('POST', `${path}/test`)
    await sendOff(site(), () => receiver.messages.length === 1)
    assert.equal((await lastOf(path)).attempts, 0)
    isHanging = false
    await sendOff(site(), hasSent)
    assert.equal(receiver.messages[0]!.headers['webhook-id'], receiver.messages[1]!.headers['webhook-id'])
  })

  test('a receiver that does not respond within 20 s is tried again later', async (t) => {
    // The time is over when the message has arrived, instead of 20 s later.
    const time = new AbortController()
    const timeout = t.mock.method(AbortSignal, 'timeout', () => time.signal)
    const receiver = await receive(t, () => time.abort())
    const { path } = await listen(t, { url: receiver.url })
    await call('POST', `${path}/test`)
    await sendOff(site(), async () => (await lastOf(path)).error !== null)
    assert.deepEqual(timeout.mock.calls[0]!.arguments, [20 * SECOND])
    const { status, attempts, error, response_status } = await lastOf(path)
    assert.deepEqual(
      { status, attempts, error, response_status },
      { status: 'pending', attempts: 1, error: 'No response within 20 s', response_status: null },
    )
  })

  test('a receiver that hangs holds up no other', async (t) => {
    const hanging = await receive(t, () => {})
    const quick = await receive(t)
    await listen(t, { url: hanging.url })
    await listen(t, { url: quick.url })
    for (let at = 0; at < 12; at++) await call('POST', '/api/docs/', { title: `Document ${at}` })
    await sendOff(site(), () => quick.messages.length === 12)
    assert.equal(hanging.messages.length, 4)
  })

  test('a response of any length is read only so far', async (t) => {
    const receiver = await receive(t, (response) => response.writeHead(200).end('x'.repeat(1_000_000)))
    const { path } = await listen(t, { url: receiver.url })
    const { id } = (await call('POST', `${path}/test`)).body
    await sendOff(site(), async () => (await lastOf(path)).status === 'delivered')
    assert.equal((await call('GET', `${path}/deliveries/${id}`)).body.response.body.length, 4_096)
  })
})

/** CLOSED_ADDRESSES lead to this machine or to a private network, by name, by number and in other clothing. */
const CLOSED_ADDRESSES = [
  'http://127.0.0.1/',
  'http://localhost/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0.0.0.0/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://10.1.2.3/',
  'http://172.20.0.1/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
]

onEngines('where webhooks are not sent', (engine) => {
  const { site, call, listen } = webhookSite(engine, {})

  test('private addresses are refused once the name is resolved', async (t) => {
    const paths: string[] = []
    for (const url of CLOSED_ADDRESSES) paths.push((await listen(t, { url })).path)
    for (const path of paths) await call('POST', `${path}/test`)
    const seen = async () => {
      const rows = await site().db.read.selectFrom('webhook_deliveries').select('error').execute()
      return rows.every(({ error }) => error !== null)
    }
    await sendOff(site(), seen)
    for (const [at, path] of paths.entries()) {
      const [{ error }] = (await call('GET', `${path}/deliveries`)).body.items
      assert.match(error, /is a private address/, `${CLOSED_ADDRESSES[at]}`)
    }
  })
})
