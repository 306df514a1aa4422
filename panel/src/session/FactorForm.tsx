// A second factor, as the account has them: a passkey, a code of the app, or a recovery code.

import { Button, Divider, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Challenge } from '../api/schema.ts'
import type { Factor, FactorProof } from '../api/types.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Form } from '../ui/Form.tsx'
import { useApiForm } from '../ui/useApiForm.ts'
import { askPasskey } from './passkeys.ts'

type Props = {
  methods: Factor[]
  action: string
  challenge: () => Promise<Challenge>
  prove: (proof: FactorProof) => Promise<void>
  onCancel: () => void
}

export function FactorForm({ methods, action, challenge, prove, onCancel }: Props) {
  const [byRecovery, setByRecovery] = useState(!methods.includes('totp'))
  const hasCodes = methods.includes('totp') || methods.includes('recovery')
  const byPasskey = useMutation({ mutationFn: async () => prove(await askPasskey(await challenge())) })
  return (
    <Stack>
      {methods.includes('passkey') && (
        <>
          <Button data-autofocus loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            Use a passkey
          </Button>
          <ErrorNote error={byPasskey.error} />
          {hasCodes && <Divider label="or" />}
        </>
      )}
      {hasCodes &&
        (byRecovery ? <ByRecovery {...{ action, prove, onCancel }} /> : <ByApp {...{ action, prove, onCancel }} />)}
      {methods.includes('totp') && methods.includes('recovery') && (
        <Button variant="subtle" size="compact-sm" onClick={() => setByRecovery(!byRecovery)}>
          {byRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </Button>
      )}
    </Stack>
  )
}

type ByCodeProps = Pick<Props, 'action' | 'prove' | 'onCancel'>

function ByApp({ action, prove, onCancel }: ByCodeProps) {
  const form = useApiForm({ initialValues: { totp: '' }, send: prove })
  return (
    <Form form={form} action={action} onCancel={onCancel}>
      <TextInput
        label="Code from your authenticator app"
        inputMode="numeric"
        autoComplete="one-time-code"
        data-autofocus
        required
        maxLength={6}
        {...form.getInputProps('totp')}
      />
    </Form>
  )
}

function ByRecovery({ action, prove, onCancel }: ByCodeProps) {
  const form = useApiForm({ initialValues: { recovery_code: '' }, send: prove })
  return (
    <Form form={form} action={action} onCancel={onCancel}>
      <TextInput
        label="Recovery code"
        description="Each one works once."
        autoComplete="off"
        data-autofocus
        required
        {...form.getInputProps('recovery_code')}
      />
    </Form>
  )
}
