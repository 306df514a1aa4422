// Sign-in by a code that is sent by mail; also the way to set a new password.

import { Button, Group, PasswordInput, PinInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../api/client.ts'
import type { Token } from '../api/schema.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { accept } from './session.ts'

type Props = { identifier?: string; withPassword?: boolean; onDone?: (token: Token) => void }

export function CodeForm({ identifier: given = '', withPassword = false, onDone }: Props) {
  const [identifier, setIdentifier] = useState(given)
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [wait, setWait] = useState(0)
  const request = useMutation({
    mutationFn: () => call('POST /auth/send-code', { body: { identifier } }),
    onSuccess: (answer) => setWait(answer.resend_after),
  })
  const verify = useMutation({
    mutationFn: () => call('POST /auth/verify-code', { body: { identifier, code, ...(withPassword && { password }) } }),
    onSuccess: (token) => {
      accept(token)
      onDone?.(token)
    },
  })
  useEffect(() => {
    if (wait <= 0) return
    const tick = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(tick)
  }, [wait])

  if (!request.isSuccess) {
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          request.mutate()
        }}
      >
        <Stack>
          <TextInput
            label="Email or username"
            name="identifier"
            autoComplete="username"
            required
            withAsterisk={false}
            readOnly={given !== ''}
            value={identifier}
            onChange={(event) => setIdentifier(event.currentTarget.value)}
          />
          <ErrorNote error={request.error} />
          <Button type="submit" loading={request.isPending} fullWidth>
            Send me a code
          </Button>
        </Stack>
      </form>
    )
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        verify.mutate()
      }}
    >
      <Stack>
        <Text fz="sm">If {identifier} belongs to an account, six digits are on their way.</Text>
        <PinInput length={6} type="number" oneTimeCode value={code} onChange={setCode} aria-label="Code" autoFocus />
        {withPassword && (
          <PasswordInput
            label="New password"
            description="At least 8 characters."
            autoComplete="new-password"
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        )}
        <ErrorNote error={verify.error} />
        <Group>
          <Button type="submit" loading={verify.isPending} disabled={code.length !== 6}>
            {withPassword ? 'Set the new password' : 'Sign in'}
          </Button>
          <Button variant="subtle" disabled={wait > 0} loading={request.isPending} onClick={() => request.mutate()}>
            {wait > 0 ? `Send again in ${wait} s` : 'Send again'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
