// What can be done with a draft besides publishing it now, for the parts that are loaded when they are opened.

import { call } from '../../api/client.ts'
import { notifyPublished } from '../../ui/notify.ts'
import { type EditedDocument, standOf } from '../saving/edited.ts'
import { type Publishing, publishAs } from './usePublishing.ts'

type DraftAction = (publishing: Publishing, document: EditedDocument) => Promise<void>
const pathOf = ({ id }: EditedDocument) => ({ doc_id: id })

export const unpublish: DraftAction = ({ act }, document) =>
  act(
    () => call('POST /api/docs/{doc_id}/unpublish', { path: pathOf(document) }),
    'Unpublished. Only editors can see this page.',
    "Couldn't unpublish the document",
  )

export const discardDraft: DraftAction = ({ act }, document) =>
  act(
    () => call('DELETE /api/docs/{doc_id}/working-copy', { path: pathOf(document) }),
    'Draft discarded.',
    "Couldn't discard the draft",
  )

export const schedule = (document: EditedDocument, at: string | null) =>
  call('POST /api/docs/{doc_id}/schedule', { path: pathOf(document), body: { at } })

export const unschedule: DraftAction = ({ act }, document) =>
  act(() => schedule(document, null), 'Publication is no longer scheduled.', "Couldn't cancel the publication")

/** publishOver publishes a draft over what was published since it was begun. */
export const publishOver: DraftAction = ({ act }, document) => {
  const { version, draft } = standOf(document)
  const { title, summary, tags, blocks } = document
  const save = () =>
    call('PUT /api/admin/docs/{doc_id}', {
      path: pathOf(document),
      query: { publish: false, version, base_version: version },
      headers: { 'if-match': `"${draft}"` },
      body: { title, summary, tags, blocks },
    })
  return act(async () => publishAs(document.id, await save()), notifyPublished, "Couldn't publish the document")
}
