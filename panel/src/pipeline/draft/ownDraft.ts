// Editing the draft of a job. The job's page holds it, because its decisions must know of it. What is the same for every text is
// saving/useEdit.ts.

import type { IterationOut } from 'galley-client/schema.ts'
import { type RefObject, useMemo } from 'react'
import type { EditorHandle } from '../../blocks/BlockEditor.tsx'
import type { Base } from '../../saving/text.ts'
import { useEdit } from '../../saving/useEdit.ts'
import { readIteration, saveDraft } from '../queries.ts'

type DraftFields = { title: string; summary: string | null }
/** The draft is known by the time of its last change. */
type DraftBase = Base<DraftFields, string>

const baseOf = ({ draft, updated_at }: Pick<IterationOut, 'draft' | 'updated_at'>): DraftBase => ({
  fields: { title: draft?.title ?? '', summary: draft?.summary ?? null },
  blocks: draft?.blocks ?? [],
  stand: updated_at,
})

export function useOwnDraft(jobId: number, iteration: IterationOut, editor: RefObject<EditorHandle | null>) {
  const isLocked = iteration.status !== 'review'
  const edit = useEdit<DraftFields, string>({
    name: `draft:${iteration.id}`,
    now: useMemo(() => baseOf(iteration), [iteration]),
    read: async () => baseOf(await readIteration(jobId, iteration.id)),
    send: async ({ stand }, _, { title = '', summary, blocks = [] }) => {
      const body = { title: title.trim(), summary: summary?.trim() || null, blocks }
      return baseOf(await saveDraft(jobId, iteration.id, body, stand))
    },
    editor,
    isLocked,
  })
  return {
    ...edit,
    editor,
    /** isIncluded: a decision about the draft saves it first. One that was decided on takes no more changes. */
    isIncluded: edit.isUnsent && !isLocked,
  }
}

export type OwnDraft = ReturnType<typeof useOwnDraft>
