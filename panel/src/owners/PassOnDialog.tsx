// Transfers everything that a leaving person owns.

import { Text } from '@mantine/core'
import type { UserOut } from 'galley-client/schema.ts'
import { call } from '../api/client.ts'
import { queryClient } from '../api/queries.ts'
import { counted } from '../counted.ts'
import { PersonSelect } from '../people/PersonSelect.tsx'
import { callName } from '../people/people.ts'
import { FormDialog } from '../ui/Dialog.tsx'
import { notify } from '../ui/notify.ts'
import { useApiForm } from '../ui/useApiForm.ts'

type Props = { from: UserOut; onClose: () => void }

export function PassOnDialog({ from, onClose }: Props) {
  const name = callName(from)
  const form = useApiForm({
    initialValues: { to_id: null as number | null },
    // Without a choice, the service's error is shown at the field.
    send: ({ to_id }) => call('POST /api/admin/owners/pass-on', { body: { from_id: from.id, to_id: to_id as number } }),
    onSent: ({ documents, categories }) => {
      notify(`Passed on ${counted(documents, 'document')} and ${counted(categories, 'category', 'categories')}.`)
      void queryClient.invalidateQueries({ queryKey: ['owner'] })
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={`Pass on the pages of ${name}`} action="Pass on" onClose={onClose}>
      <Text fz="sm">Everything that {name} owns goes to the person below. Texts and access stay as they are.</Text>
      <PersonSelect
        label="New owner"
        value={form.values.to_id}
        error={form.errors.to_id as string | undefined}
        onChange={(id) => form.setFieldValue('to_id', id)}
      />
    </FormDialog>
  )
}
