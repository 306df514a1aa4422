// Sign-in by name and password.

import { PasswordInput } from '@mantine/core'
import { call } from '../api/client.ts'
import { Form, IdentifierInput } from '../ui/Form.tsx'
import { useApiForm } from '../ui/useApiForm.ts'
import { accept } from './session.ts'

export function PasswordForm({ identifier = '' }: { identifier?: string }) {
  const form = useApiForm({
    initialValues: { identifier, password: '' },
    send: (body) => call('POST /auth/login', { body }),
    onSent: accept,
  })
  return (
    <Form form={form} action="Sign in" button={{ fullWidth: true, mt: 4 }}>
      <IdentifierInput data-autofocus={identifier === '' || undefined} {...form.getInputProps('identifier')} />
      <PasswordInput
        label="Password"
        name="password"
        autoComplete="current-password"
        required
        data-autofocus={identifier !== '' || undefined}
        {...form.getInputProps('password')}
      />
    </Form>
  )
}
