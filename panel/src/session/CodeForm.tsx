// Sign-in by a code that is sent by mail, tried as soon as it is whole; also the way to set a new password.

import { Button, PinInput, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { fieldErrors } from '../api/errors.ts'
import type { Token } from '../api/schema.ts'
import { Form, NewPasswordField, WhoField } from '../ui/Form.tsx'
import { accept } from './session.ts'

const DIGITS = 6

type Props = { identifier?: string; fixed?: boolean; withPassword?: boolean; onDone?: (token: Token) => void }

export function CodeForm({ identifier: given = '', fixed = false, withPassword = false, onDone }: Props) {
  const [identifier, setIdentifier] = useState(given)
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [wait, setWait] = useState(0)
  const firstDigit = useRef<HTMLInputElement>(null)
  const request = useMutation({
    mutationFn: () => call('POST /auth/send-code', { body: { identifier } }),
    onSuccess: (answer) => setWait(answer.resend_after),
  })
  const verify = useMutation({
    mutationFn: (whole: string) =>
      call('POST /auth/verify-code', { body: { identifier, code: whole, ...(withPassword && { password }) } }),
    onSuccess: (token) => {
      accept(token)
      onDone?.(token)
    },
    onError: () => {
      if (withPassword) return
      setCode('')
      firstDigit.current?.focus()
    },
  })
  const type = (digits: string) => {
    setCode(digits)
    if (digits.length === DIGITS && !withPassword && !verify.isPending) verify.mutate(digits)
  }
  useEffect(() => {
    if (wait <= 0) return
    const tick = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(tick)
  }, [wait])

  if (!request.isSuccess) {
    return (
      <Form sending={request} onSend={request.mutate} action="Send me a code" button={{ fullWidth: true }}>
        <WhoField readOnly={fixed} value={identifier} onChange={setIdentifier} />
      </Form>
    )
  }
  return (
    <Form
      sending={verify}
      onSend={() => verify.mutate(code)}
      action={withPassword ? 'Set the new password' : 'Sign in'}
      button={{ disabled: code.length !== DIGITS }}
      beside={
        <Button variant="subtle" disabled={wait > 0} loading={request.isPending} onClick={() => request.mutate()}>
          {wait > 0 ? `Send again in ${wait} s` : 'Send again'}
        </Button>
      }
    >
      <Text fz="sm">If {identifier} belongs to an account, six digits are on their way.</Text>
      <PinInput
        ref={firstDigit}
        length={DIGITS}
        type="number"
        oneTimeCode
        value={code}
        onChange={type}
        aria-label="Code"
        autoFocus
      />
      {withPassword && (
        <NewPasswordField value={password} error={fieldErrors(verify.error).password} onChange={setPassword} />
      )}
    </Form>
  )
}
