// The built-in drafter's draft: passages under their headings. It writes nothing of its own but headings. A heading's source is
// where it was found; a template's heading names the first passage that it gathers, or, when it gathers none, the document's
// title that chose the template.

import { DraftSheet, isNamed } from './draft-sheet.ts'
import {
  type Draft,
  type DraftInputs,
  type Extracted,
  LEAD,
  type NewAction,
  type Passage,
  type Plan,
  SEE_ALSO,
  type Section,
  type Source,
} from './drafter.ts'
import { readNotes } from './plan.ts'
import { isDismissed } from './replies.ts'
import { originOf, setPassages } from './set-passages.ts'
import { findSummary } from './summary.ts'

/** composeDraft sets the draft and reports links in it that point nowhere. */
export function composeDraft(
  inputs: DraftInputs,
  plan: Plan,
  extracted: Extracted,
): { draft: Draft; actions: NewAction[] } {
  const sheet = new DraftSheet(inputs, plan.language, () => true)
  const bySection = Map.groupBy(extracted.passages, (passage) => passage.sectionId)
  const isSkeleton = extracted.passages.length === 0
  setPassages(sheet, bySection.get(LEAD) ?? [])
  for (const section of plan.outline) setSection(sheet, section, bySection.get(section.id) ?? [], isSkeleton)
  const links = bySection.get(SEE_ALSO) ?? []
  if (links[0]) sheet.addSeeAlsoHeading(links[0])
  setPassages(sheet, links)
  return sheet.finish(findSummary(inputs, plan, readNotes(inputs.notes), extracted.passages))
}

function setSection(sheet: DraftSheet, section: Section, passages: Passage[], isSkeleton: boolean): void {
  const { document, previous } = sheet.inputs
  const kept = sheet.findBase(section.blockId)
  // An empty heading in a document was meant by its author; in a draft it only waited for content.
  const isMeant = !previous && sheet.zones.some(({ heading, blocks }) => heading === kept && blocks.length === 0)
  const isWanted = section.asked || isSkeleton || (kept && isMeant)
  const isEmpty = passages.length === 0 && !kept?.human
  if (isEmpty && (!isWanted || isDismissed(section.heading, sheet.inputs.answers))) return
  const title: Source = { kind: 'document', id: document.id, title: document.title, quote: document.title }
  if (kept && isNamed(kept, section)) sheet.keep(kept)
  else sheet.addHeading(section.heading, originOf(section.source), [section.source ?? passages[0]?.source ?? title])
  setPassages(sheet, passages)
}
