// A real identity provider on loopback (oidc-provider), whose people sign in without a form, and a browser that goes there and back.

import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type KoaContextWithOIDC } from 'oidc-provider'
import type { Built } from './build.ts'
import type { Cleaner } from './cleaner.ts'

export type OidcPerson = { sub: string; email?: string; email_verified?: boolean; name?: string; groups?: string[] }

type Client = { backchannelLogout: (sub: string, sid: string) => Promise<void> }

/** SITE is where the service says that it is; the provider sends browsers back to it, and nowhere else. */
export const SITE = 'http://localhost:9999'
const SECRET = 'a secret of the client, long enough for HS256'

/** identityProvider starts one; `signedIn` is who signs in next. */
export async function identityProvider(t: Cleaner, id = 'corp', site = SITE) {
  const people = new Map<string, OidcPerson>()
  const logouts: string[] = []
  let signedIn = ''
  let forges = false
  let provider: Provider
  const server = createServer((request, response) => {
    if (request.url!.startsWith('/interaction/')) {
      const result = { login: { accountId: signedIn } }
      void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    } else if (request.url === '/logout-here') {
      request.on('data', (chunk) => logouts.push(String(chunk)))
      request.on('end', () => response.end())
    } else provider.callback()(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'galley',
        client_secret: SECRET,
        redirect_uris: [`${site}/api/auth/oidc/${id}/callback`],
        backchannel_logout_uri: `${issuer}/logout-here`,
        backchannel_logout_session_required: true,
      },
    ],
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ ...people.get(accountId)!, sub: accountId }),
    }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    cookies: { keys: ['a key for tests'] },
    loadExistingGrant: allowEverything,
    // Its own refuses loopback.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
  })
  provider.use(async (context, next) => {
    await next()
    const tokens = context.body as { id_token?: string } | undefined
    if (forges && tokens?.id_token) tokens.id_token = withOtherSignature(tokens.id_token)
  })
  const setting = (more: object = {}) =>
    JSON.stringify([{ id, name: 'Corp', issuer, client_id: 'galley', client_secret: SECRET, ...more }])
  return {
    issuer,
    setting,
    /** logOut gives the logout token that the provider sends when a session of it ends. */
    logOut: async (sub: string, sid: string): Promise<string> => {
      const client = (await provider.Client.find('galley')) as unknown as Client
      await client.backchannelLogout(sub, sid)
      return new URLSearchParams(logouts.at(-1)).get('logout_token')!
    },
    /** forge makes the ID tokens of the token endpoint carry a signature that is not the provider's. */
    forge: (whether: boolean) => {
      forges = whether
    },
    signIn: (person: OidcPerson) => {
      people.set(person.sub, person)
      signedIn = person.sub
    },
  }
}

const withOtherSignature = (token: string): string => {
  const [header, claims, signature] = token.split('.')
  return `${header}.${claims}.${Buffer.from(signature!, 'base64url').reverse().toString('base64url')}`
}

async function allowEverything({ oidc }: KoaContextWithOIDC) {
  const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

/** atProvider follows the provider's redirects with cookies of its own, and gives the address on our site that they end at. */
export async function atProvider(location: string, jar = new Map<string, string>()): Promise<URL> {
  for (let url = new URL(location); ; ) {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      jar.set(name!, value!)
    }
    const next = response.headers.get('location')
    assert.ok(next, `${response.status} ${await response.text()}`)
    url = new URL(next, url)
    if (url.origin === SITE) return url
  }
}

export const cookiesOf = (response: { headers: Record<string, unknown> }): string =>
  [response.headers['set-cookie']]
    .flat()
    .map((set) => String(set).split(';')[0])
    .filter((pair) => pair !== undefined && !pair.endsWith('='))
    .join('; ')

/** throughProvider is a whole sign-in; the response is the one of the way back. */
export async function throughProvider({ app }: Built, next = '/panel/', jar?: Map<string, string>) {
  const start = await app.inject({ url: `/api/auth/oidc/corp/start?next=${encodeURIComponent(next)}` })
  assert.equal(start.statusCode, 307, start.body)
  const back = await atProvider(String(start.headers.location), jar)
  const cookie = cookiesOf(start)
  return { response: await app.inject({ url: back.pathname + back.search, headers: { cookie } }), back, cookie }
}
