// Invites someone: address, name, role. Without mail, shows the link to pass on.

import { Select, TextInput } from '@mantine/core'
import { call } from '../../api/client.ts'
import { keys, queryClient } from '../../api/queries.ts'
import { useSetup } from '../../api/setup.ts'
import { ROLES, type Role } from '../../api/types.ts'
import { FormDialog } from '../../ui/Dialog.tsx'
import { notify } from '../../ui/notify.ts'
import { useApiForm } from '../../ui/useApiForm.ts'
import { useRoles, useServiceSettings } from '../queries.ts'
import { InvitationLink } from './InvitationLink.tsx'

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const roles = useRoles()
  const usual = (useServiceSettings().data?.find(({ name }) => name === 'GALLEY_DEFAULT_ROLE')?.value ??
    'reader') as Role
  const isProviderOnly = useSetup().data?.sign_in === 'provider'
  const form = useApiForm({
    // Null until chosen: the default role may be loaded after the dialog opens.
    initialValues: { email: '', display_name: '', role: null as Role | null },
    send: ({ email, display_name, role }) =>
      call('POST /api/admin/users', {
        body: { email, role: role ?? usual, ...(display_name.trim() && { display_name: display_name.trim() }) },
      }),
    onSent: (invitation) => {
      void queryClient.invalidateQueries({ queryKey: keys.users() })
      if (invitation.mail !== 'sent') return
      notify(`Invitation sent to ${invitation.email}.`)
      onClose()
    },
  })
  const role = form.values.role ?? usual
  if (form.result && form.result.mail !== 'sent') return <InvitationLink invitation={form.result} onClose={onClose} />
  return (
    <FormDialog form={form} title="Invite someone" action="Invite" onClose={onClose}>
      <TextInput
        label="Email"
        description={
          isProviderOnly
            ? 'They sign in through the identity provider with this address.'
            : 'They sign in with a code sent to this address.'
        }
        type="email"
        autoComplete="off"
        data-autofocus
        required
        maxLength={254}
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Name"
        description="Optional. They can change it later."
        autoComplete="off"
        maxLength={120}
        {...form.getInputProps('display_name')}
      />
      <Select
        label="Role"
        description={roles.data?.find((one) => one.name === role)?.description}
        data={ROLES}
        allowDeselect={false}
        {...form.getInputProps('role')}
        value={role}
      />
    </FormDialog>
  )
}
