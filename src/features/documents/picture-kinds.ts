// Which bytes are a picture that browsers show, told by how they begin: a name or a declared type is anyone's claim. Pure.

import type { PictureKind } from '../../engine/db/tables.ts'

export const PICTURE_TYPES: Record<PictureKind, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
}

/** How each kind begins, after so many bytes. */
const BEGINNINGS: [PictureKind, number, string][] = [
  ['png', 0, '\x89PNG\r\n\x1a\n'],
  ['jpg', 0, '\xff\xd8\xff'],
  ['gif', 0, 'GIF87a'],
  ['gif', 0, 'GIF89a'],
  ['webp', 8, 'WEBP'],
  ['avif', 4, 'ftypavif'],
  ['avif', 4, 'ftypavis'],
]
/** A drawing may open with a declaration, a document type and comments before it says what it is. */
const SVG = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*|<!doctype[^>]*>\s*)*<svg[\s>]/i
const OPENING_BYTES = 4_096

/** kindOf returns undefined for what is no picture. */
export function kindOf(bytes: Buffer): PictureKind | undefined {
  const opening = bytes.toString('latin1', 0, OPENING_BYTES)
  const found = BEGINNINGS.find(([, at, beginning]) => opening.startsWith(beginning, at))
  return found?.[0] ?? (SVG.test(opening) ? 'svg' : undefined)
}
