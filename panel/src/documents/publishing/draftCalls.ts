// API calls for drafts besides publishing now, loaded with the parts that need them.

import { call } from '../../api/client.ts'
import { notifyDone } from '../../ui/notify.ts'
import type { EditedDocument } from '../saving/edited.ts'
import type { Publishing } from './usePublishing.ts'

type DraftAction = (publishing: Publishing, document: EditedDocument) => Promise<void>
const pathOf = ({ id }: EditedDocument) => ({ doc_id: id })

export const unpublish: DraftAction = ({ act }, document) =>
  act(
    () => call('POST /api/docs/{doc_id}/unpublish', { path: pathOf(document) }),
    (unpublished) => notifyDone(unpublished, 'Unpublished. Only editors can see this page.'),
    "Couldn't unpublish the document",
  )

export const discardDraft: DraftAction = ({ act, discard }, document) =>
  act(
    () => call('DELETE /api/docs/{doc_id}/working-copy', { path: pathOf(document) }).then(discard),
    'Draft discarded.',
    "Couldn't discard the draft",
  )

export const schedule = (document: EditedDocument, at: string | null) =>
  call('POST /api/docs/{doc_id}/schedule', { path: pathOf(document), body: { at } })

/** With what the draft says now instead of what it said when it was scheduled. */
export const reschedule = ({ act }: Publishing, document: EditedDocument, at: string | null) =>
  act(() => schedule(document, at), 'Scheduled as it is now.', "Couldn't schedule the publication")

export const unschedule: DraftAction = ({ act }, document) =>
  act(() => schedule(document, null), 'Publication is no longer scheduled.', "Couldn't cancel the publication")
