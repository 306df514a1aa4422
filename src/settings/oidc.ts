// The identity providers of GALLEY_OIDC: a JSON list, read once at the start.

import { StartError } from '#errors.ts'
import { MAX_GROUP_NAME } from '#limits.ts'

type ProviderRole = (typeof ROLES)[number]

export type Provider = {
  /** Part of addresses: `/api/auth/oidc/<id>/callback`. */
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  scope: string
  /** The role of each group; if there are any, the role is set at every sign-in. */
  roles: ReadonlyMap<string, ProviderRole>
  groupsClaim: string
  /** The name of the group for each value of the claim, or every value as a group's name; undefined keeps no groups. */
  groups: ReadonlyMap<string, string> | 'all' | undefined
  /** Whether a verified address may bind an existing account; off by default. */
  link: 'never' | 'verified'
  /** Whether the provider says which addresses are verified, or only has verified ones. */
  addresses: 'claimed' | 'verified'
}

const ROLES = ['admin', 'editor', 'reader'] as const
const FIELDS = 'id name issuer client_id client_secret scope roles groups_claim groups link addresses'.split(' ')
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Undefined if it isn't a JSON list; throws for a provider's invalid field. */
export function readProviders(value: string): readonly Provider[] | undefined {
  const given = value === '' ? [] : parseList(value)
  const providers = given?.map(readProvider)
  const ids = providers?.map(({ id }) => id) ?? []
  const twice = ids.find((id, nth) => ids.indexOf(id) !== nth)
  if (twice !== undefined) throw refuse(`two providers have the id "${twice}"`)
  return providers
}

function parseList(value: string): unknown[] | undefined {
  try {
    const given: unknown = JSON.parse(value)
    return Array.isArray(given) ? given : undefined
  } catch {
    return undefined
  }
}

const refuse = (reason: string): StartError => new StartError(`GALLEY_OIDC: ${reason}.`)

function readProvider(item: unknown, nth: number): Provider {
  const given = (typeof item === 'object' ? item : null) as Record<string, unknown> | null
  const who = typeof given?.id === 'string' && given.id !== '' ? `the provider "${given.id}"` : `provider ${nth + 1}`
  if (!given) throw refuse(`${who} is not an object`)
  const need = (isGood: boolean, field: string, wanted: string) => {
    if (!isGood) throw refuse(`${field} of ${who} must be ${wanted}`)
  }
  const text = (field: string, fallback = ''): string => {
    const value = given[field] ?? fallback
    need(typeof value === 'string', field, 'text')
    return value as string
  }
  const choice = <const T extends string>(field: string, choices: readonly T[], value: string): T => {
    need(choices.includes(value as T), field, choices.join(' or '))
    return value as T
  }
  const other = Object.keys(given).find((field) => !FIELDS.includes(field))
  if (other !== undefined) throw refuse(`${who} has a field "${other}", which is none of ${FIELDS.join(', ')}`)
  const id = text('id')
  need(/^[a-z0-9-]{1,40}$/.test(id), 'id', 'of a-z, 0-9 and dashes, at most 40')
  const issuer = text('issuer')
  need(isIssuer(issuer), 'issuer', 'an https address, or http on this machine')
  const clientId = text('client_id')
  need(clientId !== '', 'client_id', 'given')
  const { roles = {} } = given
  need(isObject(roles), 'roles', 'an object of groups and roles')
  for (const [group, role] of Object.entries(roles as object)) choice(`roles["${group}"]`, ROLES, role)
  const { groups } = given
  need(
    groups === undefined || groups === 'all' || (isObject(groups) && Object.values(groups).every(isName)),
    'groups',
    `"all" or an object of the claim's values and names of groups`,
  )
  return {
    id,
    name: text('name', id),
    issuer,
    clientId,
    clientSecret: text('client_secret'),
    scope: text('scope', 'openid email profile'),
    roles: new Map(Object.entries(roles as Record<string, ProviderRole>)),
    groupsClaim: text('groups_claim', 'groups'),
    groups:
      groups === undefined || groups === 'all' ? groups : new Map(Object.entries(groups as Record<string, string>)),
    link: choice('link', ['never', 'verified'], text('link', 'never')),
    addresses: choice('addresses', ['claimed', 'verified'], text('addresses', 'claimed')),
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isName = (value: unknown) => typeof value === 'string' && value.trim() !== '' && value.length <= MAX_GROUP_NAME

/** Without TLS anyone on the network could impersonate the provider; loopback has no network. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname)))
}
