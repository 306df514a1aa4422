// A new password: with the present one, or with a code by mail for those who forgot it.

import { Button, Group, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { fieldErrors } from '../api/errors.ts'
import { CodeForm } from '../session/CodeForm.tsx'
import { useMe } from '../session/session.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { told } from '../ui/notify.ts'

export function NewPassword() {
  const me = useMe()
  const [byCode, setByCode] = useState(false)
  const [present, setPresent] = useState('')
  const [password, setPassword] = useState('')
  const change = useMutation({
    mutationFn: () => call('PATCH /auth/me', { body: { password, current_password: present } }),
    onSuccess: () => {
      setPresent('')
      setPassword('')
      told('The new password is set. Your other sessions have ended.')
    },
  })
  const faults = fieldErrors(change.error)
  return (
    <Paper p="lg">
      <Group justify="space-between" mb={4}>
        <Title order={2}>Password</Title>
        <Button size="compact-sm" variant="subtle" onClick={() => setByCode(!byCode)}>
          {byCode ? 'Use the present password' : 'I forgot the present one'}
        </Button>
      </Group>
      <Text fz="sm" c="dimmed" mb="md">
        A new password ends your other sessions.
      </Text>
      {byCode ? (
        <CodeForm
          identifier={me.email}
          withPassword
          onDone={() => {
            setByCode(false)
            told('The new password is set.')
          }}
        />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            change.mutate()
          }}
        >
          <Stack maw={360}>
            <PasswordInput
              label="Present password"
              autoComplete="current-password"
              required
              withAsterisk={false}
              value={present}
              error={faults.current_password}
              onChange={(event) => setPresent(event.currentTarget.value)}
            />
            <PasswordInput
              label="New password"
              description="At least 8 characters."
              autoComplete="new-password"
              required
              withAsterisk={false}
              value={password}
              error={faults.password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            {Object.keys(faults).length === 0 && <ErrorNote error={change.error} />}
            <Group>
              <Button
                type="submit"
                variant="default"
                loading={change.isPending}
                disabled={present === '' || password === ''}
              >
                Set the new password
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Paper>
  )
}
