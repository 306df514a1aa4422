// A new account; the very first one becomes the administrator.

import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { fieldErrors } from '../api/errors.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { accept } from './session.ts'

export function RegisterForm({ first = false }: { first?: boolean }) {
  const [email, setEmail] = useState('')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const register = useMutation({
    mutationFn: () =>
      call('POST /auth/register', { body: { email, password, ...(name.trim() && { display_name: name.trim() }) } }),
    onSuccess: accept,
  })
  const faults = fieldErrors(register.error)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        register.mutate()
      }}
    >
      <Stack>
        <TextInput
          label="Email"
          type="email"
          name="email"
          autoComplete="email"
          required
          withAsterisk={false}
          value={email}
          error={faults.email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <TextInput
          label="Your name"
          description="Shown beside what you write. Optional."
          name="name"
          autoComplete="name"
          value={name}
          error={faults.display_name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          description="At least 8 characters."
          name="password"
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={password}
          error={faults.password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {Object.keys(faults).length === 0 && <ErrorNote error={register.error} />}
        <Button type="submit" loading={register.isPending} fullWidth mt={4}>
          {first ? 'Make the administrator' : 'Make the account'}
        </Button>
      </Stack>
    </form>
  )
}
