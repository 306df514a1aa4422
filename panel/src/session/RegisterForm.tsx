// A new account; the very first one becomes the administrator.

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { fieldErrors } from '../api/errors.ts'
import { Form, NewPasswordField, TextField } from '../ui/Form.tsx'
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
    <Form
      sending={register}
      onSend={register.mutate}
      action={first ? 'Make the administrator' : 'Make the account'}
      button={{ fullWidth: true, mt: 4 }}
    >
      <TextField
        label="Email"
        type="email"
        name="email"
        autoComplete="email"
        required
        value={email}
        error={faults.email}
        onChange={setEmail}
      />
      <TextField
        label="Your name"
        description="Shown beside what you write. Optional."
        name="name"
        autoComplete="name"
        value={name}
        error={faults.display_name}
        onChange={setName}
      />
      <NewPasswordField
        label="Password"
        name="password"
        value={password}
        error={faults.password}
        onChange={setPassword}
      />
    </Form>
  )
}
