// Allowed URLs in documents: http, https, mailto and paths on this site, however disguised. Judges spelling only, not whether
// a page exists. Also decodes and normalises paths.

const ALLOWED_SCHEMES: ReadonlySet<string> = new Set(['http', 'https', 'mailto'])

// Characters that browsers drop or people can't see, which serve only to hide a scheme.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}]+/gu
const CONTROLS = /\p{Cc}+/gu

const NAMED_REFERENCES: Readonly<Record<string, string>> = {
  amp: '&',
  colon: ':',
  sol: '/',
  bsol: '\\',
  tab: '\t',
  newline: '\n',
  num: '#',
  quest: '?',
  lpar: '(',
  period: '.',
  nbsp: ' ',
}

/** An entity in an escape in an entity is no honest link: URLs that still change after this many rounds are refused. */
const ROUNDS_OF_DISGUISE = 4

/** The trimmed URL without control characters; undefined if it must not become a link. */
export function safeUrl(url: string): string | undefined {
  let probe = url.replace(INVISIBLE, '')
  if (!hasSafeShape(probe)) return undefined
  for (let round = 0; ; round++) {
    const decoded = decodeOnce(probe).replace(INVISIBLE, '')
    if (decoded === probe) return url.replace(CONTROLS, '').trim()
    if (round === ROUNDS_OF_DISGUISE || !hasSafeShape(decoded)) return undefined
    probe = decoded
  }
}

/** Leads to a host rather than to a path on this site. */
export function isAbsoluteUrl(url: string): boolean {
  return /^https?:/i.test(url)
}

/** Unescapes a part of an address; a wrongly escaped one is returned as it is. */
export function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The normalised path for saving and look-up. */
export function redirectPath(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end--
  const plain = decodedPart(path.slice(0, end)).normalize('NFC')
  return plain.replace(/(?:\/index)?\.html?$/i, '') || '/'
}

function hasSafeShape(url: string): boolean {
  // Browsers treat a backslash as a slash, and two slashes as "another host".
  if (/^(?:\\|\/[\\/])/.test(url)) return false
  const scheme = /^([^/?#\\]*?):/.exec(url)?.[1]?.toLowerCase()
  if (scheme === undefined) return true
  if (!ALLOWED_SCHEMES.has(scheme)) return false
  return scheme === 'mailto' || /^https?:\/\/[^/\\]/i.test(url)
}

function decodeOnce(text: string): string {
  if (!text.includes('&') && !text.includes('%')) return text
  return text
    .replace(/&#x([0-9a-f]{1,6});?/gi, (whole, hex: string) => codePoint(Number.parseInt(hex, 16), whole))
    .replace(/&#([0-9]{1,7});?/g, (whole, decimal: string) => codePoint(Number.parseInt(decimal, 10), whole))
    .replace(/&([a-z]{3,7});/gi, (whole, name: string) => NAMED_REFERENCES[name.toLowerCase()] ?? whole)
    .replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function codePoint(code: number, otherwise: string): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : otherwise
}
