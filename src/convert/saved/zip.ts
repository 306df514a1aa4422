// Zip files that strangers made, in memory or on disk. The directory is walked entry by entry, whatever number it claims to
// have, and no entry is unpacked to more than its caller allows: what a directory says of sizes is only a claim.

import type { FileHandle } from 'node:fs/promises'
import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { FileProblem } from '../page/file.ts'

const inflate = promisify(inflateRaw)

const END_OF_DIRECTORY = Buffer.from('PK\x05\x06')
const END_BYTES = 22
const LONGEST_COMMENT = 65_535
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const LOCAL_BYTES = 30
const STORED = 0
const DEFLATED = 8
const ENCRYPTED = 0x1
const IN_UTF8 = 0x800
/** In the upper half of the attributes Unix keeps what kind of file it is. */
const KIND_OF_FILE = 0o170000
const LINK = 0o120000
const SLACK = 1024
const LARGEST_DIRECTORY = 32 * 1024 * 1024
/** A field that is full says that the true value is in the 64-bit form, which only files beyond 4 GiB need. */
const FULL = 0xffffffff

export type ZipSource = { size: number; read: (at: number, length: number) => Promise<Buffer> }

export type ZipEntry = {
  name: string
  method: number
  offset: number
  packed: number
  /** claimed is how large it says it is unpacked. */
  claimed: number
  crc: number
  isEncrypted: boolean
  isLink: boolean
}

export const sourceInMemory = (bytes: Buffer): ZipSource => ({
  size: bytes.length,
  read: async (at, length) => bytes.subarray(at, at + length),
})

export const sourceOnDisk = (file: FileHandle, size: number): ZipSource => ({
  size,
  read: async (at, length) => {
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - at)))
    const { bytesRead } = await file.read(bytes, 0, bytes.length, at)
    return bytes.subarray(0, bytesRead)
  },
})

/** listEntries are those of the directory, in its order; `most` is how many there may be. */
export async function listEntries(source: ZipSource, most: number): Promise<ZipEntry[]> {
  const directory = await readDirectory(source)
  const entries: ZipEntry[] = []
  const names = new Set<string>()
  for (let at = 0; at < directory.length; ) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== DIRECTORY_ENTRY) throw damaged()
    const nameEnd = at + 46 + directory.readUInt16LE(at + 28)
    const entry = readEntry(directory, at, nameEnd)
    if (names.has(entry.name)) throw damaged()
    if (entries.length === most) throw new FileProblem(`has more than ${most} parts`)
    names.add(entry.name)
    entries.push(entry)
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return entries
}

async function readDirectory({ size, read }: ZipSource): Promise<Buffer> {
  const from = Math.max(0, size - END_BYTES - LONGEST_COMMENT)
  const tail = await read(from, size - from)
  const end = tail.lastIndexOf(END_OF_DIRECTORY)
  if (end === -1 || end + END_BYTES > tail.length) throw new NotZip()
  const at = tail.readUInt32LE(end + 16)
  if (at === FULL) throw new FileProblem('is a zip file in the 64-bit form, which is not read; pack it anew')
  if (at > from + end) throw damaged()
  if (from + end - at > LARGEST_DIRECTORY) throw new FileProblem('lists too many parts')
  return read(at, from + end - at)
}

function readEntry(directory: Buffer, at: number, nameEnd: number): ZipEntry {
  const flags = directory.readUInt16LE(at + 8)
  const bytes = directory.subarray(at + 46, nameEnd)
  return {
    name: nameIn(bytes, (flags & IN_UTF8) !== 0),
    method: directory.readUInt16LE(at + 10),
    crc: directory.readUInt32LE(at + 16),
    packed: directory.readUInt32LE(at + 20),
    claimed: directory.readUInt32LE(at + 24),
    offset: directory.readUInt32LE(at + 42),
    isEncrypted: (flags & ENCRYPTED) !== 0,
    isLink: ((directory.readUInt32LE(at + 38) >>> 16) & KIND_OF_FILE) === LINK,
  }
}

/** nameIn: many programs write UTF-8 without saying so; what is none is of an old Windows, whose letters nobody can know. */
function nameIn(bytes: Buffer, isUtf8: boolean): string {
  const text = bytes.toString('utf8')
  return isUtf8 || !text.includes('\ufffd') ? text : bytes.toString('latin1')
}

/** unpack gives the bytes of an entry, of which there may be `most`. */
export async function unpack(source: ZipSource, entry: ZipEntry, most: number): Promise<Buffer> {
  if (entry.isEncrypted) throw new FileProblem('is encrypted')
  const header = await source.read(entry.offset, LOCAL_BYTES)
  if (header.length < LOCAL_BYTES || header.readUInt32LE(0) !== LOCAL_HEADER) throw damaged()
  const start = entry.offset + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
  // Packing makes a part longer by a few bytes at most, so that this one is not even read.
  if (entry.packed > most + SLACK) throw new TooLarge()
  const packed = await source.read(start, entry.packed)
  if (packed.length < entry.packed) throw damaged()
  const bytes = entry.method === STORED ? packed : await inflated(entry, packed, most)
  if (bytes.length > most) throw new TooLarge()
  if (crc32(bytes) !== entry.crc) throw damaged()
  return bytes
}

async function inflated({ method }: ZipEntry, packed: Buffer, most: number): Promise<Buffer> {
  if (method !== DEFLATED) throw new FileProblem('is packed in a way that is not read; use the common one (deflate)')
  try {
    return await inflate(packed, { maxOutputLength: Math.max(1, most) })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? new TooLarge() : damaged()
  }
}

/** NotZip: there is no directory at its end. */
export class NotZip extends FileProblem {
  constructor() {
    super('is not a zip file, or only a part of one')
  }
}

const damaged = () => new FileProblem('is damaged')

/** TooLarge: unpacked it is larger than its caller allows, who says so in words of his own. */
export class TooLarge extends FileProblem {
  constructor() {
    super('unpacks to more than is allowed')
  }
}
