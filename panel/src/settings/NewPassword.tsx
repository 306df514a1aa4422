// A new password: with the present one where there is one, or with a code by mail for those who forgot it.

import { Button, Group, Paper, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { fieldErrors } from '../api/errors.ts'
import { CodeForm } from '../session/CodeForm.tsx'
import { changeMe, useMe } from '../session/session.ts'
import { Form, NewPasswordField, PasswordField } from '../ui/Form.tsx'
import { notify } from '../ui/notify.ts'

export function NewPassword() {
  const me = useMe()
  const [byCode, setByCode] = useState(false)
  const [present, setPresent] = useState('')
  const [password, setPassword] = useState('')
  const change = useMutation({
    mutationFn: () =>
      call('PATCH /auth/me', { body: { password, ...(me.has_password && { current_password: present }) } }),
    onSuccess: (user) => {
      changeMe(user)
      setPresent('')
      setPassword('')
      notify('The new password is set. Your other sessions have ended.')
    },
  })
  const faults = fieldErrors(change.error)
  return (
    <Paper p="lg">
      <Group justify="space-between" mb={4}>
        <Title order={2}>Password</Title>
        {me.has_password && (
          <Button size="compact-sm" variant="subtle" onClick={() => setByCode(!byCode)}>
            {byCode ? 'Use the present password' : 'I forgot the present one'}
          </Button>
        )}
      </Group>
      <Text fz="sm" c="dimmed" mb="md">
        {me.has_password
          ? 'A new password ends your other sessions.'
          : 'You have none yet: you sign in with a code by mail.'}
      </Text>
      {byCode ? (
        <CodeForm
          identifier={me.email}
          fixed
          withPassword
          onDone={() => {
            setByCode(false)
            notify('The new password is set.')
          }}
        />
      ) : (
        <Form
          sending={change}
          onSend={change.mutate}
          action="Set the new password"
          button={{ variant: 'default', disabled: (me.has_password && present === '') || password === '' }}
          maw={360}
        >
          {me.has_password && (
            <PasswordField
              label="Present password"
              autoComplete="current-password"
              value={present}
              error={faults.current_password}
              onChange={setPresent}
            />
          )}
          <NewPasswordField value={password} error={faults.password} onChange={setPassword} />
        </Form>
      )}
    </Paper>
  )
}
