// All settings by area (settings/): name in the environment, parsing, default and help. The only reader of process.env.
// `galley config` and docs/settings.md come from the same tables.

import { StartError } from './errors.ts'
import { parseNetworks } from './networks.ts'
import { ACCOUNT_SETTINGS } from './settings/accounts.ts'
import { DRAFTING_SETTINGS } from './settings/drafting.ts'
import { NETWORK_SETTINGS } from './settings/network.ts'
import { SERVICE_SETTINGS } from './settings/service.ts'
import { SITE_SETTINGS } from './settings/site.ts'
import { WORK_SETTINGS } from './settings/work.ts'

const LOOPBACK = parseNetworks('loopback')!

const SETTINGS = {
  ...SERVICE_SETTINGS,
  ...NETWORK_SETTINGS,
  ...ACCOUNT_SETTINGS,
  ...WORK_SETTINGS,
  ...DRAFTING_SETTINGS,
  ...SITE_SETTINGS,
}

/** Derived from the tables, so a setting is declared in one line. */
export type Config = {
  readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends { read: (value: string) => infer T }
    ? Exclude<T, undefined>
    : never
}
/** The settings for rendering the public site; no secrets. */
export type SiteConfig = Pick<Config, keyof typeof SITE_SETTINGS>
type SettingSource = 'default' | 'environment'

export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const entries = Object.entries(SETTINGS).map(([key, setting]) => {
    const given = env[setting.env] ?? impliedBy(env, setting.env)
    const value = (setting.read as (value: string) => unknown)(given?.trim() ?? setting.fallback)
    if (value === undefined) {
      const shown = setting.secret ? 'what it is set to' : `"${given}"`
      throw new StartError(`${setting.env} must be ${setting.wanted}, not ${shown}.`)
    }
    return [key, value]
  })
  const config = Object.freeze(Object.fromEntries(entries)) as Config
  // Refuses combinations that can't work or would open the service to everyone.
  if (config.publicUrl !== '' && new URL(config.publicUrl).href !== `${new URL(config.publicUrl).origin}/`)
    throw new StartError(
      `GALLEY_PUBLIC_URL must be scheme and host alone, such as ${new URL(config.publicUrl).origin}: Galley can't be served below a path.`,
    )
  if (config.llmProvider !== '' && config.llmModel === '')
    throw new StartError('GALLEY_LLM_MODEL must name a model when GALLEY_LLM_PROVIDER is set.')
  if (config.llmProvider === 'openai-compatible' && config.llmBaseUrl === '')
    throw new StartError('GALLEY_LLM_BASE_URL must be set for the openai-compatible provider.')
  if (config.ask === 'model' && config.llmProvider === '')
    throw new StartError('GALLEY_LLM_PROVIDER must be set when GALLEY_ASK is model.')
  if (config.registration === 'domains' && config.registrationDomains.length === 0)
    throw new StartError('GALLEY_REGISTRATION_DOMAINS must name a domain when GALLEY_REGISTRATION is domains.')
  if (config.signIn === 'provider' && config.oidc.length === 0 && config.ssoSecret === '')
    throw new StartError('GALLEY_OIDC must name an identity provider when GALLEY_SIGN_IN is provider.')
  if (config.defaultRole === 'admin' && ['open', 'domains'].includes(config.registration))
    throw new StartError(
      `GALLEY_DEFAULT_ROLE must not be admin while GALLEY_REGISTRATION is ${config.registration}: everyone could become one.`,
    )
  return config
}

export const siteConfig = (config: Config): SiteConfig =>
  Object.fromEntries(Object.entries(config).filter(([key]) => key in SITE_SETTINGS)) as SiteConfig

/**
 * A default that depends on other settings. A reachable service trusts no network: behind a proxy without forwarding headers,
 * all visitors would look local.
 */
function impliedBy(env: Record<string, string | undefined>, name: string): string | undefined {
  const isGiven = ({ env: other }: { env: string }) => Boolean(env[other]?.trim())
  // On a public address nobody makes their own account unasked; a provider that was set up goes on making them.
  if (name === SETTINGS.registration.env && isGiven(SETTINGS.publicUrl))
    return isGiven(SETTINGS.oidc) || isGiven(SETTINGS.ssoSecret) ? 'closed' : 'invite'
  if (name !== SETTINGS.trustedNetworks.env) return undefined
  const host = env[SETTINGS.host.env]?.trim() || SETTINGS.host.fallback
  const isReachable = isGiven(SETTINGS.publicUrl) || !(host === 'localhost' || LOOPBACK.contains(host))
  return isReachable ? 'none' : undefined
}

/** GALLEY_ names that nothing reads, most likely typos. */
export function unknownSettings(env: Record<string, string | undefined> = process.env): string[] {
  const settingNames = new Set(Object.values(SETTINGS).map((setting) => setting.env))
  return Object.keys(env).filter((name) => name.startsWith('GALLEY_') && !settingNames.has(name))
}

type SettingRow = { name: string; value: string; origin: SettingSource; help: string }

/** For `galley config`: every setting, its value (secrets masked) and its origin. */
export function describeConfig(env: Record<string, string | undefined> = process.env): SettingRow[] {
  return Object.values(SETTINGS).map((setting) => {
    const given = env[setting.env]
    const value = given ?? impliedBy(env, setting.env) ?? setting.fallback
    return {
      name: setting.env,
      value: setting.secret && value !== '' ? '********' : value,
      origin: given === undefined ? 'default' : 'environment',
      help: setting.help,
    }
  })
}

/** A child process gets exactly this process's settings. */
export const childEnvironment = (): Record<string, string | undefined> => ({ ...process.env })
