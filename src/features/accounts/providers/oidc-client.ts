// The OpenID Connect client: discovery, redirect, callback and claims. Nothing is trusted before openid-client has checked
// signature, issuer, audience, nonce, state and PKCE. All state is cache.

import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'
import type { Configuration } from 'openid-client'
import type { Logger } from 'pino'
import { unauthenticated, unavailable } from '#errors.ts'
import type { Provider } from '#settings/oidc.ts'
import { HOUR, SECOND } from '#time.ts'
import type { Flight } from './flights.ts'

const TIMEOUT_MS = 10 * SECOND
const LONGEST_TEXT = 500

/** What the provider says about the person. */
export type Claims = {
  issuer: string
  subject: string
  sid: string | null
  email: string | null
  /** The address is proven; undefined if the provider doesn't say. */
  isVerified: boolean | undefined
  name: string | null
  groups: string[]
}

/** Loaded with the first such sign-in: most sites have no provider. */
const library = () => import('openid-client')
type KnownProvider = { configuration: Configuration; keys: ReturnType<typeof createRemoteJWKSet>; until: number }
const discovered = new WeakMap<Provider, Promise<KnownProvider>>()

/** Fetches a provider's endpoints and keys once an hour; failures aren't cached. */
async function discover(provider: Provider, log: Pick<Logger, 'warn'>): Promise<KnownProvider> {
  const begun = discovered.get(provider)
  const found = begun && (await begun.catch(() => undefined))
  if (found && found.until > Date.now()) return found
  const asked = ask(provider)
  discovered.set(provider, asked)
  return asked.catch((error: unknown) => {
    discovered.delete(provider)
    log.warn({ err: error, provider: provider.id }, 'an identity provider does not respond')
    throw unavailable('The identity provider cannot be reached', 10, error)
  })
}

async function ask({ issuer, clientId, clientSecret }: Provider): Promise<KnownProvider> {
  const { discovery, allowInsecureRequests, enableNonRepudiationChecks, None } = await library()
  const isLocal = issuer.startsWith('http:')
  const configuration = await discovery(
    new URL(issuer),
    clientId,
    clientSecret === '' ? undefined : clientSecret,
    clientSecret === '' ? None() : undefined,
    // Without these checks the library trusts an ID token from the token endpoint without verifying its signature.
    {
      timeout: TIMEOUT_MS / SECOND,
      execute: [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])],
    },
  )
  const keys = createRemoteJWKSet(new URL(configuration.serverMetadata().jwks_uri!), { timeoutDuration: TIMEOUT_MS })
  return { configuration, keys, until: Date.now() + HOUR }
}

/** The address to send the browser to, and the flight that it carries. */
export async function startFlight(
  provider: Provider,
  redirect_uri: string,
  { next, session }: Pick<Flight, 'next' | 'session'>,
  log: Pick<Logger, 'warn'>,
): Promise<{ address: string; flight: Flight }> {
  const client = await library()
  const { configuration } = await discover(provider, log)
  const flight: Flight = {
    provider: provider.id,
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
    next,
    session,
  }
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri,
    scope: provider.scope,
    state: flight.state,
    nonce: flight.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(flight.verifier),
    code_challenge_method: 'S256',
  })
  return { address: address.href, flight }
}

/** Exchanges the code for the person's claims; any mismatch is a 401. */
export async function finishFlight(
  provider: Provider,
  address: URL,
  { state, nonce, verifier }: Flight,
  log: Pick<Logger, 'warn'>,
): Promise<Claims> {
  const client = await library()
  const { configuration } = await discover(provider, log)
  try {
    const tokens = await client.authorizationCodeGrant(configuration, address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()!
    const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
    const more = hasMore ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
    // Claims of the signed ID token win over those of the userinfo endpoint.
    return claimsOf(provider, { ...more, ...claims })
  } catch (error) {
    log.warn({ err: error, provider: provider.id }, 'a sign-in through an identity provider was refused')
    throw unauthenticated('Invalid token')
  }
}

function claimsOf({ groupsClaim, addresses }: Provider, claims: JWTPayload): Claims {
  const { iss, sub, sid, email, email_verified, name } = claims
  const groups = claims[groupsClaim]
  return {
    issuer: iss!,
    subject: sub!,
    sid: typeof sid === 'string' ? sid : null,
    email: typeof email === 'string' ? email : null,
    isVerified: addresses === 'verified' || (typeof email_verified === 'boolean' ? email_verified : undefined),
    name: typeof name === 'string' ? name.slice(0, LONGEST_TEXT) : null,
    groups: [groups].flat().filter((group) => typeof group === 'string'),
  }
}

const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** Checks a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). */
export async function readLogout(provider: Provider, token: string, log: Pick<Logger, 'warn'>) {
  const { configuration, keys } = await discover(provider, log)
  const { issuer } = configuration.serverMetadata()
  try {
    const options = { issuer, audience: provider.clientId, maxTokenAge: '5m', requiredClaims: ['jti', 'events'] }
    const { payload } = await jwtVerify(token, keys, options)
    const { sub, sid, jti, nonce, events } = payload
    const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events
    if (!isLogout || nonce !== undefined || (sub === undefined && sid === undefined)) throw new Error('no logout token')
    return { issuer, jti: jti!, subject: sub, sid: typeof sid === 'string' ? sid : undefined }
  } catch (error) {
    log.warn({ err: error, provider: provider.id }, 'a logout token was refused')
    throw unauthenticated('Invalid token')
  }
}
