// Registration; the first account becomes an admin.

import { TextInput } from '@mantine/core'
import { call } from '../api/client.ts'
import { Form, NewPasswordInput } from '../ui/Form.tsx'
import { useApiForm } from '../ui/useApiForm.ts'
import { setupTokenHere } from './guest.ts'
import { accept } from './session.ts'

export function RegisterForm({ first = false }: { first?: boolean }) {
  const setup_token = first ? setupTokenHere() : undefined
  const form = useApiForm({
    initialValues: { email: '', display_name: '', password: '' },
    send: ({ display_name, ...body }) =>
      call('POST /auth/register', {
        body: {
          ...body,
          ...(display_name.trim() && { display_name: display_name.trim() }),
          ...(setup_token !== undefined && { setup_token }),
        },
      }),
    onSent: accept,
  })
  return (
    <Form form={form} action={first ? 'Create admin account' : 'Create account'} button={{ fullWidth: true, mt: 4 }}>
      <TextInput
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        required
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Your name"
        description="Optional. Shown next to what you write."
        name="name"
        autoComplete="name"
        {...form.getInputProps('display_name')}
      />
      <NewPasswordInput label="Password" name="password" {...form.getInputProps('password')} />
    </Form>
  )
}
