// The summary: a person's own words where there are any, else the sentence of the draft's beginning that says best what it is
// about. Other sections say what to do or what goes wrong; where the draft has no beginning there is no summary.

import { restsOnClosed } from './base.ts'
import { HANGING } from './cues.ts'
import type { Directions } from './directions.ts'
import { type DraftInputs, LEAD, type Passage, type Plan } from './drafter.ts'
import { HOMES } from './phrases.ts'
import { clip, plainText } from './plain.ts'
import { splitSentences } from './sentences.ts'
import { terms, textSize } from './terms.ts'

const LONGEST = 1_000
const SHORTEST_SIZE = 15
const USUAL_SIZE = 240

export function findSummary(
  inputs: DraftInputs,
  plan: Plan,
  directions: Directions,
  passages: Passage[],
): string | null {
  if (directions.summary) return directions.summary.slice(0, LONGEST)
  if (inputs.previous?.summaryEdited) return inputs.previous.draft.summary
  const { summary } = inputs.document
  if (summary && !restsOnClosed(inputs, summary)) return summary
  return findBestSentence(inputs, plan, passages)
}

/** The beginning is what stands before or under the overview, else where the facts of the document's kind are at home. */
function beginningOf(plan: Plan, passages: Passage[]): Passage[] {
  const under = (wanted: string | undefined) => plan.outline.find(({ role }) => role === wanted)?.id
  const overview = under('overview')
  const found = passages.filter(({ sectionId }) => sectionId === LEAD || sectionId === overview)
  const home = HOMES[plan.kind]
  return found.length > 0 || !home ? found : passages.filter(({ sectionId }) => sectionId === under(home))
}

function findBestSentence(inputs: DraftInputs, plan: Plan, passages: Passage[]): string | null {
  const about = new Set(terms(inputs.document.title))
  const beginning = beginningOf(plan, passages)
  let best: string | null = null
  let bestScore = 0
  for (const [index, passage] of beginning.slice(0, 300).entries()) {
    if (passage.form !== 'sentence') continue
    for (const [nth, sentence] of splitSentences(passage.text, plan.language).slice(0, 3).entries()) {
      const text = plainText(sentence)
      const size = textSize(text)
      if (size < SHORTEST_SIZE || /[:：?？]$/.test(text)) continue
      const shared = new Set(terms(text).filter((term) => about.has(term))).size
      const place = 1 / (1 + index + nth)
      // What people said of this very document sums it up better than what they brought along.
      const borrowed = passage.source.kind === 'material' || passage.source.kind === 'document' ? 1.5 : 0
      const score = shared * 1.5 + place - borrowed - (size > USUAL_SIZE ? 2 : 0) - (HANGING.test(text) ? 1.5 : 0) + 1
      if (score > bestScore) [best, bestScore] = [text, score]
    }
  }
  return best === null ? null : clip(best, LONGEST)
}
