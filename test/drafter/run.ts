// Runs the built-in drafter's four steps and checks that a draft is grounded.

import assert from 'node:assert/strict'
import { walkBlocks } from 'galley-blocks/model.ts'
import { blocksFromMarkdown } from '#blocks/from-markdown.ts'
import { blocksToText } from '#blocks/text.ts'
import { blocksToMarkdown } from '#blocks/to-markdown.ts'
import { builtinDrafter } from '../../src/engine/drafter/builtin.ts'
import type { Draft, DraftInputs } from '../../src/engine/drafter/drafter.ts'
import { quietContext as context, job } from './sample-jobs.ts'

export async function run(inputs: DraftInputs) {
  const plan = await builtinDrafter.plan(inputs, context)
  const extracted = await builtinDrafter.extract(inputs, plan, context)
  const raised = await builtinDrafter.question(inputs, plan, extracted, context)
  const drafted = await builtinDrafter.draft(inputs, plan, extracted, context)
  const actions = [...raised.actions, ...drafted.actions]
  const markdown = blocksToMarkdown(drafted.draft.blocks)
  return { plan, extracted, questions: raised.questions, actions, draft: drafted.draft, markdown }
}

/** after makes a draft the one that a redraft starts from. */
export function after(draft: Draft, deletedTexts: string[] = []): Pick<DraftInputs, 'previous'> {
  return { previous: { draft, editedBlockIds: [], deletedTexts } }
}

/** drafted runs a job whose draft must be grounded, and the same when it is drafted again. */
export async function drafted(given: Parameters<typeof job>[0]) {
  const inputs = job(given)
  const first = await run(inputs)
  assertGrounded(inputs, first.draft)
  const again = await run({ ...inputs, ...after(first.draft) })
  assert.deepEqual(again.draft.blocks, first.draft.blocks)
  assert.deepEqual(again.questions, first.questions)
  return first
}

export function headingsOf(markdown: string): string[] {
  return markdown.match(/^#+ .+$/gm) ?? []
}

/** section gives the Markdown under one heading. */
export function section(markdown: string, heading: string): string {
  const parts = markdown.split(/^## /m).slice(1)
  const found = parts.find((part) => part.startsWith(`${heading}\n`))
  assert.ok(found, `the draft has no section “${heading}”:\n${markdown}`)
  return found.slice(heading.length)
}

export function document(title: string, markdown = ''): DraftInputs['document'] {
  return { id: 1, title, summary: null, blocks: markdown === '' ? [] : blocksFromMarkdown(markdown), categoryPath: [] }
}

function sourceTexts(inputs: DraftInputs): Map<string, string> {
  const texts = new Map<string, string>([['notes null', inputs.notes]])
  for (const [index, material] of inputs.material.entries()) texts.set(`material ${index}`, material.text)
  for (const related of inputs.related) texts.set(`document ${related.id}`, `${related.title}\n${related.markdown}`)
  for (const answer of inputs.answers) texts.set(`answer ${answer.id}`, answer.answer)
  for (const action of inputs.actions) texts.set(`action ${action.id}`, action.answer ?? '')
  texts.set(`document ${inputs.document.id}`, `${inputs.document.title}\n${blocksToText(inputs.document.blocks)}`)
  return texts
}

/** Every block has an entry, every entry a source, every quote stands verbatim in the source it names. */
export function assertGrounded(inputs: DraftInputs, draft: Draft): void {
  const texts = sourceTexts(inputs)
  for (const block of walkBlocks(draft.blocks)) {
    const entry = draft.provenance[block.id]
    assert.ok(entry, `no provenance for ${block.type} “${blocksToText([block])}”`)
    assert.notEqual(entry.sources.length, 0, `no source for “${blocksToText([block])}”`)
    for (const source of entry.sources) {
      if (source.kind === 'draft') continue
      assert.ok(
        texts.get(`${source.kind} ${source.id}`)?.includes(source.quote),
        `${source.kind} ${source.id} lacks “${source.quote}”`,
      )
    }
  }
}
