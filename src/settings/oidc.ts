// The identity providers of GALLEY_OIDC: a JSON list, read once at the start.

type ProviderRole = 'admin' | 'editor' | 'reader'

export type Provider = {
  /** id is part of addresses: `/api/auth/oidc/<id>/callback`. */
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  scope: string
  /** roles names the role of each group; with any, the role is set at every sign-in. */
  roles: ReadonlyMap<string, ProviderRole>
  groupsClaim: string
  /** link: whether a verified address is enough to bind an account that exists; never by default. */
  link: 'never' | 'verified'
  /** addresses: whether the provider says which addresses are verified, or only has verified ones. */
  addresses: 'claimed' | 'verified'
}

const ROLES: readonly string[] = ['admin', 'editor', 'reader']
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** readProviders gives undefined for a list that will not do. */
export function readProviders(value: string): readonly Provider[] | undefined {
  if (value === '') return []
  try {
    const given: unknown = JSON.parse(value)
    if (!Array.isArray(given)) return undefined
    const providers = given.map(readProvider)
    const ids = new Set(providers.map((provider) => provider?.id))
    return providers.every((provider) => provider !== undefined) && ids.size === providers.length
      ? providers
      : undefined
  } catch {
    return undefined
  }
}

function readProvider(given: Record<string, unknown>): Provider | undefined {
  const text = (name: string, fallback = '') => (given[name] === undefined ? fallback : String(given[name]))
  const roles = new Map(Object.entries((given.roles ?? {}) as Record<string, string>))
  const provider = {
    id: text('id'),
    name: text('name', text('id')),
    issuer: text('issuer'),
    clientId: text('client_id'),
    clientSecret: text('client_secret'),
    scope: text('scope', 'openid email profile'),
    roles: roles as ReadonlyMap<string, ProviderRole>,
    groupsClaim: text('groups_claim', 'groups'),
    link: text('link', 'never') as Provider['link'],
    addresses: text('addresses', 'claimed') as Provider['addresses'],
  }
  const isGood =
    /^[a-z0-9-]{1,40}$/.test(provider.id) &&
    isIssuer(provider.issuer) &&
    provider.clientId !== '' &&
    [...roles.values()].every((role) => ROLES.includes(role)) &&
    ['never', 'verified'].includes(provider.link) &&
    ['claimed', 'verified'].includes(provider.addresses)
  return isGood ? provider : undefined
}

/** Without TLS anyone on the way could answer for the provider; on this machine there is no way. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname)))
}
