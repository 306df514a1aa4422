// Schedules a draft's publication, in the browser's time zone.

import { TextInput } from '@mantine/core'
import { FormDialog } from '../../ui/Dialog.tsx'
import { useApiForm } from '../../ui/useApiForm.ts'
import type { EditedDocument } from '../saving/edited.ts'
import { schedule } from './draftCalls.ts'
import type { Publishing } from './usePublishing.ts'

type Props = { document: EditedDocument; publishing: Publishing; onClose: () => void }

const TOMORROW_MS = 24 * 3_600_000

/** The format of the browser's date field, without a zone. */
function localTime(at: Date): string {
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
  return shifted.toISOString().slice(0, 16)
}

export function PublishAt({ document, publishing, onClose }: Props) {
  const planned = document.draft?.scheduled_at
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const form = useApiForm({
    initialValues: { at: localTime(planned ? new Date(planned) : new Date(Date.now() + TOMORROW_MS)) },
    send: ({ at }) => schedule(document, new Date(at).toISOString()),
    onSent: () => {
      onClose()
      void publishing.act(async () => {}, 'Scheduled.', "Couldn't reload the document")
    },
  })
  return (
    <FormDialog form={form} title="Schedule publication" action="Schedule" onClose={onClose}>
      <TextInput
        type="datetime-local"
        label="Date and time"
        description={`In your time zone (${zone}). What the draft says now is published then.`}
        required
        data-autofocus
        min={localTime(new Date())}
        {...form.getInputProps('at')}
      />
    </FormDialog>
  )
}
