// Static files of pages: style sheet, scripts, the explorer's files, the environment's logo. Read once and served from memory
// under hashed names. Files that depend on the accent colour are made from its name, so that every node can serve them.

import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accentStyle, accentVariants } from 'galley-look/accent.ts'
import { LRUCache } from 'lru-cache'
import type { Config } from '#config.ts'
import { type PreparedResponse, prepareResponse } from '#http/responses/response-cache.ts'
import { SITE_LANGUAGES, wordsFor } from './words.ts'

const FOLDER = join(import.meta.dirname, 'assets')
const shared = (name: string) => readFileSync(fileURLToPath(import.meta.resolve(`galley-look/${name}`)), 'utf8')
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
}

type Asset = { type: string; response: PreparedResponse }
export type Assets = {
  files: ReadonlyMap<string, Asset>
  style: string
  /** reader.js with the words of each language. */
  scripts: Readonly<Record<string, string>>
  theme: string
  print: string
  diagrams: string
  explorerStyle: string
  explorerScript: string
  /** From the environment. */
  logo: string
  logoDark: string
}

export function loadAssets(config: Pick<Config, 'siteLogo' | 'siteLogoDark' | 'dataDir'>): Assets {
  const files = new Map<string, Asset>()
  const add = (name: string, body: Buffer | string): string => {
    const extension = extname(name)
    const named = `${basename(name, extension)}-${hash('sha256', body, 'base64url').slice(0, 10)}${extension}`
    const asset = { type: TYPES[extension]!, response: prepareResponse({ text: body, isLasting: true }) }
    files.set(named, asset).set(name, asset)
    return `/read/assets/${named}`
  }
  const own = (name: string) => readFileSync(join(FOLDER, name), 'utf8')
  return {
    files,
    style: add('reader.css', shared('tokens.css') + shared('content.css') + own('reader.css')),
    scripts: Object.fromEntries(
      SITE_LANGUAGES.map((lang) => [lang, add(`reader.${lang}.js`, scriptIn(lang) + own('reader.js'))]),
    ),
    theme: add('theme.js', own('theme.js')),
    print: add('print.js', own('print.js')),
    diagrams: add('diagrams.js', shared('diagram.js') + own('diagrams.js')),
    explorerStyle: add('explorer.css', own('explorer.css')),
    explorerScript: add('explorer.js', own('explorer.js')),
    logo: findLogo('logo', config.siteLogo, config, add),
    logoDark: findLogo('logo-dark', config.siteLogoDark, config, add),
  }
}

const scriptIn = (lang: string): string => `const WORDS = ${JSON.stringify({ lang, ...wordsFor(lang).table.script })}\n`

/** Also finds names from before a restart: a cached page must not lose its style. */
export function findAsset({ files }: Assets, name: string): { asset: Asset; lasting: boolean } | undefined {
  const tinted = TINTED.exec(name)
  if (tinted) {
    const tinting = tintedFile(tinted[1] as keyof typeof TINTS, `#${tinted[2]}`)
    return { asset: tinting.asset, lasting: tinting.name === name }
  }
  const exact = files.get(name)
  if (exact) return { asset: exact, lasting: name.includes('-') }
  const earlier = files.get(name.replace(/-[\w-]{10}(?=\.\w+$)/, ''))
  return earlier && { asset: earlier, lasting: false }
}

const ICON = readFileSync(join(FOLDER, 'icon.svg'), 'utf8')
/** Files made from the accent colour; icon.svg is black and gets tinted. */
const TINTS = {
  accent: { extension: '.css', make: accentStyle },
  icon: { extension: '.svg', make: (accent: string) => ICON.replaceAll('#000', accentVariants(accent).light) },
} as const
const TINTED = /^(accent|icon)-([0-9a-f]{6})(?:-[\w-]{10})?\.(?:css|svg)$/

type TintedFile = { name: string; asset: Asset }
/** Every page uses its accent's files. Anyone may request other accents, so only a few are cached. */
const tinted = new LRUCache<`${keyof typeof TINTS}${string}`, TintedFile>({ max: 16, memoMethod: makeTinted })

const tintedFile = (kind: keyof typeof TINTS, accent: string): TintedFile =>
  tinted.memo(`${kind}${accent.toLowerCase()}`)

function makeTinted(key: string): TintedFile {
  const [kind, colour] = key.split('#') as [keyof typeof TINTS, string]
  const accent = `#${colour}`
  const { extension, make } = TINTS[kind]
  const text = make(accent)
  const print = hash('sha256', text, 'base64url').slice(0, 10)
  const asset = { type: TYPES[extension]!, response: prepareResponse({ text }) }
  return { name: `${kind}-${colour}-${print}${extension}`, asset }
}

/** The address of the colours, or of the icon of a site without its own. */
export const tintedPath = (kind: keyof typeof TINTS, accent: string): string =>
  `/read/assets/${tintedFile(kind, accent).name}`

/** A path on this site stays as it is; a picture in the data folder is found by name. */
function findLogo(
  name: string,
  named: string,
  { dataDir }: Pick<Config, 'dataDir'>,
  add: (name: string, body: Buffer) => string,
): string {
  if (named === '') return ''
  if (/^\/[^/\\]/.test(named)) return named
  const file = join(dataDir, basename(named))
  return extname(file) in TYPES && existsSync(file) ? add(`${name}${extname(file)}`, readFileSync(file)) : ''
}
