// Who passes the gate: where a token is looked for, which role a route takes, when a trusted network needs none, and what a
// browser may do on behalf of another site.

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { App } from '../../src/http/kernel.ts'
import { oneSmallApp, smallApp } from './small-app.ts'

type SentHeaders = Record<string, string>
type Ask = { headers?: SentHeaders; peer?: string; method?: 'GET' | 'POST' }

const OUTSIDE = '203.0.113.9'

/** asker asks an app as a peer; `seen` is the role that acted, or the status and text of the refusal. */
function asker(app: () => App) {
  const ask = (url: string, { headers = {}, peer = OUTSIDE, method = 'GET' }: Ask = {}) =>
    app().inject({ method, url, headers: { host: 'localhost', ...headers }, remoteAddress: peer })
  const seen = async (access: string, options: Ask = {}) => {
    const response = await ask(`/for/${access.replace(':', '-')}`, options)
    const body = response.json()
    return response.statusCode === 200 ? `${body.label} (${body.role})` : `${response.statusCode} ${body.detail}`
  }
  return { ask, seen }
}
const bearer = (token: string): SentHeaders => ({ authorization: `Bearer ${token}` })
const cookie = (token: string, name = 'auth_token'): SentHeaders => ({ cookie: `${name}=${token}` })

describe('tokens', () => {
  const app = oneSmallApp()
  const { ask, seen } = asker(app)
  const reader = 'reads (reader)'

  test('are found in the header, in any of three cookies, and in X-API-Key', async () => {
    for (const headers of [
      bearer('reads'),
      { authorization: 'bearer   reads ' },
      { authorization: 'BEARER reads' },
      cookie('reads', 'auth_token'),
      cookie('reads', 'access_token'),
      cookie('reads', 'token'),
      { 'x-api-key': 'reads' },
    ])
      assert.equal(await seen('reader', { headers }), reader, JSON.stringify(headers))
  })

  test('are looked for in that order', async () => {
    const all = { ...bearer('reads'), cookie: 'auth_token=edits; access_token=runs', 'x-api-key': 'runs' }
    assert.equal(await seen('reader', { headers: all }), reader)
    const cookies = { cookie: 'token=runs; access_token=edits; auth_token=reads', 'x-api-key': 'runs' }
    assert.equal(await seen('reader', { headers: cookies }), reader)
    const later = { cookie: 'token=runs; access_token=reads' }
    assert.equal(await seen('reader', { headers: later }), reader)
    const empty = { cookie: 'auth_token=; other=1', 'x-api-key': 'reads' }
    assert.equal(await seen('reader', { headers: empty }), reader)
  })

  test('a bad header never falls back to a cookie', async () => {
    for (const [authorization, text] of [
      ['Bearer wrong', 'Invalid token'],
      ['Bearer ', 'Invalid token'],
      ['Bearer', 'Not authenticated'],
      ['Basic cmVhZHM6eA==', 'Not authenticated'],
      ['reads', 'Not authenticated'],
      ['', 'Not authenticated'],
    ] as const)
      assert.equal(
        await seen('reader', { headers: { ...cookie('reads'), authorization } }),
        `401 ${text}`,
        authorization,
      )
  })

  test('a bad cookie does not fall back to the key either', async () => {
    assert.equal(await seen('reader', { headers: { ...cookie('wrong'), 'x-api-key': 'reads' } }), '401 Invalid token')
  })

  test('missing, unusable and expired ones are 401 with WWW-Authenticate, each by its text', async () => {
    for (const [headers, text] of [
      [{}, 'Not authenticated'],
      [bearer('wrong'), 'Invalid token'],
      [bearer('old'), 'Token expired'],
      [cookie('old'), 'Token expired'],
    ] as const) {
      const response = await ask('/for/reader', { headers })
      assert.equal(response.statusCode, 401)
      assert.equal(response.body, JSON.stringify({ detail: text }))
      assert.equal(response.headers['www-authenticate'], 'Bearer')
    }
  })

  test('a bad one does not close what is open', async () => {
    for (const headers of [bearer('wrong'), bearer('old'), cookie('wrong')])
      assert.equal(await seen('open', { headers }), 'visitor (null)')
    assert.equal(await seen('open', { headers: bearer('edits') }), 'edits (editor)')
  })
})

describe('roles', () => {
  const app = oneSmallApp()
  const { seen } = asker(app)
  const NONE = '401 Not authenticated'
  const EDITOR = '403 Requires the editor role'
  const ADMIN = '403 Requires the admin role'

  // Columns: a visitor, a reader, an editor, an admin; from outside every trusted network.
  for (const [access, ...expected] of [
    ['open', 'visitor (null)', 'reads (reader)', 'edits (editor)', 'runs (admin)'],
    ['reader', NONE, 'reads (reader)', 'edits (editor)', 'runs (admin)'],
    ['editor', NONE, EDITOR, 'edits (editor)', 'runs (admin)'],
    ['admin', NONE, ADMIN, ADMIN, 'runs (admin)'],
    ['guarded:any', 'visitor (null)', 'reads (reader)', 'edits (editor)', 'runs (admin)'],
    ['guarded:editor', NONE, EDITOR, 'edits (editor)', 'runs (admin)'],
    ['guarded:admin', NONE, ADMIN, ADMIN, 'runs (admin)'],
  ] as const) {
    test(`${access}, by role`, async () => {
      const found = []
      for (const token of [undefined, 'reads', 'edits', 'runs'])
        found.push(await seen(access, token ? { headers: bearer(token) } : {}))
      assert.deepEqual(found, expected)
    })
  }

  test('on a trusted network guarded routes need no token, and a token says who acted', async () => {
    for (const access of ['guarded:any', 'guarded:editor', 'guarded:admin']) {
      assert.equal(await seen(access, { peer: '127.0.0.1' }), 'local network (admin)')
      assert.equal(await seen(access, { peer: '127.0.0.1', headers: bearer('reads') }), 'reads (admin)')
      assert.equal(await seen(access, { peer: '127.0.0.1', headers: bearer('wrong') }), 'local network (admin)')
    }
    for (const access of ['reader', 'editor', 'admin']) assert.equal(await seen(access, { peer: '127.0.0.1' }), NONE)
  })
})

describe('trusted networks', () => {
  const TRUSTED = 'local network (admin)'
  const CLOSED = '401 Not authenticated'

  /** matrix asks /for/guarded:admin on an app of these settings: who, with which headers, and what comes of it. */
  function matrix(
    name: string,
    env: SentHeaders,
    rows: [peer: string, headers: SentHeaders, expected: string][],
  ): void {
    test(name, async (t) => {
      const { app } = await smallApp(t, { env })
      const { seen } = asker(() => app)
      for (const [peer, headers, expected] of rows)
        assert.equal(await seen('guarded:admin', { peer, headers }), expected, `${peer} ${JSON.stringify(headers)}`)
    })
  }

  matrix('loopback is trusted by default, by any of its names and in either family', {}, [
    ['127.0.0.1', {}, TRUSTED],
    ['127.8.8.8', {}, TRUSTED],
    ['::1', {}, TRUSTED],
    ['::ffff:127.0.0.1', {}, TRUSTED],
    ['::ffff:203.0.113.9', {}, CLOSED],
    ['10.0.0.1', {}, CLOSED],
    ['127.0.0.1', { host: 'localhost:8000' }, TRUSTED],
    ['127.0.0.1', { host: '127.0.0.1:8000' }, TRUSTED],
    ['127.0.0.1', { host: '[::1]:8000' }, TRUSTED],
    ['127.0.0.1', { host: 'galley.localhost' }, TRUSTED],
    ['127.0.0.1', { host: 'LOCALHOST' }, TRUSTED],
  ])

  matrix(
    'any forwarding header closes it while no proxy is named',
    {},
    [
      ['forwarded', 'for=127.0.0.1'],
      ['x-forwarded-for', '127.0.0.1'],
      ['x-forwarded-host', 'localhost'],
      ['x-forwarded-proto', 'http'],
      ['x-forwarded-port', '80'],
      ['x-forwarded-server', 'a'],
      ['x-forwarded-prefix', '/docs'],
      ['x-forwarded-user', 'ann'],
      ['x-original-forwarded-for', '127.0.0.1'],
      ['x-real-ip', '127.0.0.1'],
      ['x-client-ip', '127.0.0.1'],
      ['x-cluster-client-ip', '127.0.0.1'],
      ['x-azure-clientip', '127.0.0.1'],
      ['cf-connecting-ip', '127.0.0.1'],
      ['true-client-ip', '127.0.0.1'],
      ['fly-client-ip', '127.0.0.1'],
      ['fastly-client-ip', '127.0.0.1'],
      ['via', '1.1 proxy'],
    ].map(([name, value]) => ['127.0.0.1', { [name!]: value! }, CLOSED]),
  )

  matrix(
    'behind a named proxy nobody is trusted, whatever address is forwarded',
    { GALLEY_TRUST_PROXY: '10.0.0.0/8', GALLEY_TRUSTED_NETWORKS: 'loopback, 10.0.0.0/8' },
    [
      ['10.0.0.2', { 'x-forwarded-for': '127.0.0.1' }, CLOSED],
      ['10.0.0.2', { 'x-forwarded-for': OUTSIDE }, CLOSED],
      ['10.0.0.2', { 'x-forwarded-for': `127.0.0.1, ${OUTSIDE}` }, CLOSED],
      ['10.0.0.2', { 'x-forwarded-for': `127.0.0.1, ${OUTSIDE}, 10.0.0.3` }, CLOSED],
      ['10.0.0.2', { 'x-forwarded-for': `${OUTSIDE}, 127.0.0.1, 10.0.0.3` }, CLOSED],
      ['10.0.0.2', { 'x-forwarded-for': '127.0.0.1, nonsense' }, CLOSED],
      ['10.0.0.2', { 'x-forwarded-for': '127.0.0.1:5001, 10.0.0.3:80' }, CLOSED],
      ['10.0.0.2', { 'x-forwarded-for': '[::1]:5001' }, CLOSED],
      ['10.0.0.2', { 'x-forwarded-for': `${OUTSIDE}:5001` }, CLOSED],
      ['10.0.0.2', {}, CLOSED],
      ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }, CLOSED],
      ['127.0.0.1', {}, TRUSTED],
    ],
  )

  matrix('a proxy on the same machine does not make its visitors local', { GALLEY_TRUST_PROXY: 'loopback' }, [
    ['127.0.0.1', { 'x-forwarded-for': OUTSIDE }, CLOSED],
    ['127.0.0.1', { 'x-forwarded-for': `127.0.0.1, ${OUTSIDE}` }, CLOSED],
    ['127.0.0.1', { forwarded: `for=${OUTSIDE}` }, CLOSED],
    ['127.0.0.1', { 'x-real-ip': OUTSIDE }, CLOSED],
    ['127.0.0.1', { via: '1.1 proxy' }, CLOSED],
    ['127.0.0.1', { 'x-forwarded-for': '', 'x-forwarded-proto': 'https' }, CLOSED],
    ['127.0.0.1', {}, CLOSED],
  ])

  matrix(
    'a service that others can reach trusts nobody by itself: with a public URL',
    { GALLEY_PUBLIC_URL: 'http://a.example' },
    [['127.0.0.1', {}, CLOSED]],
  )
  matrix('and with a listening address other than loopback', { GALLEY_HOST: '0.0.0.0' }, [['127.0.0.1', {}, CLOSED]])
  matrix('but a value that is set wins', { GALLEY_HOST: '0.0.0.0', GALLEY_TRUSTED_NETWORKS: 'loopback' }, [
    ['127.0.0.1', {}, TRUSTED],
  ])

  matrix('`none` closes them, and another network may be named', { GALLEY_TRUSTED_NETWORKS: 'none' }, [
    ['127.0.0.1', {}, CLOSED],
  ])
  matrix('a named network is trusted and loopback no longer', { GALLEY_TRUSTED_NETWORKS: '192.168.0.0/16, fd00::/8' }, [
    ['192.168.7.7', {}, TRUSTED],
    ['fd00::1', {}, TRUSTED],
    ['127.0.0.1', {}, CLOSED],
  ])

  matrix(
    'the Host must be loopback or the public one, so that a name pointed at us (rebinding) gets nothing',
    {
      GALLEY_PUBLIC_URL: 'https://docs.example.com',
      GALLEY_ALLOWED_HOSTS: 'other.example.com',
      GALLEY_TRUSTED_NETWORKS: 'loopback',
    },
    [
      ['127.0.0.1', { host: 'docs.example.com' }, TRUSTED],
      ['127.0.0.1', { host: 'DOCS.example.com:443' }, TRUSTED],
      ['127.0.0.1', { host: 'other.example.com' }, CLOSED],
      ['127.0.0.1', { host: 'evil.example.net' }, '421 Host not allowed'],
      ['127.0.0.1', { host: 'docs.example.com.evil.net' }, '421 Host not allowed'],
      ['127.0.0.1', { host: 'localhost.evil.net' }, '421 Host not allowed'],
      ['127.0.0.1', { host: 'evil.net/.localhost' }, '421 Host not allowed'],
    ],
  )

  matrix('a browser that speaks for another site is not trusted, even to read', {}, [
    ['127.0.0.1', { 'sec-fetch-site': 'same-origin' }, TRUSTED],
    ['127.0.0.1', { 'sec-fetch-site': 'none' }, TRUSTED],
    ['127.0.0.1', { 'sec-fetch-site': 'cross-site' }, CLOSED],
    ['127.0.0.1', { 'sec-fetch-site': 'same-site' }, CLOSED],
    ['127.0.0.1', { origin: 'http://localhost' }, TRUSTED],
    ['127.0.0.1', { origin: 'http://localhost:3000' }, CLOSED],
    ['127.0.0.1', { origin: 'null' }, CLOSED],
    ['127.0.0.1', { origin: 'https://evil.example.net' }, CLOSED],
    ['127.0.0.1', { origin: 'https://evil.example.net', 'sec-fetch-site': 'same-origin' }, TRUSTED],
  ])
})

describe('the scheme is part of the origin', () => {
  const REFUSED = '403 Cross-site request refused'
  const post = (origin: string, more: SentHeaders = {}) =>
    ({ method: 'POST', headers: { ...cookie('edits'), origin, ...more } }) as const

  test('of a public URL', async (t) => {
    const { app } = await smallApp(t, { env: { GALLEY_PUBLIC_URL: 'https://docs.example.org' } })
    const { seen } = asker(() => app)
    const host = { host: 'docs.example.org' }
    assert.equal(await seen('editor', post('https://docs.example.org', host)), 'edits (editor)')
    assert.equal(await seen('editor', post('https://docs.example.org:443', host)), 'edits (editor)')
    assert.equal(await seen('editor', post('http://docs.example.org', host)), REFUSED)
    assert.equal(await seen('editor', post('https://docs.example.org:8443', host)), REFUSED)
    assert.equal(await seen('editor', post('http://localhost:8000', { host: 'localhost:8000' })), 'edits (editor)')
  })

  test('behind a named proxy, and of a direct connection', async (t) => {
    const { app } = await smallApp(t, { env: { GALLEY_TRUST_PROXY: OUTSIDE } })
    const { seen } = asker(() => app)
    const https = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' }
    assert.equal(await seen('editor', post('https://localhost', https)), 'edits (editor)')
    assert.equal(await seen('editor', post('http://localhost', https)), REFUSED)
    const direct = { peer: '192.0.2.1' }
    assert.equal(await seen('editor', { ...post('http://localhost'), ...direct }), 'edits (editor)')
    assert.equal(await seen('editor', { ...post('https://localhost'), ...direct }), REFUSED)
  })
})

describe('cross-site requests', () => {
  const app = oneSmallApp({ env: { GALLEY_CORS_ORIGINS: 'https://friend.example' } })
  const { seen } = asker(app)
  const REFUSED = '403 Cross-site request refused'
  const cross = { 'sec-fetch-site': 'cross-site' }
  const evil = { origin: 'https://evil.example.net' }

  test('a cookie authorises a change for the same origin alone', async () => {
    for (const [headers, expected] of [
      [{}, 'edits (editor)'],
      [{ 'sec-fetch-site': 'same-origin' }, 'edits (editor)'],
      [{ origin: 'http://localhost' }, 'edits (editor)'],
      [cross, REFUSED],
      [{ 'sec-fetch-site': 'same-site' }, REFUSED],
      [evil, REFUSED],
      [{ origin: 'null' }, REFUSED],
      [{ origin: 'http://localhost:81' }, REFUSED],
      [{ referer: 'http://localhost/panel/?a=b' }, 'edits (editor)'],
      [{ referer: '' }, 'edits (editor)'],
      [{ referer: 'https://evil.example.net/page' }, REFUSED],
      [{ referer: 'no address' }, REFUSED],
      [{ referer: 'https://evil.example.net/', origin: 'http://localhost' }, 'edits (editor)'],
      [{ referer: 'https://evil.example.net/', 'sec-fetch-site': 'same-origin' }, 'edits (editor)'],
    ] as const) {
      const options = { method: 'POST', headers: { ...cookie('edits'), ...headers } } as const
      assert.equal(await seen('editor', options), expected, JSON.stringify(headers))
    }
  })

  test('nor does a trusted network, nor is anything open changed that way', async () => {
    assert.equal(await seen('guarded:admin', { method: 'POST', peer: '127.0.0.1', headers: cross }), REFUSED)
    assert.equal(await seen('guarded:admin', { method: 'POST', peer: '127.0.0.1', headers: evil }), REFUSED)
    assert.equal(await seen('open', { method: 'POST', headers: cross }), REFUSED)
  })

  test('a cookie may be read with from another site, as a link there must work', async () => {
    assert.equal(await seen('editor', { headers: { ...cookie('edits'), ...cross } }), 'edits (editor)')
  })

  test('a token in a header is bound to no origin', async () => {
    for (const headers of [
      { ...bearer('edits'), ...cross },
      { 'x-api-key': 'edits', ...evil },
    ])
      assert.equal(await seen('editor', { method: 'POST', headers }), 'edits (editor)')
  })

  test('an unusable header is no token, and frees from nothing', async () => {
    const headers = { authorization: 'Basic x', ...cookie('edits'), ...cross }
    assert.equal(await seen('editor', { method: 'POST', headers }), REFUSED)
  })

  test('a listed origin may send what is open and what has a token, but no cookie and no network speaks for it', async () => {
    const friend = { ...cross, origin: 'https://friend.example' }
    assert.equal(await seen('open', { method: 'POST', headers: friend }), 'visitor (null)')
    assert.equal(await seen('editor', { method: 'POST', headers: { ...friend, ...bearer('edits') } }), 'edits (editor)')
    assert.equal(await seen('editor', { headers: { ...friend, ...cookie('edits') } }), 'edits (editor)')
    assert.equal(await seen('editor', { method: 'POST', headers: { ...friend, ...cookie('edits') } }), REFUSED)
    const local = { method: 'POST', peer: '127.0.0.1', headers: friend } as const
    assert.match(await seen('guarded:admin', local), /^401/)
  })
})
