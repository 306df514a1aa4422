// Publishing from the editor: what is unsaved is saved first. Where the published text and the draft changed the same places, a
// person chooses (MergeDialog.tsx). What else can be done with a draft is in draftCalls.ts, which is loaded when it is needed.

import { useState } from 'react'
import { call } from '../../api/client.ts'
import { isStatus } from '../../api/errors.ts'
import { keys, queryClient, refreshDocuments } from '../../api/queries.ts'
import { failed, notify, notifyPublished } from '../../ui/notify.ts'
import type { EditedDocument, Stand } from '../saving/edited.ts'
import type { DocumentEdit } from '../saving/useDocumentEdit.ts'

type PublishingOptions = { document: EditedDocument; edit: DocumentEdit }

export function usePublishing({ document: { id, stand }, edit }: PublishingOptions) {
  const [isBusy, setBusy] = useState(false)
  const [isComparing, compare] = useState(false)

  /** act does one thing at a time and then shows what the service holds. */
  const act = async <T>(work: () => Promise<T>, done: string | ((result: T) => void), problem: string) => {
    setBusy(true)
    try {
      const outcome = await work()
      void queryClient.invalidateQueries({ queryKey: keys.revisions(id) })
      refreshDocuments()
      await edit.refresh()
      compare(false)
      if (typeof done === 'string') notify(done)
      else done(outcome)
    } catch (error) {
      if (isStatus(error, 409) && error.needsMerge) compare(true)
      else failed(problem)(error)
      await edit.refresh().catch(() => {})
    } finally {
      setBusy(false)
    }
  }
  const publish = async () => {
    // Asked of the edit itself: a key may precede the next drawing.
    if (!(await edit.trySave())) return
    const shown = queryClient.getQueryData<EditedDocument>(keys.edited(id))?.stand ?? stand
    await act(() => publishAs(id, shown), notifyPublished, "Couldn't publish the document")
  }
  return { isBusy, isComparing, compare, act, publish, discard: edit.discard }
}

/** publishAs publishes what someone has seen, and nothing newer. */
export const publishAs = (id: number, { version, draft }: Pick<Stand, 'version' | 'draft'>) =>
  call('POST /api/docs/{doc_id}/publish', {
    path: { doc_id: id },
    headers: { 'if-match': `"${version}"` },
    body: { draft_version: draft },
  })

export type Publishing = ReturnType<typeof usePublishing>
