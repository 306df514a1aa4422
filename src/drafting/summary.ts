// The summary of a draft: what a person gave, else the author's first sentence, else nothing.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import { blocksToText, blockText, oneLine } from '#blocks/text.ts'
import { splitSentences } from '#languages/sentences.ts'
import type { DraftInputs, Plan } from './contract.ts'
import { termFinder } from './directives.ts'

const SHORTEST = 30
const LONGEST = 240

export function summaryOf(inputs: DraftInputs, plan: Plan, blocks: Block[]): string | null {
  const given = plan.directives.summary ?? (inputs.previous?.summaryEdited ? inputs.previous.draft.summary : undefined)
  if (given !== undefined) return given
  const before = inputs.previous ? inputs.previous.draft.summary : inputs.document.summary
  const isKept =
    before && (!inputs.previous || before === inputs.document.summary || oneLine(blocksToText(blocks)).includes(before))
  if (isKept && !termFinder(plan.directives.leaveOut)(before)) return before
  for (const block of walkBlocks(blocks)) {
    if (block.type === 'heading') return null
    if (block.type !== 'paragraph') continue
    const [sentence = ''] = splitSentences(oneLine(blockText(block)))
    if (sentence.length >= SHORTEST && sentence.length <= LONGEST && /[.!。！]$/u.test(sentence)) return sentence
  }
  return null
}
