// A Word file as HTML, with the pictures apart. It is an archive that strangers made: how much it unpacks to is checked first.

import { FileProblem } from '../page/file.ts'

/** A picture is named in the HTML by its place in the list, until it is kept; `lost` are kinds of content that can't be read. */
type WordPage = { html: string; pictures: Uint8Array[]; lost: string[] }
export const pendingPicture = (index: number): string => `/pictures/pending-${index}`

const LARGEST_UNPACKED = 100 * 1024 * 1024
const MOST_PICTURES = 500

/** Styles that Word and programs that write its files have for more than looks. Comments and deleted text are left out. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  ...['Quote', 'Intense Quote', 'Block Text'].map((name) => `p[style-name='${name}'] => blockquote > p:fresh`),
  ...['Source Code', 'HTML Preformatted'].map((name) => `p[style-name='${name}'] => pre:separator('\\n')`),
  ...['Verbatim Char', 'HTML Code'].map((name) => `r[style-name='${name}'] => code`),
]
const IGNORED = /^An unrecognised element was ignored: (?:\{[^}]*\})?(.+)$/
/** A note is an item of the last list, whose id would be lost with its markup. */
const NOTE = /<li id="((?:foot|end)note-[\w-]+)"><p>/g

export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3

export async function htmlOfWord(bytes: Uint8Array): Promise<WordPage> {
  refuseBomb(Buffer.from(bytes))
  // Loaded when the first Word file comes: it takes a tenth of a second that no other start should wait for.
  const { default: mammoth } = await import('mammoth')
  const pictures: Uint8Array[] = []
  const convertImage = mammoth.images.imgElement(async (image) => {
    if (pictures.length === MOST_PICTURES) throw new FileProblem(`has more than ${MOST_PICTURES} pictures`)
    return { src: pendingPicture(pictures.push(await image.readAsBuffer()) - 1) }
  })
  try {
    const options = { convertImage, styleMap: STYLES }
    const { value, messages } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) }, options)
    const lost = new Set(messages.flatMap(({ message }) => IGNORED.exec(message)?.[1] ?? []))
    return { html: value.replaceAll(NOTE, '<li><p><a id="$1"></a>'), pictures, lost: [...lost] }
  } catch (error) {
    if (error instanceof FileProblem) throw error
    throw new FileProblem('is not a Word file (.docx)')
  }
}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50

/** refuseBomb adds up what the archive's own directory says of its files, and looks at nothing else. */
function refuseBomb(bytes: Buffer): void {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'))
  if (end === -1 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== END_OF_DIRECTORY)
    throw new FileProblem('is not a Word file (.docx)')
  let at = bytes.readUInt32LE(end + 16)
  let unpacked = 0
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new FileProblem('is damaged')
    unpacked += bytes.readUInt32LE(at + 24)
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  if (unpacked > LARGEST_UNPACKED) throw new FileProblem('unpacks to more than 100 MiB')
}
