// Saving a document. A save carries the version it started from; when someone else was faster (412), both changes are merged where
// they don't overlap, and shown to the person where they do. What is being edited belongs to form.ts.

import { useHotkeys } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import { isStatus } from '../api/errors.ts'
import { keys, queryClient, refreshDocuments } from '../api/queries.ts'
import type { DocumentOut } from '../api/schema.ts'
import type { EditorHandle } from '../blocks/BlockEditor.tsx'
import { useBackIn } from '../session/session.ts'
import { failed, notify } from '../ui/notify.ts'
import type { DocumentForm, Sent } from './form.ts'

type SaveOptions = {
  document: DocumentOut
  isGone: boolean
  form: DocumentForm
  editor: RefObject<EditorHandle | null>
}

export function useSaveDocument({ document, isGone, form, editor }: SaveOptions) {
  const [conflict, setConflict] = useState<DocumentOut>()
  const path = { doc_id: document.id }
  const read = () => call('GET /api/admin/docs/{doc_id}', { path })
  const save = useMutation({
    mutationFn: ({ version, body }: Sent) =>
      call('PUT /api/admin/docs/{doc_id}', { path, body, headers: { 'if-match': `"${version}"` } }),
    onSuccess: (saved, sent) => {
      queryClient.setQueryData(keys.document(document.id), saved)
      void queryClient.invalidateQueries({ queryKey: keys.revisions(document.id) })
      if (form.saved(saved, sent)) editor.current?.replaceWith(form.blocks.current)
      refreshDocuments()
      setConflict(undefined)
      notify(sent.merge ? "Saved and merged with someone else's changes." : 'Saved.')
    },
    onError: (error) => {
      if (isStatus(error, 412)) mergeOrAsk().catch(failed("Couldn't load the saved version"))
      // The page then reads that the document is gone.
      if (isStatus(error, 404))
        void queryClient.invalidateQueries({ queryKey: keys.document(document.id), exact: true })
    },
  })
  const mergeOrAsk = async () => {
    const [saved, { mergeBlocks }] = await Promise.all([read(), import('galley-blocks/merge.ts')])
    const both = form.merged(saved, mergeBlocks)
    if (both) save.mutate(both)
    else if (form.toSend()) setConflict(saved)
  }
  /** trySave saves over the given version, or else over the one that the changes started from. */
  const trySave = (over?: DocumentOut) => {
    const sent = form.toSend(over?.version)
    if (sent && !save.isPending && !isGone) save.mutate(sent)
  }
  useBackIn(() => isStatus(save.error, 401) && trySave())
  useHotkeys([['mod+S', () => trySave()]], [], true)

  const takeSaved = (saved: DocumentOut) => {
    queryClient.setQueryData(keys.document(document.id), saved)
    form.settle(saved)
    editor.current?.replaceWith(saved.blocks)
    setConflict(undefined)
  }
  // An approval or a restore may change the document while it is open: without changes of one's own the page simply follows.
  const isBehind = !form.dirty && !save.isPending && document.version > form.version
  useEffect(() => {
    if (!isBehind) return
    form.settle(document)
    editor.current?.replaceWith(document.blocks)
  }, [isBehind, document, form.settle, editor])

  return {
    isSaving: save.isPending,
    error: save.error,
    trySave,
    conflict,
    compare: setConflict,
    takeSaved,
    /** discard drops the person's changes for what the service holds now. */
    discard: async () => takeSaved(await read()),
  }
}

export type DocumentSave = ReturnType<typeof useSaveDocument>
