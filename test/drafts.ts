// Drafts of the built-in drafter, made as the pipeline makes them: from inputs, and again from all of them with what people replied.

import { blocksFromMarkdown } from '../src/blocks/markdown/from-markdown.ts'
import { blocksToMarkdown } from '../src/blocks/markdown/to-markdown.ts'
import { builtinDrafter } from '../src/drafting/builtin/builtin.ts'
import type { DraftInputs } from '../src/drafting/contract.ts'

export const CONTEXT = { signal: new AbortController().signal, addUsage: () => {} }

export type GivenInputs = Partial<DraftInputs> & { title?: string; markdown?: string }
export const inputsOf = ({ title = 'Feed pumps', markdown = '', ...more }: GivenInputs): DraftInputs => ({
  document: { id: 1, title, summary: null, blocks: blocksFromMarkdown(markdown), categoryPath: [] },
  notes: '',
  earlierNotes: [],
  instructions: '',
  earlierInstructions: [],
  material: [],
  related: [],
  previous: null,
  answers: [],
  openQuestions: [],
  actions: [],
  linkExists: () => true,
  ...more,
})

export async function run(given: GivenInputs, drafter = builtinDrafter) {
  const inputs = inputsOf(given)
  const plan = await drafter.plan(inputs, CONTEXT)
  const extracted = await drafter.extract(inputs, plan, CONTEXT)
  const drafted = await drafter.draft(inputs, plan, extracted, CONTEXT)
  return { ...drafted, inputs, statements: extracted.statements, text: blocksToMarkdown(drafted.draft.blocks).trim() }
}
export type MadeDraft = Awaited<ReturnType<typeof run>>

/** again redrafts as the pipeline does: from all inputs, with what people replied. */
export const again = (
  drafted: MadeDraft,
  more: GivenInputs & { reply?: { to: string; answer: string } } = {},
): Promise<MadeDraft> => {
  const { reply, ...given } = more
  const { inputs } = drafted
  return run({
    ...inputs,
    title: inputs.document.title,
    markdown: blocksToMarkdown(inputs.document.blocks),
    document: inputs.document,
    notes: '',
    instructions: '',
    earlierNotes: [...inputs.earlierNotes, inputs.notes].filter(Boolean),
    earlierInstructions: [...inputs.earlierInstructions, inputs.instructions].filter(Boolean),
    previous: { draft: drafted.draft, editedBlockIds: [], deletedTexts: [] },
    answers: drafted.questions.flatMap(({ section, body }, id) =>
      reply?.to === 'question' ? [{ id, section, body, answer: reply.answer }] : [],
    ),
    actions: drafted.actions.map((action, id) => ({
      ...action,
      id,
      answer: action.kind === reply?.to ? reply.answer : null,
      resolved: false,
    })),
    ...given,
  })
}

export const kindsOf = ({ actions }: MadeDraft) => actions.map(({ kind }) => kind)
export const editsOf = ({ draft }: MadeDraft) =>
  draft.edits!.map(({ op, certainty, state }) => `${op} ${certainty} ${state}`)
