// Publishing from the editor: what is unsaved is saved first. Where the published text and the draft changed the same places, a
// person chooses (MergeDialog.tsx). What else can be done with a draft is in draftCalls.ts, which is loaded when it is needed.

import { useState } from 'react'
import { call } from '../../api/client.ts'
import { isStatus } from '../../api/errors.ts'
import { keys, queryClient, refreshDocuments } from '../../api/queries.ts'
import { failed, notify, notifyPublished } from '../../ui/notify.ts'
import { type EditedDocument, standOf } from '../saving/edited.ts'
import type { DocumentForm } from '../saving/form.ts'
import type { DocumentSave } from '../saving/useSaveDocument.ts'

type PublishingOptions = { document: EditedDocument; form: DocumentForm; save: DocumentSave }

export function usePublishing({ document: { id, ...document }, form, save }: PublishingOptions) {
  const [isBusy, setBusy] = useState(false)
  const [isComparing, compare] = useState(false)

  /** act does one thing at a time and then shows what the service holds. */
  const act = async <T>(work: () => Promise<T>, done: string | ((made: T) => void), problem: string) => {
    setBusy(true)
    try {
      const made = await work()
      void queryClient.invalidateQueries({ queryKey: keys.revisions(id) })
      refreshDocuments()
      await save.refresh()
      compare(false)
      if (typeof done === 'string') notify(done)
      else done(made)
    } catch (error) {
      // The same places were changed in the published text and in the draft.
      if (isStatus(error, 409)) compare(true)
      else failed(problem)(error)
      await save.refresh().catch(() => {})
    } finally {
      setBusy(false)
    }
  }
  const publish = async () => {
    const saved = form.dirty ? await save.saveNow() : document
    if (saved) await act(() => publishAs(id, saved), notifyPublished, "Couldn't publish the document")
  }
  return { isBusy, isComparing, compare, act, publish }
}

/** publishAs publishes what someone has seen, and nothing newer. */
export function publishAs(id: number, seen: Pick<EditedDocument, 'version' | 'draft'>) {
  const { version, draft } = standOf(seen)
  const headers = { 'if-match': `"${version}"` }
  return call('POST /api/docs/{doc_id}/publish', { path: { doc_id: id }, headers, body: { draft_version: draft } })
}

export type Publishing = ReturnType<typeof usePublishing>
