// A new API token: what will use it, what it may do and for how long; then the token itself, this once.

import { Modal, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { fieldErrors } from '../api/errors.ts'
import { keys, queryClient } from '../api/queries.ts'
import { ROLES, type Role } from '../api/types.ts'
import { useMe } from '../session/session.ts'
import { CopyDialog } from '../ui/CopyDialog.tsx'
import { Form, TextField } from '../ui/Form.tsx'

export function NewToken({ onClose }: { onClose: () => void }) {
  const me = useMe()
  const allowed = ROLES.slice(0, ROLES.indexOf(me.role) + 1)
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>(me.role)
  const [days, setDays] = useState('90')
  const make = useMutation({
    mutationFn: () =>
      call('POST /api/tokens', { body: { name, role, ...(days !== '0' && { expires_in_days: Number(days) }) } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: keys.tokens }),
  })
  const faults = fieldErrors(make.error)
  if (make.data) {
    return (
      <CopyDialog title="Your new token" value={make.data.token} onClose={onClose}>
        Copy it now: it is shown this once and stored nowhere.
      </CopyDialog>
    )
  }
  return (
    <Modal opened onClose={onClose} title="New token">
      <Form sending={make} onSend={make.mutate} action="Make the token" onCancel={onClose}>
        <TextField
          label="Name"
          description="What will use it."
          data-autofocus
          required
          maxLength={80}
          value={name}
          error={faults.name}
          onChange={setName}
        />
        <Select
          label="Role"
          data={allowed}
          value={role}
          allowDeselect={false}
          error={faults.role}
          onChange={(value) => setRole((value as Role) ?? me.role)}
        />
        <Select
          label="Ends after"
          allowDeselect={false}
          data={[
            { value: '7', label: '7 days' },
            { value: '30', label: '30 days' },
            { value: '90', label: '90 days' },
            { value: '365', label: 'A year' },
            { value: '0', label: 'Never, until revoked' },
          ]}
          value={days}
          onChange={(value) => setDays(value ?? '90')}
        />
      </Form>
    </Modal>
  )
}
