// Sign-in by identifier and password.

import { Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { accept } from './session.ts'

export function PasswordForm({ identifier: given = '' }: { identifier?: string }) {
  const [identifier, setIdentifier] = useState(given)
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => call('POST /auth/login', { body: { identifier, password } }),
    onSuccess: accept,
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        signIn.mutate()
      }}
    >
      <Stack>
        <TextInput
          label="Email or username"
          name="identifier"
          autoComplete="username"
          required
          withAsterisk={false}
          data-autofocus={given === '' || undefined}
          value={identifier}
          onChange={(event) => setIdentifier(event.currentTarget.value)}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus={given !== '' || undefined}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <ErrorNote error={signIn.error} />
        <Button type="submit" loading={signIn.isPending} fullWidth mt={4}>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
