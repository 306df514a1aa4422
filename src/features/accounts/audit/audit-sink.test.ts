// The audit trail's way out: to an HTTP endpoint and to a syslog server, at least once each, whatever happens on the way.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { type Built, build, onEngines } from '../../../../test/build.ts'
import type { Cleaner } from '../../../../test/cleaner.ts'
import { sendAudit } from './audit-sink.ts'

const NEVER = new AbortController().signal

/** httpSink answers each batch as told (undefined: takes it, 0: breaks off after reading it) and keeps what it took. */
async function httpSink(t: Cleaner, answers: (number | undefined)[] = []) {
  const bodies: { body: string; authorization: string | undefined }[] = []
  const server = createServer(async (request, response) => {
    bodies.push({ body: await text(request), authorization: request.headers.authorization })
    const status = answers.shift()
    if (status === 0) request.socket.destroy()
    else response.writeHead(status ?? 204, { location: '/elsewhere' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/audit`, bodies }
}

const idsIn = (body: string) =>
  body
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: number }).id)
const allIds = async ({ db }: Built) =>
  (await db.read.selectFrom('audit').select('id').orderBy('id').execute()).map(({ id }) => id)

onEngines('the sink of the audit trail', (engine) => {
  async function site(t: Cleaner, sink: string) {
    const built = await build(t, { engine, env: { GALLEY_AUDIT_SINK: sink, GALLEY_AUDIT_SINK_TOKEN: 'let me in' } })
    const admin = await built.person('admin')
    const act = (name: string) =>
      built.app.inject({ method: 'POST', url: '/api/tokens', headers: admin.headers, payload: { name } })
    return { built, act }
  }

  describe('over HTTP', () => {
    it('gets every entry once, in order, and then only new ones', async (t) => {
      const { url, bodies } = await httpSink(t)
      const { built, act } = await site(t, url)
      for (const name of ['one', 'two', 'three']) await act(name)
      assert.equal(await sendAudit(built, NEVER), 3)
      assert.deepEqual(idsIn(bodies[0]!.body), await allIds(built))
      assert.equal(bodies[0]!.authorization, 'Bearer let me in')
      await act('four')
      assert.deepEqual([await sendAudit(built, NEVER), await sendAudit(built, NEVER)], [1, 0])
      assert.equal(idsIn(bodies[1]!.body)[0], (await allIds(built)).at(-1))
    })

    it('loses nothing to refusals, redirects and broken connections, and holds up no request', async (t) => {
      const { url, bodies } = await httpSink(t, [500, 307, 0])
      const { built, act } = await site(t, url)
      assert.equal((await act('one')).statusCode, 201)
      for (let tries = 0; tries < 3; tries++) await assert.rejects(sendAudit(built, NEVER))
      assert.equal((await act('two')).statusCode, 201)
      assert.equal(await sendAudit(built, NEVER), 2)
      assert.deepEqual(idsIn(bodies.at(-1)!.body), await allIds(built))
    })
  })

  it('is a syslog server as well', async (t) => {
    const chunks: Buffer[] = []
    const server = createTcpServer((socket) => socket.on('data', (chunk) => chunks.push(Buffer.from(chunk))))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.after(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const { built, act } = await site(t, `syslog://127.0.0.1:${(server.address() as AddressInfo).port}`)
    await act('one')
    assert.equal(await sendAudit(built, NEVER), 1)
    const [, length, message] = /^(\d+) ([\s\S]*)$/.exec(String(Buffer.concat(chunks)))!
    assert.equal(Buffer.byteLength(message!), Number(length))
    assert.match(message!, /^<110>1 \d{4}-\S+Z \S+ galley \d+ token\.created - \{"id":/)
  })

  it('that is down is told, and tried again', async (t) => {
    const { built, act } = await site(t, 'syslog://127.0.0.1:9')
    await act('one')
    await assert.rejects(sendAudit(built, NEVER), /ECONNREFUSED/)
    const { url, bodies } = await httpSink(t)
    const config = { ...built.config, auditSink: url }
    assert.equal(await sendAudit({ ...built, config }, NEVER), 1)
    assert.equal(bodies.length, 1)
  })
})
