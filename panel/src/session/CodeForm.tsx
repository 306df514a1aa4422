// Sign-in by a mailed code, submitted when it is complete; also sets a new password.

import { Button, PinInput, Text } from '@mantine/core'
import type { Token } from 'galley-client/schema.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { Form, IdentifierInput, NewPasswordInput } from '../ui/Form.tsx'
import { useApiForm } from '../ui/useApiForm.ts'
import { accept } from './session.ts'

const DIGITS = 6

type Props = { identifier?: string; fixed?: boolean; withPassword?: boolean; onDone?: (token: Token) => void }

export function CodeForm({ identifier = '', fixed = false, withPassword = false, onDone }: Props) {
  const [wait, setWait] = useState(0)
  const firstDigit = useRef<HTMLInputElement>(null)
  const request = useApiForm({
    initialValues: { identifier },
    send: (body) => call('POST /auth/send-code', { body }),
    onSent: ({ resend_after }) => setWait(resend_after),
  })
  const { identifier: to } = request.values
  const verify = useApiForm({
    initialValues: { code: '', password: '' },
    send: ({ code, password }) =>
      call('POST /auth/verify-code', { body: { identifier: to, code, ...(withPassword && { password }) } }),
    onSent: (token) => {
      accept(token)
      onDone?.(token)
    },
    onRefused: () => {
      // Not cleared: the code may be right and the new password refused.
      if (withPassword) return
      verify.setFieldValue('code', '')
      firstDigit.current?.focus()
    },
  })
  const type = (code: string) => {
    verify.setFieldValue('code', code)
    // The last digit submits, unless a new password is still needed.
    if (code.length === DIGITS && !withPassword) verify.submit()
  }
  useEffect(() => {
    if (wait <= 0) return
    const tick = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(tick)
  }, [wait])

  if (!request.result) {
    return (
      <Form form={request} action="Send code" button={{ fullWidth: true }}>
        <IdentifierInput readOnly={fixed} {...request.getInputProps('identifier')} />
      </Form>
    )
  }
  return (
    <Form
      form={verify}
      action={withPassword ? 'Set new password' : 'Sign in'}
      button={{ disabled: verify.values.code.length !== DIGITS }}
      beside={
        <Button variant="subtle" disabled={wait > 0} loading={request.isSending} onClick={() => request.submit()}>
          {wait > 0 ? `Resend in ${wait} s` : 'Resend code'}
        </Button>
      }
    >
      <Text fz="sm">If {to} has an account, we've sent it a six-digit code.</Text>
      <Text fz="sm" c="dimmed">
        If no mail comes within two minutes, look in the spam folder, then ask an administrator for a sign-in link.
      </Text>
      <PinInput
        ref={firstDigit}
        length={DIGITS}
        type="number"
        oneTimeCode
        value={verify.values.code}
        onChange={type}
        aria-label="Code"
        autoFocus
      />
      {withPassword && <NewPasswordInput {...verify.getInputProps('password')} />}
    </Form>
  )
}
