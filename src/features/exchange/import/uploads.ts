// Pictures and files of an imported folder: each is uploaded once, with the first document that uses it.

import { readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileSize } from 'galley-blocks/file-size.ts'
import type { Actor } from '#actor.ts'
import { PICTURE } from '#convert/folder/scan.ts'
import { reasonOf } from '#convert/page/file.ts'
import type { Finding } from '#convert/report.ts'
import { fileOf, keepFile, keepPicture, pictureOf } from '#features/documents/uploads/uploads.ts'
import { LARGEST_FILE, LARGEST_PICTURE } from '#file-kinds.ts'
import type { ImportDeps } from './write.ts'

const MIB = 1024 * 1024

type UploadResult = { url?: string; reason?: string }

type UploadOptions = { root: string; found: ReadonlySet<string>; isDry: boolean }

export class FolderUploads {
  readonly #deps: ImportDeps
  readonly #actor: Actor
  readonly #options: UploadOptions
  readonly #kept = new Map<string, UploadResult>()
  readonly #sizes = new Map<string, number>()

  constructor(deps: ImportDeps, actor: Actor, options: UploadOptions) {
    this.#deps = deps
    this.#actor = actor
    this.#options = options
  }

  /** Uploads a file and returns its address; undefined for unsupported types. */
  async keep(path: string): Promise<string | undefined> {
    const upload = this.#kept.get(path) ?? (await this.#read(path))
    this.#kept.set(path, upload)
    return upload.url
  }

  /** keepBytes is keep for a picture that came inside a file. */
  async keepBytes(bytes: Buffer): Promise<string | undefined> {
    const upload = await this.#save(bytes)
    if (upload.url !== undefined) this.#kept.set(upload.url, upload)
    return upload.url
  }

  async #read(path: string): Promise<UploadResult> {
    const file = join(this.#options.root, path)
    const isPicture = PICTURE.test(path)
    const most = isPicture ? LARGEST_PICTURE : LARGEST_FILE
    if (statSync(file).size > most) return { reason: `larger than ${most / MIB} MiB` }
    return isPicture ? this.#save(readFileSync(file)) : this.#save(readFileSync(file), posix.basename(path))
  }

  /** Uploads as a file if it has a name, else as a picture. */
  async #save(bytes: Buffer, name?: string): Promise<UploadResult> {
    try {
      if (name === undefined && bytes.length > LARGEST_PICTURE) return { reason: 'larger than 10 MiB' }
      const { url, size } = await (this.#options.isDry ? checked(bytes, name) : this.#keep(bytes, name))
      this.#sizes.set(url, size)
      return { url }
    } catch (error) {
      return { reason: reasonOf(error) }
    }
  }

  #keep(bytes: Buffer, name: string | undefined): Promise<{ url: string; size: number }> {
    return name === undefined
      ? keepPicture(this.#deps, this.#actor, bytes, false)
      : keepFile(this.#deps, this.#actor, name, bytes, false)
  }

  /** The size of an uploaded file, formatted. */
  sizeAt(url: string): string {
    const size = this.#sizes.get(url)
    return size === undefined ? '' : fileSize(size)
  }

  count(kind: 'pictures' | 'files'): number {
    const urls = [...this.#kept.values()].flatMap(({ url }) => url ?? [])
    return new Set(urls.filter((url) => url.startsWith(`/${kind}/`))).size
  }

  /** Files that were not uploaded, with reasons. */
  leftOut(): Finding[] {
    return [...this.#options.found].flatMap((path) => {
      const upload = this.#kept.get(path)
      if (upload?.url !== undefined) return []
      return {
        path,
        reason:
          upload?.reason ??
          (PICTURE.test(path) ? 'a picture that no document shows' : 'a file that no document links to'),
      }
    })
  }
}

const checked = (bytes: Buffer, name: string | undefined): { url: string; size: number } =>
  (name === undefined ? pictureOf(bytes) : fileOf(name, bytes)).out
