// Publishes from the editor, saving first. On a conflict with the published text a person decides (MergeDialog.tsx). Other
// calls are in draftCalls.ts, loaded on demand.

import { useState } from 'react'
import { call } from '../../api/client.ts'
import { isStatus } from '../../api/errors.ts'
import { keys, queryClient, refreshDocuments } from '../../api/queries.ts'
import { failed, notify, notifyPublished } from '../../ui/notify.ts'
import type { BaseVersions, EditedDocument } from '../saving/edited.ts'
import type { DocumentEdit } from '../saving/useDocumentEdit.ts'

type PublishingOptions = { document: EditedDocument; edit: DocumentEdit }

export function usePublishing({ document: { id, stand }, edit }: PublishingOptions) {
  const [isBusy, setBusy] = useState(false)
  const [isComparing, compare] = useState(false)

  /** Runs one action at a time, then shows the service's state. */
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
    // Asks the edit itself: a key may have been typed since the last render.
    if (!(await edit.trySave())) return
    const shown = queryClient.getQueryData<EditedDocument>(keys.edited(id))?.stand ?? stand
    await act(() => publishAs(id, shown), notifyPublished, "Couldn't publish the document")
  }
  return { isBusy, isComparing, compare, act, publish, discard: edit.discard }
}

/** Publishes exactly the version that was seen. */
export const publishAs = (id: number, { version, draft }: Pick<BaseVersions, 'version' | 'draft'>) =>
  call('POST /api/docs/{doc_id}/publish', {
    path: { doc_id: id },
    headers: { 'if-match': `"${version}"` },
    body: { draft_version: draft },
  })

export type Publishing = ReturnType<typeof usePublishing>
