// Proves identity, at the second step of a sign-in and for step-up: by passkey or a typed proof. Switches between the
// available ways.

import { Button, Divider, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Challenge, StepUp } from 'galley-client/schema.ts'
import { type ComponentType, useState } from 'react'
import { call } from '../api/client.ts'
import type { Factor } from '../api/types.ts'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { CodeInput, Form } from '../ui/Form.tsx'
import { useApiForm } from '../ui/useApiForm.ts'
import { askPasskey } from './passkeys.ts'

type TypedProof = 'totp' | 'recovery' | 'password' | 'code'
export type ProofMethod = Factor | TypedProof

/** `field` is its name in the API; `choose` is the label for switching to it. */
const TYPED: Record<TypedProof, { field: keyof StepUp; choose: string; Input: ComponentType<object> }> = {
  totp: {
    field: 'totp',
    choose: 'Use the authenticator app',
    Input: (props) => <CodeInput label="Code from your authenticator app" {...props} />,
  },
  recovery: {
    field: 'recovery_code',
    choose: 'Use a recovery code',
    Input: (props) => (
      <TextInput
        label="Recovery code"
        description="Each one works once."
        autoComplete="off"
        data-autofocus
        required
        {...props}
      />
    ),
  },
  password: {
    field: 'password',
    choose: 'Use password',
    Input: (props) => (
      <PasswordInput label="Your password" autoComplete="current-password" data-autofocus required {...props} />
    ),
  },
  code: { field: 'code', choose: 'Use a code by email', Input: (props) => <CodeInput label="Code" {...props} /> },
}
const isTyped = (method: ProofMethod): method is TypedProof => method !== 'passkey'

type Props = {
  methods: ProofMethod[]
  action: string
  challenge: () => Promise<Challenge>
  prove: (proof: StepUp) => Promise<void>
  onCancel: () => void
  /** Where a code is mailed, if that is a way. */
  email?: string
}

export function ProofForm({ methods, challenge, email = '', ...rest }: Props) {
  const typed = methods.filter(isTyped)
  const [chosen, choose] = useState(typed[0])
  // Returning to the code sends a new one.
  const [isSent, setSent] = useState(false)
  const change = (method: TypedProof) => {
    choose(method)
    setSent(false)
  }
  const byPasskey = useMutation({ mutationFn: async () => rest.prove(await askPasskey(await challenge())) })
  return (
    <Stack>
      {methods.includes('passkey') && (
        <>
          <Button data-autofocus loading={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
            Use a passkey
          </Button>
          <ErrorNote error={byPasskey.error} />
          {chosen && <Divider label="or" />}
        </>
      )}
      {chosen === 'code' && !isSent ? (
        <SendCode email={email} onCancel={rest.onCancel} onSent={() => setSent(true)} />
      ) : (
        chosen && <Typed key={chosen} method={chosen} {...rest} />
      )}
      {typed
        .filter((method) => method !== chosen)
        .map((method) => (
          <Button key={method} variant="subtle" size="compact-sm" onClick={() => change(method)}>
            {TYPED[method].choose}
          </Button>
        ))}
    </Stack>
  )
}

type TypedProps = Pick<Props, 'action' | 'prove' | 'onCancel'> & { method: TypedProof }

function Typed({ method, action, prove, onCancel }: TypedProps) {
  const { field, Input } = TYPED[method]
  const form = useApiForm({ initialValues: { [field]: '' }, send: prove })
  return (
    <Form form={form} action={action} onCancel={onCancel}>
      <Input {...form.getInputProps(field)} />
    </Form>
  )
}

type SendCodeProps = { email: string; onCancel: () => void; onSent: () => void }

function SendCode({ email, onCancel, onSent }: SendCodeProps) {
  const form = useApiForm({
    initialValues: { identifier: email },
    send: (body) => call('POST /auth/send-code', { body }),
    onSent,
  })
  return (
    <Form form={form} action="Send code" onCancel={onCancel}>
      <Text fz="sm">We'll email a six-digit code to {email}.</Text>
    </Form>
  )
}
