// The brand: the site's name, accent colour, logo, icon, footer and links, for reader, panel and mails. Settings in the
// environment override saved values, which override defaults. Rendering is in reader/look.ts.

import { safeUrl } from 'galley-blocks/urls.ts'
import { accentVariants, DEFAULT_ACCENT } from 'galley-look/accent.ts'
import type { Actor } from '#actor.ts'
import { TAGS } from '#changes.ts'
import type { Config } from '#config.ts'
import type { Deps, RecordAudit } from '#deps.ts'
import type { Tx } from '#engine/db/db.ts'
import { FreshCache } from '#engine/db/fresh-cache.ts'
import { collectIssues, invalidValue } from '#errors.ts'
import { stampOrNull } from '#time.ts'
import type { BrandOut, BrandUpdate } from './schemas.ts'
import * as store from './store.ts'

const DEFAULT_NAME = 'Galley'

/** The environment variable that overrides a field if it isn't empty. */
const FIXED_BY = {
  name: { key: 'siteName', env: 'GALLEY_SITE_NAME' },
  accent: { key: 'siteAccent', env: 'GALLEY_SITE_ACCENT' },
  logo: { key: 'siteLogo', env: 'GALLEY_SITE_LOGO' },
  logo_dark: { key: 'siteLogoDark', env: 'GALLEY_SITE_LOGO_DARK' },
  footer: { key: 'siteFooter', env: 'GALLEY_SITE_FOOTER' },
} as const
type Fixable = keyof typeof FIXED_BY
const FIXABLE = Object.keys(FIXED_BY) as Fixable[]

type BrandConfig = Pick<Config, (typeof FIXED_BY)[Fixable]['key']>
type BrandDeps = Pick<Deps, 'db'> & { config: BrandConfig }

/** Logos are empty if there are none; `version` changes with every change of the brand. */
export type Brand = {
  name: string
  accent: string
  scheme: 'auto' | 'light' | 'dark'
  logo: string
  logoDark: string
  icon: string
  footer: string
  homeId: number | null
  addresses: 'flat' | 'nested'
  /** Begins with a slash, or is empty. */
  basePath: string
  description: string
  /** Empty if there is none; `until` is null if it has no end. */
  announcement: { text: string; url: string; until: number | null }
  links: { label: string; url: string }[]
  fixed: Fixable[]
  version: number
  updatedAt: number | null
}

export function brandOf(config: BrandConfig, row?: store.BrandRow): Brand {
  return {
    name: config.siteName || row?.name || DEFAULT_NAME,
    accent: config.siteAccent || row?.accent || DEFAULT_ACCENT,
    scheme: row?.scheme ?? 'auto',
    logo: config.siteLogo || row?.logo || '',
    logoDark: config.siteLogoDark || row?.logo_dark || '',
    icon: row?.icon ?? '',
    footer: config.siteFooter || row?.footer || '',
    homeId: row?.home_id ?? null,
    addresses: row?.addresses ?? 'flat',
    basePath: row?.base_path ?? '',
    description: row?.description ?? '',
    announcement: {
      text: row?.announcement ?? '',
      url: row?.announcement_url ?? '',
      until: row?.announcement_until ?? null,
    },
    links: row ? (JSON.parse(row.links) as Brand['links']) : [],
    fixed: FIXABLE.filter((field) => config[FIXED_BY[field].key] !== ''),
    version: row?.version ?? 0,
    updatedAt: row?.updated_at ?? null,
  }
}

export const readBrand = async ({ db, config }: BrandDeps): Promise<Brand> =>
  brandOf(config, await store.findBrand(db.read))

/** The announcement hasn't expired. */
export const isAnnounced = ({ announcement: { text, until } }: Brand, now: number): boolean =>
  text !== '' && (until === null || until > now)

/** For an import: the old site's front page becomes this one's, unless it has one already. */
export async function keepHome({ db, clock }: Pick<Deps, 'db' | 'clock'>, id: number): Promise<void> {
  if ((await store.findBrand(db.read))?.home_id) return
  await db.inTransaction(async (tx) => {
    await store.writeBrand(tx, { home_id: id, updated_at: clock.now() })
  })
}

/** The cached brand, used by every page: read again after a change on any node. */
export class CurrentBrand {
  readonly #deps: BrandDeps
  readonly #kept: FreshCache<Brand>

  constructor(deps: BrandDeps) {
    this.#deps = deps
    this.#kept = new FreshCache(deps.db, { max: 1 })
  }

  get = (): Brand | Promise<Brand> =>
    this.#kept.get('brand', async () => ({ value: await readBrand(this.#deps), tags: [TAGS.site] }))
}

export type BrandWriteDeps = BrandDeps &
  Deps & {
    record: RecordAudit<'brand.changed'>
    /** False if there is no such picture; otherwise locks it against removal until the transaction ends. */
    holdPicture: (tx: Tx, path: string) => Promise<boolean>
    hasDocument: (tx: Tx, id: number) => Promise<boolean>
  }

/** Changes the given fields; null restores the default. */
export async function updateBrand(deps: BrandWriteDeps, actor: Actor, given: BrandUpdate): Promise<BrandOut> {
  const { db, clock, record } = deps
  const { scheme, links, accent, announcement_until: until, addresses, ...rest } = given
  await db.inTransaction(async (tx) => {
    await collectIssues(
      () => refuseFixed(deps.config, given),
      () => checkLinks(links ?? []),
      () => checkUrl(['body', 'announcement_url'], given.announcement_url ?? '/'),
      () => checkHome(deps, tx, given.home_id),
      () => {
        if (given.base_path && OURS.test(given.base_path))
          throw invalidValue(['body', 'base_path'], 'is an address of this service', given.base_path)
      },
      () => checkPicture(deps, tx, 'logo', given.logo),
      () => checkPicture(deps, tx, 'logo_dark', given.logo_dark),
      () => checkPicture(deps, tx, 'icon', given.icon),
    )
    const now = clock.now()
    await store.writeBrand(tx, {
      ...rest,
      ...(accent !== undefined && { accent: accent?.toLowerCase() ?? null }),
      ...(scheme && { scheme: scheme === 'auto' ? null : scheme }),
      ...(links && { links: JSON.stringify(links) }),
      ...(addresses && { addresses: addresses === 'flat' ? null : addresses }),
      ...(until !== undefined && { announcement_until: until === null ? null : Date.parse(until) }),
      updated_at: now,
    })
    await record(tx, actor, 'brand.changed', 'brand', given, now)
  })
  return presentBrand(await readBrand(deps))
}

/** First path segments that the service uses itself; `/docs` only by itself, not below. */
export const OURS =
  /^\/(?:api|auth|admin|panel|read|pictures|files|dataroom|mcp|scim|diagram|mail|redoc|\.well-known)(?:\/|$)/

function refuseFixed(config: BrandConfig, given: BrandUpdate): void {
  for (const field of FIXABLE) {
    const { key, env } = FIXED_BY[field]
    if (given[field] !== undefined && config[key] !== '')
      throw invalidValue(['body', field], `fixed by ${env} in the environment; change it there`, given[field])
  }
}

function checkLinks(links: readonly { url: string }[]): void {
  for (const [index, { url }] of links.entries()) checkUrl(['body', 'links', index, 'url'], url)
}

function checkUrl(loc: (string | number)[], url: string): void {
  if (safeUrl(url) !== url || !/^(?:\/|https?:|mailto:)/i.test(url))
    throw invalidValue(loc, 'must be an http, https or mailto address, or a path of this site such as /read/start', url)
}

async function checkHome({ hasDocument }: BrandWriteDeps, tx: Tx, id: number | null | undefined): Promise<void> {
  if (id != null && !(await hasDocument(tx, id)))
    throw invalidValue(['body', 'home_id'], `Document ${id} does not exist`, id)
}

async function checkPicture(
  { holdPicture }: BrandWriteDeps,
  tx: Tx,
  field: 'logo' | 'logo_dark' | 'icon',
  path: string | null | undefined,
): Promise<void> {
  if (path && !(await holdPicture(tx, path)))
    throw invalidValue(
      ['body', field],
      'there is no such picture; upload it with POST /api/pictures and send the url of its response',
      path,
    )
}

export function presentBrand(brand: Brand): BrandOut {
  const { name, accent, scheme, links, fixed } = brand
  const { light, dark } = accentVariants(accent)
  return {
    name,
    accent,
    accent_light: light,
    accent_dark: dark,
    scheme,
    logo: brand.logo || null,
    logo_dark: brand.logoDark || null,
    icon: brand.icon || null,
    footer: brand.footer || null,
    home_id: brand.homeId,
    addresses: brand.addresses,
    base_path: brand.basePath || null,
    description: brand.description || null,
    announcement: brand.announcement.text || null,
    announcement_url: brand.announcement.url || null,
    announcement_until: stampOrNull(brand.announcement.until),
    links,
    fixed,
    updated_at: stampOrNull(brand.updatedAt),
  }
}
