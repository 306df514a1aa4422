// The parts of a Word file, which is a zip file: each part is unpacked once, when it is asked for, and never to more than what
// is left of the limit for all of them. `exists` and `read` are what the library that converts Word files asks of an archive.

import type { ZipFile } from 'yauzl'
import { FileProblem } from '../page/file.ts'
import { listEntries, NotZip, openZip, TooLarge, unpack, type ZipEntry } from './zip.ts'

const MEBIBYTE = 1024 * 1024
const LARGEST_UNPACKED = 100 * MEBIBYTE
const MOST_PARTS = 5_000

export class Archive {
  readonly #zip: ZipFile
  readonly #parts: Map<string, ZipEntry>
  readonly #unpacked = new Map<string, Promise<Uint8Array>>()
  #left = LARGEST_UNPACKED

  private constructor(zip: ZipFile, entries: ZipEntry[]) {
    this.#zip = zip
    this.#parts = new Map(entries.map((entry) => [entry.name, entry]))
  }

  static async open(bytes: Buffer): Promise<Archive> {
    const zip = await openZip(bytes).catch((error: unknown) => {
      throw error instanceof NotZip ? new FileProblem('is not a Word file (.docx)') : error
    })
    return new Archive(zip, await listEntries(zip, MOST_PARTS))
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

  async #unpack(part: ZipEntry): Promise<Uint8Array> {
    try {
      const bytes = await unpack(this.#zip, part, this.#left)
      this.#left -= bytes.length
      // Two parts may have been unpacked at the same time.
      if (this.#left < 0) throw new TooLarge()
      return bytes
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error
      throw new FileProblem(`unpacks to more than ${LARGEST_UNPACKED / MEBIBYTE} MiB`)
    }
  }
}
