// Behind real proxies in their default settings nobody is trusted without a token: nginx, Caddy and HAProxy under another user, and a
// proxy of our own making where those are not installed. Skipped, and counted as such, where no other user can be taken.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { buildApp } from '../../src/app.ts'
import { build, buildDeps } from '../build.ts'
import { lastFirst } from '../cleaner.ts'
import { knock } from '../live.ts'
import { until } from '../until.ts'

const NOBODY = 65534
const isRoot = process.geteuid?.() === 0
const other = isRoot && process.platform === 'linux' ? NOBODY : undefined
const skip = other === undefined && 'needs Linux and root, to start a proxy as another user'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** start runs a program as another user and waits until its port takes connections. */
async function start(t: TestContext, port: number, command: string, args: string[], uid = other): Promise<void> {
  const child: ChildProcess = spawn(command, args, { stdio: 'ignore', ...(uid !== undefined && { uid, gid: uid }) })
  // Not SIGKILL: nginx would leave its workers behind.
  t.after(() => child.kill() && once(child, 'exit'))
  await until(`${command} listens`, () => {
    assert.equal(child.exitCode, null, `${command} ended`)
    return new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true))
      socket.on('connect', () => socket.destroy()).on('error', () => resolve(false))
    })
  })
}

async function folderFor(t: TestContext): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'galley-proxy-'))
  chmodSync(folder, 0o777)
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const SPOOFED = [{}, { 'x-forwarded-for': '127.0.0.1' }, { forwarded: 'for=127.0.0.1' }, { 'x-real-ip': '127.0.0.1' }]

/** assertNobodyTrusted tries what a trusted network may do, with and without headers of one's own. */
async function assertNobodyTrusted(proxy: string): Promise<void> {
  for (const headers of SPOOFED) {
    const shown = JSON.stringify(headers)
    const procs = await fetch(`${proxy}/api/admin/celery/procs`, { headers })
    assert.equal(procs.status, 401, `procs ${shown}`)
    const setup = (await (await fetch(`${proxy}/api/setup`, { headers })).json()) as { first_run: boolean }
    assert.equal(setup.first_run, false, `setup ${shown}`)
  }
  const body = JSON.stringify({ email: 'first@example.com', password: 'correct horse battery' })
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${proxy}/auth/register`, { method: 'POST', headers, body })
  const { user } = (await response.json()) as { user: { role: string; proven_by: string | null } }
  assert.deepEqual({ role: user.role, proven_by: user.proven_by }, { role: 'reader', proven_by: null })
}

const ENVIRONMENTS: Record<string, Record<string, string>> = {
  'its own settings': {},
  'a named proxy': { GALLEY_TRUST_PROXY: '127.0.0.0/8' },
  'a public URL and trusted networks that are set': {
    GALLEY_PUBLIC_URL: 'http://127.0.0.1',
    GALLEY_TRUSTED_NETWORKS: 'loopback',
    GALLEY_REGISTRATION: 'open',
  },
}

for (const [name, env] of Object.entries(ENVIRONMENTS)) {
  const service = async (t: TestContext) => {
    const { app, person } = await build(t, { engine: 'sqlite', env })
    /** Called last: a site with people trusts nobody to be its first. */
    const opens = async (proxy: string) => {
      const { headers } = await person('editor')
      const made = await app.inject({ method: 'POST', url: '/api/docs/', headers, payload: { title: 'Open' } })
      const { status, socket } = await knock(proxy, made.json().id, headers)
      socket.terminate()
      assert.equal(status, 101, 'a socket of live editing')
    }
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    // The user that runs the service is trusted where its settings say so: what follows is about the proxy alone.
    const { status } = await fetch(`${origin}/api/admin/celery/procs`)
    assert.equal(status, 'GALLEY_TRUST_PROXY' in env ? 401 : 200)
    return { backend: new URL(origin).port, opens }
  }

  const SITES: Record<string, (port: number, backend: string) => string> = {
    'bare proxy_pass': (port, backend) =>
      `server { listen 127.0.0.1:${port}; location / { proxy_pass http://127.0.0.1:${backend}; } }`,
    'site of deploy/nginx.conf': (port, backend) =>
      readFileSync('deploy/nginx.conf', 'utf8')
        .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
        .replaceAll(/^ *ssl_certificate.*$/gm, '')
        .replaceAll('127.0.0.1:8000', `127.0.0.1:${backend}`),
  }
  for (const [kind, siteOf] of Object.entries(SITES))
    test(`behind nginx's ${kind}, with ${name}`, {
      skip: skip || (!existsSync('/usr/sbin/nginx') && 'no nginx'),
    }, async (t) => {
      const [port, { backend, opens }, folder] = [await freePort(), await service(t), await folderFor(t)]
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      )
      const config = `daemon off; pid ${folder}/pid; error_log /dev/null; events {} http { access_log off; ${paths.join(' ')} ${siteOf(port, backend)} }`
      writeFileSync(join(folder, 'nginx.conf'), config)
      await start(t, port, '/usr/sbin/nginx', ['-c', join(folder, 'nginx.conf'), '-e', '/dev/null'])
      await assertNobodyTrusted(`http://127.0.0.1:${port}`)
      if (kind !== 'bare proxy_pass') await opens(`http://127.0.0.1:${port}`)
    })

  test(`behind Caddy's site of deploy/Caddyfile, with ${name}`, {
    skip: skip || (!existsSync('/usr/bin/caddy') && 'no caddy'),
  }, async (t) => {
    const [port, { backend, opens }, folder] = [await freePort(), await service(t), await folderFor(t)]
    const site = readFileSync('deploy/Caddyfile', 'utf8')
      .replace('docs.example.com {', `http://127.0.0.1:${port} {`)
      .replace('127.0.0.1:8000', `127.0.0.1:${backend}`)
    writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n${site}`)
    await start(t, port, '/usr/bin/caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'])
    await assertNobodyTrusted(`http://127.0.0.1:${port}`)
    await opens(`http://127.0.0.1:${port}`)
  })

  test(`behind HAProxy's defaults, with ${name}`, {
    skip: skip || (!existsSync('/usr/sbin/haproxy') && 'no haproxy'),
  }, async (t) => {
    const [port, { backend, opens }, folder] = [await freePort(), await service(t), await folderFor(t)]
    const config = [
      'defaults',
      '  mode http',
      '  timeout connect 5s',
      '  timeout client 20s',
      '  timeout server 20s',
      'listen galley',
      `  bind 127.0.0.1:${port}`,
      `  server one 127.0.0.1:${backend}`,
      '',
    ]
    writeFileSync(join(folder, 'haproxy.cfg'), config.join('\n'))
    await start(t, port, '/usr/sbin/haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')])
    await assertNobodyTrusted(`http://127.0.0.1:${port}`)
    await opens(`http://127.0.0.1:${port}`)
  })

  test(`behind a proxy that adds nothing, with ${name}`, { skip }, async (t) => {
    const [port, { backend, opens }, folder] = [await freePort(), await service(t), await folderFor(t)]
    const script = `require('node:net').createServer((client) => {
      const upstream = require('node:net').connect(${backend}, '127.0.0.1')
      client.pipe(upstream).pipe(client)
      for (const socket of [client, upstream]) socket.on('error', () => { client.destroy(); upstream.destroy() })
    }).listen(${port}, '127.0.0.1')`
    writeFileSync(join(folder, 'proxy.cjs'), script)
    // The Node that runs the tests may lie where another user can't reach it.
    const node =
      spawnSync('/usr/bin/env', ['node', '-v'], { uid: other!, gid: other! }).status === 0 ? 'node' : undefined
    if (node === undefined) return t.skip('no Node that another user can run')
    await start(t, port, '/usr/bin/env', [node, join(folder, 'proxy.cjs')])
    await assertNobodyTrusted(`http://127.0.0.1:${port}`)
    await opens(`http://127.0.0.1:${port}`)
  })
}

test('a peer that hangs up midway is not taken for root', {
  skip: process.platform !== 'linux' && 'needs Linux',
}, async (t) => {
  const app = buildApp(await buildDeps(t))
  lastFirst(t).after(() => app.close())
  const seen: boolean[] = []
  app.addHook('preHandler', async (request) => {
    const { socket } = request.raw
    // The row of the client's end shows user 0 from here on, who is also the user of these tests in CI.
    await until('the client has hung up', () => socket.readableEnded || socket.destroyed)
    seen.push(request.origin.network())
  })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  for (let times = 0; times < 20; times++) {
    const socket = connect(Number(port), '127.0.0.1')
    socket.on('error', () => {})
    const request = 'GET /api/time HTTP/1.1\r\nhost: localhost\r\n\r\n'
    if (times % 2) socket.end(request, () => socket.destroy())
    else socket.write(request, () => socket.resetAndDestroy())
  }
  await until('half of the requests were seen', () => seen.length >= 10)
  assert.ok(!seen.includes(true), `${seen.filter(Boolean).length} of ${seen.length} were trusted`)
})
