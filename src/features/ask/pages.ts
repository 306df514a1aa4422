// Cuts pages into passages and caches them by version, because cutting dominates the cost of an answer. Access was checked
// before.

import type { Block } from 'galley-blocks/model.ts'
import { LRUCache } from 'lru-cache'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { listContents } from '#features/documents/search/asking.ts'
import { cutPage, flatten } from './cut.ts'
import type { PageToScore } from './score.ts'

const KEPT_BYTES = 24 * 1024 * 1024
const PASSAGE_BYTES = 300

export type AskedPage = PageToScore & { id: number; version: number; slug: string; lang: string | null }
type KeptPage = { sequence: number; page: AskedPage }

export class CutPages {
  readonly #db: Deps['db']
  readonly #cache = new LRUCache<number, KeptPage>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ page }) => 4 * page.text.length + PASSAGE_BYTES * (1 + page.passages.length),
  })

  constructor({ db }: Pick<Deps, 'db'>) {
    this.#db = db
  }

  /** Pages that still have these versions, in the given order. */
  async get(wanted: { id: number; version: number }[]): Promise<AskedPage[]> {
    const sequence = this.#db.sequence()
    const pages = new Map<number, AskedPage>()
    for (const { id, version } of wanted) {
      const cached = this.#cache.get(id)
      if (cached?.page.version === version && this.#db.isCurrent(cached.sequence, [TAGS.document(id)]))
        pages.set(id, cached.page)
    }
    const missing = wanted.filter(({ id }) => !pages.has(id))
    for (const { blocks, ...row } of await listContents({ db: this.#db }, missing)) {
      const page = { ...row, ...cutPage(JSON.parse(blocks) as Block[]), flatTitle: flatten(row.title) }
      pages.set(row.id, page)
      if (sequence !== undefined) this.#cache.set(row.id, { sequence, page })
    }
    return wanted.flatMap(({ id }) => pages.get(id) ?? [])
  }
}
