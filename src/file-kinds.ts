// Which files may be uploaded, and how large. Pictures are recognised by their first bytes, files by extension, if their bytes begin
// accordingly. Files are only downloaded, never shown; programs and anything that runs on a double click are refused. Pure.

export const LARGEST_PICTURE = 10 * 1024 * 1024
export const LARGEST_FILE = 25 * 1024 * 1024
const OPENING_BYTES = 16_384

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

const ZIP = 'PK'
/** An extension's content type and first bytes; `text` must not contain NUL. */
const BINARY: Record<string, { type: string; opening?: string }> = {
  pdf: { type: 'application/pdf', opening: '%PDF-' },
  zip: { type: 'application/zip', opening: ZIP },
  docx: { type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', opening: ZIP },
  xlsx: { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', opening: ZIP },
  pptx: { type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', opening: ZIP },
  odt: { type: 'application/vnd.oasis.opendocument.text', opening: ZIP },
  ods: { type: 'application/vnd.oasis.opendocument.spreadsheet', opening: ZIP },
  odp: { type: 'application/vnd.oasis.opendocument.presentation', opening: ZIP },
  epub: { type: 'application/epub+zip', opening: ZIP },
  gz: { type: 'application/gzip', opening: '\x1f\x8b' },
  tgz: { type: 'application/gzip', opening: '\x1f\x8b' },
  xz: { type: 'application/x-xz', opening: '\xfd7zXZ' },
  bz2: { type: 'application/x-bzip2', opening: 'BZh' },
  '7z': { type: 'application/x-7z-compressed', opening: '7z\xbc\xaf' },
  tar: { type: 'application/x-tar' },
  mp3: { type: 'audio/mpeg' },
  mp4: { type: 'video/mp4' },
  webm: { type: 'video/webm' },
}
const TEXT =
  'txt md csv tsv json jsonl yaml yml toml ini conf cfg env properties xml xsd proto graphql sql log diff patch sh py rb go rs java kt c h cpp cs ts tsx mts php lua tf hcl ipynb drawio puml mmd ics gpx geojson pem crt'.split(
    ' ',
  )
const TEXT_TYPE = 'text/plain; charset=utf-8'
const TEXTS: ReadonlySet<string> = new Set(TEXT)

/** For patterns. */
export const FILE_ENDINGS = [...Object.keys(BINARY), ...TEXT].join('|')

/** First bytes of programs for Windows, Linux and macOS, whatever their name. */
const PROGRAMS = ['MZ', '\x7fELF', '\xcf\xfa\xed\xfe', '\xce\xfa\xed\xfe', '\xca\xfe\xba\xbe']
const endingOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The content type of a saved file. */
export const fileTypeOf = (kind: string): string => BINARY[kind]?.type ?? TEXT_TYPE

/** The extension, or why the file is refused. */
export function fileKindOf(name: string, bytes: Buffer): { kind: string } | { fault: string } {
  const kind = endingOf(name)
  const binary = Object.hasOwn(BINARY, kind) ? BINARY[kind] : undefined
  if (!binary && !TEXTS.has(kind))
    return { fault: `files ending in .${kind} can't be attached; put it into a .zip file, or use one of ${examples}` }
  if (bytes.length === 0) return { fault: 'the file is empty' }
  const opening = bytes.toString('latin1', 0, OPENING_BYTES)
  if (PROGRAMS.some((program) => opening.startsWith(program))) return { fault: 'programs are not accepted' }
  const isSo = binary ? opening.startsWith(binary.opening ?? '') : !opening.includes('\0')
  return isSo ? { kind } : { fault: `the content is not that of a .${kind} file` }
}

const examples = '.pdf, .zip, .docx, .xlsx, .csv, .json, .yaml, .txt'
