// What stands above a document that needs a word: it was deleted, unsaved changes were restored, someone else saved it, or a save
// failed.

import { Alert, Box, Button, Group, Text } from '@mantine/core'
import { fieldErrors, isStatus } from '../api/errors.ts'
import type { DocumentOut } from '../api/schema.ts'
import { formatAgo } from '../ui/Ago.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { DeletedNote } from './DeletedNote.tsx'
import type { DocumentForm } from './form.ts'
import type { DocumentSave } from './useSaveDocument.ts'

type Props = { document: DocumentOut; form: DocumentForm; save: DocumentSave; isGone: boolean }

export function EditorNotices({ document, form, save, isGone }: Props) {
  return (
    <>
      {isGone && <DeletedNote asNew={form.asNew} onSaved={form.drop} />}
      {form.restoredFrom && !isGone && (
        <Notice title="Unsaved changes restored" action="Discard changes" onClick={save.discard}>
          They were kept in this browser {formatAgo(form.restoredFrom)}. Save them, or go back to the saved version.
        </Notice>
      )}
      {form.dirty && document.version > form.version && !save.conflict && (
        <Notice
          title={`Version ${document.version} was saved in the meantime`}
          action="Compare"
          onClick={() => save.compare(document)}
        >
          You started from version {form.version}. Saving merges both sets of changes, and asks you where they overlap.
        </Notice>
      )}
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

type NoticeProps = { title: string; action: string; onClick: () => void; children: React.ReactNode }

const Notice = ({ title, action, onClick, children }: NoticeProps) => (
  <Alert mb="md" color="yellow" title={title}>
    <Group justify="space-between">
      <Text fz="sm">{children}</Text>
      <Button size="compact-sm" variant="default" onClick={onClick}>
        {action}
      </Button>
    </Group>
  </Alert>
)
