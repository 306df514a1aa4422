// The button that saves what is on the page: text to the draft, settings at once.

import { Button } from '@mantine/core'
import type { DocumentForm } from './form.ts'

type Props = { form: DocumentForm; isSaving: boolean; isGone: boolean; onSave: () => void }

export const SaveButton = ({ form, isSaving, isGone, onSave }: Props) => (
  <Button
    variant="default"
    onClick={onSave}
    loading={isSaving}
    disabled={isGone || !form.dirty || form.fields.title.trim() === ''}
  >
    Save
  </Button>
)
