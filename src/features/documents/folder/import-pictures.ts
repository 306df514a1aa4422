// The pictures of an imported folder: each is kept once, when the first document that shows it is read.

import { readFileSync, statSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { Actor } from '#actor.ts'
import { decodedPart } from '#blocks/urls.ts'
import type { Deps } from '#deps.ts'
import { keepPicture, LARGEST_PICTURE, pictureOf } from '../pictures/pictures.ts'
import { candidatesFor } from './addresses.ts'
import { reasonOf } from './file.ts'
import type { Finding } from './report.ts'

/** Tools serve what is in these folders from the top of the site. */
const SERVED = ['', 'public', 'static', 'assets']

type PictureOptions = { found: ReadonlySet<string>; bases: readonly string[]; isDry: boolean }

export class FolderPictures {
  readonly #deps: Pick<Deps, 'db' | 'clock'>
  readonly #actor: Actor
  readonly #root: string
  readonly #options: PictureOptions
  readonly #kept = new Map<string, { url?: string; reason?: string }>()

  constructor(deps: Pick<Deps, 'db' | 'clock'>, actor: Actor, root: string, options: PictureOptions) {
    this.#deps = deps
    this.#actor = actor
    this.#root = root
    this.#options = options
  }

  /** keep returns the address under which the service shows a file, or undefined for one that it can't show. */
  async keep(from: string, address: string): Promise<string | undefined> {
    const path = this.#pathOf(from, address)
    if (path === undefined) return undefined
    const kept = this.#kept.get(path) ?? (await this.#read(path))
    this.#kept.set(path, kept)
    return kept.url
  }

  /** keepBytes is keep for a picture that came inside a file. */
  async keepBytes(bytes: Buffer): Promise<string | undefined> {
    const kept = await this.#save(bytes)
    if (kept.url !== undefined) this.#kept.set(kept.url, kept)
    return kept.url
  }

  #pathOf(from: string, address: string): string | undefined {
    const { found, bases } = this.#options
    const paths = [...candidatesFor(from, decodedPart(address), bases)]
    const served = address.startsWith('/') ? SERVED : ['']
    return served.flatMap((folder) => paths.map((path) => posix.join(folder, path))).find((path) => found.has(path))
  }

  async #read(path: string): Promise<{ url?: string; reason?: string }> {
    const file = join(this.#root, path)
    if (statSync(file).size > LARGEST_PICTURE) return { reason: 'larger than 10 MiB' }
    return this.#save(readFileSync(file))
  }

  async #save(bytes: Buffer): Promise<{ url?: string; reason?: string }> {
    if (bytes.length > LARGEST_PICTURE) return { reason: 'larger than 10 MiB' }
    try {
      const picture = this.#options.isDry ? pictureOf(bytes) : await keepPicture(this.#deps, this.#actor, bytes)
      return { url: picture.url }
    } catch (error) {
      return { reason: reasonOf(error) }
    }
  }

  get count(): number {
    return new Set([...this.#kept.values()].flatMap(({ url }) => url ?? [])).size
  }

  /** leftOut are the files that were not kept, and why. */
  leftOut(): Finding[] {
    return [...this.#options.found].flatMap((path) => {
      const kept = this.#kept.get(path)
      if (kept?.url !== undefined) return []
      return { path, reason: kept?.reason ?? 'a picture that no document shows' }
    })
  }
}
