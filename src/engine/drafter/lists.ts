// What of a list is new to the draft. A list that people wrote stays whole, whatever paragraphs or other lists say: an item is
// left out only because that very list stands in the draft already, or because people deleted the item from it.

import { addSupport, type Entry, rebuildList } from './conflicts.ts'
import { HANGING } from './cues.ts'
import type { Source } from './drafter.ts'
import { listItems } from './pieces.ts'
import { plainText } from './plain.ts'
import { splitSentences } from './sentences.ts'
import type { SimilarTexts } from './similar.ts'
import { headingKey } from './terms.ts'

/** NewItems: the list itself, or a run of items that it gained, and the block of the draft that they stand beside. */
export type NewItems = { text: string; beside?: Entry['beside'] }

/** A Place is a list of the draft: the `size` items that the base has of one kind in a section, or one list on its way in. */
type Place = { sectionId: string; ordered: boolean; isBase: boolean; size: number }
type Item = { text: string; twins: Map<Place, Entry>; isDeleted: boolean }

export class KnownLists {
  readonly #seen: SimilarTexts<Entry | null>
  readonly #places = new Map<Entry, Place>()
  readonly #lists = new Map<string, Place>()

  constructor(seen: SimilarTexts<Entry | null>) {
    this.#seen = seen
  }

  add(entry: Entry, ordered: boolean): void {
    const { sectionId, blockId, group } = entry.passage
    const isBase = blockId !== undefined
    const key = isBase ? `base ${sectionId} ${ordered}` : group
    const place = this.#lists.getOrInsert(key, { sectionId, ordered, isBase, size: 0 })
    place.size++
    this.#places.set(entry, place)
  }

  /** newIn gives what a list adds to the draft; what is asked for in one section (`only`) counts as said only there. */
  newIn(text: string, source: Source, only: string | undefined): NewItems[] {
    const items = listItems(text).map((item) => this.#meet(item, isOrdered(text), only))
    const places = Map.groupBy(
      items.flatMap(({ twins }) => [...twins.keys()]),
      (place) => place,
    )
    for (const [place] of [...places].sort(([, a], [, b]) => b.length - a.length)) {
      const isKnown = (item: Item) => item.isDeleted || item.twins.has(place)
      if (!items.every(isKnown) && !(place.isBase && isSame(items, place, isKnown))) continue
      const twin = items.map(({ twins }) => twins.get(place)).find((entry) => entry !== undefined)
      if (twin) addSupport(twin.passage, source)
      return runsOf(items, isKnown, place).map((run) => ({ ...run, text: rebuildList(text, run.items) }))
    }
    const left = items.filter(({ isDeleted }) => !isDeleted)
    // A sentence that was deleted elsewhere takes no item along; a list that is mostly deleted was meant.
    if (items.length === 0 || left.length * 2 >= items.length) return [{ text }]
    const texts = left.map((item) => item.text)
    return texts.length === 0 ? [] : [{ text: rebuildList(text, texts) }]
  }

  #meet(text: string, ordered: boolean, only: string | undefined): Item {
    const twins = new Map<Place, Entry>()
    for (const entry of this.#seen.findAll(text)) {
      const place = entry ? this.#places.get(entry) : undefined
      // Steps are steps only in a numbered list; what a bulleted one says, any list may say.
      if (!entry || !place || (ordered && !place.ordered) || (only && place.sectionId !== only)) continue
      if (!twins.has(place)) twins.set(place, entry)
    }
    // What stands inside an item is a block of its own: to delete one of them is to reword the item.
    const isDeleted = [text, ...text.split('\n')].some((line) => this.#seen.findAll(line).includes(null))
    return { text, twins, isDeleted }
  }
}

/** Two lists that share a step or two are two lists; one that holds most of the other is the same, grown since. */
function isSame(items: Item[], place: Place, isKnown: (item: Item) => boolean): boolean {
  const shared = items.filter(({ twins }) => twins.has(place)).length
  return items.filter(isKnown).length * 2 > items.length || shared * 2 > place.size
}

/** runsOf gives the new items between known ones, each run with the block that it follows or, at the start, precedes. */
function runsOf(
  items: Item[],
  isKnown: (item: Item) => boolean,
  place: Place,
): { items: string[]; beside?: Entry['beside'] }[] {
  const runs: { items: string[]; beside?: Entry['beside'] }[] = []
  const first = items.map(({ twins }) => twins.get(place)?.passage.blockId).find((id) => id !== undefined)
  let beside: Entry['beside'] = first ? { sectionId: place.sectionId, blockId: first, side: 'before' } : undefined
  let isOpen = false
  for (const item of items) {
    if (isKnown(item)) {
      const blockId = item.twins.get(place)?.passage.blockId
      if (!blockId) continue
      beside = { sectionId: place.sectionId, blockId, side: 'after' }
      isOpen = false
    } else if (isOpen) runs.at(-1)?.items.push(item.text)
    else {
      runs.push({ items: [item.text], ...(beside ? { beside } : {}) })
      isOpen = true
    }
  }
  return runs
}

export function isOrdered(list: string): boolean {
  return /^\s*\d/.test(list)
}

type Said = { entry: Entry; text: string; list: Entry | undefined }

/** withoutRestated: what a drafted paragraph says right beside a new list that says it too goes; the list says it better. */
export function withoutRestated(entries: Entry[], documentId: number, language: string): Entry[] {
  const items = new Map<string, Entry>()
  const keyOf = ({ passage }: Entry, text: string) => `${passage.sectionId} ${headingKey(plainText(text))}`
  for (const entry of entries) {
    const { form, blockId, text } = entry.passage
    if (form === 'list' && !blockId) for (const item of listItems(text)) items.set(keyOf(entry, item), entry)
  }
  if (items.size === 0) return entries
  const isOwn = ({ passage, precedence }: Entry) =>
    precedence === 0 || (passage.source.kind === 'document' && passage.source.id === documentId)
  const drafted = entries.filter((entry) => entry.passage.form === 'sentence' && !isOwn(entry))
  const gone = new Set<Entry>()
  for (const paragraph of Map.groupBy(drafted, ({ passage }) => `${passage.sectionId} ${passage.group}`).values()) {
    const said: Said[] = paragraph.flatMap((entry) =>
      splitSentences(entry.passage.text, language).map((text) => ({
        entry,
        text,
        list: items.get(keyOf(entry, text)),
      })),
    )
    const isWhole = said.every(({ list }) => list)
    for (const [nth, sentence] of said.entries())
      if (isWhole || !HANGING.test(said[nth + 1]?.text ?? '')) leaveOut(sentence, isWhole, gone)
  }
  return entries.filter((entry) => !gone.has(entry))
}

function leaveOut({ entry, text, list }: Said, isWhole: boolean, gone: Set<Entry>): void {
  const { passage } = entry
  if (!list) return
  addSupport(list.passage, passage.source)
  if (isWhole || !passage.blockId) gone.add(entry)
  else if (!passage.edit) {
    // The space between two sentences goes with the one that goes.
    const remove = new RegExp(`^${RegExp.escape(text)}\\s*|\\s*${RegExp.escape(text)}`).exec(passage.text)?.[0] ?? text
    passage.edit = { remove, insert: '', source: list.passage.source }
  }
}
