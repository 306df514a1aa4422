// Loads what a drafter may use: the document, what people provided, related documents, and which links exist. Read-only and
// deterministic.

import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Block } from 'galley-blocks/model.ts'
import { decodedPart } from 'galley-blocks/urls.ts'
import type { Deps } from '#deps.ts'
import { type Draft, DrafterFailure, type DraftInputs, type RelatedPage } from '#drafting/contract.ts'
import { findCategoryPath } from '#features/categories/reading.ts'
import { type DocumentText, findExistingSlugs } from '#features/documents/writing/drafts/drafts.ts'
import { baseOf } from '#languages/tag.ts'
import { type Planning, readMaterial } from './content.ts'
import type { IterationRow } from './store.ts'

export async function gatherInputs(
  deps: Pick<Deps, 'db' | 'config'>,
  iteration: IterationRow,
  planning: Planning,
  previous: Draft | null,
  document: DocumentText,
): Promise<Omit<DraftInputs, 'related' | 'linkExists'>> {
  const { inputs } = planning
  const path = document.category_id === null ? [] : await findCategoryPath(deps.db.read, document.category_id)
  return {
    document: {
      id: document.id,
      title: document.title,
      summary: document.summary,
      blocks: JSON.parse(document.blocks) as Block[],
      categoryPath: path.map(({ name }) => name),
    },
    language: baseOf(document.lang ?? deps.config.siteLang),
    ...providedInputs(iteration, planning, previous),
    // Older iterations have no instructions.
    instructions: inputs.instructions ?? '',
    earlierInstructions: inputs.earlier_instructions ?? [],
    picks: inputs.picks ?? [],
    rewordings: inputs.rewordings ?? [],
    answers: inputs.answers,
    openQuestions: inputs.open_questions ?? [],
    actions: inputs.actions,
    ...(deps.config.styleGuide !== '' && { styleGuide: await readStyleGuide(deps.config) }),
  }
}

/** What people provided to this iteration and to earlier ones of its chain. */
export const providedInputs = ({ id, material }: IterationRow, { inputs }: Planning, previous: Draft | null) => ({
  notes: inputs.notes,
  earlierNotes: inputs.earlier_notes,
  material: readMaterial(material),
  previous: previous && {
    draft: previous,
    editedBlockIds: inputs.edited_block_ids,
    deletedTexts: inputs.deleted_texts,
    summaryEdited: inputs.summary_edited,
  },
  publishedNotes: inputs.published_notes,
  seed: inputs.first_iteration_id ?? id,
})

const LONGEST_GUIDE = 20_000

/** Read for every job, so that changes of the file take effect with the next draft. */
async function readStyleGuide({ dataDir, styleGuide }: Deps['config']): Promise<string> {
  const failed = (why: string) => new DrafterFailure(`The style guide ${styleGuide} ${why}`, { retryable: false })
  const text = await readFile(join(dataDir, basename(styleGuide)), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw failed(`can't be read (${error.code})`)
  })
  if (text.length > LONGEST_GUIDE) throw failed(`is longer than ${LONGEST_GUIDE.toLocaleString('en')} characters`)
  return text
}

const INTERNAL_LINK = /\/read\/([^\s/?#()[\]<>"'\\]+)/g
const LONGEST_SLUG = 300
const MOST_SLUGS = 1_000

/** Looks up all slugs mentioned in the inputs at once; any other slug counts as dead. */
export async function linkChecker(
  deps: Pick<Deps, 'db'>,
  inputs: Omit<DraftInputs, 'related' | 'linkExists'>,
  related: RelatedPage[],
): Promise<DraftInputs['linkExists']> {
  const mentioned = new Set<string>()
  const texts = [
    inputs.notes,
    ...inputs.material.map(({ text }) => text),
    ...inputs.answers.map(({ answer }) => answer),
    ...inputs.actions.flatMap(({ answer, meta }) => [answer ?? '', JSON.stringify(meta ?? {})]),
    ...related.map(({ markdown }) => markdown),
    JSON.stringify(inputs.document.blocks),
    JSON.stringify(inputs.previous?.draft.blocks ?? []),
  ]
  for (const text of texts) {
    for (const [, slug] of text.matchAll(INTERNAL_LINK)) mentioned.add(decodedPart(slug!))
  }
  // The answer to a fix_link action may be just a slug.
  for (const { kind, answer } of inputs.actions) if (kind === 'fix_link' && answer) mentioned.add(answer.trim())
  const asked = [...mentioned].filter((slug) => slug.length <= LONGEST_SLUG).slice(0, MOST_SLUGS)
  const existing = await findExistingSlugs(deps.db.read, asked)
  for (const { slug } of related) existing.add(slug)
  return (slug) => existing.has(slug)
}
