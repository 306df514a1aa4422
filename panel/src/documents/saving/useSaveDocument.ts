// Saving a document: its text to the working copy. A save carries the versions it started from; when someone else was faster
// (412), both changes are merged where they don't overlap, and shown to the person where they do. What is being edited belongs
// to form.ts.

import { useHotkeys } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { isStatus } from '../../api/errors.ts'
import { keys, queryClient, refreshDocuments } from '../../api/queries.ts'
import type { EditorHandle } from '../../blocks/BlockEditor.tsx'
import { useBackIn } from '../../session/session.ts'
import { isSame } from '../../ui/kept.ts'
import { failed, notify } from '../../ui/notify.ts'
import { type EditedDocument, isNewer, readEdited, savedOver, standOf } from './edited.ts'
import type { DocumentForm, Sent } from './form.ts'

type SaveOptions = {
  document: EditedDocument
  isGone: boolean
  form: DocumentForm
  editor: RefObject<EditorHandle | null>
}

export function useSaveDocument({ document, isGone, form, editor }: SaveOptions) {
  const [conflict, setConflict] = useState<EditedDocument>()
  const path = { doc_id: document.id }
  const read = () => readEdited(document.id)
  const show = (edited: EditedDocument) => queryClient.setQueryData(keys.edited(document.id), edited)
  const save = useMutation({
    mutationFn: async ({ over, stand: { version, draft }, body }: Sent) => {
      const query = { publish: false, version }
      const headers = { 'if-match': `"${draft}"` }
      const response = await call('PUT /api/admin/docs/{doc_id}', { path, query, headers, body })
      queryClient.setQueryData(keys.document(document.id), response)
      return savedOver(response, over, body)
    },
    onSuccess: (saved, sent) => {
      show(saved)
      if (form.saved(saved, sent)) editor.current?.replaceWith(form.blocks.current)
      refreshDocuments()
      setConflict(undefined)
      if (sent.merge) notify("Saved and merged with someone else's changes.")
      else notify(saved.draft ? 'Saved as draft.' : 'Saved.')
    },
    onError: (error) => {
      if (isStatus(error, 412)) mergeOrAsk().catch(failed("Couldn't load the saved version"))
      // The page then reads that the document is gone.
      if (isStatus(error, 404)) void queryClient.invalidateQueries({ queryKey: keys.edited(document.id) })
    },
  })
  const mergeOrAsk = async () => {
    // Merging is rare, so its code is fetched with the text that it is needed for.
    const [saved, { mergeBlocks }] = await Promise.all([read(), import('galley-blocks/merge.ts')])
    const both = form.merged(saved, mergeBlocks)
    if (both) save.mutate(both)
    else if (form.toSend()) setConflict(saved)
  }
  /** trySave saves over what someone else saved, or else over what the changes started from. */
  const trySave = (over?: EditedDocument) => {
    const sent = form.toSend(over)
    if (sent && !save.isPending && !isGone) save.mutate(sent)
  }
  /** saveNow is what was saved, or undefined when it was not: then the page says why. */
  const saveNow = async (): Promise<EditedDocument | undefined> => {
    const sent = form.toSend()
    return sent && !save.isPending && !isGone ? save.mutateAsync(sent).catch(() => undefined) : undefined
  }
  // The save that the lost session refused was asked for already.
  useBackIn(() => isStatus(save.error, 401) && trySave())
  useHotkeys([['mod+S', () => trySave()]], [], true)

  const takeSaved = (saved: EditedDocument) => {
    show(saved)
    form.settle(saved)
    editor.current?.replaceWith(saved.blocks)
    setConflict(undefined)
  }
  // An approval or a restore may change the document while it is open: without changes of one's own the page simply follows.
  const isBehind = !form.dirty && !save.isPending && isNewer(standOf(document), form.stand)
  useEffect(() => {
    if (!isBehind) return
    const isShown = isSame(form.blocks.current, document.blocks)
    form.settle(document)
    if (!isShown) editor.current?.replaceWith(document.blocks)
  }, [isBehind, document, form.settle, form.blocks, editor])

  return {
    isSaving: save.isPending,
    error: save.error,
    trySave,
    saveNow,
    /** refresh shows what the service holds now; changes that are not saved yet stay. */
    refresh: async () => void show(await read()),
    conflict,
    compare: setConflict,
    takeSaved,
    /** discard drops the person's changes for what the service holds now. */
    discard: async () => takeSaved(await read()),
  }
}

export type DocumentSave = ReturnType<typeof useSaveDocument>
