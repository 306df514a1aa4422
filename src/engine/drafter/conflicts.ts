// Where sources give different figures for the same thing the draft must not contradict itself: the source that takes precedence
// stays, the other sentence goes, and a person is asked. Where they give the same figure, each supports the other.

import { type Chunk, chunkSentences } from './chunks.ts'
import type { Conflict, EarlierAction, Passage, Source } from './drafter.ts'
import { disagreement, type FigureSentence, figureSentence, sharesFigure } from './figures.ts'
import { listItems } from './pieces.ts'
import { plainText } from './plain.ts'
import { affirms } from './replies.ts'
import { splitSentences } from './sentences.ts'
import { sourceOf } from './sources.ts'

/**
 * An Entry is a passage on its way into the draft; a smaller precedence wins, 0 is what a person wrote into the draft.
 * `opens` marks a source's opening, which makes a good beginning; `beside` a block of the base that new items of its list join.
 */
export type Entry = {
  passage: Passage
  precedence: number
  opens?: boolean
  beside?: { sectionId: string; blockId: string; side: 'before' | 'after' } | undefined
}

/** Claim: a sentence with a figure; `entry` is absent when the sentence is known but not in the draft. */
type Claim = { text: string; source: Source; precedence: number; entry?: Entry }

const MOST_CLAIMS = 300
/** How many sentences outside the draft are compared with it. */
const MOST_WATCHED = 80
const PRECEDENCE_OF_WATCHED = 9
const MOST_SUPPORT = 5

/** settleFigures drops or edits what loses, notes support in `also`, and returns the conflicts still open. */
export function settleFigures(
  entries: Entry[],
  unused: Chunk[],
  actions: EarlierAction[],
  language: string,
): { kept: Entry[]; conflicts: Conflict[] } {
  const claims = collectClaims(entries, unused, language)
  const losers = new Map<Claim, Claim>()
  const conflicts: Conflict[] = []
  forEachPair(claims, (a, b) => {
    if (losers.has(a.value) || losers.has(b.value)) return
    if (sharesFigure(a, b)) {
      if (a.value.entry) addSupport(a.value.entry.passage, b.value.source)
      if (b.value.entry) addSupport(b.value.entry.passage, a.value.source)
    }
    const values = disagreement(a, b)
    if (!values) return
    const settled = findSettled(actions, a.text, b.text)
    const verdict = settled?.answer ? verdictOf(settled.answer, values) : undefined
    const firstWins = verdict ? verdict === 'first' : a.value.precedence <= b.value.precedence
    const [winner, loser] = firstWins ? [a.value, b.value] : [b.value, a.value]
    losers.set(loser, winner)
    if (settled || !(winner.entry ?? loser.entry)) return
    const [kept, dropped] = firstWins ? [values.first, values.second] : [values.second, values.first]
    conflicts.push({
      sectionId: (winner.entry ?? loser.entry)?.passage.sectionId ?? '',
      kept: { text: winner.text, value: kept, source: winner.source },
      dropped: { text: loser.text, value: dropped, source: loser.source },
    })
  })
  const gone = new Set<Entry>()
  for (const [loser, winner] of losers) remove(loser, winner, gone)
  return { kept: entries.filter((entry) => !gone.has(entry)), conflicts: conflicts.slice(0, 20) }
}

function collectClaims(entries: Entry[], unused: Chunk[], language: string): FigureSentence<Claim>[] {
  const found: FigureSentence<Claim>[] = []
  const add = (text: string, claim: Claim) => {
    if (found.length >= MOST_CLAIMS || !/\d|:\/\//.test(text)) return
    const sentence = figureSentence(text, claim)
    if (sentence) found.push(sentence)
  }
  for (const entry of entries) {
    for (const text of statements(entry.passage, language)) {
      add(text, {
        text,
        source: { ...sourceFor(entry.passage, text), quote: text },
        precedence: entry.precedence,
        entry,
      })
    }
  }
  if (found.length === 0) return found
  const most = Math.min(MOST_CLAIMS, found.length + MOST_WATCHED)
  for (const chunk of unused) {
    if (found.length >= most) break
    if (!/\d/.test(chunk.text)) continue
    for (const text of chunkSentences(chunk, language))
      add(text, { text, source: sourceOf(chunk.source, text), precedence: PRECEDENCE_OF_WATCHED })
  }
  return found
}

/** A block of the base may rest on several sources: a sentence stands in the one whose quote holds it. */
function sourceFor({ source, also = [], blockId }: Passage, text: string): Source {
  const holds = ({ quote }: Source) => plainText(quote).includes(plainText(text))
  return (blockId ? [source, ...also].find(holds) : undefined) ?? source
}

/** statements lists the sentences of a passage that can be compared; code and tables state nothing we could weigh. */
export function statements(passage: Passage, language: string): string[] {
  if (passage.form === 'sentence') return passage.blockId ? splitSentences(passage.text, language) : [passage.text]
  if (passage.form !== 'list') return []
  return passage.blockId ? [passage.text] : listItems(passage.text).filter((item) => !item.includes('\n'))
}

/** Only sentences that share a unit can disagree or agree, and one of the two must be in the draft. */
function forEachPair(
  claims: FigureSentence<Claim>[],
  meet: (a: FigureSentence<Claim>, b: FigureSentence<Claim>) => void,
): void {
  const byUnit = new Map<string, number[]>()
  for (const [index, claim] of claims.entries()) {
    const others = new Set<number>()
    for (const unit of new Set(claim.figures.map((figure) => figure.unit))) {
      const listed = byUnit.get(unit) ?? []
      for (const other of listed) others.add(other)
      // Claims of the draft come first; those that are only watched need not meet each other.
      if (claim.value.entry) listed.push(index)
      byUnit.set(unit, listed)
    }
    for (const other of others) {
      const earlier = claims[other]
      if (earlier && !sameSource(earlier.value.source, claim.value.source)) meet(earlier, claim)
    }
  }
}

function sameSource(a: Source, b: Source): boolean {
  return a.kind === b.kind && a.id === b.id
}

export function restsOn(passage: Passage, source: Source): boolean {
  return [passage.source, ...(passage.also ?? [])].some((known) => sameSource(known, source))
}

/** addSupport notes a source that says the same as a passage. */
export function addSupport(passage: Passage, source: Source): void {
  if (restsOn(passage, source)) return
  passage.also = [...(passage.also ?? []), source].slice(0, MOST_SUPPORT)
}

function findSettled(actions: EarlierAction[], a: string, b: string): EarlierAction | undefined {
  const texts = [plainText(a), plainText(b)]
  return actions.find(
    (action) =>
      action.kind === 'resolve_conflict' &&
      (action.resolved || action.answer) &&
      texts.every((text) => action.body.includes(text)),
  )
}

function verdictOf(answer: string, values: { first: string; second: string }): 'first' | 'second' | undefined {
  const [first, second] = [affirms(answer, values.first), affirms(answer, values.second)]
  if (first === second) return undefined
  return first ? 'first' : 'second'
}

/** remove takes a sentence out of its passage; in a block of the base the winner takes its place. */
function remove(loser: Claim, winner: Claim | undefined, gone: Set<Entry>): void {
  const entry = loser.entry
  if (!entry || entry.precedence === 0) return
  const { passage } = entry
  if (passage.blockId) {
    if (!winner || passage.edit || passage.form !== 'sentence') return
    passage.edit = { remove: loser.text, insert: winner.text, source: winner.source }
    if (winner.entry?.passage.form === 'sentence' && !winner.entry.passage.blockId) gone.add(winner.entry)
  } else if (passage.form === 'list') {
    const items = listItems(passage.text).filter((item) => item !== loser.text)
    if (items.length === 0) gone.add(entry)
    else passage.text = rebuildList(passage.text, items)
  } else if (winner && !winner.entry) {
    // The better sentence was not in the draft yet.
    passage.text = winner.text
    passage.source = winner.source
  } else gone.add(entry)
}

export function rebuildList(list: string, items: string[]): string {
  const ordered = /^\s*\d/.test(list)
  return items.map((item, index) => `${ordered ? `${index + 1}.` : '-'} ${item.replace(/\n/g, '\n   ')}`).join('\n')
}
