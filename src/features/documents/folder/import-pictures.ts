// The pictures of an imported folder: each is kept once, when the first document that shows it is read.

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Actor } from '#actor.ts'
import type { Deps } from '#deps.ts'
import { keepPicture, LARGEST_PICTURE } from '../pictures/pictures.ts'
import { reasonOf } from './file.ts'
import type { Scan, Skipped } from './scan.ts'

export class FolderPictures {
  readonly #deps: Pick<Deps, 'db' | 'clock'>
  readonly #actor: Actor
  readonly #root: string
  readonly #found: Scan['pictures']
  readonly #kept = new Map<string, { url?: string; reason?: string }>()

  constructor(deps: Pick<Deps, 'db' | 'clock'>, actor: Actor, root: string, found: Scan['pictures']) {
    this.#deps = deps
    this.#actor = actor
    this.#root = root
    this.#found = found
  }

  /** keep returns the address under which the service shows the file, or undefined for one that it can't show. */
  async keep(path: string): Promise<string | undefined> {
    if (!this.#found.has(path)) return undefined
    const kept = this.#kept.get(path) ?? (await this.#read(path))
    this.#kept.set(path, kept)
    return kept.url
  }

  async #read(path: string): Promise<{ url?: string; reason?: string }> {
    const file = join(this.#root, path)
    if (statSync(file).size > LARGEST_PICTURE) return { reason: 'larger than 10 MiB' }
    try {
      return { url: (await keepPicture(this.#deps, this.#actor, readFileSync(file))).url }
    } catch (error) {
      return { reason: reasonOf(error) }
    }
  }

  get count(): number {
    return new Set([...this.#kept.values()].flatMap(({ url }) => url ?? [])).size
  }

  /** leftOut are the files that were not kept, and why. */
  leftOut(): Skipped[] {
    return [...this.#found].flatMap((path) => {
      const kept = this.#kept.get(path)
      if (kept?.url !== undefined) return []
      return { path, reason: kept?.reason ?? 'a picture that no document shows' }
    })
  }
}
