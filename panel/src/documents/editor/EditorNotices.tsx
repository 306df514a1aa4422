// What stands above a document that needs a word: it was deleted, unsaved changes were restored, someone else saved or published
// it, it is going to be published, or a save failed.

import { Box } from '@mantine/core'
import { fieldErrors, isStatus } from '../../api/errors.ts'
import { formatAgo } from '../../ui/Ago.tsx'
import { Discard } from '../../ui/Discard.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { DocumentNotice } from '../DocumentNotice.tsx'
import type { Publishing } from '../publishing/usePublishing.ts'
import { type EditedDocument, isNewer, standOf } from '../saving/edited.ts'
import type { DocumentForm } from '../saving/form.ts'
import type { DocumentSave } from '../saving/useSaveDocument.ts'
import { versionName } from '../versionName.ts'

const DeletedNote = lazily(() => import('../saving/DeletedNote.tsx'), 'DeletedNote')
const DraftNotices = lazily(() => import('../publishing/DraftNotices.tsx'), 'DraftNotices')

type Props = {
  document: EditedDocument
  form: DocumentForm
  save: DocumentSave
  publishing: Publishing
  isGone: boolean
}

export function EditorNotices({ document, form, save, publishing, isGone }: Props) {
  const { draft } = document
  const isOverlapping = document.version > form.stand.version
  return (
    <>
      {isGone && <DeletedNote asNew={form.asNew} onSaved={form.drop} />}
      {form.restoredFrom && !isGone && (
        <DocumentNotice
          title="Unsaved changes restored"
          button={<Discard onDiscard={save.discard}>Discard changes</Discard>}
        >
          They were kept in this browser {formatAgo(form.restoredFrom)}. Save them, or go back to the saved version.
        </DocumentNotice>
      )}
      {form.dirty && isNewer(standOf(document), form.stand) && !save.conflict && (
        <DocumentNotice
          title={
            isOverlapping
              ? `${versionName(document, document.version)} was saved in the meantime`
              : 'The draft was saved in the meantime'
          }
          action="Compare"
          onClick={() => save.compare(document)}
        >
          You started from{' '}
          {isOverlapping ? versionName(document, form.stand.version).toLowerCase() : 'an earlier draft'}. Saving merges
          both sets of changes, and asks you where they overlap.
        </DocumentNotice>
      )}
      {draft && !form.dirty && (draft.to_merge || draft.scheduled_at) && <DraftNotices {...{ document, publishing }} />}
      {isUnexplained(save.error) && (
        <Box mb="md">
          <ErrorNote error={save.error} title="Couldn't save" />
        </Box>
      )}
    </>
  )
}

/** isUnexplained: no field, no dialog and no other notice says what went wrong. */
const isUnexplained = (error: unknown): boolean =>
  Boolean(error) &&
  !isStatus(error, 412) &&
  !isStatus(error, 404) &&
  Object.keys(fieldErrors(error)).every((name) => name === 'blocks')
