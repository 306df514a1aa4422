// The save button: text goes to the draft, settings take effect at once.

import { Button } from '@mantine/core'
import type { DocumentEdit } from './useDocumentEdit.ts'

export const SaveButton = ({ edit, isGone }: { edit: DocumentEdit; isGone: boolean }) => (
  <Button
    variant="default"
    onClick={() => void edit.trySave()}
    loading={edit.isSaving}
    disabled={isGone || !edit.isDirty || edit.fields.title.trim() === ''}
  >
    Save
  </Button>
)
