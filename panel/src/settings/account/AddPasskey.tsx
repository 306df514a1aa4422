// Adds a passkey with a name.

import { Text, TextInput } from '@mantine/core'
import { call } from '../../api/client.ts'
import { makePasskey } from '../../session/passkeys.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { useApiForm } from '../../ui/useApiForm.ts'

type Props = { onClose: () => void; onDone: (codes: string[] | null) => Promise<void> }

export function AddPasskey({ onClose, onDone }: Props) {
  const form = useApiForm({
    initialValues: { name: '' },
    send: async ({ name }) => {
      const passkey = await makePasskey(await call('POST /auth/factors/passkeys/options'))
      return call('POST /auth/factors/passkeys', { body: { name, ...passkey } })
    },
    onSent: ({ recovery_codes }) => void onDone(recovery_codes),
  })
  return (
    <FormDialog form={form} title="Add a passkey" action="Continue" onClose={onClose}>
      <Text fz="sm">Your browser will ask you to use a fingerprint, your face or a security key.</Text>
      <TextInput
        label="Name"
        description="To recognise it later, for example the device."
        data-autofocus
        required
        maxLength={80}
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
