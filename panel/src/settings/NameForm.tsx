// Changing one's own name and username.

import { SimpleGrid } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { fieldErrors } from '../api/errors.ts'
import { changeMe, useMe } from '../session/session.ts'
import { Form, TextField } from '../ui/Form.tsx'
import { notify } from '../ui/notify.ts'

export function NameForm() {
  const me = useMe()
  const [name, setName] = useState(me.display_name ?? '')
  const [username, setUsername] = useState(me.username ?? '')
  const save = useMutation({
    mutationFn: () =>
      call('PATCH /auth/me', { body: { display_name: name.trim() || null, username: username.trim() || null } }),
    onSuccess: (user) => {
      changeMe(user)
      notify('Saved.')
    },
  })
  const faults = fieldErrors(save.error)
  const changed = name.trim() !== (me.display_name ?? '') || username.trim() !== (me.username ?? '')
  return (
    <Form sending={save} onSend={save.mutate} action="Save" button={{ disabled: !changed }}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextField
          label="Name"
          maxLength={120}
          autoComplete="name"
          value={name}
          error={faults.display_name}
          onChange={setName}
        />
        <TextField
          label="Username"
          maxLength={32}
          autoComplete="username"
          value={username}
          error={faults.username}
          onChange={setUsername}
        />
      </SimpleGrid>
    </Form>
  )
}
