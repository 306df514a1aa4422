// Documents that a reader may read only by a grant. Their words and titles are cached in memory by document and version, and
// searched there instead of in the index. So the index never reveals words of hidden documents, not even by timing.

import { setImmediate } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { TAGS } from '#changes.ts'
import type { Deps } from '#deps.ts'
import { batchesOf } from '#engine/db/batches.ts'
import { FreshCache } from '#engine/db/fresh-cache.ts'
import {
  type Beginning,
  type Holding,
  MOST_SCANNED,
  type Readable,
  type SearchTerm,
  type WordQuery,
} from '#engine/db/search.ts'
import { grantedTo } from '../../access/access.ts'
import { entryFor } from '../indexing/maintenance.ts'
import { findSaved, type SavedEntry } from '../indexing/maintenance-store.ts'
import { type DocumentVersion, listVersions } from '../store.ts'

/** Cached documents (about 10 kB each) and readers (a tenth of that per document). */
const MOST_DOCUMENTS = 5_000
const MOST_READERS = 500
/** Documents indexed before others get a turn. */
const AT_ONCE = 20
const RESTS_ON = [TAGS.documents, TAGS.site, TAGS.groups]

/** The words that the index would have; `words` with field marks, `vocabulary` without. */
type GrantedEntry = DocumentVersion & {
  titleKey: string
  title: ReadonlySet<string>
  words: ReadonlySet<string>
  vocabulary: readonly string[]
}

/** Has the interface of SearchIndex, over one reader's granted documents. */
export class GrantedIndex {
  /** Sorted by id. */
  readonly entries: readonly GrantedEntry[]
  readonly #vocabulary: readonly string[]
  readonly #byTitle: readonly GrantedEntry[]
  readonly #titleKeys: readonly string[]

  constructor(entries: readonly GrantedEntry[]) {
    this.entries = entries
    this.#vocabulary = [...new Set(entries.flatMap(({ vocabulary }) => vocabulary))].sort()
    this.#byTitle = entries.toSorted((a, b) => compare(a.titleKey, b.titleKey) || a.id - b.id)
    this.#titleKeys = this.#byTitle.map(({ titleKey }) => titleKey)
  }

  holders({ in: where, terms }: WordQuery, { first, limit }: Pick<Holding, 'first' | 'limit'>): number[] {
    const held = this.entries.filter((entry) => {
      const words = where === 'titles' ? entry.title : entry.words
      return terms.every((term) => holds(words, term))
    })
    return (first === 'oldest' ? held : held.toReversed()).slice(0, limit).map(({ id }) => id)
  }

  knows = (word: string): boolean => this.#vocabulary[firstFrom(this.#vocabulary, word)] === word

  knowsPrefix = (beginning: string): boolean =>
    this.#vocabulary[firstFrom(this.#vocabulary, beginning)]?.startsWith(beginning) ?? false

  wordsBeginning({ beginning, shortest = 0, longest = Number.POSITIVE_INFINITY }: Beginning): string[] {
    const from = firstFrom(this.#vocabulary, beginning)
    return this.#vocabulary
      .slice(from, from + MOST_SCANNED)
      .filter((word) => word.startsWith(beginning) && word.length >= shortest && word.length <= longest)
  }

  titlesBeginning(beginning: string, limit: number): { id: number; title: string }[] {
    const from = firstFrom(this.#titleKeys, beginning)
    return this.#byTitle
      .slice(from, from + limit)
      .filter(({ titleKey }) => titleKey.startsWith(beginning))
      .map(({ id, titleKey }) => ({ id, title: titleKey }))
  }
}

const NOTHING = new GrantedIndex([])

export class GrantedDocuments {
  readonly #db: Deps['db']
  readonly #entries = new LRUCache<number, GrantedEntry>({ max: MOST_DOCUMENTS })
  readonly #granted: FreshCache<GrantedIndex>

  constructor({ db }: Pick<Deps, 'db'>) {
    this.#db = db
    this.#granted = new FreshCache(db, { max: MOST_READERS })
  }

  /** What the rule's reader was granted, optionally within a category. */
  of(readable: Readable): GrantedIndex | Promise<GrantedIndex> {
    if (!readable.isGranted) return NOTHING
    const key = `${readable.shape} ${readable.userId} ${readable.categoryId}`
    return this.#granted.get(key, async (stale) => {
      const entries = await this.#entriesOf(await listVersions(this.#db.read, grantedTo(readable)))
      const isSame =
        entries.length === stale?.value.entries.length &&
        entries.every((entry, nth) => entry === stale.value.entries[nth])
      return { value: isSame ? stale.value : new GrantedIndex(entries), tags: RESTS_ON }
    })
  }

  async #entriesOf(listed: DocumentVersion[]): Promise<GrantedEntry[]> {
    const found = new Map<number, GrantedEntry>()
    const note = (entry: GrantedEntry) => found.set(entry.id, entry)
    const isCurrent = ({ id, version }: DocumentVersion) => found.get(id)?.version === version
    for (const { id } of listed) if (this.#entries.has(id)) note(this.#entries.get(id)!)
    const missing = listed.filter((one) => !isCurrent(one)).map(({ id }) => id)
    for (const some of batchesOf(missing, AT_ONCE)) {
      for (const row of await findSaved(this.#db.read, some)) {
        const entry = asGranted(row)
        this.#entries.set(row.id, entry)
        note(entry)
      }
      await setImmediate()
    }
    // A document changed since it was listed may be closed by now.
    return listed.filter(isCurrent).map(({ id }) => found.get(id)!)
  }
}

function asGranted(row: SavedEntry): GrantedEntry {
  const { id, titleKey, title, words, vocabulary } = entryFor(row)
  return { id, version: row.version, titleKey, title: new Set(title), words: new Set(words), vocabulary }
}

const holds = (words: ReadonlySet<string>, term: SearchTerm): boolean =>
  term.some(({ word, prefix }) => (prefix ? words.values().some((one) => one.startsWith(word)) : words.has(word)))

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Binary search: the index of the first word at or after this one. */
function firstFrom(sorted: readonly string[], word: string): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < word) low = middle + 1
    else high = middle
  }
  return low
}
