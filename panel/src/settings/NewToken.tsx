// A new API token: what will use it, what it may and for how long; then the token itself, this once.

import { Button, Code, CopyButton, Group, Modal, Select, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { fieldErrors } from '../api/errors.ts'
import { keys, queryClient } from '../api/queries.ts'
import { ROLES, type Role } from '../api/types.ts'
import { useMe } from '../session/session.ts'
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
  if (make.data) return <Secret token={make.data.token} onClose={onClose} />
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

function Secret({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Your new token" closeOnClickOutside={false}>
      <Stack>
        <Text fz="sm">Copy it now: it is shown this once and stored nowhere.</Text>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {token}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={token}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                onClick={copy}
                leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
              >
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
