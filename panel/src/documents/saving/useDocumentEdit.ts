// Editing a document: what is typed goes to the server by itself, and a save makes it the working copy. What is the same for every
// text is saving/useEdit.ts.

import { useHotkeys } from '@mantine/hooks'
import { type RefObject, useMemo } from 'react'
import { call } from '../../api/client.ts'
import { ApiError, isStatus } from '../../api/errors.ts'
import { keys, queryClient, refreshDocuments } from '../../api/queries.ts'
import type { EditorHandle } from '../../blocks/BlockEditor.tsx'
import { useEdit } from '../../saving/useEdit.ts'
import { notify } from '../../ui/notify.ts'
import { type EditedDocument, readEdited } from './edited.ts'
import { AUDIENCE, asNew, baseOf, type DocumentBase, keptName } from './fields.ts'

const WORDED = ['title', 'summary', 'tags'] as const
const TEXT = [...WORDED, 'blocks']

type Props = { document: EditedDocument; isGone: boolean; editor: RefObject<EditorHandle | null> }

export function useDocumentEdit({ document, isGone, editor }: Props) {
  const { id } = document
  const path = { doc_id: id }
  const edit = useEdit({
    name: keptName(id),
    now: useMemo(() => baseOf(document), [document]),
    read: async () => show(await readEdited(id)),
    send: async ({ stand, isAhead }, changes, { title, summary, tags, blocks }) => {
      // What an autosave has sent is no change any more, and still has to be saved.
      const body = { ...(isAhead && { title, summary, tags, blocks }), ...changes }
      const query = { publish: false, version: stand.version, ...(isAhead && { base_version: stand.base }) }
      const headers = { 'if-match': `"${stand.draft}"` }
      const put = call('PUT /api/admin/docs/{doc_id}', { path, query, headers, body: trimmed(body) })
      const { proposal } = await orGone(id, put)
      const saved = await readEdited(id)
      refreshDocuments()
      // What else there is to a page is not in its draft: it counts at once.
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
        show({ ...edited, ...saved, stand: { ...edited.stand, revision, draft }, isAhead: !is_saved })
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
    /** asNew is all that is on the page. */
    asNew: () => asNew(edit.fields, edit.blocks.current),
    /** refresh shows what the service holds now; changes that are not saved yet stay. */
    refresh: async () => void show(await readEdited(id)),
  }
}

/** show puts a document into the cache; what was asked for before is older. */
function show(edited: EditedDocument): DocumentBase {
  const queryKey = keys.edited(edited.id)
  void queryClient.cancelQueries({ queryKey, exact: true })
  queryClient.setQueryData(queryKey, edited)
  return baseOf(edited)
}

const trimmed = <B extends { title?: string | undefined }>(body: B): B =>
  body.title === undefined ? body : { ...body, title: body.title.trim() }

/** overtaken: someone else changed the same places, which for whoever types is the same as a stale version. */
function overtaken(error: unknown): never {
  throw isStatus(error, 409) ? new ApiError(412, undefined) : error
}

/** orGone: the page then reads that the document is gone. */
async function orGone<T>(id: number, request: Promise<T>): Promise<T> {
  return request.catch((error) => {
    if (isStatus(error, 404)) void queryClient.invalidateQueries({ queryKey: keys.edited(id) })
    throw error
  })
}

export type DocumentEdit = ReturnType<typeof useDocumentEdit>
