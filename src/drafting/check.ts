// What the finished draft lacks or leaves to be decided: at most five questions, the most useful first, and actions for what
// was replaced, contradicted, held or could not be done. Reads the draft as it is, so it never asks for what stands in it.

import { blocksToText, oneLine } from '#blocks/text.ts'
import { fold } from '#folding.ts'
import type { Phrases, SectionRole } from '#languages/language.ts'
import { fill, languageOf } from '#languages/languages.ts'
import type { Conflict, Draft, DraftInputs, Held, NewAction, NewQuestion, Plan, Source } from './contract.ts'
import { termFinder } from './directives.ts'
import { roleOfHeading } from './place.ts'
import { clip } from './text/plain.ts'
import { keyOf } from './text/words.ts'
import type { Change } from './updates.ts'

const MOST_QUESTIONS = 5
const MOST_GAPS = 2
const MOST_HELD = 40
const LONGEST_SHOWN = 200

/** GAPS are what a good document of a kind has and nothing but its author can tell. */
const GAPS: Record<Plan['kind'], SectionRole[]> = {
  tutorial: ['result'],
  'how-to': ['contact'],
  reference: [],
  explanation: ['contact'],
  policy: ['exceptions', 'contact'],
  'release-notes': [],
  incident: ['cause', 'followUps'],
  faq: ['contact'],
}

/** questionsOf: `open` are those raised again, in the order of their use; then open points, asked sections, gaps. */
export function questionsOf(
  inputs: DraftInputs,
  plan: Plan,
  draft: Draft,
  open: NewQuestion[],
  held: Held[],
): { questions: NewQuestion[]; left: Held[] } {
  const { phrases } = languageOf(plan.language).data
  const questions = [...open]
  const points = held.filter(({ reason }) => reason === 'open_point')
  const left: Held[] = []
  for (const point of points) {
    if (questions.length < MOST_QUESTIONS)
      questions.push({ section: '', body: fill(phrases.openPoint, { point: oneLine(point.text) }) })
    else left.push(point)
  }
  questions.push(...missingSections(plan, draft))
  const text = fold(blocksToText(draft.blocks))
  if (text.trim() === '') questions.push({ section: '', body: fill(phrases.nothing, { title: draft.title }) })
  else if (!inputs.previous) questions.push(...gaps(plan, draft, text))
  const unique = new Map(questions.map((question) => [keyOf(question.body), question]))
  return { questions: [...unique.values()].slice(0, MOST_QUESTIONS), left }
}

function missingSections({ directives, language }: Plan, draft: Draft): NewQuestion[] {
  const { data } = languageOf(language)
  const present = new Set(
    draft.blocks.filter(({ type }) => type === 'heading').map((block) => keyOf(blocksToText([block]))),
  )
  return directives.sections
    .filter((section) => !present.has(keyOf(section)))
    .map((section) => {
      const role = roleOfHeading(section)
      return {
        section,
        body: fill(data.phrases.emptySection, { section, ask: role ? data.roles[role].ask : '' }).trim(),
      }
    })
}

/** gaps are asked when neither a heading nor a word of the draft speaks of them. */
function gaps(plan: Plan, draft: Draft, text: string): NewQuestion[] {
  const { cues, data } = languageOf(plan.language)
  const headings = draft.blocks
    .filter(({ type }) => type === 'heading')
    .map((block) => roleOfHeading(blocksToText([block])))
  return GAPS[plan.kind]
    .filter((role) => !headings.includes(role) && !cues[role].test(text))
    .slice(0, MOST_GAPS)
    .map((role) => ({ section: data.roles[role].headings.split(',')[0]!, body: data.roles[role].ask }))
}

type Raise = { changes: Change[]; conflicts: Conflict[]; held: Held[]; doubted?: Held[] }

/** actionsOf raises what people have to look at. */
export function actionsOf(plan: Plan, draft: Draft, { changes, conflicts, held, doubted = [] }: Raise): NewAction[] {
  const { phrases } = languageOf(plan.language).data
  return [
    ...changes.map((change) => changeAction(change, phrases)),
    ...conflicts.map((conflict) => conflictAction(conflict, phrases)),
    ...missingTerms(plan, draft),
    ...heldActions(held, phrases),
    ...doubted.map((one) => doubtedAction(one, phrases)),
    ...(plan.directives.rest.length > 0 ? [instructionAction(plan.directives.rest, phrases)] : []),
  ]
}

const short = (text: string): string => clip(oneLine(text), LONGEST_SHOWN)
const named = ({ title, kind }: Source): string => title || kind

function changeAction({ old, now, difference, oldSource, source, edited }: Change, phrases: Phrases): NewAction {
  const meta = {
    text: edited ? old : now,
    other: edited ? now : old,
    value: difference.second,
    otherValue: difference.first,
    title: named(source),
    otherTitle: named(oldSource),
    reason: edited ? 'edited' : 'replaced',
  }
  if (edited) {
    const values = { source: named(source), kept: short(old), dropped: short(now) }
    return {
      kind: 'resolve_conflict',
      title: short(fill(phrases.edited.title, values)),
      body: fill(phrases.edited.body, values),
      meta: { ...meta, value: difference.first, otherValue: difference.second },
    }
  }
  const title = short(fill(phrases.replaced.title, { old: difference.first, new: difference.second }))
  const body = fill(phrases.replaced.body, {
    old: short(old),
    new: short(now),
    oldSource: named(oldSource),
    newSource: named(source),
  })
  // Another word may name another thing: only a person knows.
  return { kind: difference.kind === 'word' ? 'resolve_conflict' : 'verify', title, body, meta }
}

function conflictAction({ kept, dropped }: Conflict, phrases: Phrases): NewAction {
  return {
    kind: 'resolve_conflict',
    title: short(fill(phrases.conflict.title, { first: kept.value, second: dropped.value })),
    body: fill(phrases.conflict.body, {
      kept: short(kept.text),
      keptSource: named(kept.source),
      dropped: short(dropped.text),
      droppedSource: named(dropped.source),
    }),
    meta: {
      text: kept.text,
      other: dropped.text,
      value: kept.value,
      otherValue: dropped.value,
      title: named(kept.source),
      otherTitle: named(dropped.source),
    },
  }
}

function missingTerms({ directives, language }: Plan, draft: Draft): NewAction[] {
  const { missingTerm } = languageOf(language).data.phrases
  const text = `${draft.title}\n${blocksToText(draft.blocks)}`
  return directives.mention
    .filter((term) => !termFinder([term])(text))
    .map((term) => ({
      kind: 'add_source',
      title: fill(missingTerm.title, { term }),
      body: fill(missingTerm.body, { term }),
      meta: { term },
    }))
}

const doubtedAction = ({ text, reason }: Held, { doubted }: Phrases): NewAction => ({
  kind: 'verify',
  title: fill(doubted.title, { text: short(text) }),
  body: doubted.body,
  meta: { text, reason },
})

/** Each held sentence can be used by itself; the last action gathers those beyond the bound, so that none is lost. */
function heldActions(held: Held[], { held: phrases }: Phrases): NewAction[] {
  const action = (text: string, reason: Held['reason'], source: Source): NewAction => ({
    kind: 'held',
    title: fill(phrases[reason], { text: short(text) }),
    body: fill(phrases.body, { text: short(text) }),
    meta: { text, reason, source },
  })
  const [single, rest] = [held.slice(0, MOST_HELD), held.slice(MOST_HELD)]
  const actions = single.map(({ text, reason, source }) => action(text, reason, source))
  return rest.length === 0
    ? actions
    : [...actions, action(rest.map(({ text }) => text).join('\n'), 'doubtful', rest[0]!.source)]
}

function instructionAction(lines: string[], { instruction }: Phrases): NewAction {
  return {
    kind: 'instruction',
    title: fill(instruction.title, { count: lines.length }),
    body: fill(instruction.body, { lines: lines.map((line) => `“${line}”`).join(' ') }),
    meta: { lines },
  }
}
