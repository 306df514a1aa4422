// A Word file as HTML, with the pictures apart, each once however often it is shown. It is an archive that strangers made.

import { FileProblem } from '../page/file.ts'
import { Archive } from './archive.ts'

/** The HTML refers to pictures by index until they are uploaded; `lost` are kinds of content that can't be converted. */
type WordPage = { html: string; pictures: Uint8Array[]; lost: string[] }
export const pendingPicture = (index: number): string => `/pictures/pending-${index}`

const MOST_PICTURES = 500
/** Pictures compress little, so legitimate ones are hardly larger than the file. */
const LARGEST_PICTURES = 40 * 1024 * 1024

/** Word styles with a meaning. Comments and deleted text are left out. */
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
  const archive = await Archive.open(Buffer.from(bytes))
  // Loaded when the first Word file comes: it takes a tenth of a second that no other start should wait for.
  const { default: mammoth } = await import('mammoth')
  const pictures: Uint8Array[] = []
  let room = LARGEST_PICTURES
  const keep = (picture: Uint8Array): number => {
    const position = pictures.indexOf(picture)
    if (position !== -1) return position
    room -= picture.length
    if (room < 0) throw new FileProblem(`has more than ${LARGEST_PICTURES / 1024 ** 2} MiB of pictures`)
    if (pictures.length === MOST_PICTURES) throw new FileProblem(`has more than ${MOST_PICTURES} pictures`)
    return pictures.push(picture) - 1
  }
  let problem: unknown
  // What the library calls an ArrayBuffer is what the archive gave it: the same bytes for the same part. Of an error it would
  // only make a message.
  const convertImage = mammoth.images.imgElement(async (image) => {
    try {
      return { src: pendingPicture(keep((await image.readAsArrayBuffer()) as unknown as Uint8Array)) }
    } catch (error) {
      problem ??= error
      throw error
    }
  })
  try {
    const options = { convertImage, styleMap: STYLES }
    const { value, messages } = await mammoth.convertToHtml({ file: archive } as never, options)
    if (problem) throw problem
    const lost = new Set(messages.flatMap(({ message }) => IGNORED.exec(message)?.[1] ?? []))
    return { html: value.replaceAll(NOTE, '<li><p><a id="$1"></a>'), pictures, lost: [...lost] }
  } catch (error) {
    if (error instanceof FileProblem) throw error
    throw new FileProblem('is not a Word file (.docx)')
  }
}
