// Sign-in by identifier and password.

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { Form, PasswordField, WhoField } from '../ui/Form.tsx'
import { accept } from './session.ts'

export function PasswordForm({ identifier: given = '' }: { identifier?: string }) {
  const [identifier, setIdentifier] = useState(given)
  const [password, setPassword] = useState('')
  const signIn = useMutation({
    mutationFn: () => call('POST /auth/login', { body: { identifier, password } }),
    onSuccess: accept,
  })
  return (
    <Form sending={signIn} onSend={signIn.mutate} action="Sign in" button={{ fullWidth: true, mt: 4 }}>
      <WhoField data-autofocus={given === '' || undefined} value={identifier} onChange={setIdentifier} />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        data-autofocus={given !== '' || undefined}
        value={password}
        onChange={setPassword}
      />
    </Form>
  )
}
