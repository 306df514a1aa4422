// Sets a new password, with the current one or a mailed code.

import { Button, Group, Paper, PasswordInput, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { CodeForm } from '../../session/CodeForm.tsx'
import { changeMe, useMe } from '../../session/session.ts'
import { Form, NewPasswordInput } from '../../ui/Form.tsx'
import { notify } from '../../ui/notify.ts'
import { useApiForm } from '../../ui/useApiForm.ts'

export function NewPassword() {
  const me = useMe()
  // An unattended browser must not be enough to take over the account, so the API requires either.
  const [byCode, setByCode] = useState(false)
  const form = useApiForm({
    initialValues: { current_password: '', password: '' },
    send: ({ current_password, password }) =>
      call('PATCH /auth/me', { body: { password, ...(me.has_password && { current_password }) } }),
    onSent: (user) => {
      changeMe(user)
      form.reset()
      notify(`Password ${me.has_password ? 'changed' : 'set'}. Your other sessions have ended.`)
    },
  })
  return (
    <Paper p="lg">
      <Group justify="space-between" mb={4}>
        <Title order={2}>Password</Title>
        {me.has_password && (
          <Button size="compact-sm" variant="subtle" onClick={() => setByCode(!byCode)}>
            {byCode ? 'Use current password' : 'Forgot your current password?'}
          </Button>
        )}
      </Group>
      <Text fz="sm" c="dimmed" mb="md">
        {me.has_password
          ? `Changing your password signs you out everywhere else${byCode ? ', and deletes your API tokens' : ''}.`
          : "You don't have a password yet. You sign in with a code sent by email."}
      </Text>
      {byCode ? (
        <CodeForm
          identifier={me.email}
          fixed
          withPassword
          onDone={() => {
            setByCode(false)
            notify('Password changed. Your other sessions have ended, and your API tokens were deleted.')
          }}
        />
      ) : (
        <Form form={form} action="Set new password" button={{ variant: 'default' }} maw={360}>
          {me.has_password && (
            <PasswordInput
              label="Current password"
              autoComplete="current-password"
              required
              {...form.getInputProps('current_password')}
            />
          )}
          <NewPasswordInput {...form.getInputProps('password')} />
        </Form>
      )}
    </Paper>
  )
}
