// Editing a document: autosaves typed text; saving makes it the working copy. Common logic is in saving/useEdit.ts.

import { useHotkeys } from '@mantine/hooks'
import { type RefObject, useMemo } from 'react'
import { call } from '../../api/client.ts'
import { ApiError, isStatus } from '../../api/errors.ts'
import { keys, queryClient, refreshDocuments } from '../../api/queries.ts'
import type { EditorHandle } from '../../blocks/BlockEditor.tsx'
import { useEdit } from '../../saving/useEdit.ts'
import { notify } from '../../ui/notify.ts'
import { type EditedDocument, readEdited } from './edited.ts'
import { AUDIENCE, asNew, baseOf, type DocumentBase, localCopyName } from './fields.ts'

const WORDED = ['title', 'summary', 'tags'] as const
const TEXT = [...WORDED, 'blocks']

type Props = { document: EditedDocument; isGone: boolean; editor: RefObject<EditorHandle | null> }

export function useDocumentEdit({ document, isGone, editor }: Props) {
  const { id } = document
  const path = { doc_id: id }
  const edit = useEdit({
    name: localCopyName(id),
    now: useMemo(() => baseOf(document), [document]),
    read: async () => show(await readEdited(id)),
    send: async ({ stand, isAhead }, changes, { title, summary, tags, blocks }) => {
      // Autosaved text isn't a change any more, but still has to be saved.
      const body = { ...(isAhead && { title, summary, tags, blocks }), ...changes }
      const query = { publish: false, version: stand.version, ...(isAhead && { base_version: stand.base }) }
      const headers = { 'if-match': `"${stand.draft}"` }
      const put = call('PUT /api/admin/docs/{doc_id}', { path, query, headers, body: trimmed(body) })
      const { proposal } = await orGone(id, put)
      const saved = await readEdited(id)
      refreshDocuments()
      // Other fields aren't part of the draft: they take effect at once.
      const isInDraft = saved.draft && TEXT.some((field) => field in body)
      notify(`${isInDraft ? 'Saved as draft.' : 'Saved.'}${proposal ? ' The changed settings wait for approval.' : ''}`)
      return show(saved)
    },
    autosave: {
      fields: [...WORDED],
      send: async (base, _, { title, summary = null, tags = [], blocks = [] }): Promise<DocumentBase> => {
        const text = { title: title ?? '', summary, tags, blocks }
        const body = trimmed({ parent: base.stand.revision, ...text })
        const response = await orGone(id, call('POST /api/docs/{doc_id}/autosave', { path, body })).catch(overtaken)
        const { revision, draft_version: draft, is_saved, merged } = response
        const saved = merged ?? text
        const edited = queryClient.getQueryData<EditedDocument>(keys.edited(id)) ?? document
        // Without a version, it says again what is published.
        const own = draft === 0 ? null : edited.draft && { ...edited.draft, version: draft, revision }
        show({ ...edited, ...saved, draft: own, stand: { ...edited.stand, revision, draft }, isAhead: !is_saved })
        const { blocks: now, ...fields } = saved
        const stand = { ...base.stand, revision, draft }
        return { fields: { ...base.fields, ...fields }, blocks: now, stand, isAhead: !is_saved }
      },
    },
    together: AUDIENCE,
    editor,
    isLocked: isGone,
  })
  useHotkeys([['mod+S', () => void edit.trySave()]], [], true)
  return {
    ...edit,
    /** Everything on the page, as a new document. */
    asNew: () => asNew(edit.fields, edit.blocks.current),
    /** Shows the service's state; unsaved changes stay. */
    refresh: async () => void show(await readEdited(id)),
  }
}

/** Puts a document into the cache, newer than requests in progress. */
function show(edited: EditedDocument): DocumentBase {
  const queryKey = keys.edited(edited.id)
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, edited)
  return baseOf(edited)
}

const trimmed = <B extends { title?: string | undefined }>(body: B): B =>
  body.title === undefined ? body : { ...body, title: body.title.trim() }

/** A merge conflict is handled like an outdated version (412). */
function overtaken(error: unknown): never {
  throw isStatus(error, 409) ? new ApiError(412, undefined) : error
}

/** On a 404, makes the page notice that the document is gone. */
async function orGone<T>(id: number, request: Promise<T>): Promise<T> {
  return request.catch((error) => {
    if (isStatus(error, 404)) void queryClient.invalidateQueries({ queryKey: keys.edited(id) })
    throw error
  })
}

export type DocumentEdit = ReturnType<typeof useDocumentEdit>
