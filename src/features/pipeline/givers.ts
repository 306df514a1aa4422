// Who stands behind the parts of a generated draft: whoever gave the notes, material, answers and instructions that it was made
// of, in all iterations since the last approved one.

import { type Block, walkBlocks } from 'galley-blocks/model.ts'
import type { Draft, Source } from '#drafting/contract.ts'
import type { Query } from '#engine/db/db.ts'
import type { Behind, PartsBehind } from '#features/documents/revisions/behind.ts'
import { findDraftBehind } from '#features/documents/writing/drafts/drafts.ts'
import { readPlanning } from './content.ts'
import { listAnswerers } from './points-store.ts'
import * as store from './store.ts'

const behindOf = (id: number | null | undefined): Behind => id ?? 'network'

/** By block, where its provenance says what it rests on; `*` is all of them, for everything else. */
export async function findGivers(query: Query, iteration: store.IterationRow, draft: Draft): Promise<PartsBehind> {
  const { inputs } = readPlanning(iteration)
  const notes: Behind[] = [...(inputs.sorted_by ?? []).map(behindOf)]
  const orders: Behind[] = []
  let edited: PartsBehind = {}
  for (let row: store.IterationRow | undefined = iteration; row && (row.status !== 'approved' || row === iteration); ) {
    const creator = behindOf(await store.findCreator(query, row.job_id))
    const before: number | null = readPlanning(row).inputs.previous_iteration_id
    // The first one brought the material as well.
    if (row.notes.trim() !== '' || before === null) notes.push(creator)
    if (row.instructions.trim() !== '') orders.push(creator)
    if (row !== iteration && row.draft_id !== null)
      edited = { ...(await findDraftBehind(query, row.draft_id)), ...edited }
    row = before === null ? undefined : await store.findIteration(query, before)
  }
  const answers = await listAnswerers(
    query,
    'questions',
    inputs.answers.map(({ id }) => id),
  )
  const replies = await listAnswerers(
    query,
    'actions',
    inputs.actions.flatMap(({ id, answer }) => (answer === null ? [] : [id])),
  )
  const given = { answer: answers, action: replies }
  const all = [
    ...notes,
    ...orders,
    ...[...answers.values(), ...replies.values()].map(behindOf),
    ...Object.values(edited).flat(),
  ]
  const giversOf = ({ kind, id }: Source): Behind[] => {
    if (kind === 'notes' || kind === 'material') return notes
    if (kind === 'document') return []
    return kind === 'draft' || !given[kind].has(id!) ? all : [behindOf(given[kind].get(id!))]
  }
  const behindBlock = (block: Block): Behind[] => {
    const entries = [...walkBlocks([block])].map(({ id }) => draft.provenance[id])
    // A model may have used anything, and so may whoever wrote a block of which nothing is known.
    const isKnown = entries.every((entry) => entry && entry.origin !== 'model' && entry.sources.length > 0)
    const givers = isKnown ? entries.flatMap((entry) => entry!.sources.flatMap(giversOf)) : []
    return [...new Set([...(givers.length > 0 ? [...givers, ...orders] : all), ...(edited[block.id] ?? [])])]
  }
  return { ...Object.fromEntries(draft.blocks.map((block) => [block.id, behindBlock(block)])), '*': [...new Set(all)] }
}
