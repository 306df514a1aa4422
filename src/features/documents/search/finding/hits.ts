// Documents as results of a search show them. Searches differ, but most of them show the same few documents: what a result
// needs of one is read once, and kept until that document or a category changes. Who may see it was decided before it is asked for here.

import { LRUCache } from 'lru-cache'
import type { TextSection } from '#blocks/outline.ts'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { presentListItem } from '../../lists/list-item.ts'
import type { DocumentListOut } from '../../schemas.ts'
import { titleKey } from '../indexing/words.ts'
import { type FoundDocument, findHits, type HitRow } from '../store.ts'

const KEPT_BYTES = 8 * 1024 * 1024
const SECTION_BYTES = 400

/** A Headline is a title or a heading as its folded words, with blanks between them and one by one. */
export type Headline = { key: string; words: string[] }
/** A HitSection is a part of the text under a heading. */
export type HitSection = TextSection & { headline: Headline }

/** A Hit also has its list item as JSON that is still open, for a snippet and a score; words are looked for in `lower`. */
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
    // One byte per character, two beyond Latin-1; the list item is there as an object, too.
    sizeCalculation: ({ hit }) =>
      (hit.text.length + hit.lower.length) * widthOf(hit.text) +
      3 * hit.opening.length +
      SECTION_BYTES * hit.sections.length,
  })

  constructor({ db }: Pick<Deps, 'db'>) {
    this.#db = db
  }

  /** get returns the hits of the documents that are still at these versions: what they say in others may be closed. */
  async get(wanted: Pick<FoundDocument, 'id' | 'version'>[]): Promise<Map<number, Hit>> {
    const sequence = this.#db.sequence()
    const hits = new Map<number, Hit>()
    const missing = new Map<number, number>()
    for (const { id, version: readable } of wanted) {
      const cached = this.#kept.get(id)
      if (cached?.hit.item.version === readable && this.#db.isCurrent(cached.sequence, [TAGS.document(id), TAGS.tree]))
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
