// Documents as search results show them. Most searches show the same few documents, so these are cached until the document or
// a category changes. Access was checked before.

import type { TextSection } from 'galley-blocks/outline.ts'
import { LRUCache } from 'lru-cache'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { presentListItem } from '../../lists/list-item.ts'
import type { DocumentListOut } from '../../schemas.ts'
import { titleKey } from '../indexing/words.ts'
import { type FoundDocument, findHits, type HitRow } from '../store.ts'

const KEPT_BYTES = 8 * 1024 * 1024
const SECTION_BYTES = 400

/** A title's or heading's folded words, joined by spaces and as a list. */
export type Headline = { key: string; words: string[] }
/** A part of the text under a heading. */
export type HitSection = TextSection & { headline: Headline }

/** `item` is its list item as unclosed JSON, to append snippet and score; words are searched in `lower`. */
export type Hit = {
  item: DocumentListOut
  headline: Headline
  opening: string
  text: string
  lower: string
  sections: HitSection[]
  written: boolean
}
type KeptHit = { sequence: number; hit: Hit }

export class Hits {
  readonly #db: Deps['db']
  readonly #kept = new LRUCache<number, KeptHit>({
    maxSize: KEPT_BYTES,
    // One byte per character, two beyond Latin-1; the list item exists as an object too.
    sizeCalculation: ({ hit }) =>
      (hit.text.length + hit.lower.length) * widthOf(hit.text) +
      3 * hit.opening.length +
      SECTION_BYTES * hit.sections.length,
  })

  constructor({ db }: Pick<Deps, 'db'>) {
    this.#db = db
  }

  /** Those that still have these versions; newer ones may be closed to the reader. */
  async get(wanted: Pick<FoundDocument, 'id' | 'version'>[]): Promise<Map<number, Hit>> {
    const sequence = this.#db.sequence()
    const hits = new Map<number, Hit>()
    const missing = new Map<number, number>()
    for (const { id, version: readable } of wanted) {
      const cached = this.#kept.get(id)
      if (cached?.hit.item.version === readable && this.#db.isCurrent(cached.sequence, [TAGS.document(id), TAGS.site]))
        hits.set(id, cached.hit)
      else missing.set(id, readable)
    }
    for (const row of await findHits(this.#db.read, [...missing.keys()])) {
      const hit = asHit(row)
      if (row.version === missing.get(row.id)) hits.set(row.id, hit)
      if (sequence !== undefined) this.#kept.set(row.id, { sequence, hit })
    }
    return hits
  }
}

const widthOf = (text: string): number => (/[^\0-\xff]/.test(text) ? 2 : 1)

function headlineOf(text: string): Headline {
  const key = titleKey(text)
  return { key, words: key.split(' ') }
}

function asHit(row: HitRow): Hit {
  const item = presentListItem(row)
  const text = row.text || row.summary || ''
  const opening = JSON.stringify(item).slice(0, -1)
  const sections = (JSON.parse(row.sections) as TextSection[]).map((one) => ({
    ...one,
    headline: headlineOf(one.heading),
  }))
  const headline = headlineOf(row.title)
  return { item, headline, opening, text, lower: text.toLowerCase(), sections, written: row.has_content === 1 }
}
