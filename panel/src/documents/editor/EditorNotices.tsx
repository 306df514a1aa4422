// Notices above a document: deleted, unsaved changes restored, saved or published by someone else, scheduled, save failed.

import { Box } from '@mantine/core'
import { fieldErrors, isStatus } from '../../api/errors.ts'
import { formatAgo } from '../../ui/Ago.tsx'
import { Discard } from '../../ui/Discard.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { lazily } from '../../ui/lazily.tsx'
import { DocumentNotice } from '../DocumentNotice.tsx'
import type { Publishing } from '../publishing/usePublishing.ts'
import type { EditedDocument } from '../saving/edited.ts'
import type { DocumentEdit } from '../saving/useDocumentEdit.ts'

const KeptBoth = lazily(() => import('../../saving/KeptBoth.tsx'), 'KeptBoth')
const DeletedNote = lazily(() => import('../saving/DeletedNote.tsx'), 'DeletedNote')
const DraftNotices = lazily(() => import('../publishing/DraftNotices.tsx'), 'DraftNotices')

type Props = { document: EditedDocument; edit: DocumentEdit; publishing: Publishing; isGone: boolean }

export function EditorNotices({ document, edit, publishing, isGone }: Props) {
  const { draft } = document
  return (
    <>
      {isGone && <DeletedNote asNew={edit.asNew} onSaved={edit.drop} />}
      {edit.restoredFrom && !isGone && (
        <DocumentNotice
          title="Unsaved changes restored"
          button={<Discard onDiscard={edit.discard}>Discard changes</Discard>}
        >
          This browser kept them {formatAgo(edit.restoredFrom)}; they are not on the server yet.
        </DocumentNotice>
      )}
      {edit.clash && !edit.clash.isAsked && (
        <DocumentNotice title="Someone else changed the same text" action="Compare" onClick={() => edit.ask(true)}>
          Your changes are kept in this browser until you choose whose words stay.
        </DocumentNotice>
      )}
      {edit.marks.length > 0 && <KeptBoth marks={edit.marks} onDone={edit.unmark} />}
      {draft && (draft.to_merge || draft.scheduled_at) && (
        <DraftNotices {...{ document, publishing }} isUnsaved={edit.isDirty} />
      )}
      {isUnexplained(edit.error) && (
        <Box mb="md">
          <ErrorNote error={edit.error} title="Couldn't save" />
        </Box>
      )}
    </>
  )
}

/** No field, dialog or other notice explains the error. */
const isUnexplained = (error: unknown): boolean =>
  Boolean(error) &&
  !isStatus(error, 412) &&
  !isStatus(error, 404) &&
  Object.keys(fieldErrors(error)).every((name) => name === 'blocks')
