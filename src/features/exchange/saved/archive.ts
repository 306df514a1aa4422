// The parts of an archive that strangers made. Its directory is walked entry by entry, whatever number it claims to have; each
// part is unpacked once, when it is asked for, and never to more than what is left of the limit for all of them. `exists` and
// `read` are what the library that converts Word files asks of an archive.

import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { FileProblem } from '../page/file.ts'

const inflate = promisify(inflateRaw)

const MEBIBYTE = 1024 * 1024
const LARGEST_UNPACKED = 100 * MEBIBYTE
const MOST_PARTS = 5_000

const END_OF_DIRECTORY = 'PK\x05\x06'
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_HEADER = 0x04034b50
const STORED = 0
const DEFLATED = 8

type PackedPart = { method: number; offset: number; size: number }

export class Archive {
  readonly #bytes: Buffer
  readonly #parts: Map<string, PackedPart>
  readonly #unpacked = new Map<string, Promise<Uint8Array>>()
  #left = LARGEST_UNPACKED

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#parts = partsOf(bytes)
  }

  exists(name: string): boolean {
    return this.#parts.has(name)
  }

  /** read gives a part as text, or the same bytes to everyone who asks for it. */
  async read(name: string, encoding?: string): Promise<string | Uint8Array> {
    const bytes = await this.#bytesOf(name)
    return encoding === undefined ? bytes : new TextDecoder(encoding).decode(bytes)
  }

  #bytesOf(name: string): Promise<Uint8Array> {
    const found = this.#unpacked.get(name)
    if (found) return found
    const part = this.#parts.get(name)
    const bytes = part ? this.#unpack(part) : Promise.reject(new FileProblem(`has no ${name}`))
    this.#unpacked.set(name, bytes)
    return bytes
  }

  async #unpack({ method, offset, size }: PackedPart): Promise<Uint8Array> {
    const packed = this.#bytes.subarray(startOf(this.#bytes, offset)).subarray(0, size)
    const bytes = method === STORED ? packed : await this.#inflate(method, packed)
    this.#left -= bytes.length
    if (this.#left < 0) throw tooLarge()
    return bytes
  }

  async #inflate(method: number, packed: Buffer): Promise<Buffer> {
    if (method !== DEFLATED) throw damaged()
    try {
      return await inflate(packed, { maxOutputLength: Math.max(1, this.#left) })
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooLarge() : damaged()
    }
  }
}

const damaged = () => new FileProblem('is damaged')
const tooLarge = () => new FileProblem(`unpacks to more than ${LARGEST_UNPACKED / MEBIBYTE} MiB`)

function partsOf(bytes: Buffer): Map<string, PackedPart> {
  const parts = new Map<string, PackedPart>()
  const end = bytes.lastIndexOf(Buffer.from(END_OF_DIRECTORY))
  if (end === -1 || end + 22 > bytes.length) return parts
  for (let at = bytes.readUInt32LE(end + 16); at < end; ) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) throw damaged()
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, nameEnd)
    if (parts.has(name)) throw damaged()
    if (parts.size === MOST_PARTS) throw new FileProblem(`has more than ${MOST_PARTS} parts`)
    const part = {
      method: bytes.readUInt16LE(at + 10),
      offset: bytes.readUInt32LE(at + 42),
      size: bytes.readUInt32LE(at + 20),
    }
    parts.set(name, part)
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return parts
}

/** startOf: before its bytes, a part has a header of its own. */
function startOf(bytes: Buffer, offset: number): number {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL_HEADER) throw damaged()
  return offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
}
