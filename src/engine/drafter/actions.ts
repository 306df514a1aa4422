// Actions for people about the sources: a document that rests on too little, figures that only one source gives, sources
// that disagree; and what the notes ask for that only people can do. What was resolved or answered in an earlier iteration is
// not raised again. None of these blocks.

import { statements } from './conflicts.ts'
import type { DraftInputs, EarlierAction, Extracted, NewAction, Passage, Plan, Section, Source } from './drafter.ts'
import { figuresIn } from './figures.ts'
import { fill, isPointed, phrasesFor } from './phrases.ts'
import { clip, plainText } from './plain.ts'
import { readNotes } from './plan.ts'
import { ENOUGH_SECTIONS, passagesFor, wantedSections } from './questions.ts'
import { headingKey, textSize } from './terms.ts'

const MOST_CLAIMS = 6
const LONGEST_QUOTE = 240
const MOST_REQUESTS = 20
/** About a paragraph: a document that says less has too little to go on. */
const ENOUGH_SIZE = 400
const LONGEST_REQUEST = 400

export function raiseActions(inputs: DraftInputs, plan: Plan, extracted: Extracted): NewAction[] {
  const bySection = Map.groupBy(extracted.passages, (passage) => passage.sectionId)
  const settled = inputs.actions.filter((action) => action.resolved || action.answer)
  return [
    ...conflictActions(plan, extracted),
    ...verifyActions(plan, bySection, settled, extracted),
    ...sourceActions(plan, bySection, settled, inputs),
  ]
}

/** requestActions hand over to people what the notes ask for and the built-in drafter cannot do. */
export function requestActions(inputs: DraftInputs, plan: Plan): NewAction[] {
  const { tasks, renames } = readNotes(inputs.notes)
  const phrases = phrasesFor(plan.language).request
  const settled = inputs.actions.filter((action) => action.resolved || action.answer)
  const isDone = ({ to }: { to: string }) =>
    plan.outline.some((section) => headingKey(section.heading) === headingKey(to))
  // What a FAQ asks, its readers ask.
  const asked = tasks.filter((task) => plan.kind !== 'faq' || !/[?？]$/.test(task))
  const left = [...asked, ...renames.filter((rename) => !isDone(rename)).map(({ said }) => said)]
  return [...new Set(left.map((said) => clip(plainText(said), LONGEST_REQUEST)))]
    .filter((what) => !isSettled(settled, 'verify', what))
    .slice(0, MOST_REQUESTS)
    .map((what) => ({
      kind: 'verify',
      title: clip(fill(phrases.title, { what }), 300),
      body: fill(phrases.body, { what }),
      meta: { request: what },
    }))
}

function conflictActions(plan: Plan, extracted: Extracted): NewAction[] {
  const phrases = phrasesFor(plan.language).conflict
  return extracted.conflicts.map(({ sectionId, kept, dropped }) => ({
    kind: 'resolve_conflict',
    title: clip(fill(phrases.title, { first: kept.value, second: dropped.value }), 300),
    body: fill(phrases.body, {
      kept: plainText(kept.text),
      keptSource: kept.source.title,
      dropped: plainText(dropped.text),
      droppedSource: dropped.source.title,
    }),
    meta: {
      section: headingOf(plan, sectionId),
      values: [kept.value, dropped.value],
      quotes: [kept.text, dropped.text],
      sources: [kept.source, dropped.source],
    },
  }))
}

/** One action a section lists its figures: a person checks a section at a time, not a number at a time. */
function verifyActions(
  plan: Plan,
  bySection: Map<string, Passage[]>,
  settled: EarlierAction[],
  extracted: Extracted,
): NewAction[] {
  const disputed = new Set(extracted.conflicts.map((conflict) => conflict.kept.text))
  const phrases = phrasesFor(plan.language).verify
  const actions: NewAction[] = []
  for (const section of plan.outline) {
    const claims: { values: string[]; quote: string; source: Source }[] = []
    for (const passage of bySection.get(section.id) ?? []) {
      if (isVouchedFor(passage)) continue
      for (const text of statements(passage, plan.language)) {
        const values = figuresIn(text)
          .filter((figure) => figure.telling)
          .map((figure) => figure.value)
        const quote = clip(plainText(text), LONGEST_QUOTE)
        if (
          values.length === 0 ||
          disputed.has(text) ||
          claims.length >= MOST_CLAIMS ||
          isSettled(settled, 'verify', quote)
        )
          continue
        claims.push({ values, quote, source: passage.source })
      }
    }
    if (claims.length === 0) continue
    const lines = claims.map(({ quote, source }) => `- “${quote}” (${source.title})`)
    actions.push({
      kind: 'verify',
      title: clip(fill(phrases.title, { section: section.heading }), 300),
      body: `${phrases.body}\n${lines.join('\n')}`,
      meta: { section: section.heading, claims },
    })
  }
  return actions
}

/** A person's own answer or edit needs no second source; neither does what the document already said. */
function isVouchedFor(passage: Passage): boolean {
  if (passage.also && passage.also.length > 0) return true
  return (
    passage.source.kind === 'answer' ||
    passage.source.kind === 'action' ||
    (passage.blockId !== undefined && passage.source.kind !== 'notes' && passage.source.kind !== 'material')
  )
}

function isSettled(settled: EarlierAction[], kind: string, quote: string): boolean {
  return settled.some((action) => action.kind === kind && action.body.includes(quote))
}

/** What is missing is asked section by section; a document that says next to nothing needs a source more than answers. */
function sourceActions(
  plan: Plan,
  bySection: Map<string, Passage[]>,
  settled: EarlierAction[],
  inputs: DraftInputs,
): NewAction[] {
  const wanted = wantedSections(plan, bySection)
  const size = [...bySection.values()].flat().reduce((sum, { text }) => sum + textSize(text), 0)
  if (plan.outline.length - wanted.length >= ENOUGH_SECTIONS && size >= ENOUGH_SIZE) return []
  const empty = wanted.filter((section) => passagesFor(section, bySection).length === 0 && !hasAnswer(section, inputs))
  const sections = empty.map((section) => section.heading)
  const wasRaised = settled.some(
    (action) => action.kind === 'add_source' && sections.every((heading) => action.body.includes(heading)),
  )
  if (sections.length === 0 || wasRaised) return []
  const phrases = phrasesFor(plan.language).addSource
  const title = sections.length === 1 ? phrases.titleOfOne : fill(phrases.title, { count: sections.length })
  const body = fill(phrases.body, { sections: sections.join(', ') })
  return [{ kind: 'add_source', title, body, meta: { sections } }]
}

function hasAnswer({ heading }: Section, inputs: DraftInputs): boolean {
  return inputs.answers.some(({ section, body }) => section === heading && !isPointed(body))
}

function headingOf(plan: Plan, sectionId: string): string | null {
  return plan.outline.find((section) => section.id === sectionId)?.heading ?? null
}
