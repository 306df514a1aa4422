// Every setting in one table: its name in the environment, how it is read, its default and what it does.
// The only reader of process.env. `galley config` and docs/settings.md are made from the same table.

import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { Cron } from 'croner'
import { isColour } from 'galley-look/accent.ts'
import { StartError } from './errors.ts'
import { languageTag } from './languages/tag.ts'
import { parseNetworks } from './networks.ts'
import { networks, oneOf, price, secret, someOf, text, url, whole, words } from './settings/kinds.ts'
import { readProviders } from './settings/oidc.ts'

const isRole = (text: string): text is 'admin' | 'editor' | 'reader' => ['admin', 'editor', 'reader'].includes(text)

const LOOPBACK = parseNetworks('loopback')!

function isCronPattern(value: string): boolean {
  try {
    return new Cron(value, { paused: true, timezone: 'UTC' }).nextRun() !== null
  } catch {
    return false
  }
}

const SETTINGS = {
  host: text('GALLEY_HOST', '127.0.0.1', 'Address to listen on. 0.0.0.0 for every interface.'),
  port: whole('GALLEY_PORT', 8000, 0, 65535, 'Port to listen on; 0 takes any free one.'),
  stopDelaySeconds: whole(
    'GALLEY_STOP_DELAY',
    0,
    0,
    300,
    'Seconds between a request to stop and the end of listening: /readyz is 503 meanwhile, so that a load balancer looks elsewhere.',
  ),
  dataDir: {
    ...text('GALLEY_DATA', './data', 'Folder for the SQLite file, logs, backups and outbox.log.'),
    wanted: 'a folder',
    // An address would become a folder of that name.
    read: (value: string) => (value.includes('://') ? undefined : resolve(value || './data')),
  },
  databaseUrl: url(
    'DATABASE_URL',
    ['postgres:', 'postgresql:'],
    'PostgreSQL to use; empty means SQLite in the data folder.',
    true,
  ),
  poolSize: whole(
    'GALLEY_POOL_SIZE',
    10,
    2,
    200,
    'PostgreSQL connections a process may hold for reads and writes; three more listen and check tokens.',
  ),
  nodeName: {
    ...text('GALLEY_NODE', hostname(), 'Name of this machine among the nodes that share a database.'),
    wanted: 'letters, digits, dots, dashes (at most 64)',
    read: (value: string) => (/^[\w.-]{1,64}$/.test(value) ? value : undefined),
  },

  publicUrl: url(
    'GALLEY_PUBLIC_URL',
    ['http:', 'https:'],
    'Address that people use, for links, cookies and the Host check.',
  ),
  allowedHosts: words('GALLEY_ALLOWED_HOSTS', '', 'More host names to accept, besides loopback and the public URL.'),
  trustedNetworks: networks(
    'GALLEY_TRUSTED_NETWORKS',
    'loopback',
    'Networks from which guarded endpoints need no token; none closes them, and is the default with GALLEY_PUBLIC_URL or a GALLEY_HOST that is not loopback.',
  ),
  trustProxy: networks('GALLEY_TRUST_PROXY', 'none', 'Proxies whose forwarding headers are trusted.'),
  corsOrigins: words('GALLEY_CORS_ORIGINS', '', 'Web origins that may call the API from a browser.'),
  rateToken: whole('GALLEY_RATE_TOKEN', 600, 0, 1_000_000_000, 'Requests a minute for one token; 0 is no limit.'),
  sharedCacheSeconds: whole(
    'GALLEY_SHARED_CACHE_SECONDS',
    0,
    0,
    86_400,
    'How long a shared cache (CDN, proxy) may show public pages without asking. A page that was closed or changed is visible there for as long.',
  ),
  rateSearch: whole(
    'GALLEY_RATE_SEARCH',
    240,
    0,
    1_000_000_000,
    "Searches a minute on the reader's pages for one address; 0 is no limit.",
  ),
  rateIp: whole(
    'GALLEY_RATE_IP',
    60,
    0,
    1_000_000_000,
    'Requests a minute for one address without a valid token; 0 is no limit.',
  ),
  mcp: oneOf(
    'GALLEY_MCP',
    ['open', 'token', 'off'],
    'open',
    'Assistants at /mcp: open to everyone for what the public site shows, only with a token, or not at all.',
  ),
  webhookNetworks: networks(
    'GALLEY_WEBHOOK_NETWORKS',
    'none',
    'Private networks that webhooks may be sent to, such as loopback or 10.0.0.0/8.',
  ),
  logLevel: oneOf(
    'GALLEY_LOG_LEVEL',
    ['debug', 'info', 'warn', 'error', 'silent'],
    'info',
    'The least important log line to write.',
  ),

  registration: oneOf(
    'GALLEY_REGISTRATION',
    ['open', 'domains', 'invite', 'closed'],
    'open',
    'Who may make their own account: everyone, addresses of the listed domains, or nobody; with invite an identity provider makes none either.',
  ),
  registrationDomains: words(
    'GALLEY_REGISTRATION_DOMAINS',
    '',
    'Domains of the addresses that may register, with GALLEY_REGISTRATION=domains.',
  ),
  defaultRole: oneOf(
    'GALLEY_DEFAULT_ROLE',
    ['reader', 'editor', 'admin'],
    'reader',
    'Role of a new account, once its address is verified.',
  ),
  secondFactor: {
    ...words('GALLEY_SECOND_FACTOR', '', 'Roles that must have a second factor to do anything, such as admin,editor.'),
    wanted: 'roles (admin, editor, reader) separated by commas',
    read: (value: string) => {
      const roles = value.split(',').map((role) => role.trim().toLowerCase())
      const named = roles.filter((role) => role !== '')
      return named.every(isRole) ? named : undefined
    },
  },
  smtpUrl: url(
    'GALLEY_SMTP_URL',
    ['smtp:', 'smtps:'],
    'Mail server for sign-in codes; empty writes them to outbox.log in the data folder.',
    true,
  ),
  mailFrom: text('GALLEY_MAIL_FROM', 'Galley <galley@localhost>', 'Sender of mails.'),
  ssoSecret: secret(
    'GALLEY_SSO_SECRET',
    'Secret shared with the main backend for the single-sign-on bridge; empty switches it off.',
    32,
  ),

  ssoUrl: url(
    'GALLEY_SSO_URL',
    ['http:', 'https:'],
    'Where the main backend signs people in; set, a bridge token is taken only in the browser that set out from /api/auth/sso-start.',
  ),

  oidc: {
    env: 'GALLEY_OIDC',
    fallback: '',
    help: 'Identity providers (OpenID Connect) as a JSON list; see docs/single-sign-on.md.',
    secret: true,
    wanted: 'empty or a JSON list of identity providers as docs/single-sign-on.md has it',
    read: readProviders,
  },
  signIn: oneOf(
    'GALLEY_SIGN_IN',
    ['all', 'provider'],
    'all',
    'How people sign in: every way, or only through an identity provider or the bridge.',
  ),
  breakGlass: words(
    'GALLEY_BREAK_GLASS',
    '',
    'Email addresses of accounts that may sign in with a password all the same, for when the provider is down.',
  ),

  securityContact: {
    ...text(
      'GALLEY_SECURITY_CONTACT',
      '',
      'Where to report vulnerabilities, for /.well-known/security.txt: a mailto: or https: address.',
    ),
    wanted: 'empty or an address that starts with mailto: or https:',
    read: (value: string) => (value === '' || /^(mailto:|https:)\S+$/.test(value) ? value : undefined),
  },

  workers: whole(
    'GALLEY_WORKERS',
    1,
    0,
    15,
    'Worker processes to start with the service, plus one beat (the scheduler); 0 starts neither.',
  ),
  workerConcurrency: whole(
    'GALLEY_WORKER_CONCURRENCY',
    2,
    1,
    32,
    'Jobs that a worker started with the service runs at once.',
  ),
  keepEventsDays: whole('GALLEY_KEEP_EVENTS_DAYS', 90, 1, 36_500, 'Days that events of finished jobs are kept.'),
  keepRevisions: whole('GALLEY_KEEP_REVISIONS', 200, 1, 100_000, 'Revisions kept of each document.'),
  keepMissedDays: whole(
    'GALLEY_KEEP_MISSED_SEARCHES_DAYS',
    90,
    0,
    36_500,
    'Days that searches without a result are kept, as words alone; 0 counts none.',
  ),
  keepTrashDays: whole('GALLEY_KEEP_TRASH_DAYS', 30, 0, 36_500, 'Days that deleted documents can be restored.'),
  keepAuditDays: whole('GALLEY_KEEP_AUDIT_DAYS', 365, 1, 36_500, 'Days that the audit trail is kept.'),
  auditSink: url(
    'GALLEY_AUDIT_SINK',
    ['http:', 'https:', 'syslog:', 'syslogs:'],
    'Where the audit trail is sent as it grows: an HTTP endpoint that takes JSON lines, or a syslog server (TCP, or TLS); empty sends nothing.',
    true,
  ),
  auditSinkToken: secret('GALLEY_AUDIT_SINK_TOKEN', 'Bearer token for an HTTP sink of the audit trail.'),
  backupCron: {
    ...text(
      'GALLEY_BACKUP_CRON',
      '',
      'When to take a backup into the data folder, as a cron pattern in UTC; empty takes none.',
    ),
    wanted: 'empty or a cron pattern like "0 3 * * *"',
    read: (value: string) => (value === '' || isCronPattern(value) ? value : undefined),
  },
  backupKeep: whole('GALLEY_BACKUP_KEEP', 7, 1, 1_000, 'Scheduled backups to keep.'),

  llmProvider: oneOf(
    'GALLEY_LLM_PROVIDER',
    ['', 'openai-compatible', 'anthropic'],
    '',
    'Language model that drafts; empty uses the built-in drafter.',
  ),
  llmBaseUrl: url('GALLEY_LLM_BASE_URL', ['http:', 'https:'], "Address of the model's API."),
  llmApiKey: secret('GALLEY_LLM_API_KEY', "Key for the model's API."),
  llmModel: text('GALLEY_LLM_MODEL', '', 'Model to ask.'),
  llmTimeout: whole('GALLEY_LLM_TIMEOUT', 120, 1, 3_600, 'Seconds that one call to the model may take.'),
  llmMaxTokens: whole(
    'GALLEY_LLM_MAX_TOKENS',
    8_000,
    100,
    1_000_000,
    'Longest response to request from the model, in tokens.',
  ),

  llmFallbackModel: text('GALLEY_LLM_FALLBACK_MODEL', '', 'Model to ask when the first one stays unusable.'),
  llmVerify: oneOf(
    'GALLEY_LLM_VERIFY',
    ['on', 'off'],
    'on',
    'Whether a model judges each drafted sentence by its quotes.',
  ),
  llmVerifyModel: text('GALLEY_LLM_VERIFY_MODEL', '', 'Model that judges; empty asks the one that drafts.'),
  llmPriceIn: price('GALLEY_LLM_PRICE_IN', 'Price of a million input tokens, for the cost of a job; 0 shows none.'),
  llmPriceOut: price('GALLEY_LLM_PRICE_OUT', 'Price of a million output tokens.'),
  llmBudget: whole('GALLEY_LLM_BUDGET', 0, 0, 1_000_000_000, 'Tokens that a job may use; 0 sets no bound.'),

  ask: oneOf(
    'GALLEY_ASK',
    ['passage', 'model'],
    'passage',
    'What answers questions: a passage, word for word, or the language model, which quotes passages.',
  ),
  askBudget: whole(
    'GALLEY_ASK_BUDGET',
    500_000,
    0,
    1_000_000_000,
    'Tokens a day that the answers of a model may use; 0 sets no bound. Beyond it, passages answer.',
  ),

  askTeam: oneOf(
    'GALLEY_ASK_TEAM',
    ['off', 'on'],
    'off',
    'Whether signed-in readers may ask the team what the documentation does not say, and hear when it is answered.',
  ),

  styleGuide: text(
    'GALLEY_STYLE_GUIDE',
    '',
    'Markdown file in the data folder that drafts follow, at most 20,000 characters: ~~struck~~ words are not to be written, bold list entries spell terms.',
  ),
  verifyBlocks: oneOf(
    'GALLEY_VERIFY_BLOCKS',
    ['off', 'on'],
    'off',
    'Whether open verify actions of a draft block its approval.',
  ),

  reviewByOthers: oneOf(
    'GALLEY_REVIEW_BY_OTHERS',
    ['off', 'on'],
    'off',
    'Whether nobody can approve a proposal of their own, whatever the rule of its category says.',
  ),

  siteName: text(
    'GALLEY_SITE_NAME',
    '',
    'Name of the site, shown in the panel and in mails, too. Empty: as set in the panel, else Galley.',
  ),
  siteLang: {
    ...text(
      'GALLEY_SITE_LANG',
      'en',
      'Language of the public site, for documents that name none: a tag such as de or pt-BR.',
    ),
    wanted: 'a language tag such as de or pt-BR',
    read: languageTag,
  },
  siteLogo: text(
    'GALLEY_SITE_LOGO',
    '',
    'Address of a logo, on this site or an image file in the data folder. Empty: as set in the panel.',
  ),
  siteLogoDark: text(
    'GALLEY_SITE_LOGO_DARK',
    '',
    'Address of a logo for dark pages, as above. Empty: as set in the panel, else the same logo.',
  ),
  siteAccent: {
    ...text('GALLEY_SITE_ACCENT', '', 'Accent colour as #rrggbb. Empty: as set in the panel, else #3f50bd.'),
    wanted: 'empty or a colour like #3f50bd',
    read: (value: string) => (value === '' || isColour(value) ? value : undefined),
  },
  siteApprovers: oneOf(
    'GALLEY_SITE_APPROVERS',
    ['on', 'off'],
    'on',
    'Whether the public site names who approved a text.',
  ),
  siteReviewMarks: oneOf(
    'GALLEY_SITE_REVIEW_MARKS',
    ['on', 'off'],
    'off',
    'Whether the public site shows when a text was last checked, and that it is under review.',
  ),
  siteFeedback: oneOf(
    'GALLEY_SITE_FEEDBACK',
    ['on', 'off'],
    'off',
    'Whether pages of the public site ask if they helped, and what is missing.',
  ),
  siteSuggestions: oneOf(
    'GALLEY_SITE_SUGGESTIONS',
    ['off', 'readers', 'everyone'],
    'off',
    'Who may suggest an edit on the public site, which editors then review: nobody, people who are signed in, or everyone.',
  ),
  sitePageFacts: someOf(
    'GALLEY_SITE_PAGE_FACTS',
    ['updated', 'author', 'version', 'edit', 'history'],
    'updated,version,edit',
    'What a page says about itself: its last change, who made it, its version, and for editors the links to edit it and to its history.',
  ),
  siteOffline: oneOf(
    'GALLEY_SITE_OFFLINE',
    ['on', 'off'],
    'off',
    'Whether browsers keep public pages that a visitor has read, to be read without a network (a service worker; takes HTTPS).',
  ),
  siteAssistants: someOf(
    'GALLEY_SITE_ASSISTANTS',
    ['chatgpt', 'claude'],
    'chatgpt,claude',
    'Assistants that a visitor can open a public page in.',
  ),
  chromium: text('GALLEY_CHROMIUM', '', 'Chromium that an export to PDF is printed with. Empty: the one on PATH.'),
  siteFooter: text('GALLEY_SITE_FOOTER', '', 'A line of text in the footer. Empty: as set in the panel.'),
}

/** Config has the types that the table's own readers return, so a setting is declared in one line and nowhere else. */
export type Config = {
  readonly [K in keyof typeof SETTINGS]: (typeof SETTINGS)[K] extends { read: (value: string) => infer T }
    ? Exclude<T, undefined>
    : never
}
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
  const known = new Set(Object.values(SETTINGS).map((setting) => setting.env))
  return Object.keys(env).filter((name) => name.startsWith('GALLEY_') && !known.has(name))
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
