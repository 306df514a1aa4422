// Recognises pictures that browsers show by their first bytes: a name or declared type is only a claim. Pure.

export const PICTURE_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
} as const
type PictureKind = keyof typeof PICTURE_TYPES
export const isPictureKind = (kind: string): kind is PictureKind => Object.hasOwn(PICTURE_TYPES, kind)

/** For patterns; each kind is also the extension of addresses and files. */
export const PICTURE_ENDINGS = Object.keys(PICTURE_TYPES).join('|')

const OPENING_BYTES = 16_384
/** Offsets of the brands in an AVIF header. */
const BRANDS = [8, 64] as const

/** Undefined if it isn't a picture. */
export function kindOf(bytes: Buffer): PictureKind | undefined {
  const opening = bytes.toString('latin1', 0, OPENING_BYTES)
  if (opening.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (opening.startsWith('\xff\xd8\xff')) return 'jpg'
  if (opening.startsWith('GIF87a') || opening.startsWith('GIF89a')) return 'gif'
  if (opening.startsWith('RIFF') && opening.startsWith('WEBP', 8)) return 'webp'
  if (opening.startsWith('ftyp', 4) && /avi[fs]/.test(opening.slice(...BRANDS))) return 'avif'
  return isDrawing(opening) ? 'svg' : undefined
}

/** SVG: skips declarations, comments and a document type before the first element. */
function isDrawing(opening: string): boolean {
  let rest = opening.replace(/^\xef\xbb\xbf/, '').trimStart()
  for (;;) {
    const end = endOfPreamble(rest)
    if (end === undefined) return /^<(?:[a-z]+:)?svg[\s/>]/i.test(rest)
    const at = rest.indexOf(end)
    if (at === -1) return false
    rest = rest.slice(at + end.length).trimStart()
  }
}

function endOfPreamble(rest: string): string | undefined {
  if (rest.startsWith('<?')) return '?>'
  if (rest.startsWith('<!--')) return '-->'
  if (!/^<!doctype/i.test(rest)) return undefined
  // A document type may declare entities in brackets.
  return /^[^>[]*\[/.test(rest) ? ']>' : '>'
}
