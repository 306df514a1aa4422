// Zip files that strangers made, in memory or on disk, read with yauzl. No entry is unpacked to more than its caller allows:
// what a directory says of sizes is only a claim.

import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import { FileProblem } from '../page/file.ts'

const PACKINGS_READ = [0, 8]
const IN_UTF8 = 0x800
/** In the upper half of the attributes Unix keeps what kind of file it is. */
const KIND_OF_FILE = 0o170000
const LINK = 0o120000
const SLACK = 1024
const LARGEST_DIRECTORY = 32 * 1024 * 1024
/** Names are decoded here, and sizes are checked while unpacking. */
const OPTIONS = { autoClose: false, decodeStrings: false, validateEntrySizes: false }

export type ZipEntry = {
  name: string
  /** claimed is how large it says it is unpacked. */
  claimed: number
  isEncrypted: boolean
  isLink: boolean
  entry: Entry
}

/** openZip opens the file at a path, which its caller closes, or one in memory. */
export async function openZip(from: string | Buffer): Promise<ZipFile> {
  try {
    return await (typeof from === 'string' ? openPromise(from, OPTIONS) : fromBufferPromise(from, OPTIONS))
  } catch (cause) {
    throw new NotZip(cause)
  }
}

/** listEntries are those of the directory, in its order; `most` is how many there may be. */
export async function listEntries(zip: ZipFile, most: number): Promise<ZipEntry[]> {
  const entries = new Map<string, ZipEntry>()
  let directoryBytes = 0
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry)
      if (entries.has(name)) throw damaged()
      if (entries.size === most) throw new FileProblem(`has more than ${most} parts`)
      directoryBytes += entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength
      if (directoryBytes > LARGEST_DIRECTORY) throw new FileProblem('lists too many parts')
      const isLink = ((entry.externalFileAttributes >>> 16) & KIND_OF_FILE) === LINK
      entries.set(name, { name, claimed: entry.uncompressedSize, isEncrypted: entry.isEncrypted(), isLink, entry })
    }
  } catch (error) {
    throw error instanceof FileProblem ? error : damaged(error)
  }
  return [...entries.values()]
}

/** nameOf: many programs write UTF-8 without saying so; other bytes are from an old Windows, whose encoding is unknown. */
function nameOf({ fileNameRaw, generalPurposeBitFlag }: Entry): string {
  const text = fileNameRaw.toString('utf8')
  const isUtf8 = (generalPurposeBitFlag & IN_UTF8) !== 0 || !text.includes('\ufffd')
  return isUtf8 ? text : fileNameRaw.toString('latin1')
}

/** unpack gives the bytes of an entry, of which there may be `most`. */
export async function unpack(zip: ZipFile, { entry, isEncrypted }: ZipEntry, most: number): Promise<Buffer> {
  if (isEncrypted) throw new FileProblem('is encrypted')
  if (!PACKINGS_READ.includes(entry.compressionMethod))
    throw new FileProblem('is packed in a way that is not read; use the common one (deflate)')
  // Packing makes a part longer by a few bytes at most, so that this one is not even read.
  if (entry.compressedSize > most + SLACK) throw new TooLarge()
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      length += chunk.length
      if (length > most) throw new TooLarge()
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof TooLarge ? error : damaged(error)
  }
  const bytes = Buffer.concat(chunks)
  if (crc32(bytes) !== entry.crc32) throw damaged()
  return bytes
}

/** NotZip: there is no directory at its end. */
export class NotZip extends FileProblem {
  constructor(cause: unknown) {
    super('is not a zip file, or only a part of one', { cause })
  }
}

const damaged = (cause?: unknown) => new FileProblem('is damaged', { cause })

/** TooLarge: unpacked it is larger than its caller allows, who names the limit. */
export class TooLarge extends FileProblem {
  constructor() {
    super('unpacks to more than is allowed')
  }
}
