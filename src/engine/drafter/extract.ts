// Extraction: every passage the draft will show, section by section, with its source and its verbatim quote.
// What people wrote for this document (answers, notes, the base) is kept whole; material is chosen within a budget when
// it is large; of related documents only what fits both the title and a section.

import { oneLine } from '#blocks/text.ts'
import { inOrder, seeAlso } from './arrange.ts'
import { type Base, type BaseBlock, readBase } from './base.ts'
import { type Chunk, chunksOf, type Part, partsOf } from './chunks.ts'
import { addSupport, type Entry, rebuildList, restsOn, settleFigures, statements } from './conflicts.ts'
import { isClerical } from './cues.ts'
import { type Directions, isExcluded } from './directions.ts'
import { CLEAR_FIT, divideNote } from './divide.ts'
import {
  type DocumentKind,
  type DraftInputs,
  type Extracted,
  LEAD,
  type PassageForm,
  type Plan,
  SEE_ALSO,
  type Source,
} from './drafter.ts'
import { readAs } from './faq.ts'
import { labelOf, withoutLabel } from './labels.ts'
import { isOrdered, KnownLists, type NewItems, withoutRestated } from './lists.ts'
import { basePassage, basePrecedence, PRECEDENCE, passageOf } from './passages.ts'
import { HOMES, isChecklist, isSeeAlso, phrasesFor, type SectionRole } from './phrases.ts'
import { listItems } from './pieces.ts'
import { readNotes } from './plan.ts'
import { type Ranked, Ranker } from './rank.ts'
import { Corrections } from './replies.ts'
import { splitSentences } from './sentences.ts'
import { SimilarTexts } from './similar.ts'
import { gatherSources, type SourceText } from './sources.ts'
import { headingKey, terms } from './terms.ts'

/** Material up to this size is used whole; beyond it each section takes its best chunks. */
const WHOLE_MATERIAL = 8_000
const BUDGET = { section: 2_500, total: 14_000 }
const SHORT_BUDGET = { section: 700, total: 4_000 }
const RELATED_BUDGET = { section: 700, total: 3_000 }
/** Chunks of a source beyond this are not looked at. */
const MOST_CHUNKS = 20_000
/** A related document's chunk must fit a section at least this well. */
const RELATED_FIT = 2.5
/** extractPassages gives the passages in the order of the draft, and the conflicts between sources. */
export function extractPassages(inputs: DraftInputs, plan: Plan): Extracted {
  const directions = readNotes(inputs.notes)
  const ranker = new Ranker(plan.outline, `${directions.title ?? inputs.document.title} ${directions.topics.join(' ')}`)
  const collector = new Collector(inputs, plan, directions, ranker)
  const base = readBase(inputs)
  if (base) collector.takeBase(base)
  const sources = gatherSources(inputs, directions, phrasesFor(plan.language).notes)
  const texts = sources.filter(({ settles }) => !settles)
  const unused = collector.takeSources(texts.map((source) => ({ ...source, text: readAs(plan.kind, source.text) })))
  const entries = withoutRestated(collector.entries, inputs.document.id, plan.language)
  const { kept, conflicts } = settleFigures(entries, unused, inputs.actions, plan.language)
  const passages = [...inOrder(kept, plan), ...seeAlso(kept, inputs, plan, directions.excluded)]
  return { passages, conflicts }
}

class Collector {
  readonly entries: Entry[] = []
  readonly #seen = new SimilarTexts<Entry | null>()
  readonly #lists = new KnownLists(this.#seen)
  readonly #code = new Map<string, Entry | null>()
  readonly #inputs: DraftInputs
  readonly #plan: Plan
  readonly #directions: Directions
  readonly #ranker: Ranker
  readonly #corrections: Corrections

  constructor(inputs: DraftInputs, plan: Plan, directions: Directions, ranker: Ranker) {
    this.#inputs = inputs
    this.#plan = plan
    this.#directions = directions
    this.#ranker = ranker
    this.#corrections = new Corrections(inputs.actions)
    for (const text of inputs.previous?.deletedTexts ?? []) {
      for (const unit of this.#unitsOf('sentence', text)) this.#seen.add(unit, null)
      this.#code.set(oneLine(text), null)
    }
  }

  /** Where facts go that fit no section: where those of the kind are at home, under the overview, or before all headings. */
  get #general(): string {
    return this.#withRole(HOMES[this.#plan.kind]) ?? this.#withRole('overview') ?? LEAD
  }

  #withRole(role: SectionRole | undefined): string | undefined {
    return role && this.#plan.outline.find((section) => section.role === role)?.id
  }

  /** The items of a checklist are its steps. */
  #homeOf(chunk: Chunk): string {
    const isTask = chunk.pieces[0]?.form === 'list' && isChecklist(this.#inputs.document.title)
    return (isTask ? this.#withRole('steps') : undefined) ?? this.#general
  }

  takeBase(base: Base): void {
    for (const zone of base.zones) {
      const sectionId = this.#zoneSection(zone.heading, zone.title, zone.blocks)
      for (const block of zone.blocks) {
        if (!block.human && isExcluded(block.text, this.#directions.excluded)) continue
        const entry = { passage: basePassage(block, sectionId), precedence: basePrecedence(block) }
        this.#remember(block.human ? entry : this.#corrected(entry), block)
      }
    }
  }

  /** A block of the base has a figure exchanged where an answer corrects it. */
  #corrected(entry: Entry): Entry {
    const { passage } = entry
    for (const said of statements(passage, this.#plan.language)) {
      const correction = this.#corrections.find(said)
      if (!correction) continue
      const { text: insert = '', source } = correction
      passage.edit = { remove: said, insert, source }
      passage.text = passage.text.replace(said, () => insert)
      return { ...entry, precedence: PRECEDENCE.action }
    }
    return entry
  }

  #zoneSection(heading: BaseBlock | null, title: string, blocks: BaseBlock[]): string {
    if (!heading) return LEAD
    if (isSeeAlso(title)) return SEE_ALSO
    const own =
      this.#plan.outline.find((section) => section.blockId === heading.block.id) ?? this.#ranker.findSection(title)
    if (own) return own.id
    // A heading beyond the outline's size: it stays a heading, inside the section before it.
    if (this.#plan.outline.some((section) => section.blockId)) {
      const last = this.entries.at(-1)?.passage.sectionId ?? LEAD
      this.#remember({ passage: basePassage(heading, last), precedence: basePrecedence(heading) })
      return last
    }
    const text = `${title}\n${blocks.map((block) => block.text).join('\n')}`
    return this.#ranker.findSectionOf(text)?.id ?? this.#general
  }

  #remember(entry: Entry, base?: BaseBlock): void {
    this.entries.push(entry)
    const { form, text } = entry.passage
    if (form === 'list') this.#lists.add(entry, base ? base.block.type === 'numberedListItem' : isOrdered(text))
    if (form === 'code') this.#code.set(oneLine(text), entry)
    else for (const unit of this.#unitsOf(form, text)) this.#seen.add(unit, entry)
    // A block has lost the marks around its code, and what the code holds may look like the end of a sentence.
    if (base && form === 'sentence' && JSON.stringify(base.block.content).includes('"code":true'))
      this.#seen.add(text, entry)
  }

  /** unitsOf cuts a text into what it states: a paragraph of the draft and the sentences of a source meet only so. */
  #unitsOf(form: PassageForm, text: string): string[] {
    if (form === 'sentence') return splitSentences(text, this.#plan.language)
    const items = form === 'list' ? listItems(text) : []
    return items.length > 0 ? items : [text]
  }

  /**
   * A part has a twin when all that it states is in the draft already, or was deleted from it. What answers a question about
   * a section (`asked`) is wanted there, even where another section says it: else the answer would seem lost.
   */
  #twinOf({ form, text, source }: Part, asked: string | undefined): Entry | null | undefined {
    if (form === 'code') return this.#code.get(oneLine(text))
    const counts = (entry: Entry | null) =>
      !entry || !asked || entry.passage.sectionId === asked || restsOn(entry.passage, source)
    // A lone item may stand in the draft as a paragraph, sentence by sentence.
    const units = this.#unitsOf(form, text).flatMap((unit) => this.#unitsOf('sentence', unit))
    const twins = units.map((unit) => this.#seen.findAll(unit).find(counts))
    return twins.includes(undefined) ? undefined : twins[0]
  }

  /** takeSources takes what the budgets allow and returns the chunks that were left. */
  takeSources(sources: SourceText[]): Chunk[] {
    const chunks = sources.flatMap((source) =>
      chunksOf(source, this.#plan.language)
        .slice(0, MOST_CHUNKS)
        .filter((chunk) => !isForm(chunk, this.#plan.kind)),
    )
    const known = this.#ranker.learn(chunks)
    const ranked = chunks.map((chunk) => this.#ranker.rank(chunk, known.get(chunk) ?? new Set()))
    const ofKind = Map.groupBy(ranked, (item) => (isChosen(item.chunk.source) ? item.chunk.source.kind : 'own'))
    for (const item of ofKind.get('own') ?? [])
      for (const part of divideNote(item, this.#ranker, this.#plan.language)) this.#take(part)
    const size = this.#inputs.material.reduce((sum, { text }) => sum + text.length, 0)
    const isSmall = size <= WHOLE_MATERIAL && !this.#directions.short
    const budget = isSmall ? { section: size, total: size } : this.#directions.short ? SHORT_BUDGET : BUDGET
    const left = this.#choose(ofKind.get('material') ?? [], budget)
    const related = Map.groupBy(ofKind.get('document') ?? [], (item) => this.#fits(item))
    const unfit = (related.get(false) ?? []).map((item) => item.chunk)
    return [...left, ...this.#choose(related.get(true) ?? [], RELATED_BUDGET), ...unfit]
  }

  #fits({ chunk, section, relevance, score }: Ranked): boolean {
    if (chunk.text.length >= RELATED_BUDGET.section) return false
    return (section !== undefined && relevance > 0 && score >= RELATED_FIT) || this.#coversTopic(chunk)
  }

  /** What the notes ask to mention is wanted from wherever it is said. */
  #coversTopic(chunk: Chunk): boolean {
    if (this.#directions.topics.length === 0) return false
    const held = new Set(terms(chunk.text))
    return this.#directions.topics.some((topic) => {
      const wanted = [...new Set(terms(topic, 20))]
      return wanted.length > 1 && wanted.every((term) => held.has(term))
    })
  }

  /** choose takes the best chunks of each section within the budget, then puts them back into their sources' order. */
  #choose(items: Ranked[], budget: { section: number; total: number }): Chunk[] {
    const spent = new Map<string, number>()
    let total = 0
    const chosen = new Set<Ranked>()
    const left: Chunk[] = []
    for (const item of [...items].sort((a, b) => value(b) - value(a) || a.chunk.order - b.chunk.order)) {
      const id = item.section?.id ?? this.#general
      const size = (spent.get(id) ?? 0) + item.chunk.text.length
      if (total + item.chunk.text.length > budget.total || size > budget.section) {
        left.push(item.chunk)
        continue
      }
      spent.set(id, size)
      total += item.chunk.text.length
      chosen.add(item)
    }
    for (const item of items) if (chosen.has(item)) this.#take(item)
    return left
  }

  #take(item: Ranked): void {
    const { chunk } = item
    const { source } = chunk
    const asked = source.section ? this.#ranker.findSection(source.section)?.id : undefined
    const isIntroduction =
      source.kind === 'notes' && chunk.trail.length === 0 && item.score < CLEAR_FIT && this.#notesHaveHeadings
    // One word is too little to part a line from those that it was noted with.
    const fitting = chunk.among && item.weak ? undefined : item.section?.id
    const sectionId = asked ?? (isIntroduction ? LEAD : (fitting ?? this.#homeOf(chunk)))
    const under = asked || item.named === 'heading' ? subheading(chunk, item.section?.heading ?? '') : undefined
    for (const whole of saidOnce(item, partsOf(chunk, this.#plan.language))) {
      const wanted = source.kind === 'answer' ? whole : this.#withoutExcluded(whole)
      const { part, also } = wanted ? this.#withCorrections(wanted) : {}
      if (!part) continue
      for (const { text, beside } of this.#newOf(part, asked)) {
        const added = { ...part, text, group: beside ? `joins:${beside.blockId}` : part.group }
        const passage = passageOf(added, beside?.sectionId ?? sectionId, item.score, beside ? undefined : under)
        this.#remember({
          passage: also ? { ...passage, also: [also] } : passage,
          precedence: also ? PRECEDENCE.action : PRECEDENCE[source.kind],
          opens: chunk.opens === true,
          beside,
        })
      }
    }
  }

  /** Of a list only the items go that speak of what was to be left out. */
  #withoutExcluded(part: Part): Part | undefined {
    const { excluded } = this.#directions
    if (!isExcluded(part.text, excluded)) return part
    const items = part.form === 'list' ? listItems(part.text) : []
    const left = items.filter((item) => !isExcluded(item, excluded))
    if (left.length === 0) return undefined
    return left.length === items.length ? part : { ...part, text: rebuildList(part.text, left) }
  }

  /** Sentences whose figure an answer corrects are corrected wherever they stand; `also` is the answer. */
  #withCorrections(part: Part): { part?: Part; also?: Source } {
    const items = part.form === 'list' ? listItems(part.text) : part.form === 'sentence' ? [part.text] : []
    const found = items.map((item) => this.#corrections.find(item))
    const also = found.find((correction) => correction !== undefined)?.source
    if (!also) return { part }
    const left = items.flatMap((item, at) => (found[at] ? (found[at].text ?? []) : item))
    if (left.length === 0) return {}
    return { part: { ...part, text: part.form === 'list' ? rebuildList(part.text, left) : left.join(' ') }, also }
  }

  #newOf(part: Part, asked: string | undefined): NewItems[] {
    if (part.form === 'list' && !isLooseItem(part)) return this.#lists.newIn(part.text, part.source, asked)
    const twin = this.#twinOf(part, asked)
    // A twin in the draft gains a source; one that a person deleted stays deleted.
    if (twin) addSupport(twin.passage, part.source)
    return twin === undefined ? [part] : []
  }

  get #notesHaveHeadings(): boolean {
    return (
      this.#plan.outline.some((section) => section.asked && section.source?.kind === 'notes') &&
      this.#directions.sections.length === 0
    )
  }
}

/** The items of a loose list in notes come one by one, each a fact like a sentence. */
function isLooseItem({ text, source }: Part): boolean {
  return source.kind === 'notes' && !isOrdered(text) && listItems(text).length === 1
}

function isChosen(source: SourceText): boolean {
  return source.kind === 'material' || source.kind === 'document'
}

/** Tables of contents, licences and rows of badges belong to the file they stand in, not to its subject. */
function isForm(chunk: Chunk, kind: DocumentKind): boolean {
  if (!isChosen(chunk.source)) return false
  if (chunk.trail.some((heading) => isClerical(heading.text, kind))) return true
  return (
    chunk.text.includes('[![') &&
    chunk.text.replace(/\[!\[[^\]]{0,300}\]\([^)]{0,1000}\)\]\([^)]{0,1000}\)/g, '').trim() === ''
  )
}

/** saidOnce: under “Impact” nothing needs to begin with “Impact:”. */
function saidOnce({ chunk, section, named }: Ranked, parts: Part[]): Part[] {
  const label = named === 'label' ? labelOf(chunk.text) : undefined
  const [first, ...rest] = parts
  if (!first || !label || headingKey(label) !== headingKey(section?.heading ?? '')) return parts
  if (isLooseItem(first)) return [{ ...first, text: `- ${withoutLabel(first.text)}` }, ...rest]
  const text = withoutLabel(first.text)
  return text === '' ? rest : [{ ...first, text }, ...rest]
}

/** What an early chunk says is a little likelier to be what the source is about. */
function value(item: Ranked): number {
  return item.score + item.relevance * 1.5 + 2 / (1 + item.chunk.order)
}

function subheading(chunk: Chunk, section: string): string | undefined {
  const last = chunk.trail.at(-1)?.text
  return last && headingKey(last) !== headingKey(section) ? last : undefined
}
