// The files that pages need: the style sheet (with the site's accent in it), two scripts, the explorer's own, the icon and the logo.
// Read once when the site starts and served from memory, under names that carry a hash of what is in them.

import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import type { Config } from '#config.ts'
import { type PreparedResponse, prepareResponse } from '#http/response-cache.ts'
import { accentVariants } from './colour.ts'

const FOLDER = join(import.meta.dirname, 'assets')
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
}

export type Asset = { type: string; response: PreparedResponse }
export type Assets = {
  files: ReadonlyMap<string, Asset>
  style: string
  script: string
  theme: string
  explorerStyle: string
  explorerScript: string
  icon: string
  logo: string
}

export function loadAssets(config: Pick<Config, 'siteAccent' | 'siteLogo' | 'dataDir'>): Assets {
  const files = new Map<string, Asset>()
  const add = (name: string, body: Buffer | string): string => {
    const extension = extname(name)
    const named = `${basename(name, extension)}-${hash('sha256', body, 'base64url').slice(0, 10)}${extension}`
    const asset = { type: TYPES[extension]!, response: prepareResponse({ text: body }) }
    files.set(named, asset).set(name, asset)
    return `/read/assets/${named}`
  }
  const own = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
  const { light, dark } = accentVariants(config.siteAccent)
  const accent = `:root{--accent-light:${light};--accent-dark:${dark}}\n`
  return {
    files,
    style: add('reader.css', accent + own('reader.css')),
    script: add('reader.js', own('reader.js')),
    theme: add('theme.js', own('theme.js')),
    explorerStyle: add('explorer.css', own('explorer.css')),
    explorerScript: add('explorer.js', own('explorer.js')),
    icon: add('icon.svg', own('icon.svg').replaceAll('#2f6f4f', light)),
    logo: findLogo(config, add),
  }
}

/** findAsset also knows names of an earlier start: a page from a cache must not lose its style. */
export function findAsset({ files }: Assets, name: string): { asset: Asset; lasting: boolean } | undefined {
  const exact = files.get(name)
  if (exact) return { asset: exact, lasting: name.includes('-') }
  const earlier = files.get(name.replace(/-[\w-]{10}(?=\.\w+$)/, ''))
  return earlier && { asset: earlier, lasting: false }
}

/** findLogo takes a path on this site as it is, and a picture in the data folder only by its name. */
function findLogo(
  { siteLogo, dataDir }: Pick<Config, 'siteLogo' | 'dataDir'>,
  add: (name: string, body: Buffer) => string,
): string {
  if (siteLogo === '') return ''
  if (/^\/[^/\\]/.test(siteLogo)) return siteLogo
  const file = join(dataDir, basename(siteLogo))
  return extname(file) in TYPES && existsSync(file) ? add(`logo${extname(file)}`, readFileSync(file)) : ''
}
