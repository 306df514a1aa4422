// Creates a group by its name; its members are added in the dialog that follows.

import { TextInput } from '@mantine/core'
import { call } from '../../api/client.ts'
import { keys, queryClient } from '../../api/queries.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { useApiForm } from '../../ui/useApiForm.ts'

export function NewGroup({ onClose, onMade }: { onClose: () => void; onMade: (id: number) => void }) {
  const form = useApiForm({
    initialValues: { name: '' },
    send: (body) => call('POST /api/admin/groups', { body }),
    onSent: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: keys.groups() })
      onMade(id)
    },
  })
  return (
    <FormDialog form={form} title="New group" action="Create" onClose={onClose}>
      <TextInput label="Name" required data-autofocus maxLength={120} {...form.getInputProps('name')} />
    </FormDialog>
  )
}
