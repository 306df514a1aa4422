// The order of passages in a draft, and the list of related documents at its end.

import type { Entry } from './conflicts.ts'
import { isExcluded } from './directions.ts'
import { type DraftInputs, LEAD, type Passage, type Plan, SEE_ALSO } from './drafter.ts'
import { headingKey, terms } from './terms.ts'

/** inOrder lists the lead and the sections; new passages join the base where their sub-heading stands. */
export function inOrder(entries: Entry[], plan: Plan): Passage[] {
  const bySection = Map.groupBy(entries, (entry) => entry.passage.sectionId)
  const ids = [LEAD, ...plan.outline.map((section) => section.id), SEE_ALSO]
  return ids.flatMap((id) => arrange(bySection.get(id) ?? []))
}

function arrange(entries: Entry[]): Passage[] {
  const base = entries.filter((entry) => entry.passage.blockId).map((entry) => entry.passage)
  for (const entry of entries) joinList(base, entry)
  const added = entries.filter(({ passage }) => !base.includes(passage))
  const isOpening = (entry: Entry) =>
    entry.opens && entry.passage.form === 'sentence' && entry.passage.under === undefined
  const fresh = [...added.filter(isOpening), ...added.filter((entry) => !isOpening(entry))].map(
    (entry) => entry.passage,
  )
  const headings = base.filter((passage) => passage.form === 'heading')
  if (headings.length === 0) return [...base, ...together(fresh)]
  const arranged = [...base]
  const elsewhere: Passage[] = []
  for (const passage of fresh) {
    const heading = headings.find((other) => passage.under && headingKey(other.text) === headingKey(passage.under))
    if (!heading) {
      elsewhere.push(passage)
      continue
    }
    let at = arranged.indexOf(heading) + 1
    while (at < arranged.length && arranged[at]?.form !== 'heading') at++
    const { under: _, ...rest } = passage
    arranged.splice(at, 0, rest)
  }
  const isUnder = (passage: Passage) => passage.under !== undefined
  const first = arranged.findIndex((passage) => passage.form === 'heading')
  arranged.splice(first, 0, ...together(elsewhere.filter((passage) => !isUnder(passage))))
  return [...arranged, ...together(elsewhere.filter(isUnder))]
}

/** joinList puts new items of a list that stands in the base where they stand in their source. */
function joinList(base: Passage[], { passage, beside }: Entry): void {
  const at = beside ? base.findIndex(({ blockId }) => blockId === beside.blockId) : -1
  if (at >= 0) base.splice(beside?.side === 'before' ? at : at + 1, 0, passage)
}

/** together puts passages without a sub-heading first, and the others sub-heading by sub-heading. */
function together(passages: Passage[]): Passage[] {
  const groups = Map.groupBy(passages, (passage) => headingKey(passage.under ?? ''))
  const bare = groups.get('') ?? []
  groups.delete('')
  return [...bare, ...[...groups.values()].flat()]
}

const MOST_LINKS = 5

/** seeAlso lists the related documents that the draft rests on or whose title shares words with this one's. */
export function seeAlso(entries: Entry[], inputs: DraftInputs, plan: Plan, excluded: string[][]): Passage[] {
  const listed = entries.filter((entry) => entry.passage.sectionId === SEE_ALSO).map((entry) => entry.passage.text)
  const used = new Set(
    entries
      .flatMap(({ passage }) => [passage.source, ...(passage.also ?? [])])
      .map((source) => (source.kind === 'document' ? source.id : null)),
  )
  const about = new Set(terms(inputs.document.title))
  const deleted = (inputs.previous?.deletedTexts ?? []).map(headingKey)
  const found = inputs.related.filter((related) => {
    if (
      related.id === inputs.document.id ||
      listed.some((text) => headingKey(text).includes(headingKey(related.title)))
    )
      return false
    if (isExcluded(related.title, excluded) || deleted.includes(headingKey(related.title))) return false
    return used.has(related.id) || terms(related.title).some((term) => about.has(term))
  })
  return found.slice(0, MOST_LINKS).map((related) => ({
    sectionId: SEE_ALSO,
    form: 'list',
    text: `- [${related.title.replace(/[[\]\\]/g, '\\$&')}](/read/${encodeURI(related.slug)})`,
    score: plan.outline.length,
    source: { kind: 'document', id: related.id, title: related.title, quote: related.title },
    group: 'see-also',
  }))
}
