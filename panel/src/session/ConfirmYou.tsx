// Asks for the second factor, the password, or a mailed code, before something that a stolen session must not do. The page below waits.

import { Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import type { UserMeOut } from '../api/schema.ts'
import type { Factor } from '../api/types.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Form } from '../ui/Form.tsx'
import { useApiForm } from '../ui/useApiForm.ts'
import { FactorForm } from './FactorForm.tsx'
import { proof } from './proof.ts'

const cancel = () => proof.settle(undefined)
const proven = () => proof.settle(true)

export function ConfirmYou({ user }: { user: UserMeOut }) {
  const [byCode, setByCode] = useState(!user.has_password)
  return (
    // Above the dialog whose request waits for this.
    <Modal opened onClose={cancel} title="Confirm it's you" size="sm" zIndex={400}>
      <Stack>
        <Text fz="sm" c="dimmed">
          This action needs a recent sign-in, so that no one can do it from an unlocked computer.
        </Text>
        {user.second_factor ? <ByFactor /> : byCode ? <ByCode email={user.email} /> : <ByPassword />}
        {user.has_password && !user.second_factor && (
          <Button variant="subtle" size="compact-sm" onClick={() => setByCode(!byCode)}>
            {byCode ? 'Use password' : 'Use a code by email'}
          </Button>
        )}
      </Stack>
    </Modal>
  )
}

function ByFactor() {
  const factors = useQuery({ queryKey: ['factors'], queryFn: () => call('GET /auth/factors') })
  if (!factors.data) return <ErrorNote error={factors.error} onRetry={() => void factors.refetch()} />
  const { totp, passkeys, recovery_codes_left } = factors.data
  const methods: Factor[] = [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(totp ? (['totp'] as const) : []),
    ...(recovery_codes_left > 0 ? (['recovery'] as const) : []),
  ]
  return (
    <FactorForm
      methods={methods}
      action="Confirm"
      challenge={() => call('POST /auth/step-up/options')}
      prove={async (body) => {
        await call('POST /auth/step-up', { body })
        proven()
      }}
      onCancel={cancel}
    />
  )
}

function ByPassword() {
  const form = useApiForm({
    initialValues: { password: '' },
    send: (body) => call('POST /auth/step-up', { body }),
    onSent: proven,
  })
  return (
    <Form form={form} action="Confirm" onCancel={cancel}>
      <PasswordInput
        label="Your password"
        autoComplete="current-password"
        data-autofocus
        required
        {...form.getInputProps('password')}
      />
    </Form>
  )
}

function ByCode({ email }: { email: string }) {
  const request = useApiForm({
    initialValues: { identifier: email },
    send: (body) => call('POST /auth/send-code', { body }),
  })
  const form = useApiForm({
    initialValues: { code: '' },
    send: (body) => call('POST /auth/step-up', { body }),
    onSent: proven,
  })
  if (!request.result)
    return (
      <Form form={request} action="Send code" onCancel={cancel}>
        <Text fz="sm">We'll email a six-digit code to {email}.</Text>
      </Form>
    )
  return (
    <Form form={form} action="Confirm" onCancel={cancel}>
      <TextInput
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        required
        maxLength={6}
        {...form.getInputProps('code')}
      />
    </Form>
  )
}
