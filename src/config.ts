// Every setting: its name in the environment, how it is read, its default and what it does, in tables by area (settings/).
// The only reader of process.env. `galley config` and docs/settings.md are made from the same tables.

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

/** Config has the types that the table's own readers return, so a setting is declared in one line and nowhere else. */
export type Config = {
  readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends { read: (value: string) => infer T }
    ? Exclude<T, undefined>
    : never
}
/** SiteConfig is what pages of the public site are made by: no secret is in it. */
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
  // Combinations that cannot work, or that would let everyone in, are refused here: later they would be failed jobs and open doors.
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
 * impliedBy is a default that depends on other settings. A service that others can reach trusts no network by itself: a proxy
 * that adds no header would make all of its visitors local.
 */
function impliedBy(env: Record<string, string | undefined>, name: string): string | undefined {
  if (name !== SETTINGS.trustedNetworks.env) return undefined
  const host = env[SETTINGS.host.env]?.trim() || SETTINGS.host.fallback
  const isReachable = Boolean(env[SETTINGS.publicUrl.env]?.trim()) || !(host === 'localhost' || LOOPBACK.contains(host))
  return isReachable ? 'none' : undefined
}

/** unknownSettings finds GALLEY_ names that nothing reads: most likely a typing slip. */
export function unknownSettings(env: Record<string, string | undefined> = process.env): string[] {
  const settingNames = new Set(Object.values(SETTINGS).map((setting) => setting.env))
  return Object.keys(env).filter((name) => name.startsWith('GALLEY_') && !settingNames.has(name))
}

type SettingRow = { name: string; value: string; origin: SettingSource; help: string }

/** describeConfig is what `galley config` prints: every setting, its value (secrets masked) and where it came from. */
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

/** childEnvironment gives a child process exactly the settings of this one, and nothing that a request said. */
export const childEnvironment = (): Record<string, string | undefined> => ({ ...process.env })
