// The summary of a draft: a person's, else the model's, else the existing one, else the first sentence.

import { blocksToText, blockText, oneLine } from 'galley-blocks/text.ts'
import { splitSentences } from '#languages/sentences.ts'
import type { Draft, DraftInputs, Plan } from './contract.ts'
import { termFinder } from './directives.ts'
import { plainOf } from './text/inline.ts'

const SHORTEST = 30
const LONGEST = 240

export function summaryOf(
  { document, previous }: DraftInputs,
  plan: Plan,
  { blocks, edits = [] }: Draft,
  written: string | null | undefined,
): string | null {
  const given = plan.directives.summary ?? (previous?.summaryEdited ? previous.draft.summary : undefined)
  if (given !== undefined) return given
  if (written) return written
  const before = previous ? previous.draft.summary : document.summary
  // A summary that repeats an edited sentence changes with it.
  const edit = edits.find(
    ({ state, op, before: old }) => state === 'applied' && op === 'replace' && plainOf(old) === before,
  )
  if (edit) return plainOf(edit.after)
  const isKept = before && (before === document.summary || oneLine(blocksToText(blocks)).includes(before))
  if (isKept && !termFinder(plan.directives.leaveOut)(before)) return before
  const [first] = blocks
  if (first?.type !== 'paragraph' || document.blocks.length > 0) return null
  const [sentence = ''] = splitSentences(oneLine(blockText(first)))
  return sentence.length >= SHORTEST && sentence.length <= LONGEST && /[.!。！]$/u.test(sentence) ? sentence : null
}
