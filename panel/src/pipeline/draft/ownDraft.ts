// The editing state of a job's draft, held by the job's page because decisions save it first. Common logic is in
// saving/useEdit.ts.

import type { IterationOut } from 'galley-client/schema.ts'
import { type RefObject, useMemo } from 'react'
import type { EditorHandle } from '../../blocks/BlockEditor.tsx'
import type { Base } from '../../saving/text.ts'
import { useEdit } from '../../saving/useEdit.ts'
import { readIteration, saveDraft } from '../queries.ts'

type DraftFields = { title: string; summary: string | null }
/** Drafts are versioned by the time of their last change. */
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
    /** A decision saves unsent changes first; a decided draft takes none. */
    isIncluded: edit.isUnsent && !isLocked,
  }
}

export type OwnDraft = ReturnType<typeof useOwnDraft>
