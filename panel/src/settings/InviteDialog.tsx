// Bringing someone in: their address, name and role. Where the service sends no mail, the link to pass on is shown instead.

import { Modal, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { fieldErrors } from '../api/errors.ts'
import { keys, queryClient } from '../api/queries.ts'
import { ROLES, type Role } from '../api/types.ts'
import { Form, TextField } from '../ui/Form.tsx'
import { notify } from '../ui/notify.ts'
import { InvitationLink } from './InvitationLink.tsx'
import { useRoles, useServiceSettings } from './queries.ts'

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const roles = useRoles()
  const usual = useServiceSettings().data?.find(({ name }) => name === 'GALLEY_DEFAULT_ROLE')?.value as Role | undefined
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [chosen, setChosen] = useState<Role | null>(null)
  const role = chosen ?? usual ?? 'reader'
  const invite = useMutation({
    mutationFn: () =>
      call('POST /api/admin/users', { body: { email, role, ...(name.trim() && { display_name: name.trim() }) } }),
    onSuccess: (made) => {
      void queryClient.invalidateQueries({ queryKey: keys.users() })
      if (made.mail !== 'sent') return
      notify(`An invitation is on its way to ${made.email}.`)
      onClose()
    },
  })
  const faults = fieldErrors(invite.error)
  if (invite.data && invite.data.mail !== 'sent') return <InvitationLink invitation={invite.data} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title="Invite someone">
      <Form sending={invite} onSend={invite.mutate} action="Invite" onCancel={onClose}>
        <TextField
          label="Email"
          description="They sign in with a code that is sent there."
          type="email"
          autoComplete="off"
          data-autofocus
          required
          maxLength={254}
          value={email}
          error={faults.email}
          onChange={setEmail}
        />
        <TextField
          label="Name"
          description="Optional; they can change it."
          autoComplete="off"
          maxLength={120}
          value={name}
          error={faults.display_name}
          onChange={setName}
        />
        <Select
          label="Role"
          description={roles.data?.find((one) => one.name === role)?.description}
          data={ROLES}
          value={role}
          allowDeselect={false}
          error={faults.role}
          onChange={(value) => setChosen(value as Role | null)}
        />
      </Form>
    </Modal>
  )
}
