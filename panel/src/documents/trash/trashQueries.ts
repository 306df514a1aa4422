// Queries and mutations of the trash.

import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { keys, queryClient, refreshDocuments } from '../../api/queries.ts'
import { useSetup } from '../../api/setup.ts'
import { failed, notify, notifyDone, offer, undoable } from '../../ui/notify.ts'

export const TRASH_PAGE = 50
/** A deleted document, with its former id. */
export type TrashEntry = Awaited<ReturnType<typeof listTrash>>[number]

const listTrash = (page: number) =>
  call('GET /api/admin/docs/trash', { query: { limit: TRASH_PAGE, offset: (page - 1) * TRASH_PAGE } })

export const useTrash = (page: number) => useQuery({ queryKey: keys.trash(page), queryFn: () => listTrash(page) })

/** Days that deleted documents are kept; 0 without a trash. */
export const useTrashDays = (): number => useSetup().data?.trash_days ?? 0

const restore = (id: number) => call('POST /api/admin/docs/trash/{doc_id}/restore', { path: { doc_id: id } })

type Restorable = Pick<TrashEntry, 'id' | 'title'> & Partial<Pick<TrashEntry, 'category_gone' | 'visibility'>>

/** For "Undo" after deleting, and the trash's button. */
async function restoreDeleted({ id, title, category_gone, visibility }: Restorable): Promise<void> {
  try {
    const { proposal } = await restore(id)
    const isNarrowed = category_gone && visibility !== undefined && visibility !== 'restricted'
    if (isNarrowed)
      offer(`Restored “${title}” without a category, restricted.`, `restored ${id}`, {
        label: AGAIN[visibility],
        act: () => openAgain(id, visibility),
      })
    else notify(`Restored “${title}”.${proposal ? ' Publishing it again waits for approval.' : ''}`)
  } catch (error) {
    failed("Couldn't restore the document")(error)
  }
  refreshDocuments()
}

const AGAIN = { public: 'Make it public again', members: 'Show it to members again' }

/** Restores the visibility, which a deleted category may have reset. */
async function openAgain(id: number, visibility: keyof typeof AGAIN): Promise<void> {
  try {
    const changed = await call('PUT /api/admin/docs/{doc_id}', { path: { doc_id: id }, body: { visibility } })
    const again = visibility === 'public' ? 'It is public again.' : 'Members can read it again.'
    notifyDone(changed, changed.published ? again : 'They can read it once it is published.')
  } catch (error) {
    failed("Couldn't change who can read it")(error)
  }
  refreshDocuments()
}

export type DeletedCategory = Awaited<ReturnType<typeof listDeletedCategories>>[number]
const listDeletedCategories = () => call('GET /api/admin/categories/trash', { query: { limit: 200 } })

export const useDeletedCategories = () =>
  useQuery({ queryKey: [...keys.trash(), 'categories'], queryFn: listDeletedCategories })

type RestorableCategory = Pick<DeletedCategory, 'id' | 'name' | 'categories' | 'documents'>

/** For "Undo" after deleting, and the trash's button; the numbers are what was deleted with it. */
export async function restoreCategory({ id, name, categories, documents }: RestorableCategory): Promise<void> {
  try {
    const { parent_id, visibility } = await call('POST /api/admin/categories/trash/{category_id}/restore', {
      path: { category_id: id },
    })
    const where = parent_id === null && visibility === 'restricted' ? ' It is restricted.' : ''
    // Content that was moved on deletion stays where it is.
    const content = categories + documents > 0 ? ' with its content' : ''
    notify(`Restored “${name}”${content}.${where}`)
  } catch (error) {
    failed("Couldn't restore the category")(error)
  }
  refreshDocuments()
  for (const key of [keys.categories, keys.tree]) void queryClient.invalidateQueries({ queryKey: key })
}

export const useRestoreCategory = () => useMutation({ mutationFn: restoreCategory })

export const useRestoreDeleted = () => useMutation({ mutationFn: restoreDeleted })

export const useDeletePermanently = () =>
  useMutation({
    mutationFn: ({ id }: { id: number }) => call('DELETE /api/admin/docs/trash/{doc_id}', { path: { doc_id: id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keys.trash() }),
  })

/** Under review, deleting becomes a proposal. */
async function deleteOrPropose(id: number): Promise<{ proposal: unknown } | undefined> {
  try {
    await call('DELETE /api/admin/docs/{doc_id}', { path: { doc_id: id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.needsReview)) throw error
    return { proposal: await call('POST /api/admin/proposals', { body: { document_id: id, delete: true } }) }
  }
}

/** With Undo if there is a trash. */
export function useDeleteDocument(hasTrash: boolean) {
  return useMutation({
    mutationFn: (document: { id: number; title: string }) => deleteOrPropose(document.id),
    onSuccess: (restored, document) => {
      if (restored?.proposal) return notifyDone(restored, '')
      queryClient.removeQueries({ queryKey: keys.document(document.id) })
      refreshDocuments()
      const message = `Deleted “${document.title}”.`
      if (hasTrash) undoable(message, `deleted ${document.id}`, () => void restoreDeleted(document))
      else notify(message)
    },
    onError: failed("Couldn't delete the document"),
  })
}
